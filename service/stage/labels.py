"""Names beside what they name, where they cover least: below, above, to the sides, or not at all.

Widths are estimated: an ideograph is as wide as the letters are high, a Latin letter about half of that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

GAP = 3.0
CROWDED = 0.3
"""What share of a name may lie on other things before it is left out, unless it must be shown."""


@dataclass(frozen=True)
class Rect:
    """A rectangle of the picture: its middle, width and height."""

    x: float
    y: float
    width: float
    height: float

    def covers(self, other: Rect) -> float:
        """The area two have in common."""
        wide = min(self.x + self.width / 2, other.x + other.width / 2) - max(
            self.x - self.width / 2, other.x - other.width / 2
        )
        high = min(self.y + self.height / 2, other.y + other.height / 2) - max(
            self.y - self.height / 2, other.y - other.height / 2
        )
        return wide * high if wide > 0 and high > 0 else 0.0


@dataclass(frozen=True)
class Name:
    """Words to be set beside a thing; ``must`` is that they are set however crowded it is."""

    key: str
    words: str
    beside: Rect
    size: float
    must: bool = False


def width(words: str, size: float) -> float:
    """How wide words are set: ``width("主人", 12) == 24``."""
    return sum(size if unicodedata.east_asian_width(char) in "WF" else size * 0.53 for char in words)


def place(names: Iterable[Name], solid: Iterable[Rect], within: Rect, kept: Mapping[str, Rect]) -> dict[str, Rect]:
    """Where names are set, in the order given: those that were where nothing covers them stay (``kept``)."""
    taken = list(solid)
    found: dict[str, Rect] = {}
    for name in names:
        choices = list(_around(name))
        old = kept.get(name.key)
        if old in choices and not any(old.covers(one) for one in taken):
            best, least = old, 0.0
        else:
            best, least = _best(choices, taken, within)
        if name.must or least <= CROWDED * best.width * best.height:
            found[name.key] = best
            taken.append(best)
    return found


def _best(choices: list[Rect], taken: list[Rect], within: Rect) -> tuple[Rect, float]:
    near = [one for one in taken if abs(one.x - choices[0].x) < 160 + one.width / 2 and abs(one.y - choices[0].y) < 90]
    best, least = choices[0], float("inf")
    for choice in choices:
        area = choice.width * choice.height
        covered = sum(choice.covers(one) for one in near) + (area - choice.covers(within)) * 3
        if covered < least:
            best, least = choice, covered
        if covered == 0:
            break
    return best, least


def _around(name: Name) -> Iterable[Rect]:
    """Below, above, right, left, then at the corners."""
    one, wide, high = name.beside, width(name.words, name.size) + 2, name.size * 1.15
    dx, dy = (one.width + wide) / 2 + GAP, (one.height + high) / 2 + 1
    for x, y in (
        (0, dy),
        (0, -dy),
        (dx, 0),
        (-dx, 0),
        (dx, dy * 0.7),
        (-dx, dy * 0.7),
        (dx, -dy * 0.7),
        (-dx, -dy * 0.7),
    ):
        yield Rect(round(one.x + x, 1), round(one.y + y, 1), round(wide, 1), round(high, 1))
