"""Server-sent events: the deltas joined are the answer, once; failures become an event."""

import json
from typing import Any

import pytest
from service_stand_ins import StandInWenli, client_of
from werkzeug.test import TestResponse


def read(response: TestResponse) -> list[tuple[str, Any]]:
    """Name and data of each event, as a client reads them."""
    found = []
    for block in response.get_data(as_text=True).split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


@pytest.mark.parametrize(
    ("body", "headers"),
    [({"stream": True}, {}), ({}, {"Accept": "text/event-stream"}), ({"stream": True}, {"Accept": "application/json"})],
)
def test_events_come_in_order_and_the_deltas_are_the_answer(body: dict[str, Any], headers: dict[str, str]) -> None:
    client = client_of()
    response = client.post("/v1/ask", json={"question": "鄉射之禮", **body}, headers=headers)
    assert response.mimetype == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    events = read(response)
    assert [name for name, _ in events] == ["passages", "delta", "delta", "citations", "done"]
    whole = client.post("/v1/ask", json={"question": "鄉射之禮"}).get_json()
    assert "".join(data["text"] for name, data in events if name == "delta") == whole["answer"]
    assert events[-1][1]["answer"] == whole["answer"]
    assert events[0][1]["passages"] == whole["passages"]
    assert events[-2][1]["citations"] == whole["citations"]
    assert {**events[0][1], **events[-2][1], **events[-1][1]} == whole


@pytest.mark.parametrize("accept", ["*/*", "application/json, text/event-stream;q=0.5", "text/html"])
def test_json_unless_events_are_preferred(accept: str) -> None:
    response = client_of().post("/v1/ask", json={"question": "a"}, headers={"Accept": accept})
    assert response.mimetype == "application/json"


def test_an_abstention_streams_too() -> None:
    events = read(client_of().post("/v1/ask", json={"question": "xyz", "stream": True}))
    assert "".join(data["text"] for name, data in events if name == "delta") == "Nothing\nis held."
    assert events[-1][1]["grounding"] == "abstained"


def test_what_is_asked_wrongly_is_refused_before_the_stream() -> None:
    response = client_of().post("/v1/ask", json={"question": "", "stream": True})
    assert (response.status_code, response.mimetype) == (400, "application/problem+json")


def test_a_failure_becomes_an_error_event() -> None:
    response = client_of(StandInWenli(broken=True)).post("/v1/ask", json={"question": "a", "stream": True})
    events = read(response)
    assert [name for name, _ in events] == ["error"]
    assert events[0][1]["type"] == "/problems/internal"
    assert events[0][1]["request_id"] == response.headers["X-Request-Id"]
    assert "secret" not in response.get_data(as_text=True)
