"""What readers think of answers: only of answers given, bounded, without questions, exported as JSON lines."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from service_stand_ins import client_of
from test_service_cli import run

from service.ask.values import Answer, Grounding
from service.http import feedback as module
from service.http.feedback import Feedback
from service.problems import AnswerUnknown, FeedbackFull, FeedbackOff


def answer(id: str) -> Answer:
    return Answer(id, "en", "extractive", ("x",), Grounding.ABSTAINED, (), (), {})


def client(folder: Path, **more: str) -> FlaskClient:
    return client_of(**{"WENLI_FEEDBACK": "10000", "WENLI_FEEDBACK_FOLDER": str(folder)} | more)


def judge(client: FlaskClient, **body: Any) -> tuple[int, Any]:
    response = client.post("/v1/feedback", json=body)
    return response.status_code, response.get_json()


@pytest.mark.parametrize("stream", [True, False])
def test_a_judgement_of_an_answer_is_kept(tmp_path: Path, stream: bool) -> None:
    asking = client(tmp_path)
    asking.post("/v1/ask", json={"question": "鄉射之禮", "stream": stream}).get_data()
    assert judge(asking, id="a2", rating="down", reason=" 不切題 ") == (200, {"status": "kept"})
    (line,) = Feedback(tmp_path, 1, False).export()
    assert (line["id"], line["rating"], line["reason"], line["lang"]) == ("a2", "down", "不切題", "zh-Hant")
    assert line["refs"] == ["5.1.1"]
    assert "鄉射之禮" not in "".join(path.read_text(encoding="utf-8") for path in tmp_path.iterdir())


def test_the_question_is_kept_only_where_questions_may_be_logged(tmp_path: Path) -> None:
    asking = client(tmp_path, WENLI_LOG_QUESTIONS="on")
    asking.post("/v1/ask", json={"question": "鄉射之禮"})
    judge(asking, id="a2", rating="up")
    assert Feedback(tmp_path, 1, False).export()[0]["question"] == "鄉射之禮"


def test_only_answers_that_were_given_can_be_judged(tmp_path: Path) -> None:
    status, problem = judge(client(tmp_path), id="a2", rating="up")
    assert (status, problem["type"]) == (404, "/problems/answer-unknown")
    assert not (tmp_path / "feedback.jsonl").exists()


def test_no_feedback_is_taken_where_it_is_off(tmp_path: Path) -> None:
    asking = client(tmp_path, WENLI_FEEDBACK="off")
    asking.post("/v1/ask", json={"question": "鄉射之禮"})
    status, problem = judge(asking, id="a2", rating="up")
    assert (status, problem["type"]) == (404, "/problems/feedback-off")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "body",
    [
        {"id": "a2"},
        {"id": "../a", "rating": "up"},
        {"id": "", "rating": "up"},
        {"id": "a2", "rating": "5"},
        {"id": "a2", "rating": "up", "reason": "x" * 1001},
        {"id": "a2", "rating": "up", "reason": "\x00"},
        {"id": "a2", "rating": "up", "question": "x"},
    ],
)
def test_what_is_no_judgement_is_refused(tmp_path: Path, body: dict[str, Any]) -> None:
    assert judge(client(tmp_path), **body)[0] == 400


def test_the_room_is_bounded(tmp_path: Path) -> None:
    kept = Feedback(tmp_path, 1024, False)
    kept.remember(answer("a"), "q")
    with pytest.raises(FeedbackFull):
        for _ in range(20):
            kept.judge("a", "up", "x" * 100)
    assert 512 < kept.judgements.stat().st_size <= 1024


def test_old_answers_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RECENT_BYTES", 1000)
    kept = Feedback(tmp_path, 10_000, False)
    for number in range(30):
        kept.remember(answer(f"a{number:03}"), "q")
    kept.judge("a029", "up", "")
    with pytest.raises(AnswerUnknown):
        kept.judge("a000", "up", "")
    assert sum(path.stat().st_size for path in tmp_path.glob("*er*.jsonl")) < 2000


def test_the_last_judgement_of_an_answer_counts_and_a_broken_line_is_passed_over(tmp_path: Path) -> None:
    kept = Feedback(tmp_path, 10_000, False)
    kept.remember(answer("a"), "q")
    kept.judge("a", "up", "")
    with kept.judgements.open("a", encoding="utf-8") as handle:
        handle.write('{"id": "a", "rati\n')
    kept.judge("a", "down", "")
    assert [line["rating"] for line in kept.export()] == ["down"]


def test_an_answer_reaches_its_reader_though_nothing_can_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    response = client(blocked / "below").post("/v1/ask", json={"question": "鄉射之禮"})
    assert response.status_code == 200
    with pytest.raises(FeedbackOff):
        Feedback(blocked, 0, False).judge("a", "up", "")


def test_the_command_exports_and_clears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLI_FEEDBACK_FOLDER", str(tmp_path))
    kept = Feedback(tmp_path, 10_000, False)
    kept.remember(answer("a"), "q")
    kept.judge("a", "up", "好")
    status, out, _ = run(monkeypatch, capsys, "feedback", "export")
    assert (status, json.loads(out)["reason"]) == (0, "好")
    assert run(monkeypatch, capsys, "feedback", "clear")[1] == "Judgements forgotten: 1\n"
    assert run(monkeypatch, capsys, "feedback", "export")[1] == ""
