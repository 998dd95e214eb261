"""Whether the Chinese and the English of one cell agree in the directions, sides and numbers that they name.

>>> list(disagreements("面朝東，拜三次", "facing west, bows three times"))
['zh names east, en does not', 'en names west, zh does not']

Of a summary, which may leave out in one language what it has in the other, only what contradicts itself is told:
where each language names what the other does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.claims.directions import directions
from corpus.claims.numbers import claimed, named

_SIDES = {"left", "right"}
_BEARINGS = re.compile(r"東西(?=[兩位相方為面站]|[^東西]{0,2}定點)")
"""東西 where it is east and west, and not the word for a thing."""
_LENGTH = re.compile("([一二三四五六七八九十]+)丈(?:([一二三四五六七八九])尺)?")
"""A length in 丈 of ten feet, which the English may give in feet."""
_ARMLET = re.compile("拾(?!級)")
_FRACTION = re.compile(r"\b(one|two|three)[ -](third|fourth|fifth|sixth)(?=s?\b)", re.IGNORECASE)
_SIDE = re.compile(r"\b(left|right)(?= (?:hand|side|arm|foot|shoulder)\b)|\b(?:on|to) (?:the|his|their) (left|right)\b")
_ANY_SIDE = re.compile(r"\b(left|right)(?:most)?\b", re.IGNORECASE)


def disagreements(zh: str, en: str, summary: bool = False) -> Iterator[str]:
    """What one language names and the other does not, of directions and sides, then of numbers."""
    chinese, english = _ARMLET.sub(" ", _BEARINGS.sub("東、西", zh)), _FRACTION.sub(r"\1, \2", en)
    meant_numbers = named(english)
    chinese = _LENGTH.sub(lambda match: match[0] if _feet(match) not in meant_numbers else f" {_feet(match)} ", chinese)
    told, meant = directions(chinese), directions(english)
    bearings = told - _SIDES, meant - _SIDES
    sides = told & _SIDES, {word for match in _SIDE.finditer(english) for word in match.groups() if word}
    every = {match[1].lower() for match in _ANY_SIDE.finditer(english)}
    only_zh, only_en = bearings[0] - bearings[1], bearings[1] - bearings[0]
    yield from _beside(only_zh | (sides[0] - every), only_en | (sides[1] - told), summary)
    numbers = claimed(chinese) - meant_numbers, claimed(english) - named(chinese)
    yield from _beside(set(map(str, sorted(numbers[0]))), set(map(str, sorted(numbers[1]))), summary)


def _beside(zh: set[str], en: set[str], summary: bool) -> Iterator[str]:
    if summary and not (zh and en):
        return
    for own, other, words in (("zh", "en", zh), ("en", "zh", en)):
        if words:
            yield f"{own} names {', '.join(sorted(words))}, {other} does not"


def _feet(match: re.Match[str]) -> int:
    return 10 * max(named(match[1])) + (max(named(match[2])) if match[2] else 0)
