"""The export: tables that say what the corpus says, a data package about them, a folder written whole or not at all."""

import csv
import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from test_service_cli import run

from corpus import library as libraries
from corpus.canon import rows as read_rows
from corpus.export.columns import urn
from corpus.export.contents import tables
from corpus.export.package import NAME
from corpus.export.write import ExportRefused, export
from corpus.library import Library
from corpus.ref import Ref, parse
from corpus.rites.data import RENDERING_COLUMNS, STEP_COLUMNS
from corpus.rites.glossary import COLUMNS as GLOSSARY_COLUMNS
from corpus.rites.glossary import Glossary, load
from corpus.tei.read import read_chapter
from corpus.texts import read_texts

RITES = ROOT / "corpus" / "rites"


@pytest.fixture(scope="module")
def library() -> Library:
    return libraries.load()


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return load()


def silent(done: int, total: int, name: str) -> None:
    assert 0 <= done <= total and name


@pytest.fixture(scope="module")
def folder(library: Library, glossary: Glossary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("export") / "yili"
    assert export(library, glossary, found, "0.1.0", tei=True, force=False, report=silent) == 33
    return found


@pytest.fixture(scope="module")
def described(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    return found


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "tsv" / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_it_is_valid_to_frictionless(folder: Path) -> None:
    frictionless = pytest.importorskip("frictionless", reason="frictionless is not installed")
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert report.flatten(["name", "rowNumber", "fieldName", "type", "message"]) == []
    assert report.valid
    counts = {task.name: task.stats.get("rows") for task in report.tasks}
    assert (counts["canon"], counts["chapters"], counts["texts"]) == (1162, 17, 5190)


def test_frictionless_sees_what_is_wrong(folder: Path, tmp_path: Path) -> None:
    frictionless = pytest.importorskip("frictionless", reason="frictionless is not installed")
    (tmp_path / "tsv").mkdir()
    for path in folder.glob("tsv/*.tsv"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / "tsv" / path.name).write_text(text.replace("5.17.1\t", "5.99.1\t", 1), encoding="utf-8")
    described = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    described["resources"] = [
        r for r in described["resources"] if r["name"] in ("chapters", "phases", "canon", "renderings")
    ]
    (tmp_path / "datapackage.json").write_text(json.dumps(described), encoding="utf-8")
    report = frictionless.validate(str(tmp_path / "datapackage.json"))
    assert {error[0] for error in report.flatten(["type"])} >= {"hash-count"}


def test_the_descriptor_says_what_is_there(folder: Path, described: dict[str, Any], library: Library) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert (described["name"], described["version"], described["corpus"]) == (NAME, version, library.hash)
    assert {licence["name"] for licence in described["licenses"]} == {"CC-BY-4.0", "CC-PDDC"}
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert files == {"datapackage.json", *(resource["path"] for resource in described["resources"])}
    names = [resource["name"] for resource in described["resources"]]
    assert len(set(names)) == len(names)
    for resource in described["resources"]:
        assert re.fullmatch(r"[a-z0-9-]+", resource["name"])
        content = (folder / resource["path"]).read_bytes()
        assert resource["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        assert resource["bytes"] == len(content)
        assert resource["licenses"]


def test_every_column_is_described(folder: Path, described: dict[str, Any]) -> None:
    tabular = {r["name"]: r for r in described["resources"] if r["profile"] == "tabular-data-resource"}
    assert len(tabular) == 14
    for name, resource in tabular.items():
        fields = [field["name"] for field in resource["schema"]["fields"]]
        assert fields == list(table(folder, name)[0])
        assert all(len(field["description"]) > 5 for field in resource["schema"]["fields"])
        for key in resource["schema"]["foreignKeys"]:
            other = {row[key["reference"]["fields"][0]] for row in table(folder, key["reference"]["resource"])}
            assert {row[key["fields"][0]] for row in table(folder, name)} <= other
        keys = [tuple(row[k] for k in resource["schema"]["primaryKey"]) for row in table(folder, name)]
        assert len(set(keys)) == len(keys)


def test_the_canon_is_the_canon(folder: Path, library: Library) -> None:
    assert [(row["ref"], row["text"]) for row in table(folder, "canon")] == [
        (ref, clause.text) for ref, clause in library.canon.clauses.items()
    ]


def test_the_texts_are_what_the_witnesses_print(folder: Path) -> None:
    stored = {
        (e.witness, e.ref): (
            e.through,
            e.layer.value,
            e.commentator,
            ";".join(f"{a}-{b}" for a, b in e.extents),
            e.text,
        )
        for e in read_texts()
        if e.ref != "-"
    }
    shown = {
        (r["witness"], r["ref"]): (r["through"], r["layer"], r["commentator"], r["extents"], r["text"])
        for r in table(folder, "texts")
    }
    assert shown == stored


@pytest.mark.parametrize(
    ("name", "columns", "source"),
    [
        ("renderings", RENDERING_COLUMNS, "*.renderings.tsv"),
        ("steps", STEP_COLUMNS, "*.steps.tsv"),
        ("glossary", GLOSSARY_COLUMNS, "glossary.tsv"),
    ],
)
def test_what_wenli_writes_is_there_cell_by_cell(
    folder: Path, name: str, columns: tuple[str, ...], source: str
) -> None:
    stored = [row for path in sorted(RITES.glob(source)) for row in read_rows(path, columns)]
    shown = [{column: row[column] for column in columns} for row in table(folder, name)]
    assert shown == stored


def test_every_answer_is_there(folder: Path, library: Library) -> None:
    shown = {row["id"]: (row["zh"], row["en"], row["origin"]) for row in table(folder, "answers")}
    assert shown == {row.id: (row.zh, row.en, row.origin) for row in library.book.rows.values()}


def test_every_variant_is_there(folder: Path, library: Library) -> None:
    places, readings = table(folder, "variants"), table(folder, "readings")
    stored = list(library.apparatus.all)
    assert [(row["ref"], int(row["start"]), int(row["end"])) for row in places] == [
        (v.ref, v.start, v.end) for v in stored
    ]
    canon = {row["ref"]: row["text"] for row in table(folder, "canon")}
    first = {row["variant"]: row for row in readings if row["n"] == "1"}
    for row in places:
        words = canon[row["ref"]][int(row["start"]) : int(row["end"])]
        assert re.sub(r"\W", "", words) == first[row["variant"]]["text"]
        assert first[row["variant"]]["class"] == ""
    assert len(readings) == sum(len(v.readings) for v in stored)
    assert len(table(folder, "remarks")) == sum(len(v.remarks) for v in stored)
    texts = {(row["witness"], row["ref"]): row["text"] for row in table(folder, "texts")}
    refs = {row["variant"]: row["ref"] for row in places}
    for row in readings:
        for one in filter(None, row["witnesses"].split(";")):
            witness, start, end = re.fullmatch(r"([\w-]+):(\d+)-(\d+)", one).groups()  # type: ignore[union-attr]
            if int(end):
                printed = texts[witness, refs[row["variant"]]][int(start) : int(end)]
                assert len(re.sub(r"[^\w■□●〓]", "", printed)) == len(row["text"])


def test_json_ld_names_everything_and_says_the_same(folder: Path, library: Library, glossary: Glossary) -> None:
    for one in tables(library, glossary):
        linked = json.loads((folder / "jsonld" / f"{one.name}.jsonld").read_text(encoding="utf-8"))
        graph = linked["@graph"]
        assert len({node["@id"] for node in graph}) == len(graph) == len(table(folder, one.name))
        assert all(":" in node["@id"] and " " not in node["@id"] for node in graph)
        columns = {column.name for column in one.columns}
        assert set().union(*graph) <= columns | {"@id", "@type"}
        assert columns <= set(linked["@context"])
    clause = json.loads((folder / "jsonld" / "canon.jsonld").read_text(encoding="utf-8"))["@graph"][0]
    assert clause["@id"] == "urn:cts:yili:jing.p04:1.1"
    assert parse(clause["@id"]) == Ref(4, 1, "1")
    assert urn("5") == "urn:cts:yili:jing.p05"


@pytest.mark.filterwarnings("ignore")
def test_json_ld_is_read_as_it_is_meant(folder: Path) -> None:
    jsonld = pytest.importorskip("pyld.jsonld", reason="PyLD is not installed")
    linked = json.loads((folder / "jsonld" / "renderings.jsonld").read_text(encoding="utf-8"))
    linked["@graph"] = linked["@graph"][:2]
    first = jsonld.expand(linked)[0]
    said = {value["@language"].lower(): value["@value"] for value in first["https://schema.org/text"]}
    row = table(folder, "renderings")[0]
    assert said == {"zh-hant": row["zh"], "en": row["en"]}
    assert first["@type"] == ["urn:wenli:vocabulary:Rendering"]


def test_the_chapters_in_tei_can_be_read_back(folder: Path, library: Library) -> None:
    for chapter in library.canon.held:
        edition = read_chapter((folder / "tei" / f"{chapter.number:02}.xml").read_bytes())
        assert edition.clauses == chapter.clauses


def test_two_exports_are_the_same(folder: Path, library: Library, glossary: Glossary, tmp_path: Path) -> None:
    export(library, glossary, tmp_path / "again", "0.1.0", tei=True, force=False, report=silent)
    first, second = (
        {p.relative_to(at): p.read_bytes() for p in at.rglob("*") if p.is_file()} for at in (folder, tmp_path / "again")
    )
    assert first == second


def test_a_folder_with_other_files_is_never_written_to(library: Library, glossary: Glossary, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    for force in (False, True):
        with pytest.raises(ExportRefused, match="holds other files"):
            export(library, glossary, tmp_path, "0.1.0", tei=False, force=force, report=silent)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(ExportRefused, match="is a file"):
        export(library, glossary, tmp_path / "letter.txt", "0.1.0", tei=False, force=True, report=silent)
    with pytest.raises(ExportRefused, match="does not exist"):
        export(library, glossary, tmp_path / "no" / "such", "0.1.0", tei=False, force=True, report=silent)


def test_an_earlier_export_is_replaced_only_when_that_is_asked_for(
    library: Library, glossary: Glossary, tmp_path: Path
) -> None:
    folder = tmp_path / "yili"
    folder.mkdir()
    export(library, glossary, folder, "0.0.9", tei=True, force=False, report=silent)
    with pytest.raises(ExportRefused, match="--force replaces it"):
        export(library, glossary, folder, "0.1.0", tei=False, force=False, report=silent)
    assert json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))["version"] == "0.0.9"
    export(library, glossary, folder, "0.1.0", tei=False, force=True, report=silent)
    assert json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))["version"] == "0.1.0"
    assert not (folder / "tei").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["yili"]
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ExportRefused, match="holds other files"):
        export(library, glossary, folder, "0.1.0", tei=False, force=True, report=silent)
    assert (folder / "mine.txt").exists()


def test_an_export_that_fails_leaves_the_earlier_one(library: Library, glossary: Glossary, tmp_path: Path) -> None:
    folder = tmp_path / "yili"
    export(library, glossary, folder, "0.1.0", tei=False, force=False, report=silent)
    before = (folder / "datapackage.json").read_bytes()

    def failing(done: int, total: int, name: str) -> None:
        if done > 5:
            raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        export(library, glossary, folder, "0.1.0", tei=False, force=True, report=failing)
    assert (folder / "datapackage.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["yili"]


def test_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = run(monkeypatch, capsys, "export", str(tmp_path / "yili"))
    assert (status, out) == (0, f"Wrote 29 files to {tmp_path / 'yili'}.\n")
    status, _, err = run(monkeypatch, capsys, "export", str(tmp_path / "yili"))
    assert (status, "--force replaces it" in err) == (2, True)
    status, out, _ = run(monkeypatch, capsys, "export", str(tmp_path / "yili"), "--force", "--tei")
    assert (status, "Wrote 33 files" in out) == (0, True)
