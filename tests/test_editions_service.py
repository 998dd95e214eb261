"""Editions in the service: searched and read by page, answered from where the default texts are silent."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from flask.testing import FlaskClient

from corpus.editions import packs
from index.build import build
from index.encoder import open_encoder
from index.query import Filters
from index.shelf.contract import StoreUnavailable
from index.shelf.fill import encode, update
from service.ask.values import Answer, Ask, Grounding
from service.ask.verify import quotations
from service.editions.opening import open_store
from service.http.app import create_app
from service.settings import Settings
from service.wenli import Wenli, open_wenli
from tests.edition_makings import JUAN_1, JUAN_5, repository

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def home(wenli: Wenli, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of its own, with the model and the default index that stand ready."""
    own = Settings.read(os.environ).home
    place = tmp_path_factory.mktemp("home")
    for name in ("models", "index"):
        shutil.copytree(own / name, place / name)
    return place


@pytest.fixture(scope="module")
def settings(home: Path) -> Settings:
    return Settings.read({**os.environ, "WENLI_HOME": str(home), "WENLI_PACKS": str(home / "packs")})


@pytest.fixture(scope="module")
def widened(settings: Settings, home: Path) -> Wenli:
    packs.add(repository(home / "copy", {"KR1d0038_001": JUAN_1, "KR1d0038_005": JUAN_5}), settings.packs)
    made = open_wenli(settings)
    assert made.editions
    update(made.editions.finder.store, made.editions.shelf.passages)
    encode(made.editions.finder.store, open_encoder("", home))
    return made


@pytest.fixture(scope="module")
def client(settings: Settings, widened: Wenli) -> FlaskClient:
    return create_app(settings, widened).test_client()


def true(answer: Answer, wenli: Wenli) -> bool:
    """Whether every citation is a slice of what is held under its reference, and every quotation is cited."""
    assert wenli.editions
    texts = {p.ref: p.text for p in wenli.editions.shelf.passages}
    told = (*answer.citations, *answer.related)
    for one in told:
        held = [u.text for u in wenli.library.by_ref(one.ref) if u.witness == one.witness]
        if not any(text[one.start : one.end] == one.cited_text for text in (*held, texts.get(one.ref, ""))):
            return False
    return all(any(quote in one.cited_text for one in told) for quote in quotations(answer.text))


@pytest.mark.parametrize(
    ("question", "lang", "grounding"),
    [
        ("士冠禮中，廟門前的占筮是怎樣的？", "zh-Hant", Grounding.GROUNDED),
        ("士冠礼筮日在哪里举行？", "zh-Hans", Grounding.GROUNDED),
        ("In 士冠禮, what happens at the gate of the temple 廟門?", "en", Grounding.RELATED),
    ],
)
def test_a_chapter_that_only_an_edition_has_is_answered_from_it(
    widened: Wenli, question: str, lang: str, grounding: Grounding
) -> None:
    """One word of a question that stands somewhere makes no answer of it, but it bears on it."""
    answer = widened.ask(Ask(question))
    assert answer.grounding is grounding and answer.lang == lang
    told = answer.citations or answer.related
    assert bool(answer.citations) is (grounding is Grounding.GROUNDED)
    assert told[0].ref.startswith("1.1.") and told[0].witness == "kr1d0038"
    assert "KR1d0038_WYG_001-1a" in told[0].label
    assert any(word in answer.text for word in ("暫定", "暂定", "provisional"))
    assert answer.editions and true(answer, widened)


@pytest.mark.parametrize(
    ("question", "ref", "grounding"),
    [
        ("士冠禮的緇布之冠始於什麼？", "1.3.2", Grounding.GROUNDED),
        ("士冠礼里卜问吉凶时，主人戒宾？", "1.2.1", Grounding.RELATED),
    ],
)
def test_words_that_the_default_texts_lack_count_as_matter(
    widened: Wenli, question: str, ref: str, grounding: Grounding
) -> None:
    answer = widened.ask(Ask(question))
    assert answer.grounding is grounding and ref in {one.ref for one in (*answer.citations, *answer.related)}


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("士冠禮用什麼品牌的手機？", "另加的版本"),
        ("帮我写一段士冠礼的推销广告。", "另加的版本"),
        ("How do I bake bread in the 士冠禮?", "editions that were added"),
    ],
)
def test_naming_a_chapter_is_not_enough_for_an_answer(widened: Wenli, question: str, told: str) -> None:
    answer = widened.ask(Ask(question))
    assert answer.grounding is Grounding.ABSTAINED and not answer.citations and told in answer.text


def test_a_chapter_that_only_an_edition_has_is_not_answered_from_another(wenli: Wenli, widened: Wenli) -> None:
    """The default texts have a divination of the day, in 特牲饋食禮; it was not asked for."""
    asked = Ask("士冠礼筮日时主人穿什么？")
    assert {one.chapter for one in wenli.ask(asked).citations} <= {"特牲饋食禮"}
    answer = widened.ask(asked)
    assert {one.chapter for one in answer.citations} == {"士冠禮"} and true(answer, widened)


def test_words_that_only_an_edition_has_are_found_where_they_stand(widened: Wenli) -> None:
    answer = widened.ask(Ask("「大古冠布齊則緇之」出自哪裡？"))
    assert answer.citations and answer.citations[0].ref == "KR1d0038_WYG_001-1b#note.1"
    assert answer.citations[0].url == "/editions/KR1d0038_WYG_001-1b"
    assert "大古冠布" in answer.text and true(answer, widened)


def test_what_the_default_texts_answer_or_decline_stays(wenli: Wenli, widened: Wenli) -> None:
    for question in (
        "鄉射禮中誰擔任司馬？",
        "鄉射之禮主人戒賓怎麼做？",
        "如何烤麵包？",
        "What is a 侯?",
        "聘禮用什麼玉？",
    ):
        before, after = wenli.ask(Ask(question)), widened.ask(Ask(question))
        held = "另加的版本有《試句讀》。" if not before.citations else ""
        assert (after.text, after.citations, after.passages) == (before.text + held, before.citations, before.passages)
        assert after.editions == ()


def test_a_filter_can_confine_to_an_edition(client: FlaskClient) -> None:
    for name in ("kr1d0038", "試句讀"):
        found = client.get("/v1/search", query_string={"q": "主人戒賓", "witness": name}).get_json()
        assert found["results"] == [] and {one["witness"] for one in found["editions"]} == {"kr1d0038"}
    found = client.get("/v1/search", query_string={"q": "筮于廟門", "chapter": "士冠禮"}).get_json()
    assert found["results"] == [] and found["editions"][0]["clauses"] == ["1.1.1", "1.1.2"]
    assert found["editions"][0]["provisional"]
    assert client.get("/v1/search", query_string={"q": "筮", "chapter": "聘禮"}).status_code == 400


def test_what_an_edition_prints_of_a_clause_is_its_witness_and_no_rival(client: FlaskClient) -> None:
    found = client.get("/v1/search", query_string={"q": "鄉射之禮主人戒賓賓出迎再拜", "k": 5}).get_json()
    assert found["results"][0]["ref"] == "5.1.1"
    assert "kr1d0038" in found["results"][0]["witnesses"]
    refs = {result["ref"] for result in found["results"]}
    assert not any(refs.intersection(one["clauses"]) for one in found["editions"] if not one["note"])


def test_provisional_references_resolve_are_read_and_say_so(client: FlaskClient) -> None:
    for asked in ("1.1.2", "士冠禮 1.2", "Yili 1.1.2"):
        found = client.get("/v1/resolve", query_string={"q": asked}).get_json()
        assert found["ref"] == "1.1.2" and found["provisional"]
    passage = client.get("/v1/passages/1.1.2").get_json()
    assert passage["provisional"] and passage["phase"]["names"]["zh-Hant"] == "筮日"
    assert [unit["pages"] for unit in passage["witnesses"]] == [["KR1d0038_WYG_001-1a"]]
    assert "暫定" in passage["witnesses"][0]["label"]
    assert not client.get("/v1/passages/5.1.1").get_json()["provisional"]
    chapters = {one["number"]: one for one in client.get("/v1/chapters").get_json()["chapters"]}
    assert chapters[1]["provisional"] and chapters[1]["held"] and not chapters[5]["provisional"]
    assert "provisional" in client.get("/read/1.1?lang=en").get_data(as_text=True)
    assert "provisional" not in client.get("/read/5.1?lang=en").get_data(as_text=True)
    for page in ("/read/1", "/read/1.1", "/read/1.1.2", "/read/5.1.1", "/read/KR1d0038_WYG_005-1a", "/"):
        assert client.get(page).status_code == 200


def test_a_page_of_an_edition_is_read(client: FlaskClient) -> None:
    page = client.get("/v1/editions/KR1d0038_WYG_001-1b").get_json()
    assert page["text"].startswith("主人戒賔") and "大古冠布" in page["notes"]
    assert page["clauses"][0] == "1.2.1" and page["provisional"]
    assert page["previous"]["ref"] == "KR1d0038_WYG_001-1a" and page["next"]["ref"] == "KR1d0038_WYG_005-1a"
    for lang in ("zh-Hant", "zh-Hans", "en"):
        shown = client.get("/editions/KR1d0038_WYG_001-1b", query_string={"lang": lang})
        assert shown.status_code == 200 and "大古冠布" in shown.get_data(as_text=True)
    for missing in ("KR1d0038_WYG_001-9a", "KR1d0099_WYG_001-1a", "nothing"):
        assert client.get(f"/v1/editions/{missing}").status_code == 404
    found = client.get("/search", query_string={"q": "筮于廟門", "lang": "en"}).get_data(as_text=True)
    assert "/editions/KR1d0038_WYG_001-1a" in found and "In editions that were added" in found
    held = client.get("/v1/editions").get_json()
    assert held["division"] == "KR1d0038" and held["provisional"] == [1]
    assert held["passages"] == held["vectors"] > 0 and held["editions"][0]["chapters"] == [1, 5]


def test_quotations_of_chapters_beyond_the_four_are_verified(client: FlaskClient) -> None:
    asked = {"quote": "主人玄冠朝服，即位于門東西面", "claimed": "《儀禮·士冠禮》"}
    found = client.post("/v1/quotes/verify", json=asked).get_json()
    assert found["verdict"] == "normalized" and found["matches"][0]["claimed_matches"]
    assert found["matches"][0]["url"] == "/editions/KR1d0038_WYG_001-1a"
    wrong = client.post("/v1/quotes/verify", json={**asked, "claimed": "鄉射禮"}).get_json()
    assert wrong["verdict"] == "misattributed"


def test_without_editions_nothing_of_theirs_is_there(wenli: Wenli, settings: Settings) -> None:
    client = create_app(settings, wenli).test_client()
    assert client.get("/v1/editions").get_json()["editions"] == []
    assert client.get("/v1/editions/KR1d0038_WYG_001-1a").status_code == 404
    assert client.get("/v1/search?q=主人").get_json()["editions"] == []


def test_what_is_added_while_the_service_runs_is_no_stumbling_block(widened: Wenli, client: FlaskClient) -> None:
    """Another command has put an edition into the store that this service has not opened."""
    assert widened.editions
    store = widened.editions.finder.store
    stranger = [
        replace(p, ref=p.ref.replace("38_", "99_"), page=p.page.replace("38_", "99_"), edition="KR1d0099")
        for p in widened.editions.shelf.passages
    ]
    store.put("KR1d0099", stranger)
    try:
        for asked in ("筮于廟門", "主人戒賓"):
            found = client.get("/v1/search", query_string={"q": asked}).get_json()
            assert {one["witness"] for one in found["editions"]} <= {"kr1d0038"}
        answer = widened.ask(Ask("士冠禮中，廟門前的占筮是怎樣的？"))
        assert answer.grounding is Grounding.GROUNDED and true(answer, widened)
    finally:
        store.drop("KR1d0099")


def test_a_store_that_does_not_answer_leaves_the_default_texts(widened: Wenli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert widened.editions

    def broken(*_: object) -> None:
        raise StoreUnavailable("there", "it is gone.")

    monkeypatch.setattr(widened.editions.finder.store, "by_words", broken)
    assert widened.search_editions("主人", Filters(), 3) == ()
    assert widened.ask(Ask("士冠禮中主人在哪裡占筮？")).grounding is Grounding.ABSTAINED
    assert widened.ask(Ask("鄉射禮中誰擔任司馬？")).grounding is Grounding.GROUNDED


@pytest.fixture
def command(home: Path, tmp_path: Path) -> Iterator[list[str]]:
    """The command line with a home of its own."""
    for name in ("models", "index"):
        (tmp_path / "home").mkdir(exist_ok=True)
        shutil.copytree(home / name, tmp_path / "home" / name)
    os.environ["WENLI_HOME"], before = str(tmp_path / "home"), os.environ.get("WENLI_HOME")
    yield [sys.executable, "-m", "service", "corpus"]
    if before is None:
        del os.environ["WENLI_HOME"]
    else:
        os.environ["WENLI_HOME"] = before


def run(command: list[str], *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command, *more], capture_output=True, text=True, cwd=ROOT, check=False, timeout=280)


def test_the_command_line_adds_lists_and_removes(command: list[str], tmp_path: Path) -> None:
    source = repository(tmp_path / "mirror" / "KR1d0038", {"KR1d0038_001": JUAN_1})
    added = run(command, "add", str(source), "--later")
    assert added.returncode == 0 and "Added KR1d0038 (試句讀 WYG, 2 pages" in added.stdout
    assert "4 passages of 1 editions are found by words, 0 by meaning" in added.stdout
    listed = run(command, "list")
    assert "KR1d0038  試句讀 WYG" in listed.stdout and "4 passages, 0 with vectors" in listed.stdout
    removed = run(command, "remove", "KR1d0038")
    assert removed.returncode == 0 and "Removed KR1d0038; 0 editions are left." in removed.stdout
    assert not (Path(os.environ["WENLI_HOME"]) / "editions").exists(), "nothing of it is left"
    gone = run(command, "remove", "KR1d0038")
    assert gone.returncode == 2 and "No edition KR1d0038 was added" in gone.stderr
    os.environ["WENLI_KANRIPO"] = str(tmp_path / "mirror")
    try:
        missing = run(command, "add", "kanripo:KR1d0099")
        assert missing.returncode == 2 and "WENLI_KANRIPO" in missing.stderr
    finally:
        del os.environ["WENLI_KANRIPO"]


def test_two_additions_at_once_both_stand(command: list[str], tmp_path: Path) -> None:
    sources = [
        repository(tmp_path / "one", {"KR1d0038_001": JUAN_1}),
        repository(tmp_path / "two", {"KR1d0026_005": JUAN_5.replace("KR1d0038", "KR1d0026")}),
    ]
    started = [
        subprocess.Popen([*command, "add", str(one)], stdout=subprocess.PIPE, text=True, cwd=ROOT) for one in sources
    ]
    told = [child.communicate(timeout=280)[0] for child in started]
    assert [child.returncode for child in started] == [0, 0], told
    settings = Settings.read(os.environ)
    store = open_store(settings, open_encoder("", settings.home))
    assert list(store.held()) == ["KR1d0026", "KR1d0038"]
    counts = store.counts()
    assert counts.passages == counts.vectors > 4


def test_a_running_service_takes_up_what_is_added_and_removed(command: list[str], tmp_path: Path) -> None:
    source = repository(tmp_path / "one", {"KR1d0038_001": JUAN_1})
    serve = [*command[:-1], "serve", "--port", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as serving:
        assert serving.stdout
        address = serving.stdout.readline().split()[-1]

        def held() -> list[str]:
            return [one["name"] for one in httpx.get(f"{address}/v1/editions", timeout=60).json()["editions"]]

        def becomes(wanted: list[str]) -> bool:
            return any(held() == wanted or time.sleep(0.5) for _ in range(120))

        try:
            assert held() == []
            assert run(command, "add", str(source), "--later").returncode == 0
            assert becomes(["KR1d0038"])
            asked = {"question": "士冠禮中，廟門前的占筮是怎樣的？"}
            answer = httpx.post(f"{address}/v1/ask", json=asked, timeout=60).json()
            assert answer["citations"][0]["witness"] == "kr1d0038"
            assert run(command, "remove", "KR1d0038").returncode == 0
            assert becomes([])
        finally:
            serving.terminate()


def test_a_damaged_index_leaves_the_default_texts_and_build_mends_it(command: list[str], tmp_path: Path) -> None:
    source = repository(tmp_path / "one", {"KR1d0038_001": JUAN_1})
    assert run(command, "add", str(source)).returncode == 0
    shelf = Path(os.environ["WENLI_HOME"]) / "editions" / "shelf.sqlite"
    shelf.write_bytes(b"SQLite format 3\0" + b"damaged" * 1000)
    serve = [*command[:-1], "serve", "--port", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as serving:
        assert serving.stdout
        address = serving.stdout.readline().split()[-1]

        def stands() -> str:
            return str(httpx.get(f"{address}/readyz", timeout=60).json()["editions"])

        def answered(question: str) -> tuple[int, bool]:
            reply = httpx.post(f"{address}/v1/ask", json={"question": question}, timeout=60)
            return reply.status_code, bool(reply.json()["citations"])

        try:
            assert stands() == "unavailable"
            assert answered("鄉射禮中誰擔任司馬？") == (200, True)
            assert answered("士冠禮中，廟門前的占筮是怎樣的？")[0] == 200
            mended = subprocess.run(
                [*command[:-1], "build"], capture_output=True, text=True, cwd=ROOT, check=False, timeout=280
            )
            assert mended.returncode == 0 and "shelf.sqlite in" in mended.stderr, mended.stderr
            assert any(stands() == "ready" or time.sleep(0.5) for _ in range(240))
            assert answered("士冠禮中，廟門前的占筮是怎樣的？") == (200, True)
        finally:
            serving.terminate()


def test_editions_that_cannot_be_read_leave_the_default_texts(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "KR1d0038").mkdir()
    (tmp_path / "KR1d0038" / "edition.toml").write_text("name = [", encoding="utf-8")
    opened = open_wenli(replace(settings, packs=tmp_path))
    assert opened.ask(Ask("鄉射禮中誰擔任司馬？")).grounding is Grounding.GROUNDED
    assert opened.editions and not opened.editions.answer()


def test_an_addition_that_is_killed_loses_nothing_and_goes_on(command: list[str], shared: Path) -> None:
    source = str(shared / "kanripo" / "KR1d0031")
    with subprocess.Popen(
        [*command, "add", source], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT
    ) as child:
        database = Path(os.environ["WENLI_HOME"]) / "editions" / "shelf.sqlite"
        for _ in range(1000):
            if database.exists() or child.poll() is not None:
                break
            time.sleep(0.1)
        time.sleep(1)
        child.send_signal(signal.SIGKILL)
    done = run(command, "add", source)
    assert done.returncode == 0 and "77 passages of 1 editions are found by words, 77 by meaning" in done.stdout
    store = open_store(Settings.read(os.environ), open_encoder("", Settings.read(os.environ).home))
    assert store.counts().vectors == 77


def test_the_default_index_is_not_touched(settings: Settings, wenli: Wenli, widened: Wenli) -> None:
    assert widened.index.units == wenli.index.units
    encoder = open_encoder("", settings.home)
    own = widened.library.core
    assert own is not None and not build(own, encoder, settings.home / "index"), "it was up to date"
