"""Names beside what they name, where they cover least: below, above, to the sides, or not at all.

Widths are estimated: an ideograph is as wide as the letters are high, a Latin letter about half of that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

GAP = 3.0
CROWDED = 0.2
HIDDEN = 0.35
"""What share of a name may lie on other things, and of another thing under it, before it is left out."""


@dataclass(frozen=True)
class Rect:
    """A rectangle of the picture: its middle, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    def covers(self, other: Rect) -> float:
        """The area two have in common."""
        wide = (self.width + other.width) / 2 - abs(self.x - other.x)
        high = (self.height + other.height) / 2 - abs(self.y - other.y)
        if wide <= 0 or high <= 0:
            return 0.0
        return min(wide, self.width, other.width) * min(high, self.height, other.height)


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
    taken = _Taken(solid)
    found: dict[str, Rect] = {}
    for name in names:
        choices = list(_around(name))
        old = kept.get(name.key)
        if old in choices and not any(old.covers(one) for one in taken.near(old)):
            best, least = old, 0.0
        else:
            best, least = _best(choices, taken, within)
        if name.must or (least <= CROWDED * best.area and not any(_hides(best, one) for one in taken.near(best))):
            found[name.key] = best
            taken.add(best)
    return found


def _hides(name: Rect, other: Rect) -> bool:
    """Whether a name lies on too much of something small."""
    return name.covers(other) > HIDDEN * other.area


class _Taken:
    """Rectangles that are taken, found by the squares of the picture they lie in."""

    SQUARE = 48

    def __init__(self, rects: Iterable[Rect]) -> None:
        self._rects: list[Rect] = []
        self._squares: dict[tuple[int, int], list[int]] = {}
        for rect in rects:
            self.add(rect)

    def add(self, rect: Rect) -> None:
        """Take one more."""
        for square in self._under(rect):
            self._squares.setdefault(square, []).append(len(self._rects))
        self._rects.append(rect)

    def near(self, rect: Rect) -> list[Rect]:
        """All that may have something in common with a rectangle."""
        found = {number for square in self._under(rect) for number in self._squares.get(square, ())}
        return [self._rects[number] for number in found]

    def _under(self, rect: Rect) -> Iterator[tuple[int, int]]:
        west, east = (int((rect.x + side * rect.width / 2) // self.SQUARE) for side in (-1, 1))
        north, south = (int((rect.y + side * rect.height / 2) // self.SQUARE) for side in (-1, 1))
        return ((x, y) for x in range(west, east + 1) for y in range(north, south + 1))


def _best(choices: list[Rect], taken: _Taken, within: Rect) -> tuple[Rect, float]:
    best, least = choices[0], float("inf")
    for choice in choices:
        covered = sum(choice.covers(one) for one in taken.near(choice)) + (choice.area - choice.covers(within)) * 3
        if covered < least:
            best, least = choice, covered
        if covered == 0:
            break
    return best, least


def _around(name: Name) -> Iterable[Rect]:
    """Below, above, right, left, at the corners, below and above but to one side, a line further off."""
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
        (dx * 0.5, dy),
        (-dx * 0.5, dy),
        (dx * 0.5, -dy),
        (-dx * 0.5, -dy),
        (0, dy + high),
        (0, -dy - high),
        (dx * 0.6, dy + high),
        (-dx * 0.6, dy + high),
        (dx * 0.6, -dy - high),
        (-dx * 0.6, -dy - high),
    ):
        yield Rect(round(one.x + x, 1), round(one.y + y, 1), round(wide, 1), round(high, 1))
