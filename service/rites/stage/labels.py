"""Names beside what they name, where they cover least: below, above, to the sides, or not at all.

Widths are estimated: an ideograph is as wide as the letters are high, a Latin letter about half of that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot

GAP = 3.0
AIR = 5.0
"""What is left free beside a name, before another one begins."""
CROWDED = 0.2
HIDDEN = 0.35
"""What share of a name may lie on other things, and of another thing under it, before it is left out."""
TOUCHED = 0.03
"""What share of a name may lie under another name: the white around its letters."""
STRAY = 0.3
"""What share of its area it costs a name to stand nearer to another thing than to its own."""
ROUNDS = 2
"""How often names that others crowd look for a better place, when all others have theirs."""


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
        if wide <= 0:
            return 0.0
        high = (self.height + other.height) / 2 - abs(self.y - other.y)
        if high <= 0:
            return 0.0
        return min(wide, self.width, other.width) * min(high, self.height, other.height)

    def gap(self, other: Rect) -> float:
        """How far two are from each other, between their edges."""
        wide = abs(self.x - other.x) - (self.width + other.width) / 2
        high = abs(self.y - other.y) - (self.height + other.height) / 2
        return hypot(max(wide, 0.0), max(high, 0.0))


@dataclass(frozen=True)
class Name:
    """Words to be set beside a thing; ``must`` is that they are set however crowded it is, and ``room`` the height of
    letters there should be room for, where a page sets them larger."""

    key: str
    words: str
    beside: Rect
    size: float
    must: bool = False
    room: float = 0.0


def width(words: str, size: float) -> float:
    """How wide words are set: ``width("主人", 12) == 24``."""
    return sum(size if unicodedata.east_asian_width(char) in "WF" else size * 0.53 for char in words)


def place(names: Iterable[Name], solid: Iterable[Rect], within: Rect, kept: Mapping[str, Rect]) -> dict[str, Rect]:
    """Where names are set, in the order given: those that were where nothing covers them stay (``kept``).

    Each first takes the best place beside those before it; those that others crowd then look again. What still lies on
    too much is left out, the least telling first, unless it must be set.
    """
    listed = list(names)
    ground = _Ground(solid, [name.beside for name in listed], within)
    found: dict[str, Rect] = {}
    for name in listed:
        old = kept.get(name.key)
        stays = old is not None and old in _around(name) and ground.covered(name, old) == 0
        found[name.key] = old if old is not None and stays else ground.best(name)
        ground.set(name.key, found[name.key])
    for _ in range(ROUNDS):
        for name in listed:
            if ground.covered(name, found[name.key]) > 0:
                ground.take(name.key)
                found[name.key] = ground.best(name)
                ground.set(name.key, found[name.key])
    for name in reversed(listed):
        if not name.must and ground.crowded(found[name.key], name.key):
            ground.take(name.key)
            del found[name.key]
    return found


def _hides(name: Rect, other: Rect) -> bool:
    """Whether a name lies on too much of something small."""
    return name.covers(other) > HIDDEN * other.area


class _Squares:
    """Rectangles by their keys, found by the squares of the picture they lie in."""

    SIZE = 64

    def __init__(self, rects: Iterable[tuple[Hashable, Rect]] = ()) -> None:
        self._squares: dict[tuple[int, int], dict[Hashable, Rect]] = {}
        for key, rect in rects:
            self.add(key, rect)

    def add(self, key: Hashable, rect: Rect) -> None:
        """Keep one more."""
        for square in self._under(rect):
            self._squares.setdefault(square, {})[key] = rect

    def remove(self, key: Hashable, rect: Rect) -> None:
        """Keep one no longer."""
        for square in self._under(rect):
            del self._squares[square][key]

    def near(self, rect: Rect) -> dict[Hashable, Rect]:
        """All that may have something in common with a rectangle."""
        found: dict[Hashable, Rect] = {}
        for square in self._under(rect):
            found.update(self._squares.get(square, ()))
        return found

    def _under(self, rect: Rect) -> Iterator[tuple[int, int]]:
        west, east = (int((rect.x + side * rect.width / 2) // self.SIZE) for side in (-1, 1))
        north, south = (int((rect.y + side * rect.height / 2) // self.SIZE) for side in (-1, 1))
        return ((x, y) for x in range(west, east + 1) for y in range(north, south + 1))


class _Ground:
    """A picture in which names are set: what is solid in it, what can be named, and the names set so far."""

    def __init__(self, solid: Iterable[Rect], named: Iterable[Rect], within: Rect) -> None:
        self._solid = _Squares(enumerate(solid))
        self._named = _Squares((one, one) for one in named)
        self._names = _Squares()
        self._set: dict[str, Rect] = {}
        self._within = within

    def set(self, key: str, rect: Rect) -> None:
        """A name stands here."""
        self._set[key] = rect
        self._names.add(key, rect)

    def take(self, key: str) -> None:
        """A name stands here no longer."""
        self._names.remove(key, self._set.pop(key))

    def covered(self, name: Name, at: Rect) -> float:
        """How much of a place is covered, or would be outside of the picture; other names want air about them."""
        return self._cost(at, self._near(name, at))

    def best(self, name: Name) -> Rect:
        """The place that is covered least, and at which a name is not taken for that of something else."""
        choices = list(_around(name))
        near = self._near(name, _hull(choices))
        best, least = choices[0], float("inf")
        for choice in choices:
            cost = self._cost(choice, near)
            if cost < least and self._strays(name, choice):
                cost += STRAY * choice.area
            if cost < least:
                best, least = choice, cost
            if cost == 0:
                break
        return best

    def _near(self, name: Name, at: Rect) -> tuple[list[Rect], list[Rect]]:
        """What is solid about a place, and the other names there."""
        wide = Rect(at.x, at.y, at.width + 2 * AIR, at.height)
        names = [one for key, one in self._names.near(wide).items() if key != name.key]
        return list(self._solid.near(at).values()), names

    def _cost(self, at: Rect, near: tuple[list[Rect], list[Rect]]) -> float:
        solid, names = near
        cost = sum(at.covers(one) for one in solid) + 3 * (at.area - at.covers(self._within))
        if names:
            wide = Rect(at.x, at.y, at.width + 2 * AIR, at.height)
            cost += 2 * sum(wide.covers(one) for one in names)
        return cost

    def _strays(self, name: Name, at: Rect) -> bool:
        """Whether a name would stand nearer to something else than to what it names."""
        own = at.gap(name.beside)
        wide = Rect(at.x, at.y, at.width + 2 * own, at.height + 2 * own)
        return any(at.gap(one) < own - 0.5 for one in self._named.near(wide).values() if one != name.beside)

    def crowded(self, at: Rect, key: str) -> bool:
        """Whether a name lies on too much, or hides something small, or meets another name."""
        solid = list(self._solid.near(at).values())
        names = [rect for other, rect in self._names.near(at).items() if other != key]
        return (
            sum(at.covers(one) for one in (*solid, *names)) > CROWDED * at.area
            or any(_hides(at, one) for one in solid)
            or any(at.covers(one) > TOUCHED * min(at.area, one.area) for one in names)
        )


def _hull(rects: list[Rect]) -> Rect:
    """The rectangle around some."""
    west, east = min(one.x - one.width / 2 for one in rects), max(one.x + one.width / 2 for one in rects)
    north, south = min(one.y - one.height / 2 for one in rects), max(one.y + one.height / 2 for one in rects)
    return Rect((west + east) / 2, (north + south) / 2, east - west, south - north)


def _around(name: Name) -> Iterator[Rect]:
    """Below, above, right, left, flush with one side, at the corners, a line further off."""
    one, size = name.beside, name.room or name.size
    wide, high = width(name.words, size) + 2, size * 1.15
    dx, dy = (one.width + wide) / 2 + GAP, (one.height + high) / 2 + 1
    flush = abs(wide - one.width) / 2
    near = [(0, dy), (0, -dy), (dx, 0), (-dx, 0)]
    near += [(flush, dy), (-flush, dy), (flush, -dy), (-flush, -dy)]
    near += [(dx, dy * 0.35), (-dx, dy * 0.35), (dx, -dy * 0.35), (-dx, -dy * 0.35)]
    near += [(dx, dy * 0.7), (-dx, dy * 0.7), (dx, -dy * 0.7), (-dx, -dy * 0.7)]
    near += [(dx * 0.5, dy), (-dx * 0.5, dy), (dx * 0.5, -dy), (-dx * 0.5, -dy)]
    far = [(side, line * (dy + high)) for line in (1, -1) for side in (0, dx * 0.6, -dx * 0.6, dx, -dx)]
    for x, y in (*near, *far):
        yield Rect(round(one.x + x, 1), round(one.y + y, 1), round(wide, 1), round(high, 1))
