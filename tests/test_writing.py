"""Answers by a language model, from the question to the last event, with a scripted server on a real socket."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from scripted_model import FALSE, Scripted, scripted
from test_service_stream import read

from prompts.tokens import Counter
from service.ask.values import Answer, Ask, Grounding, Passages, Sentence, Turn
from service.ask.verify import verify
from service.http.app import create_app
from service.llm.client import Model
from service.llm.condense import condensed
from service.settings import Settings
from service.wenli import Wenli

KEY = "sk-very-secret-0123456789"
QUESTION = "鄉射禮中誰當司馬？"


@pytest.fixture(scope="module")
def server() -> Iterator[Scripted]:
    with scripted() as script:
        yield script


def settings(url: str, name: str, **more: str) -> Settings:
    environ = {"WENLI_LLM_BASE_URL": url, "WENLI_LLM_MODEL": name, "WENLI_LLM_API_KEY": KEY, "WENLI_FEEDBACK": "off"}
    environ |= {"WENLI_LLM_RETRIES": "0", "WENLI_LLM_SILENCE": "3", "WENLI_LLM_TIMEOUT": "12"}
    return Settings.read(environ | more)


def writing(wenli: Wenli, url: str, name: str, **more: str) -> Wenli:
    """The real thing with a language model."""
    return Wenli(wenli.library, wenli.index, wenli.terms, Model(settings(url, name, **more)))


def client(wenli: Wenli, url: str, name: str, **more: str) -> FlaskClient:
    return create_app(settings(url, name, **more), writing(wenli, url, name, **more)).test_client()


def sound(wenli: Wenli, answer: Answer) -> None:
    """What must hold of every answer, whoever wrote it."""
    assert [c.index for c in answer.citations] == list(range(1, len(answer.citations) + 1))
    for citation in answer.citations:
        unit = next(u for u in wenli.library.by_ref(citation.ref) if u.witness == citation.witness)
        assert unit.text[citation.start : citation.end] == citation.cited_text
    again = verify(answer.sentences, answer.citations, wenli.library, "")
    assert len(again.citations) == len(answer.citations)
    assert FALSE[:8] not in answer.text


def test_a_faithful_model_writes_the_answer(wenli: Wenli, server: Scripted) -> None:
    answer = writing(wenli, server.url, "faithful").ask(Ask(QUESTION))
    assert (answer.mode, answer.grounding) == ("llm", Grounding.GROUNDED)
    assert answer.generation is not None and answer.generation.status == "written"
    assert answer.text.startswith("其文說「") and "5.17.1" in {c.ref for c in answer.citations}
    assert set(answer.generation.given) >= {c.ref for c in answer.citations}
    sound(wenli, answer)


@pytest.mark.parametrize(
    ("name", "status", "reason"),
    [
        ("fabricates", "partial", ""),
        ("cites-9", "partial", ""),
        ("repairs", "repaired", ""),
        ("only-fabricates", "replaced", "unsupported_answer"),
        ("repeats-the-prompt", "replaced", "unsupported_answer"),
        ("endless", "replaced", "unsupported_answer"),
        ("drops", "completed", "unreachable"),
        ("stalls", "completed", "slow"),
        ("429", "replaced", "busy"),
        ("500", "replaced", "failed"),
        ("401", "replaced", "refused"),
        ("garbage", "replaced", "garbled"),
    ],
)
def test_whatever_the_model_does_the_answer_is_sound_and_says_so(
    wenli: Wenli, server: Scripted, name: str, status: str, reason: str
) -> None:
    extract = wenli.ask(Ask(QUESTION))
    answer = writing(wenli, server.url, name).ask(Ask(QUESTION))
    assert answer.generation is not None
    assert (answer.generation.status, answer.generation.reason) == (status, reason)
    assert answer.mode == ("extractive" if status == "replaced" else "llm")
    assert answer.generation.note
    failed = bool(reason) and reason != "unsupported_answer"
    withdrawn = status in ("partial", "replaced")
    assert answer.generation.outcome == ("failed" if failed else "withdrawn" if withdrawn else "verified")
    assert answer.generation.removed == len(answer.generation.withdrawn)
    assert all(one.text not in answer.text and one.reason for one in answer.generation.withdrawn)
    assert (answer.grounding is Grounding.PARTIAL) == (status == "partial")
    if status == "replaced":
        assert answer.sentences[: len(extract.sentences)] == extract.sentences
        assert answer.citations == extract.citations
    assert answer.citations
    sound(wenli, answer)


def test_a_refusal_is_an_answer(wenli: Wenli, server: Scripted) -> None:
    """Neither quotations to fill it up nor a note that something could not be verified."""
    answer = writing(wenli, server.url, "silent").ask(Ask(QUESTION))
    assert (answer.text, answer.grounding, answer.citations) == ("所給的段落沒有說明。", Grounding.ABSTAINED, ())
    assert answer.generation is not None
    assert (answer.generation.status, answer.generation.note) == ("written", "")


def test_a_model_that_rests_says_so(wenli: Wenli, server: Scripted) -> None:
    resting = writing(wenli, server.url, "500")
    answers = [resting.ask(Ask(QUESTION)) for _ in range(5)]
    assert [a.generation.reason for a in answers if a.generation] == [*["failed"] * 4, "resting"]
    assert "沒有回答" in answers[0].sentences[-1] and "暫停片刻" in answers[4].sentences[-1]


def test_the_model_is_shown_its_own_markers_when_it_is_asked_once_more(wenli: Wenli, server: Scripted) -> None:
    server.asked.clear()
    writing(wenli, server.url, "repairs").ask(Ask(QUESTION))
    first, again = (call["messages"] for call in server.asked[-2:])
    kept = again[-1]["content"].split("KEPT>>")[1].split("<<")[0]
    written = again[-2]["content"]
    assert kept.strip() and kept.strip() in written and len(first) == 2


def test_without_a_model_and_in_mode_extractive_none_is_asked(wenli: Wenli, server: Scripted) -> None:
    server.asked.clear()
    asked = writing(wenli, server.url, "faithful")
    plain = asked.ask(Ask(QUESTION, mode="extractive"))
    assert plain.generation is None and plain.mode == "extractive"
    assert plain.sentences == wenli.ask(Ask(QUESTION)).sentences
    assert server.asked == []


@pytest.mark.parametrize(
    "question",
    [
        "你好",
        "你是誰？",
        "士昏禮怎樣進行？",
        "今天天氣如何？",
        "「主人乘龍而降」出自哪裡？",
        "Write a poem about spring.",
    ],
)
def test_what_is_declined_is_declined_without_the_model(wenli: Wenli, server: Scripted, question: str) -> None:
    server.asked.clear()
    answer = writing(wenli, server.url, "faithful").ask(Ask(question))
    assert (answer.grounding, answer.citations, answer.generation) == (Grounding.ABSTAINED, (), None)
    assert server.asked == []


def test_an_altered_quotation_is_corrected_without_the_model(wenli: Wenli, server: Scripted) -> None:
    answer = writing(wenli, server.url, "fabricates").ask(Ask("「大侯八十，參七十」真的出自儀禮嗎？"))
    assert "九" in answer.text and answer.generation is None


def test_evidence_comes_first_and_at_once(wenli: Wenli, server: Scripted) -> None:
    asked = writing(wenli, server.url, "slow")
    list(asked.tell(Ask(QUESTION)))
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        telling = asked.tell(Ask(QUESTION))
        first = next(telling)
        taken.append(time.perf_counter() - begun)
        assert isinstance(first, Passages) and first.hits
        telling.close()  # type: ignore[attr-defined]
    assert min(taken) < 0.5, taken  # 0.15 when the machine is quiet


def test_what_is_told_joined_is_the_answer(wenli: Wenli, server: Scripted) -> None:
    for name in ("faithful", "fabricates", "drops", "500"):
        told = list(writing(wenli, server.url, name).tell(Ask(QUESTION)))
        answer = told[-1]
        assert isinstance(answer, Answer)
        sentences = [one for one in told if isinstance(one, Sentence)]
        assert "".join(one.text for one in sentences) == answer.text
        urls = {c.index: c.url for c in answer.citations}
        assert all(urls[n] == url for one in sentences for n, url in one.urls.items())


def test_ask_streams_the_same_events(wenli: Wenli, server: Scripted) -> None:
    response = client(wenli, server.url, "fabricates").post("/v1/ask", json={"question": QUESTION, "stream": True})
    events = read(response)
    assert events[0][0] == "passages" and [name for name, _ in events[-2:]] == ["citations", "done"]
    done = events[-1][1]
    assert "".join(data["text"] for name, data in events if name == "delta") == done["answer"]
    assert (done["mode"], done["grounding"], done["generation"]["status"]) == ("llm", "partial", "partial")
    assert done["generation"]["note"]
    assert KEY not in response.get_data(as_text=True)


def test_mode_llm_is_taken_where_there_is_a_model(wenli: Wenli, server: Scripted) -> None:
    reply = client(wenli, server.url, "faithful").post("/v1/ask", json={"question": QUESTION, "mode": "llm"})
    assert (reply.status_code, reply.get_json()["mode"]) == (200, "llm")


@pytest.mark.parametrize("name", ["401", "500", "key"])
def test_the_key_is_in_no_answer_page_or_log(
    wenli: Wenli, server: Scripted, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    asking = client(wenli, server.url, name, WENLI_LOG_LEVEL="debug")
    seen = asking.post("/v1/ask", json={"question": QUESTION}).get_data(as_text=True)
    seen += asking.get("/?q=" + QUESTION).get_data(as_text=True) + asking.get("/openapi.json").get_data(as_text=True)
    seen += asking.post("/v1/chat/completions", json={"model": "x", "messages": []}).get_data(as_text=True)
    assert KEY not in seen + caplog.text
    assert QUESTION not in caplog.text


def test_earlier_turns_are_given_within_bounds_and_a_follow_up_is_made_plain(wenli: Wenli, server: Scripted) -> None:
    server.asked.clear()
    history = (Turn("user", "鄉射禮中誰當司馬？"), Turn("assistant", "司正。" * 900))
    follow_up = Ask("那大射呢？", history=history)
    answer = writing(wenli, server.url, "condenses").ask(follow_up)
    assert sum(isinstance(one, Passages) for one in writing(wenli, server.url, "condenses").tell(follow_up)) == 1
    condensing, answering = server.asked[0]["messages"], server.asked[1]["messages"]
    assert "LAST QUESTION" in condensing[1]["content"]
    assert "大射儀中誰擔任司馬？" in answering[1]["content"]
    assert Counter().of(answering[1]["content"]) < 8192
    plain = writing(wenli, server.url, "condenses").ask(Ask("大射儀中誰擔任司馬？"))
    refs = [[hit.unit.ref for hit in one.passages] for one in (answer, plain)]
    assert refs[0] == refs[1], "the passages are those of the question made plain"


@pytest.mark.parametrize("name", ["500", "stalls-at-once", "garbage", "endless", "repeats-the-prompt", "silent"])
def test_rules_do_where_the_model_makes_nothing_plain(wenli: Wenli, server: Scripted, name: str) -> None:
    history = (Turn("user", "大射儀中誰當司馬？"), Turn("assistant", "司馬正。"))
    begun = time.monotonic()
    assert condensed(Ask("那鄉射禮呢？", history=history), Model(settings(server.url, name)), Counter()) == ""
    assert time.monotonic() - begun < 8


def test_a_question_too_long_for_the_model_is_answered_with_quotations(wenli: Wenli, server: Scripted) -> None:
    small = {"WENLI_LLM_CONTEXT": "3000", "WENLI_LLM_ANSWER_TOKENS": "900"}
    question = "鄉射禮中誰當司馬？" + "司馬司正" * 450
    answer = writing(wenli, server.url, "faithful", **small).ask(Ask(question))
    assert answer.generation is not None and answer.generation.reason == "too_long"


def test_what_does_not_fit_is_said(wenli: Wenli, server: Scripted) -> None:
    small = {"WENLI_LLM_CONTEXT": "3000", "WENLI_LLM_ANSWER_TOKENS": "600"}
    answer = writing(wenli, server.url, "faithful", **small).ask(Ask(QUESTION, top_k=20))
    assert answer.generation is not None and answer.generation.left_out
    assert set(answer.generation.left_out).isdisjoint(answer.generation.given)


def test_ten_streams_are_completed_when_the_model_server_is_killed(wenli: Wenli) -> None:
    """A process of its own, killed in the middle of ten answers: ten complete answers, each with what was sent."""
    script = Path(__file__).with_name("scripted_model.py")
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    asked = writing(wenli, url, "slow", WENLI_LLM_TIMEOUT="60", WENLI_LLM_SILENCE="20")
    sent: list[list[Any]] = [[] for _ in range(10)]
    spoke = threading.Barrier(11, timeout=120)

    def ask(number: int) -> None:
        waiting = True
        for told in asked.tell(Ask(QUESTION)):
            sent[number].append(told)
            if waiting and isinstance(told, Sentence):
                waiting = False
                spoke.wait()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(10)]
    try:
        for thread in threads:
            thread.start()
        spoke.wait()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    for thread in threads:
        thread.join(timeout=60)
    for told in sent:
        answer = told[-1]
        assert isinstance(answer, Answer)
        sentences = [one.text for one in told if isinstance(one, Sentence)]
        assert tuple(sentences) == answer.sentences
        assert answer.generation is not None and answer.generation.status == "completed"
        assert answer.sentences[0].startswith("其文說「")
        sound(wenli, answer)
