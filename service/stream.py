"""Server-sent events of /v1/ask: ``passages``, ``delta`` …, ``citations``, ``done`` – or ``error``.

The texts of all deltas, joined, are the final answer, which ``done`` carries once more for checking.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

from service.answer import Answer
from service.problems import explain
from service.wire import answer_reply

log = logging.getLogger("wenli")


def event(name: str, data: dict[str, Any]) -> str:
    """One event, on one data line: JSON escapes every line break."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def events(answering: Callable[[], Answer], request_id: str) -> Iterator[str]:
    """The events of one answer. A failure becomes an ``error`` event, for the status line has already gone."""
    yield ": wenli\n\n"
    try:
        answer = answering()
        reply = answer_reply(answer).model_dump()
        yield event("passages", {"passages": reply["passages"]})
        for sentence in answer.sentences:
            yield event("delta", {"text": sentence})
        yield event("citations", {"citations": reply["citations"]})
        yield event("done", {key: reply[key] for key in ("id", "lang", "mode", "answer", "grounding", "timings_ms")})
    except Exception as error:
        log.exception("request %s failed while streaming", request_id)
        yield event("error", explain(error).body(request_id=request_id))
