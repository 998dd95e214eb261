"""For those who run the service: /healthz, /readyz and the OpenAPI document."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Literal

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from index.query import Filters
from service.contract.openapi import OPERATION, current_document, problems
from service.contract.replies import ReadyReply, StatusReply
from service.contract.respond import json_response, problem_response
from service.problems import not_ready

if TYPE_CHECKING:
    from service.wenli import Wenli

log = logging.getLogger("wenli")
PROBE = "司馬"


def blueprint(wenli: Wenli) -> APIBlueprint:
    """The endpoints; readiness is proved by a search."""
    api = APIBlueprint("operation", __name__, abp_tags=[OPERATION])

    @api.get("/healthz", operation_id="health", responses={200: StatusReply})
    def health() -> Response:
        """Say whether the process is alive"""
        return json_response(StatusReply(status="ok"), cache="no-store")

    @api.get("/readyz", operation_id="ready", responses={200: ReadyReply, **problems("not-ready")})
    def ready() -> Response:
        """Say whether questions can be answered: the index must find a passage"""
        try:
            found = wenli.search(PROBE, Filters(), 1)
        except Exception:
            log.exception("the index does not answer")
            found = ()
        if not found:
            return problem_response(not_ready())
        library = wenli.library
        editions: Literal["none", "ready", "unavailable"] = "none"
        if wenli.editions:
            editions = "ready" if wenli.editions.answer() else "unavailable"
        return json_response(
            ReadyReply(status="ready", units=len(library.units), corpus=library.hash, editions=editions),
            cache="no-store",
        )

    @api.get("/openapi.json", doc_ui=False)
    def openapi() -> Response:
        """The description of this API, in OpenAPI 3.1."""
        return Response(json.dumps(current_document(), ensure_ascii=False), mimetype="application/json")

    return api
