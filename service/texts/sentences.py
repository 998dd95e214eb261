"""The sentences of a classical text; unpunctuated ones are cut after final particles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

_SENTENCE = re.compile(r".+?(?:[。！？；!?;]+[」』”’）)]*|$)", re.DOTALL)
_PUNCTUATED = re.compile("[。，；,;]")
_UNMARKED = re.compile(r".+?(?:也(?![者以])|矣|焉(?!而)|乎|耳|云者?(?=[^「『])|$)", re.DOTALL)


def sentences(text: str, limit: int = 0) -> list[tuple[int, int]]:
    """Spans of the sentences of a text; unpunctuated text is cut after final particles (也 矣 焉 …).

    Words that a text quotes are not cut: a sentence ends where no quotation is open. With a ``limit``, a sentence
    longer than it is cut at its commas.
    """
    pattern = _SENTENCE if len(_PUNCTUATED.findall(text)) * 25 >= len(text) else _UNMARKED
    whole = _closed(text, [match.span() for match in pattern.finditer(text) if match[0].strip()])
    if not limit or len(text) <= limit:
        return whole
    return [part for span in whole for part in (_at_commas(text, *span) if span[1] - span[0] > limit else [span])]


def _at_commas(text: str, start: int, end: int) -> list[tuple[int, int]]:
    ends = [m.end() for m in re.finditer("[，、,：:]|(?<=者)|(?<=也)", text) if start < m.end() < end]
    return _closed(text, pairwise([start, *ends, end]))


def _closed(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join neighbouring spans until every quotation opened in one is closed in it."""
    joined: list[tuple[int, int]] = []
    still_open = False
    for start, end in spans:
        goes_on = bool(joined) and (still_open or text[start] in "是者也")  # 云「…。」是也
        joined.append((joined.pop()[0], end) if goes_on else (start, end))
        inside = text[joined[-1][0] : end]
        still_open = sum(map(inside.count, "「『“")) > sum(map(inside.count, "」』”"))
    return joined
