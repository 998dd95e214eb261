"""GET /v1/cite/{ref}: a passage as papers and reference managers cite it."""

from __future__ import annotations

from flask import Response, request
from flask_openapi3.blueprint import APIBlueprint

from corpus.library import Library
from service.contract.openapi import READING, REFERRING, problems
from service.contract.respond import REVALIDATE
from service.contract.schemas import CiteQuery, PassagePath
from service.texts.citing.formats import FORMATS
from service.texts.citing.item import cited, item
from service.texts.filters import read_witness

_MEDIA = {form.media: {"schema": {"type": "string"}} for form in FORMATS.values()}


def blueprint(library: Library) -> APIBlueprint:
    """The endpoint, citing from ``library``."""
    api = APIBlueprint("cite", __name__, url_prefix="/v1", abp_tags=[READING])
    replies = problems(*REFERRING, "filter-unknown")
    replies[200] = {"description": "The citation, in the media type of its style", "content": _MEDIA}

    @api.get(
        "/cite/<path:ref>",
        operation_id="cite",
        responses=replies,
    )
    def cite(path: PassagePath, query: CiteQuery) -> Response:
        """Cite a passage

        As text in the Chicago or the GB/T 7714 style, or plain; or for reference managers as BibTeX, RIS or CSL-JSON.
        Every form has the permalink or the URN of the passage, which /v1/resolve takes. Without `witness` the passage
        is cited from the witness that has most of it.
        """
        witness = read_witness(query.witness, library) if query.witness else None
        what = cited(library, library.resolver.resolve(path.ref), witness)
        form = FORMATS[query.style]
        lang = form.lang if query.lang == "auto" else query.lang
        text = form.write(item(what, library, lang, request.host_url), lang)
        response = Response(text, content_type=f"{form.media}; charset=utf-8")
        response.headers["Content-Disposition"] = f'inline; filename="yili-{what.key}.{form.suffix}"'
        response.headers["Cache-Control"] = REVALIDATE
        response.vary.add("Host")
        return response

    return api
