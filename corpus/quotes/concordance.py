"""Every place where words stand: the texts folded into one string, with the way back to the stored ones.

    concordance = Concordance(tracks(library.units))
    [place] = concordance.places("三耦皆執弓搢三而挾一个", limit=1)
    place.parts[0].unit.ref, place.cited_text

A *track* is a run of text in which a quotation may stand: the base text of one witness, one comment, or
everything a witness prints in the order in which it is printed. Searching is for substrings, so what is present is
always found; only :meth:`Concordance.near` looks for what is like the words, and may miss what is unlike them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corpus.fold import fold_with_offsets
from corpus.model import Unit

GAP = "\n"
"""What stands between tracks; folded text has only Han characters, so no quotation runs over it."""
NEAR_MOST = 12
"""Regions looked into for words that stand nowhere exactly."""
WIDEST = 60
"""How far, in characters, words may drift apart within one region."""


class Part(NamedTuple):
    """Characters of a unit, ``unit.text[start:end]``."""

    unit: Unit
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters, as stored."""
        return self.unit.text[self.start : self.end]


Track = Sequence[Part]


@dataclass(frozen=True)
class Place:
    """Where words stand: their parts, in order; folded positions ``start`` to ``end`` of the concordance."""

    parts: tuple[Part, ...]
    start: int
    end: int

    @property
    def cited_text(self) -> str:
        """The words as stored, over all their parts."""
        return "".join(part.text for part in self.parts)

    @property
    def unit(self) -> Unit:
        """The unit in which the words begin."""
        return self.parts[0].unit


def tracks(units: Iterable[Unit]) -> Iterator[Track]:
    """The base text of each witness and chapter, and each comment, in reading order."""
    voices: dict[tuple[str, int, str], list[Part]] = {}
    for unit in units:
        voice = (unit.witness, unit.chapter, "" if unit.layer.is_base else unit.whole_ref)
        voices.setdefault(voice, []).append(Part(unit, 0, len(unit.text)))
    yield from voices.values()


def printed(units: Iterable[Unit]) -> Iterator[Track]:
    """What each witness prints in the order in which it prints it, base text and comments by turns."""
    by_witness: dict[str, list[tuple[int, Part]]] = {}
    for unit in units:
        at = 0
        for first, last in unit.extents:
            end = min(at + last - first, len(unit.text))
            by_witness.setdefault(unit.witness, []).append((first, Part(unit, at, end)))
            at = end
    for pieces in by_witness.values():
        yield [part for _, part in sorted(pieces, key=lambda piece: piece[0]) if part.start < part.end]


class Concordance:
    """Finds words in tracks. Read-only once made; some 30 bytes for each character."""

    def __init__(self, tracks: Iterable[Track]) -> None:
        folded: list[str] = []
        offsets: list[NDArray[np.int32]] = []
        self._parts: list[Part] = []
        starts: list[int] = []
        stored = 0
        for track in tracks:
            for part in track:
                self._parts.append(part)
                starts.append(stored)
                own = fold_with_offsets(part.text)
                folded.append(own.text)
                offsets.append(np.asarray(own.offsets, dtype=np.int32) + stored)
                stored += len(part.text)
            folded.append(GAP)
            offsets.append(np.asarray([stored], dtype=np.int32))
            stored += 1
        self.text = "".join(folded)
        """The folded text of all tracks, with ``GAP`` after each."""
        self._offsets = np.concatenate(offsets) if offsets else np.zeros(0, dtype=np.int32)
        self._starts = np.asarray(starts, dtype=np.int32)
        self._grams = _Grams(self.text)

    def starts(self, words: str) -> Iterator[int]:
        """Folded positions at which the folded ``words`` stand, in reading order."""
        at = self.text.find(words)
        while at >= 0:
            yield at
            at = self.text.find(words, at + 1)

    def end_of_track(self, at: int) -> int:
        """The folded position at which the track of a folded position ends."""
        return self.text.index(GAP, at)

    def place(self, start: int, end: int) -> Place:
        """The place of folded ``[start, end)``, which must be within a track and not empty."""
        first, last = int(self._offsets[start]), int(self._offsets[end - 1]) + 1
        low = int(np.searchsorted(self._starts, first, side="right")) - 1
        high = int(np.searchsorted(self._starts, last, side="left"))
        parts = []
        for at in range(low, high):
            part, begin = self._parts[at], int(self._starts[at])
            a, b = max(first - begin, 0), min(last - begin, len(part.text))
            parts.append(Part(part.unit, part.start + a, part.start + b))
        return Place(tuple(parts), start, end)

    def near(self, words: str, most: int = NEAR_MOST) -> list[tuple[int, int]]:
        """Folded stretches that share the most pairs of characters with ``words``, in the same order; best first.

        Pairs that stand in few places count more. A stretch is wider than the words, for they may start anywhere in it.
        """
        return self._grams.near(words, most)


class _Grams:
    """Where each pair of characters stands, for finding stretches that share many with some words."""

    def __init__(self, text: str) -> None:
        codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
        pairs = codes[:-1] << 21 | codes[1:] if len(codes) > 1 else np.zeros(0, dtype=np.int64)
        self._order = np.argsort(pairs, kind="stable").astype(np.int32)
        self._pairs, self._first = np.unique(pairs[self._order], return_index=True)
        self._size = len(text)

    def near(self, words: str, most: int) -> list[tuple[int, int]]:
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
