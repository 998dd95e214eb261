"""Words of editions chosen for an answer: clauses as the edition prints them, or a piece of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.editions.passages import PagePassage
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Leaf, Stored, Unit
from service.ask.draft import BASE_LIMIT, COMMENT_LIMIT
from service.ask.excerpt import Focus, sentences, trimmed


@dataclass(frozen=True)
class EditionQuote:
    """``unit.text[start:end]`` of a clause of an edition, or of a piece of one of its pages."""

    unit: Stored
    passage: PagePassage
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words, as stored."""
        return self.unit.text[self.start : self.end]


def quote(passage: PagePassage, library: Library, focus: Focus) -> EditionQuote:
    """The words of a passage that bear most on a question: of its clauses if it has any, else of itself."""
    clauses = [] if passage.note else [unit for unit in _clauses(passage, library) if unit.text]
    if clauses:
        unit = max(clauses, key=lambda unit: focus.score(fold(unit.text)))
        start, end = _best(unit.text, (), focus, BASE_LIMIT)
        return EditionQuote(unit, passage, start, end)
    start, end = _best(passage.text, passage.seams, focus, COMMENT_LIMIT)
    return EditionQuote(as_leaf(passage), passage, start, end)


def as_leaf(passage: PagePassage) -> Leaf:
    """A passage as what citations are checked against."""
    return Leaf(passage.ref, passage.text, passage.witness, passage.title, passage.juan, passage.note, passage.chapter)


def _clauses(passage: PagePassage, library: Library) -> Iterator[Unit]:
    for ref in passage.clauses:
        yield from (unit for unit in library.by_ref(ref) if unit.witness == passage.witness)


def _best(text: str, seams: Sequence[int], focus: Focus, limit: int) -> tuple[int, int]:
    """The span, within seams and no longer than ``limit``, in which most of what is asked stands; the first of them."""
    spans = [span for start, end in pairwise((0, *seams, len(text))) for span in _spans(text, start, end, limit)]
    best = max(spans, key=lambda span: (focus.score(fold(text[slice(*span)])), -span[0]))
    return trimmed(text, *best)


def _spans(text: str, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    """Whole sentences as many as go within the limit, from each sentence on; a long one is cut."""
    if end - start <= limit:
        yield start, end
        return
    ends = [start + last for _, last in sentences(text[start:end], limit)]
    for first in (start, *ends[:-1]):
        within = [last for last in ends if first < last <= first + limit]
        yield first, within[-1] if within else min(first + limit, end)
