"""The witnesses of a clause side by side, as pages show them: what differs is marked, and told below.

A place is numbered in its clause; the mark in a witness's text leads to the place, which says in words how it differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.apparatus.model import Printed, Reading, Remark, Variation
from corpus.library import Library
from corpus.model import Unit
from service.texts.language import Lang
from service.texts.passage import read_url
from service.texts.variants import book_of
from service.web.page import in_script

CARET = "‸"
"""What stands in a text where words are lacking."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a text. ``anchor`` is its place on the page for citations to point to, "" where it has none; where
    the text differs, ``place`` is the anchor of the place, ``number`` its number and ``kind`` how it differs."""

    text: str
    anchor: str = ""
    place: str = ""
    number: int = 0
    kind: str = ""


@dataclass(frozen=True)
class ShownReading:
    """A reading and who has it, in words; ``kind`` and ``standing`` are names of words of the page, or ""."""

    text: str
    kind: str
    standing: str
    who: tuple[str, ...]
    parties: tuple[str, ...]
    reported: bool


@dataclass(frozen=True)
class ShownRemark:
    """A collator's words, who says them and where they stand."""

    who: str
    where: str
    url: str
    quote: str


@dataclass(frozen=True)
class ShownPlace:
    """A place of a clause with its readings, the canon's first, and what is said of it."""

    anchor: str
    number: int
    through: str
    readings: tuple[ShownReading, ...]
    remarks: tuple[ShownRemark, ...]
    evidence: str
    reason: str


def shown(places: Sequence[Variation], library: Library, lang: Lang, prefix: str = "") -> tuple[ShownPlace, ...]:
    """The places of a clause in the reader's language, numbered from 1."""
    return tuple(
        ShownPlace(
            anchor=f"{prefix}v{number}",
            number=number,
            through=place.through,
            readings=tuple(_reading(reading, library, lang) for reading in place.readings),
            remarks=tuple(dict.fromkeys(_remark(remark, library, lang) for remark in place.remarks)),
            evidence=place.evidence,
            reason=place.reason,
        )
        for number, place in enumerate(places, 1)
    )


def marked(unit: Unit, places: Sequence[Variation], prefix: str = "") -> tuple[Piece, ...]:
    """A witness's clause cut where it differs from the canon; the texts of the pieces joined are the clause's, but for
    the caret where words are lacking."""
    found: list[Piece] = []
    at = 0
    for number, place in enumerate(places, 1):
        differing = _differing(place, unit.witness)
        if differing is None or differing[1].start < at:
            continue
        kind, printed = differing
        text = unit.text[printed.start : printed.end] or CARET
        found += [Piece(unit.text[at : printed.start]), Piece(text, "", f"{prefix}v{number}", number, kind)]
        at = printed.end
    return tuple(piece for piece in (*found, Piece(unit.text[at:])) if piece.text)


def _differing(place: Variation, witness: str) -> tuple[str, Printed] | None:
    for reading in place.readings:
        for printed in reading.printed:
            if printed.witness == witness:
                return (reading.kind.value, printed) if reading.kind else None
    return None


def _reading(reading: Reading, library: Library, lang: Lang) -> ShownReading:
    return ShownReading(
        text=reading.text,
        kind=f"class_{reading.kind.value}" if reading.kind else "",
        standing=f"standing_{reading.standing.value}" if reading.standing else "",
        who=tuple(label(printed.witness, library, lang) for printed in reading.printed),
        parties=reading.parties,
        reported=reading.reported,
    )


def label(witness: str, library: Library, lang: Lang) -> str:
    """What a witness is called in the reader's language."""
    work = library.works[witness]
    return work.label_en if lang == "en" else in_script(work.label_hant, lang)


def _remark(remark: Remark, library: Library, lang: Lang) -> ShownRemark:
    if remark.comment:
        unit = library.by_ref(remark.comment)[0]
        person = next((p for p in library.commentators.values() if p.name_hant == unit.commentator), None)
        names = (person.name_hant, person.name_hans, person.name_en) if person else ("", "", "")
        where, url = remark.comment, read_url(remark.comment)
    else:
        book = book_of(remark)
        names = (book.commentator, book.name_hans, book.name_en)
        title = book.title_en if lang == "en" else in_script(book.title_hant, lang)
        where, url = f"{title} {remark.page.rpartition('-')[2]}", ""
    return ShownRemark({"zh-Hant": names[0], "zh-Hans": names[1], "en": names[2]}[lang], where, url, remark.quote)
