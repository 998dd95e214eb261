"""The pages where readers look things up: passages by words, the words of the rites, whether a quotation is real."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request
from pydantic import ValidationError

from corpus.quotes.standing import QuoteUnfit
from corpus.rites.glossary import KINDS
from service.contract.quote_wire import quote_reply
from service.contract.schemas import MAX_SEARCH, QuoteBody
from service.problems import explain
from service.web.glosses import Glosses
from service.web.page import page
from service.web.reading import script_of
from service.web.searching import search_page

if TYPE_CHECKING:
    from service.wenli import Wenli

PLACES = 10
"""Places of a quotation on its page."""


def blueprint(wenli: Wenli, glosses: Glosses) -> Blueprint:
    """The pages, searching with ``wenli`` and in ``glosses``."""
    site = Blueprint("lookups", __name__)

    @site.get("/search")
    def search() -> Response:
        """Passages found, in any script and language; a reference leads to its passage."""
        return search_page(wenli)

    @site.get("/glossary")
    def glossary() -> Response:
        """The words of the rites: all of them, of one kind, or those in which something is found."""
        asked = request.args.get("q", "").strip()[:MAX_SEARCH]
        kind = request.args.get("kind", "")
        kind = kind if kind in KINDS else ""
        return page("glossary.html", asked=asked, kind=kind, kinds=KINDS, found=glosses.find(asked, kind))

    @site.get("/verify")
    def verify() -> Response:
        """Whether a quotation is real, where it stands and how it differs."""
        return _verify(wenli)

    return site


def _verify(wenli: Wenli) -> Response:
    quote, claimed = (request.args.get(name, "").strip() for name in ("quote", "claimed"))
    if not quote:
        return page("verify.html", quote="", claimed=claimed, reply=None)
    try:
        body = QuoteBody(quote=quote, claimed=claimed or None, limit=PLACES)
        reply = quote_reply(wenli.judge.judge(body.quote, body.claimed, body.limit), wenli.library)
    except (ValidationError, QuoteUnfit) as error:
        problem = explain(error)
        response = page("verify.html", quote=quote, claimed=claimed, reply=None, problem=problem)
        response.status_code = problem.kind.status
    else:
        scripts = {witness: script_of(witness, wenli.library) for witness in wenli.library.works}
        response = page("verify.html", quote=quote, claimed=claimed, reply=reply, scripts=scripts)
    response.headers["Cache-Control"] = "no-store"
    return response
