"""Which stretches of a text stand in quotation marks.

``marked("云「注『主人至門』者也」")`` has the outer stretch, then the inner one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from corpus.fold import is_han

PAIRS = ("「」", "『』", "“”", "‘’", "〝〞", "﹁﹂", "﹃﹄")
STRAIGHT = '"＂'
"""Marks that open and close alike."""
MINIMUM = 4
"""Han characters from which words in quotation marks are a quotation."""
DEPTH = 6
"""How deep marks of one kind are followed; of those opened more often, the outermost never close."""
FARTHEST = 20_000
"""Characters between two marks beyond which they do not belong together."""
_PARAGRAPH = re.compile(r"\n[ \t\u3000]*\n")


def marked(text: str, pairs: tuple[str, ...] = PAIRS) -> list[tuple[int, int]]:
    """The spans between quotation marks with ``MINIMUM`` Han characters or more, outer before inner, in order."""
    spans = (*_paired(text, pairs), *_straight(text))
    found = {span for span in spans if span[1] - span[0] <= FARTHEST and enough(text, *span)}
    return sorted(found, key=lambda span: (span[0], -span[1]))


def enough(text: str, start: int, end: int) -> bool:
    """Whether there are ``MINIMUM`` Han characters in ``text[start:end]``."""
    return len(list(islice(filter(is_han, text[start:end]), MINIMUM))) == MINIMUM


def _paired(text: str, pairs: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    closing = {pair[1]: pair[0] for pair in pairs}
    opened: dict[str, list[int]] = {pair[0]: [] for pair in pairs}
    for match in re.finditer(f"[{''.join(pairs)}]", text):
        char, at = match[0], match.start()
        if char in opened:
            opened[char].append(at + 1)
            del opened[char][:-DEPTH]
        elif opened[closing[char]]:
            yield opened[closing[char]].pop(), at


def _straight(text: str) -> Iterator[tuple[int, int]]:
    """Pairs of straight marks, line by line; where a line has an odd number of them, within the paragraph."""
    begin = 0
    marks = [mark for mark in STRAIGHT if mark in text]
    for end in (*(m.start() for m in _PARAGRAPH.finditer(text)), len(text)) if marks else ():
        for mark in marks:
            places = [begin + m.start() for m in re.finditer(mark, text[begin:end])]
            lines = [begin + m.start() for m in re.finditer("\n", text[begin:end])] if places else []
            own = _by_line(places, [*lines, end])
            even = all(len(line) % 2 == 0 for line in own)
            for line in own if even else [places]:
                yield from ((a + 1, b) for a, b in zip(line[::2], line[1::2], strict=False))
        begin = end


def _by_line(places: list[int], ends: list[int]) -> list[list[int]]:
    """The places in each line; ``ends`` are where lines end."""
    own: list[list[int]] = []
    rest = iter(places)
    at = next(rest, None)
    for end in ends:
        line: list[int] = []
        while at is not None and at <= end:
            line.append(at)
            at = next(rest, None)
        own.append(line)
    return own
