"""Places where witnesses part: which of them are asked for, and how they are told to the world."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from corpus.apparatus.apparatus import Book, books
from corpus.apparatus.collation import Kind
from corpus.apparatus.judged import Standing
from corpus.apparatus.model import CANON, Reading, Remark, Variation
from corpus.library import Library
from service.contract.variant_replies import PrintedReply, ReadingReply, RemarkReply, VariantsReply, VariationReply
from service.passage import read_url

_STANDING: dict[Standing, Literal["shared", "slip", "error"] | None] = {
    Standing.SHARED: "shared",
    Standing.SLIP: "slip",
    Standing.ERROR: "error",
    Standing.UNJUDGED: None,
}


@dataclass(frozen=True)
class Wanted:
    """Which places: of any of these chapters, classes and witnesses; empty means all. ``canon`` is a witness, too."""

    chapters: frozenset[int] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    witnesses: frozenset[str] = frozenset()
    punctuation: bool = False

    def has(self, place: Variation) -> bool:
        """Whether a place is asked for; class and witness must meet in one reading."""
        if self.chapters and int(place.ref.split(".")[0]) not in self.chapters:
            return False
        others = [r for r in place.readings if r.kind and (not self.kinds or r.kind in self.kinds)]
        if not others:
            return not self.kinds and not self.witnesses
        if not self.witnesses or (CANON in self.witnesses and CANON in place.witnesses):
            return True
        return any(p.witness in self.witnesses for r in others for p in r.printed)


def select(library: Library, wanted: Wanted) -> tuple[Variation, ...]:
    """The places asked for, in the order of the canon; marks of punctuation after the readings of their clause."""
    marks = library.apparatus.punctuation if wanted.punctuation else {}
    return tuple(
        place
        for ref in library.canon.clauses
        for place in (*library.apparatus.at(ref), *marks.get(ref, ()))
        if wanted.has(place)
    )


def variants_reply(library: Library, wanted: Wanted, limit: int, offset: int) -> VariantsReply:
    """The reply of /v1/variants."""
    places = select(library, wanted)
    count = Counter(kind.value for place in places for kind in place.kinds)
    return VariantsReply(
        total=len(places),
        limit=limit,
        offset=offset,
        classes={kind.value: count[kind.value] for kind in Kind if count[kind.value]},
        variants=[variation_reply(place, library) for place in places[offset : offset + limit]],
    )


def variation_reply(place: Variation, library: Library) -> VariationReply:
    """One place with everything known of it."""
    return VariationReply(
        ref=place.ref,
        through=place.through or None,
        url=read_url(place.ref),
        text=library.canon.clauses[place.ref].text,
        start=place.start,
        end=place.end,
        readings=[_reading(reading) for reading in place.readings],
        remarks=[_remark(remark, library) for remark in place.remarks],
        evidence=place.evidence or None,
        reason=place.reason or None,
    )


def _reading(reading: Reading) -> ReadingReply:
    return ReadingReply(
        text=reading.text,
        kind=reading.kind.value if reading.kind else None,
        standing=_STANDING[reading.standing],
        canon=reading.kind is None,
        witnesses=[PrintedReply(witness=p.witness, text=p.text, start=p.start, end=p.end) for p in reading.printed],
        parties=list(reading.parties),
        reported=reading.reported,
    )


def book_of(remark: Remark) -> Book:
    """The book, not held, that a remark stands in; its page names it."""
    return books()[remark.page.rpartition("-")[0]]


def _remark(remark: Remark, library: Library) -> RemarkReply:
    if remark.comment:
        unit = library.by_ref(remark.comment)[0]
        source, commentator = library.works[unit.witness].label_hant, unit.commentator or ""
    else:
        source, commentator = book_of(remark).title_hant, book_of(remark).commentator
    return RemarkReply(
        ref=remark.comment or None,
        url=read_url(remark.comment) if remark.comment else None,
        page=remark.page or None,
        source=source,
        commentator=commentator,
        party=remark.party,
        quote=remark.quote,
        reading=remark.reading,
    )
