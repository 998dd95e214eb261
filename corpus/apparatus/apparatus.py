"""The apparatus of everything that is held, put together from the texts, the editor's list and what is reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from corpus.apparatus.judged import judgements, lacking
from corpus.apparatus.model import Variation
from corpus.apparatus.notes import notes, on_notes
from corpus.apparatus.punctuation import punctuated_witnesses, punctuation
from corpus.apparatus.reported import Reported, reported
from corpus.apparatus.variations import variations
from corpus.canon import Canon, rows
from corpus.model import Unit
from corpus.texts import Work

BOOKS = Path(__file__).parent / "books.tsv"


@dataclass(frozen=True)
class Book:
    """A collator's book that is not held: who wrote it, and its title; pages of it name ``book`` first."""

    book: str
    commentator: str
    name_hans: str
    name_en: str
    title_hant: str
    title_en: str


@lru_cache(maxsize=1)
def books() -> dict[str, Book]:
    """The books whose pages remarks name: ``books()["KR1d0038_WYG_018"].commentator == "張爾岐"``."""
    columns = ("book", "commentator", "name_hans", "name_en", "title_hant", "title_en")
    return {row["book"]: Book(**row) for row in rows(BOOKS, columns)}


@dataclass(frozen=True)
class Apparatus:
    """Every place where the parties part, by clause; ``by_note`` has those of 鄭玄's notes on which the sense turns."""

    by_clause: Mapping[str, tuple[Variation, ...]]
    canon: Canon
    works: Mapping[str, Work]
    printed: Mapping[str, Sequence[Unit]]
    by_note: Mapping[str, tuple[Variation, ...]] = field(default_factory=dict)

    def at(self, ref: str) -> tuple[Variation, ...]:
        """The places of a clause, in order; none where all agree."""
        return self.by_clause.get(ref, ())

    def on(self, comment: str) -> tuple[Variation, ...]:
        """The places of a note, in order; ``ref`` of each is the comment's, and its spans count in the whole note."""
        return self.by_note.get(comment, ())

    def within(self, refs: Iterable[str]) -> Iterator[Variation]:
        """The places of several clauses, clause by clause."""
        for ref in refs:
            yield from self.at(ref)

    @property
    def all(self) -> Iterator[Variation]:
        """Every place, in the order of the canon."""
        return self.within(self.by_clause)

    @cached_property
    def punctuation(self) -> Mapping[str, tuple[Variation, ...]]:
        """Where punctuated witnesses have other marks than the canon, by clause; no readings, and many."""
        punctuated = punctuated_witnesses([unit for units in self.printed.values() for unit in units])
        clauses = self.canon.clauses
        found = {
            ref: punctuation((ref, clauses[ref].text), units, self.works, punctuated)
            for ref, units in self.printed.items()
        }
        return {ref: found[ref] for ref in clauses if found.get(ref)}


def apparatus_of(canon: Canon, works: Mapping[str, Work], units: Sequence[Unit]) -> Apparatus:
    """The apparatus of these units; remarks count where the comment they stand in is among them."""
    printed: dict[str, list[Unit]] = {}
    held: dict[str, dict[str, str]] = {}
    comments = {unit.whole_ref for unit in units if not unit.layer.is_base}
    for unit in units:
        if unit.layer.is_base:
            printed.setdefault(unit.ref, []).append(unit)
            held.setdefault(unit.witness, {})[unit.ref] = unit.text
    reports: dict[str, list[Reported]] = {}
    for report in reported(canon):
        if not report.comment or report.comment in comments:
            reports.setdefault(report.ref, []).append(report)
    gone: dict[str, list[str]] = {}
    for witness, texts in held.items():
        for ref in () if works[witness].fragment else lacking(canon, texts):
            gone.setdefault(ref, []).append(witness)
    judged = judgements()
    found = {
        ref: variations(
            (ref, clause.text), printed[ref], works, judged, reports=reports.get(ref, ()), lacking=gone.get(ref, ())
        )
        for ref, clause in canon.clauses.items()
        if ref in printed
    }
    by_note = on_notes(notes(), [unit for unit in units if not unit.layer.is_base])
    return Apparatus({ref: places for ref, places in found.items() if places}, canon, works, printed, by_note)
