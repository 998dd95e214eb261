"""From a question understood to the rows of the book that may answer it, each with the numbers that tell how well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Book, Row
from corpus.rites.parallels import phase_of
from index.query import Hit
from index.rows import RowIndex
from index.search import Index
from service.ask.features import features
from service.ask.parts import core
from service.ask.question import Question

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


class Finder:
    """Finds candidates in one book and its index."""

    def __init__(self, book: Book, index: Index) -> None:
        self._book = book
        self._index = index
        self._rows: RowIndex | None = index.rows

    def find(self, question: Question, hits: Sequence[Hit], text: str = "") -> Candidates:
        """The candidates for a question, or for one part of it (``text``); ``hits`` are its ranked passages."""
        if self._rows is None:
            return Candidates((), np.zeros((0, 0), dtype=np.float32))
        asked = text or question.resolved or question.text
        alone = text or core(question.text)
        vector = self._index.vector(asked)
        resting = [
            self._rows.at[row.id]
            for hit in hits[:LEADING]
            for row in self._book.by_ref.get(hit.unit.whole_ref, ())[:EACH]
        ]
        if not question.alone and not text:
            resting += self._of_phases(question)
        if alone != asked:
            by_itself = self._index.vector(alone)
            resting += self._rows.find(alone, by_itself, NEAREST // 2).at.tolist()
        near = self._rows.find(asked, vector, NEAREST, resting)
        pair = (near, near)
        if alone != asked:
            pair = (near, self._rows.compare(alone, by_itself, near.at.tolist()))
        rows = tuple(self._rows.rows[at] for at in near.at.tolist())
        before = frozenset(phase_of(ref) for ref in question.places)
        intent = np.array(question.intent, dtype=np.float32)
        return Candidates(rows, features(question, intent, pair, rows, hits, before))

    def _of_phases(self, question: Question) -> list[int]:
        """The rows of the phase that the answer before rested on first."""
        at = self._rows.at if self._rows else {}
        phase = phase_of(question.places[0]) + "." if question.places else ""
        rows = [row for row in self._book.rows.values() if row.id.startswith(phase)] if phase else []
        return [at[row.id] for row in rows[:OF_PHASE]]
