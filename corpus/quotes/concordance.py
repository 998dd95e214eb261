"""Every place where words stand: the texts folded into one string, with the way back to the stored ones.

    concordance = Concordance(tracks(library.units))
    [place] = concordance.places("三耦皆執弓搢三而挾一个", limit=1)
    place.parts[0].unit.ref, place.cited_text

A *track* is a run of text in which a quotation may stand: the base text of one witness, one comment, or
everything a witness prints in the order in which it is printed. Positions are counted in two ways: *folded*, in
:attr:`Concordance.text`, where words are looked for, and *stored*, in :attr:`Concordance.stored`. Searching is for
substrings, so what is present is always found; only :meth:`Concordance.near` looks for what is like the words, and
may miss what is unlike them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corpus.fold import fold_with_offsets
from corpus.model import Leaf, Stored, Unit
from corpus.quotes.grams import NEAR_MOST, Grams

GAP = "\n"
"""What stands between tracks; folded text has only Han characters, so no quotation runs over it."""
AROUND = 40
"""Stored characters told of what stands before and after a place."""


class Part(NamedTuple):
    """Characters of a unit, or of a page, ``unit.text[start:end]``."""

    unit: Stored
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters, as stored."""
        return self.unit.text[self.start : self.end]


Track = Sequence[Part]


@dataclass(frozen=True)
class Place:
    """Where words stand: their parts, in order; folded positions ``start`` to ``end`` of the concordance.

    ``before`` and ``after`` are what the track has on either side, at most ``AROUND`` stored characters.
    """

    parts: tuple[Part, ...]
    start: int
    end: int
    before: str = ""
    after: str = ""

    @property
    def cited_text(self) -> str:
        """The words as stored, over all their parts."""
        return "".join(part.text for part in self.parts)

    @property
    def unit(self) -> Stored:
        """The unit in which the words begin."""
        return self.parts[0].unit

    @property
    def passage(self) -> tuple[str, int, int]:
        """The stored text in which the words stand, and where: ``text[start:end] == cited_text``.

        That is the text of the unit or, where the words run over several, of all of them joined.
        """
        first, last, words = self.parts[0], self.parts[-1], self.cited_text
        text = first.unit.text[: first.start] + words + last.unit.text[last.end :]
        return text, first.start, first.start + len(words)


def is_base(stored: Stored) -> bool:
    """Whether it is base text or, of a page, main text."""
    return not stored.note if isinstance(stored, Leaf) else stored.layer.is_base


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


class Spans(NamedTuple):
    """Stretches of folded text as arrays: folded ``[start, end)``, stored ``[first, last)``, parts ``[low, high)``."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]


class Concordance:
    """Finds words in tracks. Read-only once made; some 30 bytes for each character."""

    def __init__(self, tracks: Iterable[Track]) -> None:
        folded: list[str] = []
        stored: list[str] = []
        offsets: list[NDArray[np.int32]] = []
        starts: list[int] = []
        size = 0
        self.parts: list[Part] = []
        for track in tracks:
            for part in track:
                text = part.text
                self.parts.append(part)
                starts.append(size)
                own = fold_with_offsets(text)
                folded.append(own.text)
                stored.append(text)
                offsets.append(np.asarray(own.offsets, dtype=np.int32) + size)
                size += len(text)
            folded.append(GAP)
            stored.append(GAP)
            offsets.append(np.asarray([size], dtype=np.int32))
            size += 1
        self.text = "".join(folded)
        """The folded text of all tracks, with ``GAP`` after each."""
        self.stored = "".join(stored)
        """The stored text of all tracks, with ``GAP`` after each."""
        self._offsets = np.concatenate(offsets) if offsets else np.zeros(0, dtype=np.int32)
        self._starts = np.asarray(starts, dtype=np.int32)

    @cached_property
    def _grams(self) -> Grams:
        return Grams(self.text)

    @cached_property
    def _gaps(self) -> NDArray[np.int64]:
        return np.fromiter(self._find(GAP), dtype=np.int64)

    def _find(self, words: str) -> Iterator[int]:
        at = self.text.find(words)
        while at >= 0:
            yield at
            at = self.text.find(words, at + 1)

    def starts(self, words: str) -> NDArray[np.int64]:
        """Folded positions at which the folded ``words`` stand, in reading order."""
        return np.fromiter(self._find(words), dtype=np.int64)

    def ends_of_tracks(self, at: NDArray[np.int64]) -> NDArray[np.int64]:
        """The folded positions at which the tracks of folded positions end."""
        return self._gaps[np.searchsorted(self._gaps, at)]

    def spans(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Spans:
        """Folded ``[start, end)``, each within a track and not empty, with what they are stored as."""
        first, last = self._offsets[starts].astype(np.int64), self._offsets[ends - 1].astype(np.int64) + 1
        low = np.searchsorted(self._starts, first, side="right") - 1
        return Spans(starts, ends, first, last, low, np.searchsorted(self._starts, last, side="left"))

    def place(self, start: int, end: int) -> Place:
        """The place of folded ``[start, end)``, which must be within a track and not empty."""
        first, last = int(self._offsets[start]), int(self._offsets[end - 1]) + 1
        low = int(np.searchsorted(self._starts, first, side="right")) - 1
        high = int(np.searchsorted(self._starts, last, side="left"))
        parts = []
        for at in range(low, high):
            part, begin = self.parts[at], int(self._starts[at])
            a, b = max(first - begin, 0), min(last - begin, part.end - part.start)
            if a < b:
                parts.append(Part(part.unit, part.start + a, part.start + b))
        before = self.stored[max(first - AROUND, 0) : first].rpartition(GAP)[2]
        after = self.stored[last : last + AROUND].partition(GAP)[0]
        return Place(tuple(parts), start, end, before, after)

    def near(self, words: str, most: int = NEAR_MOST) -> list[tuple[int, int]]:
        """Folded stretches that share the most pairs of characters with ``words``, in the same order; best first.

        Pairs that stand in few places count more. A stretch is wider than the words, for they may start anywhere in it.
        """
        return self._grams.near(words, most)
