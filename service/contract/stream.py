"""Server-sent events of /v1/ask: ``passages``, ``delta`` …, ``citations``, ``done`` – or ``error``.

``passages`` come once, as soon as they are found: those of a follow-up when a language model has made it plain.

The texts of all deltas, joined, are the final answer, which ``done`` carries once more for checking.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

from corpus.library import Library
from service.ask.values import Passages, Sentence, Told
from service.contract.wire import answer_reply, evidence_reply
from service.problems import explain

log = logging.getLogger("wenli")
DONE = (
    *("id", "lang", "mode", "answer", "lead", "grounding", "confidence", "answered_by", "related", "generation"),
    *("editions", "timings_ms"),
)
"""What the last event says of the answer; the rest has been said."""


def event(name: str, data: dict[str, Any]) -> str:
    """One event, on one data line: JSON escapes every line break."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def events(telling: Callable[[], Iterator[Told]], request_id: str, library: Library | None = None) -> Iterator[str]:
    """The events of one answer; ``library`` says what editions are called.

    A failure becomes an ``error`` event, for the status line has already gone.
    """
    yield ": wenli\n\n"
    try:
        for told in telling():
            if isinstance(told, Passages):
                yield event("passages", {"passages": [evidence_reply(hit).model_dump() for hit in told.hits]})
            elif isinstance(told, Sentence):
                yield event("delta", {"text": told.text})
            else:
                reply = answer_reply(told, library).model_dump()
                yield event("citations", {"citations": reply["citations"]})
                yield event("done", {key: reply[key] for key in DONE})
    except Exception as error:
        log.exception("request %s failed while streaming", request_id)
        yield event("error", explain(error).body(request_id=request_id))
