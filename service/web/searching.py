"""The page of a search: what has the words looked for, a page at a time, and apart from it what is only near."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from flask import Response, request
from pydantic import ValidationError

from corpus.errors import ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown
from corpus.library import Library
from corpus.model import Layer
from service.ask.speakers import author
from service.contract.replies import FoundReply
from service.contract.schemas import SearchQuery
from service.contract.wire import search_reply
from service.problems import explain
from service.texts.filters import read_filters
from service.texts.passage import read_url
from service.web.interface import language
from service.web.page import page
from service.web.reading import rendered, script_of

if TYPE_CHECKING:
    from service.wenli import Wenli

RANKED = 100
"""Passages that are ranked for a search; so many are looked through for the words."""
ON_A_PAGE = 20
"""Passages on a page of results."""
NEAR = 5
"""Passages near in meaning that are shown where none, or few, have the words."""
EDITIONS = 10
"""Pages of editions below them."""
_LAYERS = {layer.zh: layer.value for layer in (Layer.JING, Layer.JI, Layer.ZHU, Layer.SHU, Layer.AN, Layer.YIN)}
_FILTERS = ("chapter", "layer", "commentator", "witness")


@dataclass(frozen=True)
class Shown:
    """A passage found; ``pieces`` are its text, each with whether it is what was looked for; ``meaning`` is Wenli's."""

    found: FoundReply
    pieces: tuple[tuple[str, bool], ...]
    speaker: str
    script: str
    code: str
    meaning: str


@dataclass(frozen=True)
class Results:
    """One page of what was found. ``total`` are the passages with the words; ``more``: there may be others.

    ``near`` have none of the words.
    """

    shown: tuple[Shown, ...]
    total: int
    more: bool
    near: tuple[Shown, ...]
    at: int
    pages: int

    @property
    def first(self) -> int:
        """The number of the first passage on the page."""
        return (self.at - 1) * ON_A_PAGE + 1


def search_page(wenli: Wenli) -> Response:
    """The page of a search, as its address asks."""
    asked = request.args.get("q", "").strip()
    chosen = {name: [v for v in request.args.getlist(name) if v] for name in _FILTERS}
    library = wenli.library
    form = {"asked": asked, "chosen": chosen, "held": library.canon.held, "layers": _LAYERS}
    form |= {"commentators": library.commentators.values(), "works": library.works.values()}
    if not asked:
        return page("search.html", results=None, **form)
    try:
        query = SearchQuery.model_validate({"q": asked, **chosen})
    except ValidationError as error:
        problem = explain(error)
        response = page("search.html", results=None, problem=problem, **form)
        response.status_code = problem.kind.status
    else:
        filters = read_filters(query, library, prefix="")
        hits = wenli.search(query.q, filters, RANKED)
        editions = wenli.search_editions(query.q, filters, EDITIONS)
        reply = search_reply(query.q, hits, library, wenli.terms, editions)
        results = page_of(reply.results, request.args.get("page", ""), library)
        response = page("search.html", place=_place(asked, library), results=results, editions=reply.editions, **form)
    response.headers["Cache-Control"] = "no-store"
    return response


def page_of(ranked: list[FoundReply], wanted: str, library: Library) -> Results:
    """The page ``wanted`` of ranked passages; where it is none, the first or the last there is."""
    found = [one for one in ranked if has_words(one)]
    near = [one for one in ranked if not has_words(one)]
    pages = max(1, -(-len(found) // ON_A_PAGE))
    at = min(max(int(wanted) if wanted.isascii() and wanted.isdecimal() else 1, 1), pages)
    shown = found[(at - 1) * ON_A_PAGE : at * ON_A_PAGE]
    cut = len(ranked) >= RANKED and any(has_words(one) for one in ranked[-ON_A_PAGE:])
    few = near[:NEAR] if len(found) < NEAR else []
    return Results(
        tuple(_shown(one, library) for one in shown),
        len(found),
        cut,
        tuple(_shown(one, library) for one in few),
        at,
        pages,
    )


def has_words(found: FoundReply) -> bool:
    """Whether a passage has what was looked for, or the classical terms for it, and is not only near in meaning."""
    return bool(found.highlights) or "lexical" in found.why


def _place(asked: str, library: Library) -> str:
    """The page of the passage that what was looked for is a reference to; "" where it is none."""
    try:
        ref = library.resolver.resolve(asked).ref
    except (ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown):
        return ""
    return read_url(str(ref))


def _shown(found: FoundReply, library: Library) -> Shown:
    lang = language(request)
    layer = next(layer for layer in Layer if layer.zh == found.layer)
    rites = library.rites
    whole = next((unit.whole_ref for unit in library.by_ref(found.ref)), found.ref)
    meaning = rendered(rites.notes.get(whole) if "#" in found.ref else rites.renderings.get(found.ref), lang)
    return Shown(
        found,
        marked(found.text, found.highlights),
        author(found.commentator, library, lang),
        script_of(found.witness, library),
        layer.value,
        meaning,
    )


def marked(text: str, spans: list[tuple[int, int]]) -> tuple[tuple[str, bool], ...]:
    """A text cut at spans: ``marked("司正為司馬", [(3, 5)]) == (("司正為", False), ("司馬", True))``."""
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    cut = ((text[start:end], bool(at % 2)) for at, (start, end) in enumerate(pairwise(edges)))
    return tuple(piece for piece in cut if piece[0])
