"""GET /v1/variants: the places where witnesses differ."""

from __future__ import annotations

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from corpus.library import Library
from service.contract.openapi import READING, problems
from service.contract.respond import json_response
from service.contract.schemas import VariantsQuery
from service.contract.variant_replies import VariantsReply
from service.contract.variant_wire import variants_reply
from service.texts.filters import read_wanted


def blueprint(library: Library) -> APIBlueprint:
    """The endpoint, reading from the apparatus of ``library``."""
    api = APIBlueprint("variants", __name__, url_prefix="/v1", abp_tags=[READING])
    wrong = problems("request-invalid", "control-characters", "filter-unknown", "too-many-requests")

    @api.get("/variants", operation_id="variants", responses={200: VariantsReply, **wrong})
    def variants(query: VariantsQuery) -> Response:
        """List the places where witnesses differ

        In the order of the canon, which counts as a party. `chapter`, `class` and `witness` may be given several
        times; a place is listed where one of these witnesses has a reading of one of these classes.
        """
        wanted = read_wanted(query, library)
        return json_response(variants_reply(library, wanted, query.limit, query.offset))

    return api
