"""The rites as people see them: in words, on the pages, on the command line; from the real data."""

import json
import re
import sys
from types import SimpleNamespace

import pytest
from service_stand_ins import client_of, small_library
from test_service_cli import run
from test_service_pages import Strict
from test_service_rites import client, get, library

from corpus import library as libraries
from corpus.check import Finding
from corpus.rites import check
from corpus.rites.data import Step, StepKind
from service.rites import words as rite_words
from service.texts.language import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_shows_rendering_and_steps(lang: str) -> None:
    for path in ("/read/5.20.2", "/read/5.20", "/read/5.17.1"):
        html = client().get(f"{path}?lang={lang}").get_data(as_text=True)
        parser = Strict()
        parser.feed(html)
        assert (parser.refused, parser.open) == ([], [])
    html = client().get(f"/read/5.20.2?lang={lang}").get_data(as_text=True)
    rendering = library().rites.renderings["5.20.2"]
    shown = {"en": rendering.en, "zh-Hant": rendering.zh, "zh-Hans": "北"}[lang]
    label = {"en": "a reading aid, not the text", "zh-Hant": "並非原文", "zh-Hans": "并非原文"}[lang]
    assert label in html and shown in html
    steps = re.search(r'<details class="steps">(.*?)</details>', html, re.DOTALL)
    assert steps and steps[1].count("<li>") == len(library().rites.steps["5.20.2"])


def test_pages_without_rites_have_neither() -> None:
    html = client_of().get("/read/5.1.1").get_data(as_text=True)
    assert 'class="rendering"' not in html and 'class="steps"' not in html


def test_a_step_in_words() -> None:
    words = rite_words.load()
    bow = Step("5.1.1", 1, StepKind.ACT, ("賓",), "拜", "", ("主人",), "", "西階上", "北", count=2, basis="subject")
    assert words.line(bow, "zh-Hant") == "[賓]拜（主人） ×2 → 西階上 面北"
    assert words.line(bow, "zh-Hans") == "[宾]拜（主人） ×2 → 西阶上 面北"
    assert words.line(bow, "en").startswith("[guest]: ")
    assert words.line(bow, "en").endswith("facing north")
    cup = Step("5.6.1", 1, StepKind.ACT, ("賓",), "降", "爵", basis="stated")
    assert words.line(cup, "zh-Hant") == "賓以爵降"
    again = Step("4.7.7", 4, StepKind.REPEAT, repeats=("4.4.18-21",), roles=(("賓", "介"),), excepts=("嚌肺",))
    assert words.line(again, "zh-Hans") == "重行 4.4.18-21（以介当宾，不哜肺）"
    usage = Step("4.29.3", 1, StepKind.RECORD, span="凡奠者於左")
    assert words.line(usage, "en") == "凡奠者於左"


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(packs_of=lambda folder: [])
    monkeypatch.setitem(sys.modules, "service.wenli", module)
    monkeypatch.setattr(libraries, "load", lambda packs=(): library())


@pytest.mark.usefixtures("texts")
def test_the_command_tells_a_phase(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(monkeypatch, capsys, "rite", "鄉射禮", "司射誘射")
    assert (status, err) == (0, "")
    assert "5.20.2" in out and "[司射]升" in out and "並非原文" in out
    _, out, _ = run(monkeypatch, capsys, "rite", "5", "20", "--lang", "en", "--no-expand")
    assert "facing north" in out and "not the text" in out
    _, out, _ = run(monkeypatch, capsys, "rite", "5", "41", "--lang", "en", "--no-expand")
    assert "done again: 5.32.1-10" in out
    _, out, _ = run(monkeypatch, capsys, "rite", "5", "20", "--json")
    assert json.loads(out) == get("/v1/rites/5/20")
    _, out, _ = run(monkeypatch, capsys, "rite", "乡射礼", "--lang", "zh-Hans")
    assert "司射诱射" in out


@pytest.mark.usefixtures("texts")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rite", "5", "誘射"], "Nearest: 5.20"),
        (["rite", "5", "20.3"], "A phase has a number"),
        (["rite", "5", "--lang", "fr"], "zh-Hans"),
    ],
)
def test_the_command_says_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    status, out, err = run(monkeypatch, capsys, *words)
    assert (status, out) == (2, "")
    assert says in err


@pytest.mark.usefixtures("texts")
def test_the_command_says_what_is_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(libraries, "load", lambda packs=(): small_library())
    status, out, err = run(monkeypatch, capsys, "rite", "5")
    assert (status, out) == (2, "")
    assert "not written yet" in err


@pytest.mark.usefixtures("texts")
@pytest.mark.parametrize(("errors", "status"), [((), 0), ((Finding("rites/05.steps.tsv 5.1.1 n1", "is odd"),), 1)])
def test_the_rites_are_checked_with_the_texts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], errors: tuple[Finding, ...], status: int
) -> None:
    doubts = (Finding("rites/05.steps.tsv 5.1.2 n1", "is doubtful"),)
    monkeypatch.setattr(check, "check", lambda: check.Report(errors, doubts))
    found, out, _ = run(monkeypatch, capsys, "corpus", "check")
    assert found == status
    assert ("is odd" in out) == bool(errors)
    assert "is doubtful" not in out
    _, out, _ = run(monkeypatch, capsys, "corpus", "check", "--verbose")
    assert "is doubtful (doubt)" in out
