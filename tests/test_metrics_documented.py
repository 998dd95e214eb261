"""What docs/operation.md says of the figures and what /metrics shows are the same, and each is set by something."""

import re
from pathlib import Path

from scripted_model import scripted
from service_stand_ins import client_of
from test_writing import QUESTION, settings

from service.http.app import create_app
from service.http.running.metrics import Metrics
from service.llm.client import open_model
from service.wenli import Wenli

ROOT = Path(__file__).resolve().parent.parent


def documented() -> set[str]:
    lines = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8").splitlines()
    return {
        name
        for line in lines
        if line.startswith("| `wenli_")
        for name in re.findall(r"`(wenli_\w+)`", line.split("|")[1])
    }


def samples(text: str) -> dict[str, float]:
    """The figures by name, those of all labels together."""
    found: dict[str, float] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, value = re.sub(r"\{.*\}", "", line).rsplit(" ", 1)
            found[name] = found.get(name, 0.0) + float(value)
    return found


def test_every_figure_documented_is_there_and_the_other_way_round() -> None:
    text = client_of(WENLI_METRICS="on").get("/metrics").get_data(as_text=True)
    kinds = re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE)
    assert documented() == {name for name, _ in kinds if not name.endswith("_created")}


def test_every_figure_is_set(wenli: Wenli, tmp_path: Path) -> None:
    """By a language model that is busy, a quotation, a judgement, a refusal and a question."""
    with scripted() as server:
        more = {"WENLI_METRICS": "on", "WENLI_RATE_LIMIT": "4/hour", "WENLI_FEEDBACK": "1048576"}
        own = settings(server.url, "429", **more, WENLI_FEEDBACK_FOLDER=str(tmp_path))
        metrics = Metrics()
        model = open_model(own)
        client = create_app(own, Wenli(wenli.library, wenli.index, wenli.terms, model), metrics).test_client()
        metrics.opened("trial")
        answer = client.post("/v1/ask", json={"question": QUESTION, "mode": "llm"}).get_json()
        assert answer["generation"]["reason"] == "busy"
        client.post("/v1/quotes/verify", json={"quote": "三耦皆執弓"})
        assert client.post("/v1/feedback", json={"id": answer["id"], "rating": "up"}).status_code < 300
        while client.get("/v1/chapters").status_code != 429:
            pass
        text = client.get("/metrics").get_data(as_text=True)
    assert 'wenli_model_failures_total{reason="busy"} 1.0' in text
    shown = samples(text)
    unset = {
        name
        for name in documented() - {"wenli_working", "wenli_waiting"}
        if not any(shown.get(f"{name}{ending}") for ending in ("", "_count"))
    }
    assert not unset
    assert shown["wenli_working"] == shown["wenli_waiting"] == 0.0
