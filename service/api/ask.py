"""POST /v1/ask: a question answered with citations, at once or as a stream of events."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import Response, g, request
from flask_openapi3.blueprint import APIBlueprint

from service.answer import Answer, Ask, Turn
from service.feedback import Feedback
from service.filters import read_filters
from service.openapi import ANSWERING, ASKING, problems
from service.problems import PROBLEMS, FieldError, RequestInvalid
from service.replies import AnswerReply
from service.respond import json_response
from service.schemas import AskBody
from service.settings import Settings
from service.stream import events
from service.wire import answer_reply

if TYPE_CHECKING:
    from service.wenli import Wenli

log = logging.getLogger("wenli")
_BODY = ("question-too-long", "body-unreadable", "mode-unavailable", "body-too-large", "content-type")


def blueprint(wenli: Wenli, settings: Settings, feedback: Feedback) -> APIBlueprint:
    """The endpoint, answering with ``wenli``; ``feedback`` learns which answers were given."""
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

        def answer() -> Answer:
            given = wenli.ask(asked)
            feedback.remember(given, asked.question)
            return given

        if body.stream or _prefers_events():
            request_id = g.request_id
            headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
            return Response(events(answer, request_id), mimetype="text/event-stream", headers=headers)
        given = answer()
        g.timings = given.timings_ms
        return json_response(answer_reply(given), cache="no-store")

    return api


def read_ask(body: AskBody, wenli: Wenli) -> Ask:
    """The question as the domain has it; RequestInvalid where it wants what is not there."""
    if body.mode == "llm":
        meaning = PROBLEMS["mode-unavailable"].meaning
        raise RequestInvalid("mode-unavailable", meaning, (FieldError("mode", meaning),))
    return Ask(
        question=body.question,
        lang=body.lang,
        history=tuple(Turn(turn.role, turn.content) for turn in body.history),
        filters=read_filters(body.filters, wenli.library),
        top_k=body.top_k,
        mode=body.mode,
    )


def _prefers_events() -> bool:
    return request.accept_mimetypes.best_match(["application/json", "text/event-stream"]) == "text/event-stream"


def answer_now(wenli: Wenli, body: AskBody) -> Answer:
    """The answer to a checked question, for pages and the command line."""
    return wenli.ask(read_ask(body, wenli))
