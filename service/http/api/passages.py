"""What stands where: /v1/passages/{ref}, /v1/resolve and /v1/chapters."""

from __future__ import annotations

from functools import lru_cache, partial

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from corpus.library import Library
from service.contract.chapters_wire import chapters_reply
from service.contract.openapi import READING, REFERRING, problems
from service.contract.replies import ChaptersReply, PassageReply, ResolveReply
from service.contract.respond import json_response
from service.contract.rite_wire import Telling
from service.contract.schemas import Nothing, PassagePath, ResolveQuery
from service.contract.wire import passage_reply, resolve_reply
from service.texts.passage import assemble, passage_at

_TEXT = ("question-empty", "control-characters")


def blueprint(library: Library, telling: Telling) -> APIBlueprint:
    """The endpoints, reading from ``library`` and its rites."""
    api = APIBlueprint("passages", __name__, url_prefix="/v1", abp_tags=[READING])
    contents = lru_cache(maxsize=1)(partial(chapters_reply, library))

    @api.get(
        "/passages/<path:ref>",
        operation_id="passage",
        responses={200: PassageReply, **problems(*REFERRING)},
    )
    def passage(path: PassagePath, query: Nothing) -> Response:
        """Read a passage

        The clause, range, phase or chapter in every witness, with all commentary, the neighbours, and where they
        are written Wenli's renderings – a reading aid, never to be cited as the text – and the steps of the rite.
        Every form of reference that /v1/resolve takes is taken here.
        """
        return json_response(passage_reply(passage_at(library, path.ref), library, telling))

    @api.get("/resolve", operation_id="resolve", responses={200: ResolveReply, **problems(*REFERRING, *_TEXT)})
    def resolve(query: ResolveQuery) -> Response:
        """Resolve a reference

        One passage: 200. Several it can mean: 300 with `readings`. Not a reference: 400; well formed, but
        nothing stands there: 404; both with the nearest `suggestions`.
        """
        resolution = library.resolver.resolve(query.q)
        return json_response(resolve_reply(resolution, assemble(library, resolution), library))

    @api.get(
        "/chapters",
        operation_id="chapters",
        responses={200: ChaptersReply, **problems("request-invalid", "too-many-requests")},
    )
    def chapters(query: Nothing) -> Response:
        """List the chapters

        All seventeen, with the phases, witnesses and commentary of those that are held, and what is missing.
        """
        return json_response(contents())

    return api
