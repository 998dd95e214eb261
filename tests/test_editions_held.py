"""What is said of editions is true: what they hold is held, headings are no answer, no answer is empty, and words over
the end of a page are found on it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from edition_makings import repository
from flask.testing import FlaskClient

from corpus.editions import packs
from index.encoder import open_encoder
from index.shelf.fill import encode, update
from service.ask.values import Ask, Grounding
from service.http.app import create_app
from service.settings import Settings
from service.wenli import Wenli, open_wenli

ROOT = Path(__file__).resolve().parent.parent
HEAD = """# -*- mode: mandoku-view; -*-
#+TITLE: {title}
#+PROPERTY: ID {name}
#+PROPERTY: BASEEDITION WYG
#+PROPERTY: JUAN {juan}
"""
NOTICE = """<pb:KR1d0042_WYG_000-1a>¶
欽定四庫全書　　　　　經部四¶
　儀禮試章句　　　　　　　　禮類二(儀禮之屬/)¶
　　提要¶
　　　　(臣/)等謹案儀禮試章句十七卷國朝吳某撰某字中¶
　　　　林仁和人康熙中舉人官至同知是書分章句以析節¶
"""
JUAN = """<pb:KR1d0042_WYG_008-1a>¶
欽定四庫全書¶
　儀禮試章句卷八¶
　　　　　　　　　　　　　同知吳某撰¶
　聘禮第八(大問曰聘諸侯相於久無/事使卿相問之禮)¶
君與卿圖事遂命使者使者再拜稽首辭君不許乃退(圖謀也/謀聘)¶
<pb:KR1d0042_WYG_008-1b>¶
既圖事戒上介亦如之宰命司馬戒衆介衆介皆逆命不¶
辭宰書幣命宰夫官具及期夕幣使者朝服帥衆介夕(逆/猶)¶
(受也/夕幣者展視之)管人布幕于寢門外官陳幣皮北首西上¶
<pb:KR1d0042_WYG_008-2a>¶
使者北面衆介立于其左東上卿大夫在幕東西面北上¶
　¶
　儀禮試章句卷八¶
"""
HOSTILE = "「試大夫禮集說正文」[9]{0}\u202e<b>"
BARE = """<pb:KR1d0099_WYG_001-1a>¶
欽定四庫全書¶
　　王朝禮一之上¶
覲禮¶
至于郊王使人皮弁用璧勞侯氏亦皮弁迎于帷門之外再拜¶
使者不答拜遂執玉三揖至于階使者不讓先升侯氏升聽命¶
"""


@pytest.fixture(scope="module")
def settings(wenli: Wenli, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A home of its own with two editions that divide nothing: one with 聘禮, one with 覲禮 under a hostile title."""
    own = Settings.read(os.environ).home
    home = tmp_path_factory.mktemp("home")
    for name in ("models", "index"):
        shutil.copytree(own / name, home / name)
    for name, title, files in (
        ("KR1d0042", "儀禮試章句", {"000": ("提要", NOTICE), "008": ("卷八", JUAN)}),
        ("KR1d0099", HOSTILE, {"001": ("「卷一」[3]", BARE)}),
    ):
        texts = {f"{name}_{at}": HEAD.format(title=title, name=name, juan=j) + text for at, (j, text) in files.items()}
        packs.add(repository(home / "from" / name, texts), home / "packs")
    return Settings.read({**os.environ, "WENLI_HOME": str(home), "WENLI_PACKS": str(home / "packs")})


@pytest.fixture(scope="module")
def widened(settings: Settings) -> Wenli:
    made = open_wenli(settings)
    assert made.editions
    update(made.editions.finder.store, made.editions.shelf.passages)
    encode(made.editions.finder.store, open_encoder("", settings.home))
    return made


@pytest.fixture(scope="module")
def client(settings: Settings, widened: Wenli) -> FlaskClient:
    return create_app(settings, widened).test_client()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("聘禮中君與誰圖事？", "君與卿圖事"),
        ("聘礼里谁的皮北首西上？", "皮北首西上"),
        ("覲禮中王使人用什麼勞侯氏？", "用璧勞侯氏"),
    ],
)
def test_a_chapter_that_an_edition_holds_is_held(widened: Wenli, question: str, words: str) -> None:
    answer = widened.ask(Ask(question))
    assert "沒有收" not in answer.text and "没有收" not in answer.text
    assert any(words in one.cited_text for one in (*answer.citations, *answer.related))
    assert widened.ask(Ask("士冠禮中誰筮日？")).text.startswith("這裡沒有收《士冠禮》。"), "no edition has that one"


def test_what_is_held_names_the_editions(widened: Wenli) -> None:
    answer = widened.ask(Ask("聘禮用什麼品牌的手機？"))
    assert answer.grounding is Grounding.ABSTAINED and not answer.citations
    assert "沒有收" not in answer.text and "《儀禮試章句》" in answer.text
    assert answer.text.endswith("另加的版本裡也沒有找到可以回答的文字。")


@pytest.mark.parametrize(
    "question", ["儀禮試章句說圖事之後做什麼？", "《試章句》怎麼說夕幣？", "KR1d0042 裡官陳幣是怎樣的？"]
)
def test_a_book_named_by_its_title_is_quoted_from_its_text(widened: Wenli, question: str) -> None:
    answer = widened.ask(Ask(question))
    told = (*answer.citations, *answer.related)
    assert told and {one.witness for one in told} == {"kr1d0042"}
    assert not any(heading in one.cited_text for one in told for heading in ("卷八", "欽定四庫", "聘禮第八", "吳某撰"))


@pytest.mark.parametrize("question", ["儀禮試章句講了什麼？", "誰寫了《儀禮試章句》？", "What is 儀禮試章句 about?"])
def test_a_book_asked_after_as_such_is_introduced_by_its_notice(widened: Wenli, question: str) -> None:
    answer = widened.ask(Ask(question))
    assert answer.grounding is Grounding.RELATED and not answer.citations
    assert [one.cited_text[:2] for one in answer.related] == ["謹案"]


def test_what_a_book_has_nothing_of_is_not_answered_by_its_headings(widened: Wenli) -> None:
    answer = widened.ask(Ask("儀禮試章句裡怎麼烤麵包？"))
    assert answer.grounding is Grounding.ABSTAINED and not answer.related


def test_no_answer_is_empty_whatever_a_book_is_called(widened: Wenli, client: FlaskClient) -> None:
    for question in ("覲禮中王使人用什麼勞侯氏？", "「侯氏升聽命」出自哪裡？", "KR1d0099 講了什麼？"):
        answer = widened.ask(Ask(question))
        assert answer.text.strip() and answer.lead.strip(), question
    found = client.post("/v1/ask", json={"question": "「使者不讓先升侯氏升聽命」出自哪裡？"}).get_json()
    assert found["citations"][0]["label"].startswith("《試大夫禮集說正文9{0}<b>》")
    page = client.get("/", query_string={"q": "「使者不讓先升侯氏升聽命」出自哪裡？"}).get_data(as_text=True)
    assert "<b>》" not in page and "&lt;b&gt;》" in page


@pytest.mark.parametrize(
    ("words", "pages"),
    [
        ("君不許乃退", ["1a"]),
        ("君不許乃退既圖事戒上介", ["1a", "1b"]),
        ("皮北首西上使者北面衆介立于其左", ["1b", "2a"]),
        ("逆猶受也", ["1b"]),
    ],
)
def test_words_are_found_on_their_pages(widened: Wenli, client: FlaskClient, words: str, pages: list[str]) -> None:
    answer = widened.ask(Ask(f"「{words}」出自哪裡？"))
    assert answer.grounding is Grounding.GROUNDED
    assert [one.ref.split("-")[1].split("#")[0] for one in answer.citations] == pages
    assert "".join(one.cited_text for one in answer.citations) == words
    verdict = client.post("/v1/quotes/verify", json={"quote": words, "claimed": "《儀禮·聘禮》"}).get_json()
    assert verdict["verdict"] == "exact" and verdict["matches"][0]["claimed_matches"]
    found = client.get("/v1/search", query_string={"q": words}).get_json()["editions"][0]
    assert found["page"].split("-")[1] in pages


def test_words_that_stand_nowhere_are_still_said_to(widened: Wenli) -> None:
    answer = widened.ask(Ask("「君不許乃進而復圖事」出自哪裡？"))
    assert answer.grounding is Grounding.ABSTAINED and "沒有" in answer.text


def test_the_command_line_verifies_against_editions(settings: Settings) -> None:
    environ = {**os.environ, "WENLI_HOME": str(settings.home)}
    environ.pop("WENLI_PACKS", None)
    for words, verdict, code in (
        ("君不許乃退既圖事戒上介", "exact", 0),
        ("君不許乃進而復圖事命上介書幣", "not found", 1),
    ):
        command = [sys.executable, "-m", "service", "verify", "--strict", words]
        told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environ, check=False, timeout=120)
        assert told.returncode == code and told.stdout.startswith(verdict), told
    assert (
        "KR1d0042_WYG_008-1a"
        in subprocess.run(
            [sys.executable, "-m", "service", "verify", "君不許乃退"],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=environ,
            check=True,
            timeout=120,
        ).stdout
    )
