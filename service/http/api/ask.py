"""POST /v1/ask: a question answered with citations, at once or as a stream of events."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flask import Response, g, request
from flask_openapi3.blueprint import APIBlueprint

from service.ask.values import Answer, Told
from service.contract.asking import read_ask
from service.contract.openapi import ANSWERING, ASKING, problems
from service.contract.replies import AnswerReply
from service.contract.respond import json_response
from service.contract.schemas import AskBody
from service.contract.stream import events
from service.contract.wire import answer_reply
from service.http.access.gate import Slot, told_within
from service.http.feedback import Feedback
from service.http.running.metrics import Metrics
from service.settings import Settings

if TYPE_CHECKING:
    from service.wenli import Wenli

log = logging.getLogger("wenli")
_BODY = ("question-too-long", "body-unreadable", "mode-unavailable", "body-too-large", "content-type")


def blueprint(wenli: Wenli, settings: Settings, feedback: Feedback, metrics: Metrics) -> APIBlueprint:
    """The endpoint, answering with ``wenli``; ``feedback`` and ``metrics`` learn which answers were given."""
    api = APIBlueprint("ask", __name__, url_prefix="/v1", abp_tags=[ANSWERING])

    @api.post("/ask", operation_id="ask", responses={200: AnswerReply, **problems(*ASKING, *_BODY)})
    def ask(body: AskBody) -> Response:
        """Answer a question with citations

        With `stream: true`, or `Accept: text/event-stream`, the answer comes as server-sent events
        `passages`, `delta`, `citations` and `done`, or `error`; the texts of the deltas joined are the answer.
        """
        asked = read_ask(body, wenli)
        if settings.log_questions:
            log.info("request %s asks %r", g.request_id, asked.question)

        def tell() -> Iterator[Told]:
            for told in wenli.tell(asked):
                if isinstance(told, Answer):
                    feedback.remember(told, asked.question)
                    metrics.answered(told)
                yield told

        if body.stream or _prefers_events():
            request_id = g.request_id
            headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
            slot: Slot | None = g.pop("slot", None)
            written = wenli.model is not None and asked.mode != "extractive"
            response = Response(
                events(lambda: told_within(slot, tell(), written), request_id, wenli.library),
                mimetype="text/event-stream",
                headers=headers,
            )
            if slot is not None:
                response.call_on_close(slot.leave)
            return response
        given = next(told for told in tell() if isinstance(told, Answer))
        g.timings = given.timings_ms
        return json_response(answer_reply(given, wenli.library), cache="no-store")

    return api


def _prefers_events() -> bool:
    return request.accept_mimetypes.best_match(["application/json", "text/event-stream"]) == "text/event-stream"
