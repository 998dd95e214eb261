"""The log and the figures."""

import json
import logging
import re
from collections.abc import Iterator

import pytest
from service_stand_ins import StandInWenli, client_of

from service.http.running import log as logs
from service.settings import Settings

SECRET = "鄉射秘密之問"


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root logger, put back as it was."""
    logger, own = logging.getLogger(), logging.getLogger("wenli")
    before = (logger.handlers[:], logger.level, own.level)
    yield logger
    logger.handlers[:] = before[0]
    logger.setLevel(before[1])
    own.setLevel(before[2])


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.mark.usefixtures("root")
def test_a_line_a_request_with_its_id_and_without_what_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(Settings.read({"WENLI_LOG_LEVEL": "debug"}))
    wenli = StandInWenli()
    client = client_of(wenli)
    client.post("/v1/ask", json={"question": SECRET}, headers={"X-Request-Id": "abc"})
    for path in ("/?q=", "/v1/search?q=", "/search?q=", "/verify?quote=", "/v1/passages/", "/v1/cite/", "/read/", "/x"):
        client.get(path + SECRET)
    client.post("/v1/ask", data=SECRET.encode(), content_type="application/json")
    client.post("/v1/quotes/verify", json={"quote": SECRET, "claimed": SECRET})
    client.post("/v1/documents/verify", json={"text": SECRET, "format": "txt"})
    wenli.broken = True
    client.post("/v1/ask", json={"question": SECRET})
    client.post("/v1/ask", json={"question": SECRET, "stream": True}).get_data()
    printed = capsys.readouterr().err
    lines = [json.loads(line) for line in printed.splitlines()]
    assert not set(SECRET[2:4]) & set(printed) and "\\u79d8" not in printed and "%E7%A7%98" not in printed
    assert "127.0.0.1" not in printed
    first = next(line for line in lines if line["event"] == "request")
    expected = {"request_id": "abc", "method": "POST", "route": "/v1/ask", "status": 200, "level": "info"}
    assert expected.items() <= first.items() and first["ms"] >= 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", first["time"])
    failures = [line for line in lines if "exception" in line]
    assert len(failures) == 2 and all(line["request_id"] for line in failures)
    assert "secret detail" in failures[0]["exception"], "what went wrong is for the log"


@pytest.mark.usefixtures("root")
def test_probes_are_not_logged_and_text_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(Settings.read({"WENLI_LOG_FORMAT": "text"}))
    client = client_of()
    client.get("/healthz")
    assert capsys.readouterr().err == ""
    client.get("/v1/chapters", headers={"X-Request-Id": "abc"})
    printed = capsys.readouterr().err
    assert "request_id=abc" in printed and not printed.startswith("{")


def test_figures_count_what_happened_and_hold_nothing_that_was_asked() -> None:
    client = client_of(WENLI_METRICS="on", WENLI_RATE_LIMIT="5/hour")
    client.post("/v1/ask", json={"question": SECRET})
    client.post("/v1/ask", json={"question": SECRET, "stream": True}).get_data()
    client.post("/v1/quotes/verify", json={"quote": SECRET})
    client.get("/v1/passages/5.1.1")
    client.get(f"/{SECRET}")
    client.open("/v1/chapters", method="FROB")
    [client.get("/v1/chapters") for _ in range(2)]
    response = client.get("/metrics")
    text = response.get_data(as_text=True)
    assert response.headers["Content-Type"].startswith("text/plain; version=")
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert figures['wenli_requests_total{endpoint="/v1/ask",method="POST",status="200"}'] == "2.0"
    assert figures['wenli_answers_total{grounding="grounded",lang="zh-Hant",mode="extractive"}'] == "2.0"
    assert figures['wenli_stage_seconds_count{stage="retrieve"}'] == "2.0"
    assert figures['wenli_verdicts_total{verdict="not_found"}'] == "1.0"
    assert figures['wenli_requests_total{endpoint="(none)",method="GET",status="404"}'] == "1.0"
    assert figures['wenli_refused_total{reason="rate"}'] == "1.0"
    assert figures["wenli_waiting"] == "0.0"
    assert not set(SECRET[2:4]) & set(text) and "FROB" not in text


def test_figures_stand_where_they_are_wanted_and_only_there() -> None:
    assert client_of().get("/metrics").status_code == 404
    apart = client_of(WENLI_METRICS="127.0.0.1:9100")
    assert apart.get("/metrics").status_code == 404
    there = {"SERVER_PORT": "9100"}
    for path, status in (("/metrics", 200), ("/readyz", 200), ("/v1/chapters", 404), ("/", 404)):
        assert apart.get(path, environ_overrides=there).status_code == status, path
    named = apart.get("/metrics", headers={"Host": "127.0.0.1:9100"})
    assert named.status_code == 404, "the header is the client's to write, the port is not"
    assert "/metrics" not in client_of(WENLI_METRICS="on").get("/openapi.json").get_json()["paths"]
