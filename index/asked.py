"""Questions that are known to be answered somewhere: how near the question at hand comes to one of them.

A clause is terse and classical, a question is neither; another question is the nearest thing to a question. The
questions are those of corpus/rites/NN.questions.tsv, written from the texts, each with the passages that answer it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corpus.model import Unit
from corpus.rites.data import Asked

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


class Nearest:
    """For every unit the best of the questions that it answers."""

    def __init__(self, units: int, answered: Sequence[Sequence[int]]) -> None:
        self._units = units
        pairs = [(unit, question) for question, own in enumerate(answered) for unit in own]
        pairs.sort()
        self._questions = np.array([question for _, question in pairs], dtype=np.int64)
        self.held, self._starts = np.unique(np.array([unit for unit, _ in pairs], dtype=np.int64), return_index=True)

    def of(self, scores: Floats) -> Floats:
        """The best score, of one for each question, among the questions of each unit that has any."""
        if not len(self.held):
            return np.zeros(0, dtype=np.float32)
        best: Floats = np.maximum.reduceat(scores[self._questions], self._starts)
        return best
