"""How words as quoted differ from words as they stand, character by character, in the spelling of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import edlib
from rapidfuzz.distance import Levenshtein

from corpus.fold import fold_with_offsets

LONG = 120
"""Folded characters above which words are fitted by their two ends."""
END = 60

Op = Literal["equal", "replace", "insert", "delete"]
_SHOWN: dict[Op, str] = {
    "equal": "{text}",
    "replace": "[{quote}→{text}]",
    "insert": "[+{text}]",
    "delete": "[−{quote}]",
}
_OPS: dict[str, Op] = {"equal": "equal", "replace": "replace", "insert": "insert", "delete": "delete"}


@dataclass(frozen=True)
class Change:
    """A run of the comparison: ``quote`` as written, ``text`` as it stands. ``insert``: the text has more than the
    quotation; ``delete``: the quotation has what does not stand there."""

    op: Op
    quote: str
    text: str


@dataclass(frozen=True)
class Fit:
    """Where in a window words fit best, and how many characters must change."""

    start: int
    end: int
    distance: int


def fit(words: str, window: str) -> Fit | None:
    """The part of ``window`` that is nearest to ``words``, both folded; None where nothing is like them.

    ``fit("東西當東榮", "以堂深東西當西榮水在") == Fit(3, 8, 1)``
    """
    if len(words) <= LONG:
        return _fit(words, window)
    head, tail = _fit(words[:END], window), _fit(words[-END:], window)
    if head is None or tail is None or tail.end <= head.start:
        return None
    return Fit(head.start, tail.end, Levenshtein.distance(words, window[head.start : tail.end]))


def _fit(words: str, window: str) -> Fit | None:
    own = set(words)
    foreign = "".join(char if char in own else "\0" for char in window)  # edlib knows at most 256 characters
    found = edlib.align(words, foreign, mode="HW", task="locations")
    places = [(first, last + 1) for first, last in found["locations"] if first is not None and first <= last]
    if not places or found["editDistance"] >= len(words):
        return None
    start, end = min(places, key=lambda place: abs(place[1] - place[0] - len(words)))
    return Fit(start, end, found["editDistance"])


def changes(quote: str, text: str) -> tuple[Change, ...]:
    """The comparison of a quotation with the words it was held against; what folds alike is equal.

    ``changes("大侯八十", "大侯九十")`` is equal 大侯, replace 八 九, equal 十. Punctuation goes with the character
    before it, so the parts of each side joined give that side again.
    """
    left, right = fold_with_offsets(quote), fold_with_offsets(text)
    found: list[Change] = []
    at_left = at_right = 0
    blocks = list(Levenshtein.opcodes(left.text, right.text))
    for number, block in enumerate(blocks):
        last = number == len(blocks) - 1
        to_left = _end(left.offsets, block.src_end, len(quote), last)
        to_right = _end(right.offsets, block.dest_end, len(text), last)
        found.append(Change(_OPS[block.tag], quote[at_left:to_left], text[at_right:to_right]))
        at_left, at_right = to_left, to_right
    return tuple(found)


def _end(offsets: tuple[int, ...], end: int, size: int, last: bool) -> int:
    """Where, in the stored text, a block of folded characters ends: before the next one, or with the text."""
    return size if last or end >= len(offsets) else offsets[end]


def in_words(found: tuple[Change, ...]) -> str:
    """One line a person can read: 大侯[八→九]十, [+text], [−quote]."""
    return "".join(_SHOWN[change.op].format(quote=change.quote, text=change.text) for change in found)
