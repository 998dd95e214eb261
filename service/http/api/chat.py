"""POST /v1/chat/completions and GET /v1/models: Wenli for any client that speaks to OpenAI-compatible APIs."""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flask import Response, g, request
from flask_openapi3.blueprint import APIBlueprint

from service.ask.values import Answer, Told
from service.contract.asking import read_ask
from service.contract.openapi import ANSWERING, problems
from service.contract.respond import json_response
from service.http.access.gate import Slot, told_within
from service.http.feedback import Feedback
from service.http.running.metrics import Metrics
from service.problems import RequestInvalid, explain
from service.protocols.openai.completion import DONE, Completion
from service.protocols.openai.conversation import MODELS, ask_body
from service.protocols.openai.failing import error_object
from service.protocols.openai.schemas import ChatBody, ChatReply, ModelPath, ModelReply, ModelsReply
from service.settings import Settings

if TYPE_CHECKING:
    from service.wenli import Wenli

log = logging.getLogger("wenli")
OWNER = "wenli"
_WRONG = ("question-empty", "question-too-long", "control-characters", "request-invalid", "body-unreadable")
_MORE = ("model-unknown", "body-too-large", "content-type", "too-many-requests")


def blueprint(wenli: Wenli, settings: Settings, feedback: Feedback, metrics: Metrics) -> APIBlueprint:
    """The endpoints, answering with ``wenli``; ``feedback`` and ``metrics`` learn which answers were given."""
    api = APIBlueprint("chat", __name__, url_prefix="/v1", abp_tags=[ANSWERING])
    since = int(time.time())
    listed = [ModelReply(id=name, created=since, owned_by=OWNER) for name in MODELS]

    @api.post("/chat/completions", operation_id="chat", responses={200: ChatReply, **problems(*_WRONG, *_MORE)})
    def chat(body: ChatBody) -> Response:
        """Answer as an OpenAI-compatible chat model

        The last message of the user is the question. Markers are links, `[[1]](https://…/read/5.17.1)`, with an
        annotation for each; `citations` are those of `/v1/ask`. Errors are objects as OpenAI has them.
        """
        asked = read_ask(ask_body(body), wenli)
        if settings.log_questions:
            log.info("request %s asks %r", g.request_id, asked.question)

        def tell() -> Iterator[Told]:
            for told in wenli.tell(asked):
                if isinstance(told, Answer):
                    feedback.remember(told, asked.question)
                    metrics.answered(told)
                yield told

        prompt = [message.text for message in body.messages]
        completion = Completion(body.model, int(time.time()), request.host_url.rstrip("/"), prompt)
        if body.stream:
            usage = bool(body.stream_options and body.stream_options.include_usage)
            headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
            slot: Slot | None = g.pop("slot", None)
            written = wenli.model is not None and asked.mode != "extractive"
            chunks = _streamed(completion, told_within(slot, tell(), written), usage, g.request_id)
            response = Response(chunks, mimetype="text/event-stream", headers=headers)
            if slot is not None:
                response.call_on_close(slot.leave)
            return response
        given = next(told for told in tell() if isinstance(told, Answer))
        g.timings = given.timings_ms
        return json_response(completion.whole(given), cache="no-store")

    @api.get("/models", operation_id="models", responses={200: ModelsReply, **problems("too-many-requests")})
    def models() -> Response:
        """List the models that may be asked for"""
        return json_response(ModelsReply(data=listed))

    @api.get("/models/<model>", operation_id="model", responses={200: ModelReply, **problems("model-unknown")})
    def model(path: ModelPath) -> Response:
        """Say whether a model may be asked for"""
        found = next((one for one in listed if one.id == path.model), None)
        if found is None:
            raise RequestInvalid("model-unknown", f"There is no such model; there are {' and '.join(MODELS)}.")
        return json_response(found)

    return api


def _streamed(completion: Completion, telling: Iterator[Told], usage: bool, request_id: str) -> Iterator[str]:
    """The chunks of one answer. A failure becomes an error object, for the status line has already gone."""
    try:
        yield from completion.chunks(telling, f"chatcmpl-{uuid.uuid4().hex}", usage)
        yield DONE
    except Exception as error:
        log.exception("request %s failed while streaming", request_id)
        yield f"data: {json.dumps(error_object(explain(error)), ensure_ascii=False)}\n\n"
