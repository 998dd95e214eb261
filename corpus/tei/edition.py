"""The canon's text of a chapter with its apparatus, in TEI: every place where the parties part, where it stands.

    楅，髤，橫而<app xml:id="app.5.52.40.2"><lem wit="#wit.tongxing" corresp="#string-range(…)">奉</lem>
    <rdg wit="#wit.tongxing-b #wit.tongxing-c #reported.2" type="substantive" ana="#standing.shared" …>拳</rdg>…</app>

``wit`` names who has a reading, held or only reported; ``corresp`` points to the characters that each held witness
prints there, in the order of ``wit``. What collators say stands as notes in the place it is about and points to the
comment, or the page, where they say it. A passage that a party lacks as a whole is an ``app`` around its first clause
whose ``to`` names the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lxml import etree

from corpus.apparatus.judged import Standing
from corpus.apparatus.model import Printed, Reading, Remark, Variation
from corpus.canon import Chapter, Phase
from corpus.library import Library
from corpus.tei.names import (
    CANON,
    EDITIONS,
    ID,
    LANG,
    E,
    clause_id,
    entry_id,
    phase_id,
    string_range,
    witness_id,
)

Sigla = Mapping[str, str]
"""A party that is only reported → its identifier."""


def edition_text(library: Library, chapter: Chapter) -> etree._Element:
    """The ``text`` of the canon: phases, clauses, and in these the apparatus."""
    known = sigla(library, chapter)
    body = E.div({"type": "chapter", "n": str(chapter.number)}, E.head(chapter.name_hant, {LANG: "zh-Hant"}))
    for phase in chapter.phases:
        division = E.div({"type": "phase", "n": str(phase.number), ID: phase_id(phase.ref)}, *heads(phase))
        for clause in phase.clauses:
            ab = E.ab({"type": clause.layer.value, "n": clause.ref, ID: clause_id(clause.ref)})
            _clause(ab, clause.text, _Places(library, known, library.apparatus.at(clause.ref)))
            division.append(ab)
        body.append(division)
    return E.text({"n": CANON, LANG: "lzh-Hant"}, E.body(body))


def heads(phase: Phase) -> Iterator[etree._Element]:
    """The names of a phase in three forms."""
    for name, lang in ((phase.name_hant, "zh-Hant"), (phase.name_hans, "zh-Hans"), (phase.name_en, "en")):
        yield E.head(name, {LANG: lang})


def sigla(library: Library, chapter: Chapter) -> dict[str, str]:
    """The parties that are reported anywhere in a chapter, each with an identifier, in the order they are met."""
    places = list(library.apparatus.within(clause.ref for clause in chapter.clauses))
    parties = [party for place in places for reading in place.readings for party in reading.parties]
    return {party: f"reported.{number}" for number, party in enumerate(dict.fromkeys(parties), 1)}


class _Places:
    """The places of one clause with what is needed to write them."""

    def __init__(self, library: Library, known: Sigla, places: Sequence[Variation]) -> None:
        self.library = library
        self.known = known
        self.places = places

    def at(self, place: Variation) -> str:
        """The identifier of a place: ``app.5.52.40.2``."""
        return f"app.{place.ref}.{self.places.index(place) + 1}"

    def inside(self, place: Variation) -> list[Variation]:
        """The places that lie within another, which therefore comes before them."""
        later = self.places[self.places.index(place) + 1 :]
        return [p for p in later if place.start <= p.start and p.end <= place.end]


def _clause(ab: etree._Element, text: str, places: _Places) -> None:
    """The text of a clause, each place of its apparatus where it stands; one place may hold others."""
    _fill(ab, (text, 0, len(text)), list(places.places), places)


def _fill(element: etree._Element, span: tuple[str, int, int], todo: list[Variation], places: _Places) -> None:
    """Put ``text[start:end]`` into an element, the places to do within it as elements of their own."""
    text, at, end = span
    last: etree._Element | None = None
    while todo:
        place = todo.pop(0)
        within = [p for p in places.inside(place) if p in todo]
        todo = [p for p in todo if p not in within]
        _put(element, last, text[at : place.start])
        last = _app(place, text, within, places)
        element.append(last)
        at = place.end
    _put(element, last, text[at:end])


def _put(element: etree._Element, last: etree._Element | None, text: str) -> None:
    if last is None:
        element.text = text or None
    else:
        last.tail = text or None


def _app(place: Variation, text: str, within: list[Variation], places: _Places) -> etree._Element:
    app = E.app({ID: places.at(place)})
    if place.through:
        app.set("from", f"#{clause_id(place.ref)}")
        app.set("to", f"#{clause_id(place.through)}")
    lem = E.lem(_parties(place.readings[0], place.ref, places.known))
    _fill(lem, (text, place.start, place.end), within, places)
    app.append(lem)
    for reading in place.readings[1:]:
        rdg = E.rdg(_parties(reading, place.ref, places.known))
        rdg.text = reading.text or None
        app.append(rdg)
    app.extend(_notes(place, places.library))
    return app


def _parties(reading: Reading, ref: str, known: Sigla) -> dict[str, str]:
    """The attributes of a reading: who has it, where they print it, of what kind it is."""
    names = [witness_id(p.witness) for p in reading.printed]
    names += [known[party] for party in reading.parties]
    names += [EDITIONS] if reading.reported else []
    found = {"wit": " ".join(f"#{name}" for name in names)} if names else {}
    if spots := [_spot(p, ref) for p in reading.printed]:
        found["corresp"] = " ".join(spots)
    if reading.kind:
        found["type"] = reading.kind.value
    if reading.standing is not Standing.UNJUDGED:
        found["ana"] = f"#standing.{reading.standing.value}"
    return found


def _spot(printed: Printed, ref: str) -> str:
    """The characters a witness prints; of a witness that leaves the whole clause out, the witness itself."""
    if printed.start == printed.end == 0:
        return f"#{witness_id(printed.witness)}"
    return string_range(entry_id(printed.witness, ref), printed.start, printed.end)


def _notes(place: Variation, library: Library) -> Iterator[etree._Element]:
    for remark in place.remarks:
        note = E.note({"type": "remark", "source": _said(remark, library)}, E.name(remark.party, {"type": "party"}))
        note.append(E.quote(remark.quote))
        if remark.reading is not None:
            note.append(E.mentioned(remark.reading))
        yield note
    for kind, text in (("evidence", place.evidence), ("reason", place.reason)):
        if text:
            yield E.note(text, {"type": kind, LANG: "en"})


def _said(remark: Remark, library: Library) -> str:
    """Where a collator says it: the comment in the witness that prints it, or the page of a book that is not held."""
    if remark.comment:
        return f"#{entry_id(library.by_ref(remark.comment)[0].witness, remark.comment)}"
    return f"page:{remark.page}"


def remark_books(places: Iterable[Variation]) -> tuple[str, ...]:
    """The books whose pages the remarks name: ``("KR1d0038_WYG_018", …)``."""
    pages = [remark.page for place in places for remark in place.remarks if not remark.comment]
    return tuple(dict.fromkeys(page.rpartition("-")[0] for page in pages))
