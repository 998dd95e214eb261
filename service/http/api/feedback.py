"""POST /v1/feedback: a reader's judgement of an answer."""

from __future__ import annotations

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from service.contract.openapi import ANSWERING, problems
from service.contract.replies import StatusReply
from service.contract.respond import json_response
from service.contract.schemas import FeedbackBody
from service.http.feedback import Feedback
from service.http.running.metrics import Metrics

_WRONG = (
    "request-invalid",
    "control-characters",
    "body-unreadable",
    "body-too-large",
    "content-type",
    "too-many-requests",
    "feedback-off",
    "answer-unknown",
    "feedback-full",
    "feedback-unwritable",
)


def blueprint(feedback: Feedback, metrics: Metrics) -> APIBlueprint:
    """The endpoint, keeping what it is told in ``feedback``."""
    api = APIBlueprint("feedback", __name__, url_prefix="/v1", abp_tags=[ANSWERING])

    @api.post("/feedback", operation_id="feedback", responses={200: StatusReply, **problems(*_WRONG)})
    def judge(body: FeedbackBody) -> Response:
        """Judge an answer

        Kept on the machine that runs the service. Of several judgements on one answer the last one counts.
        """
        feedback.judge(body.id, body.rating, body.reason)
        metrics.rated(body.rating)
        return json_response(StatusReply(status="kept"), cache="no-store")

    return api
