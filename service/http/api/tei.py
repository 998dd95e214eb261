"""GET /v1/tei/{chapter}: a chapter with everything that is held of it, in TEI P5."""

from __future__ import annotations

from functools import lru_cache

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from corpus.library import Library
from corpus.rites.glossary import Glossary
from corpus.tei.document import chapter_document
from corpus.tei.names import serialised
from service.contract.openapi import REFERRING, STANDARDS, problems
from service.contract.respond import REVALIDATE
from service.contract.schemas import Nothing, RitePath
from service.problems import RequestInvalid

MEDIA = "application/tei+xml"


def blueprint(library: Library, glossary: Glossary) -> APIBlueprint:
    """The endpoint, writing from ``library``; a chapter is written once and kept."""
    api = APIBlueprint("tei", __name__, url_prefix="/v1", abp_tags=[STANDARDS])
    replies = problems(*REFERRING)
    replies[200] = {"description": "The chapter", "content": {MEDIA: {"schema": {"type": "string"}}}}

    @lru_cache(maxsize=8)
    def written(number: int) -> bytes:
        return serialised(chapter_document(library, library.canon.chapters[number], glossary))

    @api.get("/tei/<chapter>", operation_id="tei", responses=replies)
    def tei(path: RitePath, query: Nothing) -> Response:
        """Get a chapter in TEI

        Wenli's edition with its apparatus, every witness with its commentary, renderings, people and places.
        """
        resolution = library.resolver.resolve(path.chapter)
        if resolution.kind != "chapter":
            raise RequestInvalid("reference-malformed", f"{resolution.ref} is not the number or name of a chapter.")
        number = resolution.ref.chapter
        response = Response(written(number), content_type=f"{MEDIA}; charset=utf-8")
        response.headers["Content-Disposition"] = f'inline; filename="yili-{number:02}.xml"'
        response.headers["Cache-Control"] = REVALIDATE
        return response

    return api
