"""The editions that were added, and their pages: /v1/editions and /v1/editions/{page}."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from service.contract.edition_wire import edition_page, editions_reply
from service.contract.openapi import READING, problems
from service.contract.replies import EditionPageReply, EditionsReply
from service.contract.respond import json_response
from service.contract.schemas import EditionPath, Nothing

if TYPE_CHECKING:
    from service.wenli import Wenli


def blueprint(wenli: Wenli) -> APIBlueprint:
    """The endpoints, reading what ``wenli`` has beside its default texts."""
    api = APIBlueprint("editions", __name__, url_prefix="/v1", abp_tags=[READING])

    @api.get(
        "/editions",
        operation_id="editions",
        responses={200: EditionsReply, **problems("request-invalid", "too-many-requests")},
    )
    def editions(query: Nothing) -> Response:
        """List the editions added

        Whole books that whoever runs the service added, and how many of their passages are indexed.
        """
        return json_response(editions_reply(wenli.editions, wenli.library), cache="no-store")

    @api.get(
        "/editions/<page>",
        operation_id="editionPage",
        responses={200: EditionPageReply, **problems("reference-unknown", "request-invalid", "too-many-requests")},
    )
    def leaf(path: EditionPath, query: Nothing) -> Response:
        """Read a page of an edition

        Its large and its small characters, and the clauses of the 儀禮 that stand on it.
        """
        return json_response(edition_page(wenli.editions, wenli.library, path.page))

    return api
