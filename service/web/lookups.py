"""The pages where readers look things up: passages by words, the words of the rites, whether a quotation is real."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request
from pydantic import ValidationError

from corpus.errors import ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown
from corpus.library import Library
from corpus.model import Layer
from corpus.quotes.standing import QuoteUnfit
from corpus.rites.glossary import KINDS
from service.contract.quote_wire import quote_reply
from service.contract.replies import FoundReply
from service.contract.schemas import MAX_SEARCH, QuoteBody, SearchQuery
from service.contract.wire import search_reply
from service.filters import read_filters
from service.passage import read_url
from service.problems import explain
from service.web.glosses import Glosses
from service.web.interface import language
from service.web.page import page
from service.web.reading import script_of, speaker

if TYPE_CHECKING:
    from service.wenli import Wenli

RESULTS = 20
"""Passages on a page of results."""
PAGES = 10
"""Pages of editions below them."""
PLACES = 10
"""Places of a quotation on its page."""
_LAYERS = ("經", "記", "注", "疏", "案", "音義")


@dataclass(frozen=True)
class Shown:
    """A passage found; ``pieces`` are its text, each with whether it is what was looked for."""

    found: FoundReply
    pieces: tuple[tuple[str, bool], ...]
    speaker: str
    script: str
    code: str


def blueprint(wenli: Wenli, glosses: Glosses) -> Blueprint:
    """The pages, searching with ``wenli`` and in ``glosses``."""
    site = Blueprint("lookups", __name__)

    @site.get("/search")
    def search() -> Response:
        """Passages found, in any script and language; a reference leads to its passage."""
        return _search(wenli)

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


def _search(wenli: Wenli) -> Response:
    asked = request.args.get("q", "").strip()
    chosen = {name: [v for v in request.args.getlist(name) if v] for name in ("chapter", "layer")}
    form = {"asked": asked, "chosen": chosen, "held": wenli.library.canon.held, "layers": _LAYERS}
    if not asked:
        return page("search.html", results=None, **form)
    try:
        query = SearchQuery(q=asked, k=RESULTS, **chosen)
    except ValidationError as error:
        problem = explain(error)
        response = page("search.html", results=None, problem=problem, **form)
        response.status_code = problem.kind.status
    else:
        filters = read_filters(query, wenli.library, prefix="")
        hits = wenli.search(query.q, filters, query.k)
        editions = wenli.search_editions(query.q, filters, PAGES)
        reply = search_reply(query.q, hits, wenli.library, wenli.terms, editions)
        shown = {"results": [_shown(found, wenli.library) for found in reply.results], "editions": reply.editions}
        response = page("search.html", place=_place(asked, wenli.library), **shown, **form)
    response.headers["Cache-Control"] = "no-store"
    return response


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


def _place(asked: str, library: Library) -> str:
    """The page of the passage that what was looked for is a reference to; "" where it is none."""
    try:
        ref = library.resolver.resolve(asked).ref
    except (ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown):
        return ""
    return read_url(str(ref))


def _shown(found: FoundReply, library: Library) -> Shown:
    who = speaker(found.commentator, library, language(request))
    layer = next(layer for layer in Layer if layer.zh == found.layer)
    return Shown(found, marked(found.text, found.highlights), who, script_of(found.witness, library), layer.value)


def marked(text: str, spans: list[tuple[int, int]]) -> tuple[tuple[str, bool], ...]:
    """A text cut at spans: ``marked("司正為司馬", [(3, 5)]) == (("司正為", False), ("司馬", True))``."""
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    cut = ((text[start:end], bool(at % 2)) for at, (start, end) in enumerate(pairwise(edges)))
    return tuple(piece for piece in cut if piece[0])
