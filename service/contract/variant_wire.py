"""The reply of /v1/variants: places where witnesses part, with everything known of them."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from corpus.apparatus.collation import Kind
from corpus.apparatus.judged import Standing
from corpus.apparatus.model import Reading, Remark, Variation
from corpus.library import Library
from service.contract.variant_replies import PrintedReply, ReadingReply, RemarkReply, VariantsReply, VariationReply
from service.texts.passage import read_url
from service.texts.variants import Wanted, book_of, select

_STANDING: dict[Standing, Literal["shared", "slip", "error"] | None] = {
    Standing.SHARED: "shared",
    Standing.SLIP: "slip",
    Standing.ERROR: "error",
    Standing.UNJUDGED: None,
}


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
