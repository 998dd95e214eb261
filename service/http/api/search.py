"""GET /v1/search: ranked passages with the words found marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from service.contract.openapi import ASKING, READING, problems
from service.contract.replies import SearchReply
from service.contract.respond import json_response
from service.contract.schemas import SearchQuery
from service.contract.wire import search_reply
from service.texts.filters import read_filters

if TYPE_CHECKING:
    from service.wenli import Wenli


def blueprint(wenli: Wenli) -> APIBlueprint:
    """The endpoint, searching with ``wenli``."""
    api = APIBlueprint("search", __name__, url_prefix="/v1", abp_tags=[READING])

    @api.get("/search", operation_id="search", responses={200: SearchReply, **problems(*ASKING)})
    def search(query: SearchQuery) -> Response:
        """Find passages

        The filters may be given several times. `highlights` are spans [start, end) of `text` in code points.
        """
        filters = read_filters(query, wenli.library, prefix="")
        hits = wenli.search(query.q, filters, query.k)
        editions = wenli.search_editions(query.q, filters, query.k)
        return json_response(search_reply(query.q, hits, wenli.library, wenli.terms, editions))

    return api
