"""Aligning a witness's base text to the canon: which of its characters belong to which clause.

Comparison is on folded text, the result is in stored characters. Runs of seven characters that occur once in both
texts are the anchors (the longest chain of them that keeps its order); between two anchors the edit path decides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from corpus.canon import Clause
from corpus.fold import fold, fold_with_offsets

GRAM = 7
NEAR = 2
PRESENT = 0.5
"""Share of a clause's characters that must be found for the witness to have it; less is a lacuna."""

_OPENING = frozenset("「『《〈“‘([【（")


def places(first: str, second: str) -> list[tuple[int, bool]]:
    """For every position of ``first`` its place in ``second``, never falling, and whether the characters agree.

    A character that ``second`` lacks is placed where it would stand: ``places("主人再拜賓", "主人拜賓")`` is
    ``[(0, True), (1, True), (2, False), (2, True), (3, True)]``.
    """
    found: list[tuple[int, bool]] = []
    ends = (len(first), len(second))
    for (a, b), (c, d) in pairwise([(-1, -1), *_anchors(first, second), ends]):
        if a >= 0:
            found.append((b, True))
        left, right = first[a + 1 : c], second[b + 1 : d]
        # A fragment begins and ends near its anchors: what it lacks lies before or after it, not between its words.
        far = max(0, len(left) - NEAR * len(right) - GRAM)
        before = far if a < 0 <= c < len(first) else 0
        after = far if (c, d) == ends and a >= 0 else 0
        found.extend([(b + 1, False)] * before)
        found.extend(_path(left[before : len(left) - after], right, b + 1))
        found.extend([(d, False)] * after)
    return found


def _path(left: str, right: str, start: int) -> Iterator[tuple[int, bool]]:
    """Places along the edit path between two anchors, counted from ``start``."""
    for block in Levenshtein.opcodes(left, right):
        at = start + block.dest_start
        size = block.src_end - block.src_start
        step = 0 if block.tag == "delete" else 1
        yield from ((at + step * i, block.tag == "equal") for i in range(size))


def _anchors(first: str, second: str) -> list[tuple[int, int]]:
    """Starts of grams that stand once in each text, thinned to the longest chain that rises in both."""
    here, there = _single_grams(first), _single_grams(second)
    pairs = sorted((at, there[gram]) for gram, at in here.items() if gram in there)
    tails: list[int] = []
    tops: list[int] = []
    before: list[int] = []
    for index, (_, at_second) in enumerate(pairs):
        place = bisect_left(tails, at_second)
        before.append(tops[place - 1] if place else -1)
        tails[place : place + 1] = [at_second]
        tops[place : place + 1] = [index]
    chain: list[tuple[int, int]] = []
    at = tops[-1] if tops else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _single_grams(text: str) -> dict[str, int]:
    grams = [text[at : at + GRAM] for at in range(len(text) - GRAM + 1)]
    count = Counter(grams)
    return {gram: at for at, gram in enumerate(grams) if count[gram] == 1}


def owners(clauses: Sequence[Clause], stored: str) -> list[str | None]:
    """For every character of a witness's stored base text, the reference of the clause it belongs to.

    The clauses present keep the order of the canon; characters the canon lacks go to the clause before them
    (to the first one, at the start). None everywhere where nothing agrees.
    """
    texts = [fold(clause.text) for clause in clauses]
    witness = fold_with_offsets(stored)
    where = places("".join(texts), witness.text)
    cuts: list[int] = []
    present: list[str] = []
    start = 0
    for clause, text in zip(clauses, texts, strict=True):
        own = where[start : start + len(text)]
        start += len(text)
        if len(_together([at for at, same in own if same], len(text))) >= PRESENT * len(text) > 0:
            present.append(clause.ref)
            cuts.append(_stored_cut(stored, witness.offsets, own[0][0]))
    owner: list[str | None] = [None] * len(stored)
    bounds = [0, *cuts[1:], len(stored)] if present else []
    for ref, (begin, end) in zip(present, pairwise(bounds), strict=True):
        owner[begin:end] = [ref] * (end - begin)
    return owner


def _together(found: list[int], size: int) -> list[int]:
    """The positions that lie together: strays far from the others belong to some other place."""
    middle = found[len(found) // 2] if found else 0
    return [at for at in found if abs(at - middle) <= 2 * size + 5]


def _stored_cut(stored: str, offsets: tuple[int, ...], at: int) -> int:
    """Where, in stored characters, the clause whose first folded character is ``at`` begins: marks that open a
    quotation go with it, marks that close a sentence stay behind."""
    cut = offsets[at]
    before = offsets[at - 1] + 1 if at else 0
    while cut > before and stored[cut - 1] in _OPENING:
        cut -= 1
    return cut
