"""Collating two stored texts: every place where they differ, and of what kind the difference is.

What is aligned are the stored characters; that two of them fold alike only says that they may stand in the same
place. A place where they fold alike and are yet not the same character is a difference too, of kind
``variant_character``: folding merges what collation must keep apart. Punctuation is left out; the conversion of
traditional into simplified script is no difference.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from corpus.fold import fold, is_han
from corpus.script import same_but_for_script

DAMAGE_MARKS = frozenset("■□●〓")
"""What sources print for a character that is lost."""
FIGURES = frozenset("0123456789")
NEAR = 8
"""How many characters apart, at most, a word lacking and the same word added are one word moved."""


class Kind(StrEnum):
    """What kind of difference a reading is; ``punctuation`` is no reading and only listed where it is asked for."""

    VARIANT_CHARACTER = "variant_character"
    SUBSTANTIVE = "substantive"
    OMISSION = "omission"
    ADDITION = "addition"
    TRANSPOSITION = "transposition"
    DAMAGE = "damage"
    PUNCTUATION = "punctuation"


@dataclass(frozen=True)
class Text:
    """A stored text as it is collated: its characters without punctuation, and where each stands in it.

    Figures are characters, too: they are numbers of notes that strayed into the text.

    ``simplified`` says that it is in simplified script; ``lost`` are characters of its own that stand for lost ones.
    """

    stored: str
    simplified: bool = False
    lost: frozenset[str] = frozenset()

    @property
    def places(self) -> list[int]:
        """The positions of the characters that are collated."""
        return [at for at, char in enumerate(self.stored) if is_han(char) or char in DAMAGE_MARKS or char in FIGURES]


@dataclass(frozen=True)
class Difference:
    """One place where ``other`` differs from ``base``; spans are code points of the stored texts, end-exclusive.

    Where a text has nothing, its span is empty and stands where the words would.
    """

    base: str
    other: str
    base_span: tuple[int, int]
    other_span: tuple[int, int]
    kind: Kind


@dataclass
class _Block:
    """A place in numbers of collated characters: ``[a, b)`` of the base against ``[c, d)`` of the other."""

    a: int
    b: int
    c: int
    d: int
    moved: bool = False


class Collation:
    """Two texts aligned: where they differ, and which words of the one stand for which of the other."""

    def __init__(self, base: Text, other: Text) -> None:
        self._base, self._other = base, other
        self._first, self._second = base.places, other.places
        self._ours = [base.stored[at] for at in self._first]
        self._theirs = [other.stored[at] for at in self._second]
        self._keys = [fold(char) or char for char in self._ours], [fold(char) or char for char in self._theirs]
        blocks = _moved(_blocks(self._keys), self._keys)
        graphs = _other_graphs(blocks, self._ours, self._theirs, base.simplified or other.simplified)
        self._all = sorted((*blocks, *graphs), key=lambda block: (block.a, block.c))

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Every difference of the other text from the base, in order."""
        return tuple(map(self._difference, self._all))

    def across(self, start: int, end: int) -> tuple[int, int]:
        """The span of the other text that stands for ``[start, end)`` of the base; for an empty span, what is added.

        ``Collation(Text("坐奠爵"), Text("坐,尊爵")).across(1, 3) == (2, 4)``.
        """
        a, b = bisect_left(self._first, start), bisect_left(self._first, end)
        c = next((block.c for block in self._all if block.a == block.b == a == b), None)
        c = self._there(a, after=a < b) if c is None else c
        return _span(self._second, c, self._there(b, after=a == b), self._other.stored)

    def _there(self, at: int, after: bool) -> int:
        """The number in the other text of base character ``at``; ``after`` goes past what is added before it."""
        shift = 0
        for block in self._all:
            if block.a < at < block.b:
                return min(block.c + at - block.a, block.d)
            if block.b < at or (block.b == at and (block.a < block.b or after)):
                shift = block.d - block.b
        return at + shift

    def _difference(self, block: _Block) -> Difference:
        words = "".join(self._ours[block.a : block.b]), "".join(self._theirs[block.c : block.d])
        same = self._keys[0][block.a : block.b] == self._keys[1][block.c : block.d]
        return Difference(
            *words,
            _span(self._first, block.a, block.b, self._base.stored),
            _span(self._second, block.c, block.d, self._other.stored),
            _kind(words, same, block.moved, self._other.lost),
        )


def collate(base: Text, other: Text) -> tuple[Difference, ...]:
    """Every difference of ``other`` from ``base``, in order.

    ``collate(Text("坐奠爵"), Text("坐尊爵"))`` is one substantive difference, 奠 → 尊.
    """
    return Collation(base, other).differences


def _blocks(keys: tuple[list[str], list[str]]) -> list[_Block]:
    """The places that differ: what is lacking here and added there side by side is one place."""
    found: list[_Block] = []
    for code in LCSseq.opcodes(*keys):
        if code.tag == "equal":
            continue
        a, b, c, d = code.src_start, code.src_end, code.dest_start, code.dest_end
        if found and (found[-1].b, found[-1].d) == (a, c):
            found[-1].b, found[-1].d = b, d
        else:
            found.append(_Block(a, b, c, d))
    for block, after in pairwise([*found, _Block(len(keys[0]), 0, len(keys[1]), 0)]):
        _slide(block, after, keys)
    return [part for block in found for part in _parted(block, keys[1])]


def _slide(block: _Block, after: _Block, keys: tuple[list[str], list[str]]) -> None:
    """Of two like characters the second is the one that is added or lacking: 升[升]堂, always told the same way."""
    ours, theirs = keys
    while block.c == block.d and block.b < after.a and ours[block.a] == ours[block.b]:
        block.a, block.b, block.c, block.d = block.a + 1, block.b + 1, block.c + 1, block.d + 1
    while block.a == block.b and block.d < after.c and theirs[block.c] == theirs[block.d]:
        block.a, block.b, block.c, block.d = block.a + 1, block.b + 1, block.c + 1, block.d + 1


def _parted(block: _Block, theirs: Sequence[str]) -> Iterator[_Block]:
    """As many characters against as many: one by one, so that a lost one does not hide what stands beside it."""
    lost = any(char in DAMAGE_MARKS for char in theirs[block.c : block.d])
    if lost and block.b - block.a == block.d - block.c:
        for i in range(block.b - block.a):
            yield _Block(block.a + i, block.a + i + 1, block.c + i, block.c + i + 1)
    else:
        yield block


def _moved(blocks: list[_Block], keys: tuple[list[str], list[str]]) -> list[_Block]:
    """Words that are lacking in one place and added in another near by are one place: they have been moved."""
    found: list[_Block] = []
    for block in blocks:
        before = found[-1] if found else None
        if before and block.a - before.b <= NEAR and not before.moved and _same_words(before, block, keys):
            found[-1] = _Block(before.a, block.b, before.c, block.d, moved=True)
        else:
            found.append(block)
    return found


def _same_words(first: _Block, second: _Block, keys: tuple[list[str], list[str]]) -> bool:
    ours, theirs = keys
    lacking, added = (first, second) if first.c == first.d else (second, first)
    if lacking.c != lacking.d or added.a != added.b:
        return False
    return ours[lacking.a : lacking.b] == theirs[added.c : added.d]


def _other_graphs(
    blocks: Sequence[_Block], ours: Sequence[str], theirs: Sequence[str], across_scripts: bool
) -> Iterator[_Block]:
    """Between the blocks characters fold alike; those that are not the same character are places of their own."""
    start = _Block(0, 0, 0, 0)
    for before, after in pairwise((start, *blocks, _Block(len(ours), 0, len(theirs), 0))):
        for i in range(after.a - before.b):
            at, there = before.b + i, before.d + i
            if not same_character(ours[at], theirs[there], across_scripts):
                yield _Block(at, at + 1, there, there + 1)


def same_character(one: str, other: str, across_scripts: bool) -> bool:
    """Whether two characters are the same, script aside where one of the texts is in simplified script."""
    return one == other or (across_scripts and (same_but_for_script(one, other) or same_but_for_script(other, one)))


def _kind(words: tuple[str, str], same_folded: bool, moved: bool, lost: frozenset[str]) -> Kind:
    base, other = words
    if (DAMAGE_MARKS | lost) & set(other) - set(base):
        return Kind.DAMAGE
    if moved:
        return Kind.TRANSPOSITION
    if not other:
        return Kind.OMISSION
    if not base:
        return Kind.ADDITION
    if same_folded:
        return Kind.VARIANT_CHARACTER
    return Kind.TRANSPOSITION if sorted(fold(base)) == sorted(fold(other)) else Kind.SUBSTANTIVE


def _span(places: Sequence[int], start: int, end: int, stored: str) -> tuple[int, int]:
    """Stored positions of collated characters ``[start, end)``; an empty span follows the character before it."""
    if start < end:
        return places[start], places[end - 1] + 1
    at = places[start - 1] + 1 if start else 0
    return min(at, len(stored)), min(at, len(stored))
