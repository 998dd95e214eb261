"""The pages say what the code does – settings, files, links, figures, provenance – and speak of the project alone."""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from benchmarks.record import BEGIN, END, PAGES, markdown, record, recorded
from corpus import canon as canons
from corpus.extract import READERS
from corpus.model import Kind
from corpus.sources import sources, text_of
from corpus.texts import read_works
from service.ask.values import Ask
from service.contract.wire import answer_reply
from service.problems import PROBLEMS
from service.settings import SETTINGS
from service.wenli import Wenli

PAGES_READ = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTS = {"127.0.0.1", "localhost", "buildah.io", "creativecommons.org", "schema.org", "semver.org", "www.w3.org"}
HOSTS |= {
    "dtsapi.org",
    "purl.org",
    "relaxng.org",
    "w3id.org",
    "www.tei-c.org",
}  # namespaces of standards that are served
HOSTS |= {"github.com", "wenli"}  # where Kanripo publishes; what nginx calls the copies behind it
"""The only hosts that a file of the project may name; names under .example and example.org are examples."""

SAID = [
    *[
        "make run",
        "make test",
        "3.11",
        "2 GB",
        "wenli ask",
        "MCP",
        "TEI",
        "DTS",
        "Kanripo",
        "wenli verify",
        "400",
        "1 %",
        "0.5 %",
        "confidence",
    ],
    *["MIT", "CC BY 4.0", "張爾岐", "docs/evaluation.md", "docs/provenance.md"],
]
"""Commands, figures and names that both languages of the README have."""


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """The cells of every table row of a page, without the lines between head and body."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not re.fullmatch(r"[| :-]+", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def tracked() -> list[Path]:
    """Every text file that is, or would be, part of the repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:8192]]


def test_the_page_of_settings_has_every_setting_with_its_default_and_help() -> None:
    shown = [row for row in rows(page("settings.md")) if row[0].startswith("`WENLI_")]
    assert shown == [[f"`{s.key}`", f"`{s.default}`" if s.default else "", s.help] for s in SETTINGS]


def test_no_page_names_a_setting_that_is_none() -> None:
    known = {s.key for s in SETTINGS}
    for path in PAGES_READ:
        named = set(re.findall(r"\bWENLI_[A-Z_]*[A-Z]", path.read_text(encoding="utf-8")))
        assert named <= known, path.name


def test_the_readme_is_short_and_says_in_chinese_what_it_says_in_english() -> None:
    english, chinese = README.split("## 中文說明")
    assert len(README.splitlines()) <= 120
    assert [name for name in SAID if name not in english or name not in chinese] == []


def test_the_reading_order_names_files_that_exist() -> None:
    order = page("reading-order.md")
    files = re.findall(r"`([a-z]+/[\w./]*)`", order)
    assert len(files) > 30
    assert [file for file in files if not (ROOT / file).exists()] == []
    numbers = [int(n) for n in re.findall(r"^(\d+)\. ", order, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_architecture_names_files_and_rooms_that_exist() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    files = re.findall(r"`((?:service|corpus|index|prompts|widget|tests|benchmarks|deploy)/[\w./-]*)`", page)
    assert len(files) > 40
    assert [file for file in files if not (ROOT / file).exists()] == []
    rooms = {name.rstrip("/") for name in re.findall(r"^\| `(\w+(?:/|\.py))` \|", page, re.MULTILINE)}
    held = {path.name for path in (ROOT / "service").iterdir() if (path / "__init__.py").exists()}
    assert held <= rooms


@pytest.mark.parametrize("path", PAGES_READ, ids=lambda path: path.name)
def test_relative_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if target.startswith(("https://", "http://")):
            continue
        file, _, anchor = target.partition("#")
        there = path.parent / file if file else path
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}, target


def test_the_example_in_the_readme_is_a_real_answer(wenli: Wenli) -> None:
    asked = re.search(r"-d '(\{.*?\})'", README)
    shown = re.search(r"^```json\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert asked is not None and shown is not None
    reply = answer_reply(wenli.ask(Ask(**json.loads(asked[1])))).model_dump(mode="json")
    whole(json.loads(shown[1]), reply)


def whole(shown: Any, real: Any) -> None:
    """What is shown is a part of what is real; "…" stands for what is left out."""
    if isinstance(shown, dict):
        for key in shown.keys() - {"…"}:
            whole(shown[key], real[key])
    elif isinstance(shown, list):
        assert len(shown) == len(real)
        for one, other in zip(shown, real, strict=True):
            whole(one, other)
    else:
        assert shown == real


def test_every_page_is_linked_from_the_readme() -> None:
    assert [p.name for p in PAGES_READ if p.name != "README.md" and f"{p.name})" not in README] == []


def test_the_figures_are_recorded() -> None:
    [told] = (recorded(path.read_text(encoding="utf-8")) for path in PAGES)
    assert "| all questions | 95 |" in told


def test_figures_are_written_between_their_comments(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    group = {"n": 3.0, "hit@1": 0.5, "MRR": 1.0}
    names = ("all", "zh-Hant", "zh-Hans", "en", "first turns", "later turns")
    values = {"out-of-scope abstention": 0.8, "false premises corrected": 1.0}
    values |= {"untrue citations or quotations": 0.0, "median answer, characters": 218.0}
    record(markdown(dict.fromkeys(names, group), values), (path,))
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n| answerable questions | n | hit@1 | MRR |\n")
    assert "| … in English | 3 | .500 | 1.000 |\n" in text
    assert text.endswith(f"| 218 |\n{END}\nafter\n")
    with pytest.raises(ValueError, match="missing"):
        recorded("no figures")


def test_the_contents_are_those_of_the_canon() -> None:
    canon = canons.load()
    held = [[f"{c.number} {c.name_hant} {c.name_en}", str(len(c.phases)), str(len(c.clauses))] for c in canon.held]
    assert [row[:3] for row in rows(README) if re.match(r"\d+ ", row[0])] == held
    phases = sum(len(c.phases) for c in canon.held)
    assert f"{len(canon.clauses):,} clauses in {phases} phases" in page("corpus.md")


def test_the_accounting_is_what_the_readers_say(shared: Path) -> None:
    canon = canons.load()
    shown = {row[0]: row[1:] for row in rows(page("corpus.md")) if len(row) == 8 and row[0] != "source"}
    assert len(shown) == 6
    for witness, files in sources(shared).items():
        text = text_of(files)
        count = READERS[witness](text, canon).account()
        kinds = (Kind.BASE, Kind.COMMENT, Kind.HEADING, Kind.MARKER, Kind.FURNITURE, Kind.DAMAGE)
        assert shown[files[0].name.partition("_")[0]] == [
            f"{n:,}" for n in (len(text), *(count[kind] for kind in kinds))
        ], witness


def test_provenance_is_that_of_the_works() -> None:
    sections = dict(re.findall(r"^## `([\w-]+)`\n(.*?)(?=^## |\Z)", page("provenance.md"), re.MULTILINE | re.DOTALL))
    works = read_works()
    assert list(sections) == list(works)
    for witness, work in works.items():
        text = sections[witness]
        for value in (work.label_hant, work.label_en, work.edition, work.licence, work.provenance, work.sha256):
            assert value in text, (witness, value)


def test_the_api_page_has_every_kind_of_problem_and_every_endpoint() -> None:
    text = page("api.md")
    shown = [row for row in rows(text) if row[0].startswith("`/problems/")]
    assert shown == [[f"`{k.type}`", str(k.status), k.meaning] for k in PROBLEMS.values()]
    sources = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "service" / "http" / "api").glob("*.py"))
    routes = re.findall(r'@api\.(?:get|post)\(\s*"(/[^"<]*)', sources)
    assert [route for route in routes if route.rstrip("/") not in text] == []


def test_the_changes_begin_with_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert next(version for version in versions if version != "Unreleased") == project["version"]


def test_no_file_names_a_place_of_one_machine() -> None:
    place = re.compile(r"(?<![\w.})-])/(?:home|root|Users|tmp|work|mnt|media)/\w")
    for path in tracked():
        found = [m[0] for m in place.finditer(path.read_text(encoding="utf-8"))]
        assert not found, path.relative_to(ROOT)


def test_no_file_names_a_host_without_need() -> None:
    for path in tracked():
        if path.name == "package-lock.json":
            continue  # npm writes there where its packages ask for donations
        if path.suffix == ".csl":
            continue  # styles of others name their authors and their guides
        hosts = set(re.findall(r"https?://([\w.-]+\w)", path.read_text(encoding="utf-8")))
        if path.suffix == ".csl":
            continue  # styles of the CSL project, unchanged: they name themselves and their schema by addresses
        strange = {h for h in hosts - HOSTS if not h.endswith((".example", "example.org"))}
        assert not strange, path.relative_to(ROOT)
