"""Places where witnesses part: which of them are asked for."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.apparatus.apparatus import Book, books
from corpus.apparatus.collation import Kind
from corpus.apparatus.model import CANON, Remark, Variation
from corpus.library import Library
from corpus.model import chapter_of


@dataclass(frozen=True)
class Wanted:
    """Which places: of any of these chapters, classes and witnesses; empty means all. ``canon`` is a witness, too."""

    chapters: frozenset[int] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    witnesses: frozenset[str] = frozenset()
    punctuation: bool = False

    def has(self, place: Variation) -> bool:
        """Whether a place is asked for; class and witness must meet in one reading."""
        if self.chapters and chapter_of(place.ref) not in self.chapters:
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


def book_of(remark: Remark) -> Book:
    """The book, not held, that a remark stands in; its page names it."""
    return books()[remark.page.rpartition("-")[0]]
