"""Where pairs of characters stand: for finding the stretches of a long text that are most like some words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NEAR_MOST = 12
"""Stretches looked into for words that stand nowhere exactly."""
WIDEST = 60
"""How far, in characters, words may drift apart within one stretch."""

CLEAR = 60
"""Characters from which the nearest stretch stands out from the others."""
FAR = 0.35
"""Share of the best score below which a stretch is not looked into, for words of more than ``CLEAR`` characters."""


class Grams:
    """Where each pair of characters stands, for finding stretches that share many with some words."""

    def __init__(self, text: str) -> None:
        pairs = _pairs(text)
        self._order = np.argsort(pairs, kind="stable").astype(np.int32)
        self._pairs, self._first, self._count = np.unique(pairs[self._order], return_index=True, return_counts=True)
        self._size = len(text)

    def near(self, words: str, most: int = NEAR_MOST) -> list[tuple[int, int]]:
        """The ``most`` stretches that share the most pairs with ``words``, in the same order; see Concordance.near."""
        width = max(min(len(words) // 2, WIDEST), 8)
        diagonals, weights = self._shared(words)
        if not len(diagonals):
            return []
        score = np.bincount(diagonals // width, weights, self._size // width + 4).astype(np.float64)
        score = score[:-1] + score[1:]  # what lies over the edge of two bins counts in both
        best = np.argsort(-score, kind="stable")[: 2 * most] if most * 8 > len(score) else _top(score, 2 * most)
        enough = FAR * score[best[0]] if len(words) > CLEAR else 0
        stretches: list[tuple[int, int]] = []
        for index in map(int, best):
            start = max(index * width - len(words) - width // 2, 0)
            end = min((index + 2) * width + width // 2, self._size)
            if score[index] > enough and not any(a <= (start + end) // 2 < b for a, b in stretches):
                stretches.append((start, end))
        return stretches[:most]

    def _shared(self, words: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """For each place of each pair of ``words``: where the words would begin (and ``len(words)``, to stay above 0),
        and the pair's weight."""
        pairs = _pairs(words)
        at = np.minimum(np.searchsorted(self._pairs, pairs), max(len(self._pairs) - 1, 0))
        offsets = np.flatnonzero(self._pairs[at] == pairs) if len(self._pairs) else np.zeros(0, dtype=np.int64)
        at = at[offsets]
        counts = self._count[at]
        before = np.cumsum(counts) - counts
        index = np.arange(counts.sum()) + np.repeat(self._first[at] - before, counts)
        diagonals = self._order[index] - np.repeat(offsets, counts) + len(words)
        return diagonals, np.repeat(np.log1p(self._size / counts), counts)


def _pairs(text: str) -> NDArray[np.int64]:
    """Each character and the next as one number."""
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
    return codes[:-1] << 21 | codes[1:]


def _top(score: NDArray[np.float64], most: int) -> NDArray[np.intp]:
    best = np.argpartition(-score, most)[:most]
    return best[np.argsort(-score[best], kind="stable")]
