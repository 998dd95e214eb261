"""The collation of a chapter: clause by clause the witnesses aligned at the places where they part."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from corpus.apparatus.collation import Kind
from corpus.apparatus.model import Variation
from corpus.library import Library
from service.texts.language import Lang
from service.texts.variants import Wanted, select
from service.web.interface import language
from service.web.page import moved, page
from service.web.reading import script_of
from service.web.side_by_side import ShownPlace, label, shown

ON_A_PAGE = 25
"""Clauses on a page."""
KINDS = tuple(kind for kind in Kind if kind is not Kind.PUNCTUATION)


@dataclass(frozen=True)
class Cell:
    """What one witness has at one place: its characters ("" where they are lacking), how they differ from the
    canon's ("" where they do not), and whether it has the clause at all."""

    text: str
    kind: str
    held: bool


@dataclass(frozen=True)
class Row:
    """A witness beside the others: a cell for each place."""

    label: str
    script: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Collated:
    """A clause: its words cut at the places – each with the number of the place, or 0 – and the witnesses aligned."""

    ref: str
    pieces: tuple[tuple[str, int], ...]
    places: tuple[ShownPlace, ...]
    kinds: tuple[tuple[str, ...], ...]
    rows: tuple[Row, ...]


def blueprint(library: Library) -> Blueprint:
    """The pages, reading from the apparatus of ``library``."""
    site = Blueprint("collation", __name__)

    @site.get("/variants")
    def first() -> BaseResponse:
        """To the first chapter held."""
        return redirect(moved(f"/variants/{library.canon.held[0].number}"))

    @site.get("/variants/<int:chapter>")
    def variants(chapter: int) -> Response:
        """Where the witnesses of a chapter differ, of one kind and in one witness where these are named."""
        found = next((one for one in library.canon.held if one.number == chapter), None)
        if found is None:
            abort(404)
        kind, witness = (request.args.get(name, "") for name in ("kind", "witness"))
        wanted = Wanted(
            chapters=frozenset({chapter}),
            kinds=frozenset(one for one in KINDS if one.value == kind),
            witnesses=frozenset({witness} & set(library.works)),
        )
        places = select(library, wanted)
        clauses = [(ref, tuple(own)) for ref, own in groupby(places, key=lambda place: place.ref)]
        pages = max(1, -(-len(clauses) // ON_A_PAGE))
        asked = request.args.get("page", "")
        at = min(max(int(asked) if asked.isascii() and asked.isdecimal() else 1, 1), pages)
        lang = language(request)
        everywhere = select(library, Wanted(chapters=wanted.chapters))
        return page(
            "variants.html",
            chapter=found,
            held=library.canon.held,
            clauses=[collated(ref, library, lang, own) for ref, own in clauses[(at - 1) * ON_A_PAGE : at * ON_A_PAGE]],
            total=len(places),
            at=at,
            pages=pages,
            counts=Counter(one.value for place in everywhere for one in place.kinds),
            kinds=[one.value for one in KINDS],
            works=[library.works[w] for w in library.works if any(w in place.witnesses for place in everywhere)],
            chosen={"kind": kind, "witness": witness},
        )

    return site


def collated(ref: str, library: Library, lang: Lang, places: tuple[Variation, ...]) -> Collated:
    """A clause with the witnesses that hold it, aligned at ``places``."""
    units = [unit for unit in library.by_ref(ref) if unit.base_ref == ref and "#" not in unit.ref]
    text = library.canon.clauses[ref].text
    return Collated(
        ref,
        _cut(text, places),
        shown(places, library, lang, f"{ref}-"),
        tuple(tuple(kind.value for kind in place.kinds) for place in places),
        tuple(
            Row(
                label(unit.witness, library, lang),
                script_of(unit.witness, library),
                tuple(_cell(place, unit.witness) for place in places),
            )
            for unit in units
        ),
    )


def _cut(text: str, places: tuple[Variation, ...]) -> tuple[tuple[str, int], ...]:
    """The canon's clause at its places; one that begins within another is not marked a second time."""
    found: list[tuple[str, int]] = []
    at = 0
    for number, place in enumerate(places, 1):
        if place.start < at:
            continue
        found += [(text[at : place.start], 0), (text[place.start : place.end], number)]
        at = place.end
    return tuple(piece for piece in (*found, (text[at:], 0)) if piece[0] or piece[1])


def _cell(place: Variation, witness: str) -> Cell:
    for reading in place.readings:
        if any(printed.witness == witness for printed in reading.printed):
            own = next(printed for printed in reading.printed if printed.witness == witness)
            return Cell(own.text if reading.text else "", reading.kind.value if reading.kind else "", True)
    return Cell("", "", False)
