"""Where pairs of characters stand: for finding the stretches of a long text that are most like some words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NEAR_MOST = 12
"""Stretches looked into for words that stand nowhere exactly."""
WIDEST = 60
"""How far, in characters, words may drift apart within one stretch."""


class Grams:
    """Where each pair of characters stands, for finding stretches that share many with some words."""

    def __init__(self, text: str) -> None:
        codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
        pairs = codes[:-1] << 21 | codes[1:] if len(codes) > 1 else np.zeros(0, dtype=np.int64)
        self._order = np.argsort(pairs, kind="stable").astype(np.int32)
        self._pairs, self._first = np.unique(pairs[self._order], return_index=True)
        self._size = len(text)

    def near(self, words: str, most: int = NEAR_MOST) -> list[tuple[int, int]]:
        """The ``most`` stretches that share the most pairs with ``words``, in the same order; see Concordance.near."""
        width = max(min(len(words) // 2, WIDEST), 8)
        diagonals: list[NDArray[np.int32]] = []
        weights: list[NDArray[np.float64]] = []
        for at in range(len(words) - 1):
            found = self._positions(ord(words[at]) << 21 | ord(words[at + 1]))
            diagonals.append(found - at + len(words))  # never negative
            weights.append(np.full(len(found), np.log1p(self._size / max(len(found), 1))))
        if not diagonals:
            return []
        bins = np.concatenate(diagonals) // width
        score = np.bincount(bins, np.concatenate(weights), self._size // width + 4).astype(np.float64)
        score = score[:-1] + score[1:]  # what lies over the edge of two bins counts in both
        best = np.argsort(-score, kind="stable")[: 2 * most] if most * 8 > len(score) else _top(score, 2 * most)
        stretches: list[tuple[int, int]] = []
        for index in map(int, best):
            start = max(index * width - len(words) - width // 2, 0)
            end = min((index + 2) * width + width // 2, self._size)
            if score[index] > 0 and not any(a <= (start + end) // 2 < b for a, b in stretches):
                stretches.append((start, end))
        return stretches[:most]

    def _positions(self, pair: int) -> NDArray[np.int32]:
        at = int(np.searchsorted(self._pairs, pair))
        if at == len(self._pairs) or self._pairs[at] != pair:
            return self._order[:0]
        last = int(self._first[at + 1]) if at + 1 < len(self._first) else len(self._order)
        return self._order[int(self._first[at]) : last]


def _top(score: NDArray[np.float64], most: int) -> NDArray[np.intp]:
    best = np.argpartition(-score, most)[:most]
    return best[np.argsort(-score[best], kind="stable")]
