"""Where the clauses stand in an edition: on which pages, in which words.

The large characters of a chapter are laid beside the clauses in order (:mod:`corpus.align`); a clause is placed where
most of it stands together. What no heading assigns to a chapter is searched for long clauses word for word. A clause
that is not found so is not placed: better no witness than a false one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.align import places as aligned
from corpus.canon import Canon, Chapter
from corpus.fold import Folded, fold, fold_with_offsets
from corpus.model import Leaf
from corpus.readers.mandoku import Edition

AGREE, DENSE = 0.8, 0.85
"""Share of a clause's characters that must agree, and share of the words found that must be the clause's."""
LONG = 8
"""Folded characters from which a clause that stands once may be placed without a heading above it."""


@dataclass(frozen=True)
class Place:
    """A clause in an edition: its reference, its words there, and their spans ``(page, start, end)`` in the large
    characters of the pages."""

    ref: str
    text: str
    spans: tuple[tuple[str, int, int], ...]


def places(edition: Edition, canon: Canon) -> tuple[Place, ...]:
    """The places of all clauses found, in the order of the canon."""
    large = [leaf for leaf in edition.pages if not leaf.note]
    found: dict[str, Place] = {}
    for chapter in canon.held:
        own = [leaf for leaf in large if leaf.chapter == chapter.number]
        found |= {place.ref: place for place in _in_chapter(chapter, own)}
    missing = {clause.ref: fold(clause.text) for clause in canon.clauses.values() if clause.ref not in found}
    whole = _Run(large)
    for ref, at in _once(missing, whole.folded.text).items():
        found[ref] = whole.place(ref, at, at + len(missing[ref]))
    return tuple(found[ref] for ref in canon.clauses if ref in found)


def _once(clauses: Mapping[str, str], text: str) -> dict[str, int]:
    """Where in ``text`` the long ones of some words by reference stand, of those that stand there once.

    The text is gone through once, however many clauses there are.
    """
    heads: dict[str, list[str]] = {}
    for ref, words in clauses.items():
        if len(words) >= LONG:
            heads.setdefault(words[:LONG], []).append(ref)
    stand: dict[str, list[int]] = {}
    for at in range(len(text) - LONG + 1):
        for ref in heads.get(text[at : at + LONG], ()):
            if text.startswith(clauses[ref], at):
                stand.setdefault(ref, []).append(at)
    return {ref: where[0] for ref, where in stand.items() if len(where) == 1}


class _Run:
    """Pages joined into one text, with the way back to each."""

    def __init__(self, pages: Sequence[Leaf]) -> None:
        self._pages = pages
        self.stored = "".join(page.text for page in pages)
        self.folded: Folded = fold_with_offsets(self.stored)
        self._starts: list[int] = []
        at = 0
        for page in pages:
            self._starts.append(at)
            at += len(page.text)

    def place(self, ref: str, start: int, end: int) -> Place:
        """The place of folded ``[start, end)``, not empty."""
        first, last = self.folded.stored_span(start, end)
        return Place(ref, self.stored[first:last], tuple(self._spans(first, last)))

    def _spans(self, first: int, last: int) -> Iterator[tuple[str, int, int]]:
        at = bisect_right(self._starts, first) - 1
        while at < len(self._pages) and self._starts[at] < last:
            page, begin = self._pages[at], self._starts[at]
            low, high = max(first - begin, 0), min(last - begin, len(page.text))
            if low < high:
                yield page.ref, low, high
            at += 1


def _in_chapter(chapter: Chapter, pages: Sequence[Leaf]) -> Iterable[Place]:
    if not pages:
        return
    run = _Run(pages)
    where = aligned(chapter.folded, run.folded.text)
    start = 0
    for clause in chapter.clauses:
        size = len(fold(clause.text))
        same = [at for at, agrees in where[start : start + size] if agrees]
        start += size
        if same and _together(same, size):
            yield run.place(clause.ref, same[0], same[-1] + 1)


def _together(found: Sequence[int], size: int) -> bool:
    return len(found) >= AGREE * size and len(found) >= DENSE * (found[-1] + 1 - found[0])
