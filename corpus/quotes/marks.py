"""Which stretches of a text stand in quotation marks.

``marked("云「注『主人至門』者也」")`` has the outer stretch, then the inner one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.fold import fold

PAIRS = ("「」", "『』", "“”", "‘’", "〝〞", "﹁﹂", "﹃﹄")
STRAIGHT = '"＂'
"""Marks that open and close alike."""
MINIMUM = 4
"""Han characters from which words in quotation marks are a quotation."""
_PARAGRAPH = re.compile(r"\n[ \t\u3000]*\n")


def marked(text: str, pairs: tuple[str, ...] = PAIRS) -> list[tuple[int, int]]:
    """The spans between quotation marks with ``MINIMUM`` Han characters or more, outer before inner, in order."""
    spans = (*_paired(text, pairs), *_straight(text))
    found = (span for span in spans if len(fold(text[slice(*span)])) >= MINIMUM)
    return sorted(set(found), key=lambda span: (span[0], -span[1]))


def _paired(text: str, pairs: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    closing = {pair[1]: pair[0] for pair in pairs}
    opened: dict[str, list[int]] = {pair[0]: [] for pair in pairs}
    for at, char in enumerate(text):
        if char in opened:
            opened[char].append(at + 1)
        elif char in closing and opened[closing[char]]:
            yield opened[closing[char]].pop(), at


def _straight(text: str) -> Iterator[tuple[int, int]]:
    """Pairs of straight marks, line by line; where a line has an odd number of them, within the paragraph."""
    begin = 0
    for end in (*(m.start() for m in _PARAGRAPH.finditer(text)), len(text)):
        for mark in STRAIGHT:
            places = [at for at in range(begin, end) if text[at] == mark] if mark in text[begin:end] else []
            lines: dict[int, list[int]] = {}
            for at in places:
                lines.setdefault(text.count("\n", begin, at) if len(places) < 200 else 0, []).append(at)
            even = all(len(own) % 2 == 0 for own in lines.values())
            for own in lines.values() if even else [places]:
                yield from ((a + 1, b) for a, b in zip(own[::2], own[1::2], strict=False))
        begin = end
