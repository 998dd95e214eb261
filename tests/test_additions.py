"""Data, not code: a chapter, a layer, a commentator more are rows more, as a copy with some of 士冠禮 shows."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from corpus.model import Layer
from corpus.people import chapter_names, commentators
from corpus.ref_names import CHAPTERS, SPEAKERS

ROOMS = ("corpus", "index", "prompts", "service")
CLAUSES = (
    ("1.1.1", "士冠禮。筮于廟門。", "士冠禮筮于廟門"),
    ("1.1.2", "主人玄冠，朝服，緇帶，素韠，即位于門東，西面。", "主人玄冠朝服緇帶素韠即位于門東西面"),
    ("1.1.3", "有司如主人服，即位于西方，東面，北上。", "有司如主人服即位于西方東面北上"),
)
NOTE = "筮不于廟堂者嫌蓍之靈由廟神也"
WORK = """
[jishuo]
label_hant = "《儀禮集說》卷一"
label_en = "Yili jishuo (Collected Sayings on the Yili), juan 1"
title = "儀禮集說"
author = "敖繼公"
dynasty = "元"
edition = "a fixture of three clauses"
chapters = [1]
script = "Hant"
licence = "public domain"
provenance = "typed in for a test"
sha256 = "0000000000000000000000000000000000000000000000000000000000000000"
"""
ROW = """# 1.1.1-divination where
zh: 在廟門前占筮：士冠禮開頭說在廟門占筮日子。
en: At the gate of the ancestral temple: the capping of an officer opens with divination by milfoil there.
ev: 1.1.1「筮于廟門」
zh? 士冠禮在哪裡占筮？ | 冠禮前在什麼地方筮日 | 冠禮占卜的地點 | 筮于廟門 冠禮
en? Where is the divination before the capping? | where do they divine before a capping | milfoil capping place
"""


def add(path: Path, *lines: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def enrich(corpus: Path) -> None:
    """Add three clauses of a chapter, a layer with a commentator, a witness and a row of the book: data files only."""
    chapters = corpus / "canon" / "chapters.tsv"
    told = chapters.read_text(encoding="utf-8")
    chapters.write_text(told.replace("Capping of an Officer\tno", "Capping of an Officer\tyes"), encoding="utf-8")
    (corpus / "canon" / "01.tsv").write_text("ref\ttext\n", encoding="utf-8")
    add(corpus / "canon" / "01.tsv", *(f"{ref}\t{text}" for ref, text, _ in CLAUSES))
    add(corpus / "canon" / "phases.tsv", "1\t1\tjing\t筮日\tDivining the day\t冠前")
    add(corpus / "canon" / "aliases.tsv", "1\tcapping")
    add(corpus / "canon" / "layers.tsv", "ao\t敖氏\tcommentary\t\t敖氏\t敖氏\t\t敖")
    add(corpus / "canon" / "commentators.tsv", "ao\t敖繼公\tAo Jigong\tao\t元\t敖繼公|敖氏\t敖氏")
    add(corpus / "texts" / "works.toml", WORK)
    lines = [f"{ref}\t\tjing\t\t{100 * n}-{100 * n + len(text)}\t{text}" for n, (ref, _, text) in enumerate(CLAUSES)]
    lines.append(f"1.1.1#ao.1\t\tao\tao\t900-{900 + len(NOTE)}\t{NOTE}")
    (corpus / "texts" / "jishuo.tsv").write_text("ref\tthrough\tlayer\tcommentator\textents\ttext\n", encoding="utf-8")
    add(corpus / "texts" / "jishuo.tsv", *lines)
    (corpus / "answers" / "01").mkdir()
    (corpus / "answers" / "01" / "01.txt").write_text(ROW, encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code and the enriched data; the large files of the index by hard links where that is possible."""

    def link(source: str, target: str) -> None:
        try:
            os.link(source, target) if source.endswith(".npz") else shutil.copy2(source, target)
        except OSError:
            shutil.copy2(source, target)

    place = tmp_path_factory.mktemp("copy")
    for room in ROOMS:
        shutil.copytree(ROOT / room, place / room, copy_function=link, ignore=shutil.ignore_patterns("__pycache__"))
    enrich(place / "corpus")
    return place


def run(copy: Path, *words: str, home: Path | None = None) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("WENLI_") and k != "PYTHONPATH"}
    environ = clean | ({"WENLI_HOME": str(home)} if home else {})
    done = subprocess.run(
        [sys.executable, *words], cwd=copy, env=environ, capture_output=True, text=True, check=False, timeout=1200
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_what_the_tables_list_is_what_the_code_knows() -> None:
    assert [layer.value for layer in Layer if layer.is_base] == ["jing", "ji"]
    assert Layer(commentators()["jia"].layer) is Layer.SHU
    assert SPEAKERS["zheng"] == ("zhu", "鄭玄注", "郑玄注", "鄭注", "郑注", "鄭玄", "郑玄")
    assert CHAPTERS[7][:4] == ("大射儀", "大射仪", "dasheyi", "大射禮")
    assert [number for number, names in chapter_names().items() if names.held] == [4, 5, 7, 15]


READ = """
import json
from corpus.library import load
from corpus.mentions import Mentions
from corpus.quotes.claim import Claims
from corpus.ref import parse
from service.ask.speakers import speaker
library = load()
[note] = library.by_ref("1.1.1#ao.1")
print(json.dumps({
    "held": [c.number for c in library.canon.held],
    "said": [speaker(note, library, lang) for lang in ("zh-Hant", "zh-Hans", "en")],
    "parsed": [str(parse("士冠禮 1.2")), str(parse("敖氏·士冠禮 1.1"))],
    "people": Mentions(library.commentators).people("敖繼公怎麼說？")[0],
    "claimed": sorted(Claims(library).read("敖氏").commentators),
    "rows": [row for row in library.book.rows if row.startswith("1.1.1-divination")],
}))
"""


def test_a_chapter_and_a_commentator_more_are_read_from_the_data(copy: Path) -> None:
    told = json.loads(run(copy, "-c", READ))
    assert told["held"] == [1, 4, 5, 7, 15]
    assert told["said"] == ["敖繼公曰", "敖继公曰", "Ao Jigong"]
    assert told["parsed"] == ["1.1.2", "1.1.1#ao"]
    assert told["people"] == told["claimed"] == ["敖繼公"]
    assert told["rows"] == ["1.1.1-divination"]


@pytest.mark.whole
@pytest.mark.timeout(2400)
def test_questions_about_them_are_answered(copy: Path, tmp_path: Path) -> None:
    from service.settings import Settings

    models = Settings.read(os.environ).home / "models"
    shutil.copytree(models, tmp_path / "models")
    run(copy, "-m", "service", "build", home=tmp_path)
    told = json.loads(run(copy, "-m", "service", "ask", "--json", "士冠禮在哪裡占筮？", home=tmp_path))
    assert told["grounding"] == "grounded" and "廟門" in told["answer"]
    assert {citation["ref"] for citation in told["citations"]} >= {"1.1.1"}
    found = json.loads(run(copy, "-m", "service", "search", "--json", "蓍之靈", home=tmp_path))
    assert "敖繼公" in json.dumps(found, ensure_ascii=False)
