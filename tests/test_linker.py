"""link.js, without a browser: what it takes for a reference is what the service resolves, and it is small."""

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from service_stand_ins import client_of

from corpus import canon as canons
from corpus.canon import Canon
from corpus.errors import WenliError
from corpus.ref import CHAPTERS
from corpus.resolve import Resolver
from service.texts import link_table as table

WIDGET = ROOT / "widget"
BUILT = ROOT / "service" / "web" / "static" / "link.js"
SOURCES = sorted((WIDGET / "link").glob("*.ts"))
HELD = (4, 5, 7, 15)
needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (WIDGET / "node_modules").is_dir(),
    reason="Node or its packages are missing (npm ci --prefix widget)",
)
Find = Callable[[list[str]], list[list[tuple[str, str, str]]]]
RUN = """
import { build } from "esbuild";
const [canon, names] = [process.argv[1], process.argv[2]];
const contents = 'export { find } from "./link/find"; export { PHASES } from "./link/names";';
const made = await build({ stdin: { contents, resolveDir: "." }, bundle: true, format: "esm", write: false });
const coded = Buffer.from(made.outputFiles[0].text).toString("base64");
const { find, PHASES } = await import("data:text/javascript;base64," + coded);
let given = "";
for await (const chunk of process.stdin) given += chunk;
const { phases, texts } = JSON.parse(given);
PHASES.known = new Map(phases);
const told = texts.map((text) => find(text).map(({ start, end, ref, quote }) => [text.slice(start, end), ref, quote]));
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def canon() -> Canon:
    return canons.load()


@pytest.fixture(scope="module")
def resolver(canon: Canon) -> Resolver:
    return Resolver(canon, ())


@pytest.fixture(scope="module")
def find(canon: Canon) -> Find:
    """What link.js finds in texts: the words of each reference, what it names and what is quoted."""
    phases = [[f"{p.chapter}{n}", p.number] for c in canon.held for p in c.phases for n in (p.name_hant, p.name_hans)]

    def run(texts: list[str]) -> list[list[tuple[str, str, str]]]:
        command = ["node", "--input-type=module", "-e", RUN]
        given = json.dumps({"phases": phases, "texts": texts})
        done = subprocess.run(command, cwd=WIDGET, input=given, capture_output=True, check=True, text=True)
        return [[(words, ref, quote) for words, ref, quote in own] for own in json.loads(done.stdout)]

    return run


def resolved(resolver: Resolver, text: str) -> str:
    """The reference the service reads in a text; "" where it reads none, or one that is not held."""
    try:
        return str(resolver.resolve(text).ref)
    except WenliError:
        return ""


@needs_node
def test_every_clause_in_every_form_is_what_the_service_resolves(canon: Canon, resolver: Resolver, find: Find) -> None:
    texts = []
    for chapter in canon.held:
        hant, hans = CHAPTERS[chapter.number][:2]
        for clause in chapter.clauses:
            numbers = f"{clause.phase}.{clause.label}"
            phase = canon.phase(chapter.number, clause.phase)
            texts += [
                f"Yili {clause.ref}",
                f"{hans} {numbers}",
                f"《儀禮·{hant}》{numbers}",
                f"{chapter.name_en} {numbers}",
            ]
            texts += [f"{hant}·{phase.name_hant}·{clause.label}", f"{hans}·{phase.name_hans}·{clause.label}"]
    assert len(texts) > 6 * 1100
    expected = [[(text, resolved(resolver, text), "")] for text in texts]
    assert all(ref for own in expected for _, ref, _ in own)
    assert find(texts) == expected


@needs_node
def test_what_does_not_exist_is_linked_by_neither(canon: Canon, resolver: Resolver, find: Find) -> None:
    texts = []
    for chapter in CHAPTERS:
        for phase in range(1, 60):
            held = [c for c in canon.clauses.values() if (c.chapter, c.phase) == (chapter, phase)]
            last = len([c for c in held if c.label.isdecimal()])
            for label in ("1", "1a", "2a", str(last), str(last + 1), f"{last}b", "99"):
                texts += [f"Yili {chapter}.{phase}.{label}", f"{CHAPTERS[chapter][0]} {phase}.{label}"]
            texts += [
                f"Yili {chapter}.{phase}.1-{last}",
                f"Yili {chapter}.{phase}.1-{last + 1}",
                f"Yili {chapter}.{phase}",
            ]
            texts += [f"儀禮·{CHAPTERS[chapter][1]} {phase}–{phase + 1}"]
    expected = [[ref] if (ref := resolved(resolver, text)) else [] for text in texts]
    assert sum(map(len, expected)) > 700 and expected.count([]) > 700
    found = [[ref for _, ref, _ in own] for own in find(texts)]
    assert [(t, f, e) for t, f, e in zip(texts, found, expected, strict=True) if f != e] == []


FORMS = """鄉射禮 21.3|《儀禮·鄉射禮》21.3|《儀禮．鄉射禮》第21.3節|Yili 5.17.1–3|Yili 5.21|Yili, 5.21.3
Yili: 5.21.3|Yili (5.21.3)|Yili Xiangsheli 21.3|District Archery Ceremony 21.3
district archery, 21.3|鄉射禮21章|鄉射禮·三耦射·3|乡射礼·三耦射|鄉射 21.3|Xiang she li 21.3
Yi-li 5.21.3|the Yi li 5.21.3|I-li 5.21.3|儀禮 ５．２１．３|儀禮５·２１·３|乡射礼（２１．３）
鄉射禮[21.3]|Yili5.21.3|Yili 5.17.1—3|Yili 5.17.1~3|鄉射禮 17.1至3|鄉射禮 17-18|《儀禮》5.21.3
《儀禮》鄉射禮 21.3|《鄉射禮》 21.3|鄉射禮 22.2a|Yili 7.12.7a-7c|大射 2.2|大射禮 2.2
Great Archery 2.2|特牲饋食禮 1.1|Single Victim Food Offering 1.1|xiangyinjiuli 4.2|鄉射禮 21.3a
鄉射禮 0.3|鄉射禮 21.03|Yili 5.17.1–19|鄉射禮 17.1-18.2|Yili 5.17.1-5.17.3|Yili 6.1.1
Yili 5.99.1|Yili 5.21.3.4|鄉射禮 21.3A|Yili 5.0.1|Yili 0.1.1|Yili 05.21.3|鄉射禮 21:3
鄉射禮 21/3|聘禮 3.2|Yilis 5.21.3|鄉飲酒義 3.2|Yili 5.3-2"""


@needs_node
@pytest.mark.parametrize("text", re.split(r"[|\n]", FORMS))
def test_both_read_the_same(text: str, resolver: Resolver, find: Find) -> None:
    ref = resolved(resolver, text)
    assert find([f"see {text}, and more"]) == ([[(text, ref, "")]] if ref else [[]])


@needs_node
def test_what_the_service_takes_alone_but_prose_means_otherwise(resolver: Resolver, find: Find) -> None:
    """Without a sentence around it the service reads more: numbers alone, a whole chapter, across a full stop."""
    for text in ("5.21.3", "5.21", "Yili 5", "鄉射禮", "鄉射禮。21.3", "the Yili. 5.21.3", "大射 3"):
        assert resolved(resolver, text), text
        assert find([f"so {text} it is"]) == [[]], text


@needs_node
def test_quotations(find: Find) -> None:
    said = {
        "《儀禮·鄉射禮》：「三耦皆執弓」": ("《儀禮·鄉射禮》", "5"),
        "《鄉射禮》鄭玄注曰：“三耦皆執弓”": ("《鄉射禮》", "5"),
        "鄉射禮 19.4：『三耦皆執弓』": ("鄉射禮 19.4", "5.19.4"),
        "「三耦皆執弓」（见《仪礼·乡射礼》）": ("《仪礼·乡射礼》", "5"),
        "「三耦皆執弓」——《鄉射禮》": ("《鄉射禮》", "5"),
        "the Yili 5.19.4 says: “三耦皆執弓”": ("the Yili 5.19.4", "5.19.4"),
    }
    assert find(list(said)) == [[(words, ref, "三耦皆執弓")] for words, ref in said.values()]
    none = [
        "《禮記·鄉飲酒義》：「三耦皆執弓」",
        "《鄉射禮》與「三耦皆執弓」",
        "《鄉射禮》：「三耦」",
        "《儀禮》：「三耦皆執弓」",
    ]
    assert (
        find([*none, "《鄉射禮》：「三耦皆執弓", "《儀禮·聘禮》：「三耦皆執弓」", "《鄉射禮》。「三耦皆執弓」"])
        == [[]] * 7
    )


@needs_node
def test_no_text_takes_long(find: Find) -> None:
    """Texts that would send a careless pattern round and round."""
    texts = [
        "Yili " * 20_000,
        "「" * 100_000,
        "《儀禮·鄉射禮》「" * 8_000,
        "鄉射禮 1." * 12_000,
        "x" * 200_000,
        "Yili 5.1" + " " * 100_000,
    ]
    assert len(find(texts)) == 6


def test_the_table_is_that_of_the_canon() -> None:
    assert table.PATH.read_text(encoding="utf-8") == table.text(), "python -m service.texts.link_table"
    assert set(json.loads(table.text())) == {str(n) for n in HELD}


@needs_node
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", tmp_path], cwd=WIDGET, check=True)
    assert (tmp_path / "link.js").read_bytes() == BUILT.read_bytes(), "npm run build --prefix widget"


def test_it_is_small() -> None:
    assert len(gzip.compress(BUILT.read_bytes(), 9, mtime=0)) < 10 * 1024


@pytest.mark.parametrize("path", [*SOURCES, BUILT], ids=lambda path: path.name)
def test_nothing_in_it_parses_markup_or_makes_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ways = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|setHTML|DOMParser"
    assert re.findall(ways, text) == []
    assert re.findall(r"\.style\b|localStorage|document\.cookie", text) == []
    assert len(text.splitlines()) < 250


def test_pages_of_other_sites_may_load_it() -> None:
    with client_of().get("/link.js", headers={"Origin": "https://a.example"}) as response:
        assert response.get_data() == BUILT.read_bytes()
        assert response.mimetype == "text/javascript"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert response.headers["Cache-Control"] == "no-cache"


def test_every_option_is_described() -> None:
    main = (WIDGET / "link" / "main.ts").read_text(encoding="utf-8")
    used = set(re.findall(r"\bdata\.(\w+)", main)) | set(re.findall(r'selector\("(\w+)"\)', main))
    docs = (ROOT / "docs" / "linking.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `data-(\w+)` \|", docs, re.MULTILINE)) == used
