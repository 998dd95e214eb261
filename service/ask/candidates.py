"""From a question understood to the rows of the book that may answer it, each with the numbers that tell how well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Book, Row
from corpus.model import chapter_of
from corpus.rites.parallels import Parallels, phase_of
from index.query import Hit
from index.rows import RowIndex
from index.search import Index
from service.ask.features import Views, features
from service.ask.parts import core, main_clause
from service.ask.question import Question
from service.ask.romanized import glossed

Floats = NDArray[np.float32]
NEAREST = 60
"""Rows found by their own texts."""
OF_PHASE = 60
"""Rows of the phase that the turn before was about."""
LEADING, EACH = 6, 8
"""Of how many of the best passages how many rows each join, that rest on them."""


@dataclass(frozen=True)
class Candidates:
    """Rows that may answer, with their features, float32 (n, features)."""

    rows: tuple[Row, ...]
    features: Floats


def views_of(question: Question) -> tuple[str, str, str]:
    """The texts by which candidates are looked for: the question with what it leaves to the turn before, by itself, and
    its main clause."""
    named = glossed if question.lang == "en" else str
    alone = named(core(question.text))
    return named(question.resolved or question.text), alone, main_clause(alone)


class Finder:
    """Finds candidates in one book and its index."""

    def __init__(self, book: Book, parallels: Parallels, index: Index) -> None:
        self._book = book
        self._parallels = parallels
        self._index = index
        self._rows: RowIndex | None = index.rows
        self._by_phase: dict[str, list[Row]] = {}
        for row in book.rows.values():
            self._by_phase.setdefault(phase_of(row.clause), []).append(row)

    def find(self, question: Question, hits: Sequence[Hit]) -> Candidates:
        """The candidates for a question, or for one of its parts; ``hits`` are the ranked passages of the whole."""
        if self._rows is None:
            return Candidates((), np.zeros((0, 0), dtype=np.float32))
        asked, alone, main = views_of(question)
        vector = self._index.vector(asked)
        resting = [
            self._rows.at[row.id]
            for hit in hits[:LEADING]
            for row in self._book.by_ref.get(hit.unit.whole_ref, ())[:EACH]
        ]
        leans = bool(question.follows)
        if leans:
            resting += self._of_phases(question)
            earlier = self._index.vector(question.follows)
            resting += self._rows.find(question.follows, earlier, NEAREST // 2).at.tolist()
        if alone != asked:
            by_itself = self._index.vector(alone)
            resting += self._rows.find(alone, by_itself, NEAREST // 2).at.tolist()
        if main != alone:
            of_main = self._index.vector(main)
            resting += self._rows.find(main, of_main, NEAREST // 4).at.tolist()
        near = self._rows.find(asked, vector, NEAREST, resting)
        own = near.at.tolist()
        by_itself_near = near if alone == asked else self._rows.compare(alone, by_itself, own)
        views = Views(
            near,
            by_itself_near,
            by_itself_near if main == alone else self._rows.compare(main, of_main, own),
            self._rows.compare(question.follows, earlier, own) if leans else None,
        )
        rows = tuple(self._rows.rows[at] for at in own)
        return Candidates(rows, features(question, views, rows, hits, self._sisters(question)))

    def _of_phases(self, question: Question) -> list[int]:
        """The rows of the phase that the answer before rested on first; where another rite is named now, of the phases
        of that rite in which the same is done."""
        if not question.places:
            return []
        here = phase_of(question.places[0])
        named = question.chapters and not question.inherited
        phases = sorted(self._sisters(question)) if named else []
        found = [self._by_phase.get(phase, ()) for phase in phases or [here]]
        at = self._rows.at if self._rows else {}
        return [at[row.id] for own in found for row in own[: OF_PHASE // len(found)]]

    def _sisters(self, question: Question) -> frozenset[str]:
        """The phases of the rites asked about in which the same is done as in that of the answer before."""
        if not question.places:
            return frozenset()
        found = (one.ref for one in self._parallels.of(phase_of(question.places[0])))
        return frozenset(ref for ref in found if "." in ref and chapter_of(ref) in question.chapters)
