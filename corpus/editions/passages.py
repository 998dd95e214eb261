"""Pages cut into passages: what is indexed, found and cited of an edition.

    passages(edition)[0].ref            KR1d0026_SBCK_001-1a#text.1

The large characters of a page are one text, its small ones another; neither is joined over the end of a page. A
passage has at most 300 characters. Where two notes meet, or text and commentary printed lower, is a *seam*: words on
both sides of it do not belong together, and no quotation is taken over it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from corpus.editions.places import Place
from corpus.model import Layer, Leaf
from corpus.pieces import LIMIT, cut
from corpus.readers.mandoku import Edition

_REF = re.compile(r"(?P<page>KR\d[a-z]\d{4}_[^#\s]+)(?:#(?P<voice>text|note)\.(?P<number>[1-9]\d*))?")


@dataclass(frozen=True)
class PagePassage:
    """A piece of the large characters of a page, or of its small ones (``note``), at most 300 characters.

    ``ref`` is the page with the kind and number of the piece, ``start`` where it begins in the page's text. ``seams``
    are positions in ``text`` where words that do not belong together meet. ``clauses`` are the clauses that stand in
    it, as far as they were found.
    """

    ref: str
    page: str
    note: bool
    edition: str
    title: str
    juan: str
    chapter: int
    text: str
    start: int = 0
    seams: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()

    @property
    def witness(self) -> str:
        """The name of the edition among witnesses: ``kr1d0026``."""
        return self.edition.lower()


def page_of(ref: str) -> str | None:
    """The page in the reference of a passage, or of a page itself; None where it is neither.

    >>> page_of("KR1d0026_SBCK_005-1a#note.2")
    'KR1d0026_SBCK_005-1a'
    """
    match = _REF.fullmatch(ref)
    return match["page"] if match else None


def passages(edition: Edition, name: str) -> tuple[PagePassage, ...]:
    """All passages of an edition, page by page, large characters before small ones."""
    seams = _seams(edition)
    counts: dict[str, int] = {}
    found: list[PagePassage] = []
    order = {id(leaf): at for at, leaf in enumerate(edition.pages)}
    places = {ref: at for at, ref in reversed(list(enumerate(dict.fromkeys(leaf.ref for leaf in edition.pages))))}
    for leaf in sorted(edition.pages, key=lambda leaf: (places[leaf.ref], leaf.note, order[id(leaf)])):
        for start, end in cut(leaf.text, Layer.SHU if leaf.note else Layer.JING, LIMIT):
            label = f"{leaf.ref}#{'note' if leaf.note else 'text'}"
            counts[label] = counts.get(label, 0) + 1
            inside = tuple(at - start for at in seams.get(id(leaf), ()) if start < at < end)
            found.append(
                PagePassage(
                    ref=f"{label}.{counts[label]}",
                    page=leaf.ref,
                    note=leaf.note,
                    edition=name,
                    title=leaf.title,
                    juan=leaf.juan,
                    chapter=leaf.chapter,
                    text=leaf.text[start:end],
                    start=start,
                    seams=inside,
                )
            )
    return tuple(found)


def _seams(edition: Edition) -> dict[int, list[int]]:
    """For each page (by identity) the positions where one run of text, or one note, ends and another begins."""
    owners: dict[int, list[tuple[int, int]]] = {}
    for number, track in enumerate(edition.texts):
        for part in track:
            owners.setdefault(id(part.unit), []).append((part.start, number))
    found: dict[int, list[int]] = {}
    for leaf, starts in owners.items():
        starts.sort()
        found[leaf] = [at for (_, before), (at, after) in pairwise(starts) if before != after]
    return found


def placed(pieces: Iterable[PagePassage], places: Iterable[Place]) -> tuple[PagePassage, ...]:
    """The passages of an edition with the clauses that stand in them; notes with those that stand on their page."""
    on_page: dict[str, list[tuple[int, int, str]]] = {}
    for place in places:
        for page, start, end in place.spans:
            on_page.setdefault(page, []).append((start, end, place.ref))
    return tuple(
        replace(
            piece,
            clauses=tuple(
                dict.fromkeys(
                    ref
                    for start, end, ref in on_page.get(piece.page, ())
                    if piece.note or (start < piece.start + len(piece.text) and end > piece.start)
                )
            ),
        )
        for piece in pieces
    )


def leaves_of(edition: Edition, page: str) -> tuple[Leaf | None, Leaf | None]:
    """The large and the small characters of one page."""
    own = [leaf for leaf in edition.pages if leaf.ref == page]
    return next((x for x in own if not x.note), None), next((x for x in own if x.note), None)
