"""Questions that are known to be answered somewhere: how near the question at hand comes to one of them.

A clause is terse and classical, a question is neither; another question is the nearest thing to a question. The
questions are the first wordings of the rows of the book of answers, each with the passages that answer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Asked
from corpus.model import Unit
from index.lexical import Lexical

Floats = NDArray[np.float32]


def answering(questions: Sequence[Asked], units: Sequence[Unit]) -> list[list[int]]:
    """For each question the positions of the units, in all witnesses and pieces, that answer it.

    >>> answering((Asked(("5.21.3",), "who", "…", "…"),), library.units)
    [[1520, 2291]]
    """
    places: dict[str, list[int]] = {}
    for at, unit in enumerate(units):
        for ref in dict.fromkeys((unit.ref, unit.whole_ref)):
            places.setdefault(ref, []).append(at)
    return [[at for ref in question.refs for at in places.get(ref, ())] for question in questions]


@dataclass(frozen=True)
class Questions:
    """Questions that units answer. ``rows`` are the rows of their texts, first all Chinese, then all English, among
    the vectors; ``lexical`` has one entry for each text; ``answered[i]`` are the units that question i leads to."""

    asked: tuple[Asked, ...]
    answered: Sequence[Sequence[int]]
    rows: NDArray[np.int64]
    lexical: Lexical

    @cached_property
    def nearest(self) -> Nearest:
        """For every unit the best of its questions, in either language."""
        return Nearest([*self.answered, *self.answered])

    @cached_property
    def chapters(self) -> NDArray[np.int64]:
        """The chapter in which the first passage of each question stands."""
        return np.array([int(question.refs[0].split("#")[0].split(".")[0]) for question in self.asked], dtype=np.int64)

    def best(self, scores: Floats, chapters: frozenset[int], k: int) -> list[int]:
        """The ``k`` best questions, best first, by the better of their two texts; only of the chapters, if any."""
        score = scores.reshape(2, -1).max(axis=0)
        if chapters:
            score = np.where(np.isin(self.chapters, list(chapters)), score, -np.inf)
        return [int(at) for at in np.argsort(-score, kind="stable")[:k] if np.isfinite(score[at])]


class Nearest:
    """For every unit the best of the texts that lead to it."""

    def __init__(self, answered: Sequence[Sequence[int]]) -> None:
        pairs = sorted((unit, text) for text, own in enumerate(answered) for unit in own)
        self._texts = np.array([text for _, text in pairs], dtype=np.int64)
        self.held, self._starts = np.unique(np.array([unit for unit, _ in pairs], dtype=np.int64), return_index=True)

    def of(self, scores: Floats) -> Floats:
        """The best score, of one for each text, among the texts of each unit that has any."""
        if not len(self.held):
            return np.zeros(0, dtype=np.float32)
        best: Floats = np.maximum.reduceat(scores[self._texts], self._starts)
        return best
