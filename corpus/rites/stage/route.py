"""The way from one place to another: by the steps, through doors and the gate, along the paths of the court.

ways = Ways(lay_out())
ways.between(guest_outside, Region.OUTSIDE, top_of_steps, Region.HALL, "西階")
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from corpus.rites.plan import Point
from corpus.rites.stage.ground import EDGE, RADIUS, STAIR, TREAD, Ground, Opening, Region, Wall, draw, grown

SIDES = {"阼階": ("阼", "東階"), "西階": ("西階",)}
"""How names of places begin that belong to one flight of steps."""
_TURNS = tuple(draw(Point(x, y)) for x in (-STAIR, STAIR) for y in (-2.6, -0.3))
"""Where the two paths of the court (堂塗) turn: inside the gate, and before the steps."""


class Ways:
    """Finds ways over a ground that go through no wall."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def between(self, start: Point, left: Region, end: Point, reached: Region, steps: str = "") -> tuple[Point, ...]:
        """The points of a way, both ends included; ``steps`` is the flight that is taken where there is a choice."""
        points = [start]
        at = left
        for opening in self._openings(left, reached, steps, (start.x + end.x) / 2):
            near, far = opening.through(at)
            points += [*self._within(at, points[-1], near), near, far]
            at = opening.regions[1] if at is opening.regions[0] else opening.regions[0]
        points += [*self._within(at, points[-1], end), end]
        return tuple(point for n, point in enumerate(points) if n == 0 or point != points[n - 1])

    def _openings(self, start: Region, end: Region, steps: str, x: float) -> tuple[Opening, ...]:
        """The openings in the order in which they are gone through: the fewest, then the flight of steps meant."""
        paths: list[tuple[Region, tuple[Opening, ...]]] = [(start, ())]
        seen = {start}
        found: list[tuple[Opening, ...]] = []
        while paths and not found:
            found = [path for region, path in paths if region is end]
            paths = [
                (after, (*path, opening))
                for region, path in paths
                for opening, after in self._exits(region)
                if after not in seen
            ]
            seen |= {region for region, _ in paths}
        return min(found, key=lambda path: sum(_unlike(opening, steps, x) for opening in path))

    def _exits(self, region: Region) -> Iterator[tuple[Opening, Region]]:
        for opening in self._ground.openings:
            if region in opening.regions:
                yield opening, opening.regions[1] if region is opening.regions[0] else opening.regions[0]

    def _within(self, region: Region, start: Point, end: Point) -> list[Point]:
        """The turns of a way inside a region: round the platform, along the paths of the court, past the pillars."""
        if region is Region.COURT:
            return self._path(start, end) or self._round(start, end)
        if region is Region.HALL:
            return [
                Point(pillar.x, round(pillar.y - 2 * RADIUS, 4))
                for pillar in sorted(self._ground.pillars, key=lambda p: hypot(p.x - start.x, p.y - start.y))
                if _distance(pillar, start, end) < RADIUS
                and min(hypot(pillar.x - p.x, pillar.y - p.y) for p in (start, end)) > 2 * RADIUS
            ]
        return []

    def _path(self, start: Point, end: Point) -> list[Point]:
        """From the gate to the steps, and back, people follow the path that leads from one to the other."""
        north = max(start, end, key=lambda point: point.y)
        south = min(start, end, key=lambda point: point.y)
        at_steps = abs(abs(north.x) - STAIR) <= TREAD * 1.5 and south.y + 0.3 < north.y <= 0
        if not at_steps or south.y > draw(Point(0, -2.5)).y:
            return []
        turns = [turn for turn in _TURNS if (turn.x > 0) == (north.x > 0)]
        turns = [turn for turn in turns if turn.y < north.y - 0.05]
        return turns if south is start else turns[::-1]

    def _round(self, start: Point, end: Point) -> list[Point]:
        """The corners of the platform that are gone round: the shortest way that keeps clear of it."""
        box = grown(self._ground.footprint, RADIUS * 1.2)
        if not _crosses_box(self._ground, start, end):
            return []
        south = min(stair.south for stair in self._ground.stairs) - RADIUS * 1.2
        west, east = -EDGE - RADIUS * 1.2, EDGE + RADIUS * 1.2
        corners = (Point(west, south), Point(west, box.north), Point(east, box.north), Point(east, south))
        ways = [[corner] for corner in corners]
        ways += [[corners[n], corners[(n + turn) % 4]] for n in range(4) for turn in (1, 3)]
        ways += [
            [corners[n], corners[(n + turn) % 4], corners[(n + 2 * turn) % 4]] for n in range(4) for turn in (1, 3)
        ]
        free = [
            way for way in ways if not any(_crosses_box(self._ground, a, b) for a, b in pairwise([start, *way, end]))
        ]
        return min(free, key=lambda way: length((start, *way, end)), default=[])


def side_of(place: str) -> str:
    """The flight of steps a place belongs to: ``side_of("西階上") == "西階"``; "" of a place that belongs to none."""
    return next((steps for steps, begins in SIDES.items() if place.startswith(begins)), "")


def length(points: tuple[Point, ...]) -> float:
    """How long a way is."""
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(points))


def crossed(walls: tuple[Wall, ...], points: tuple[Point, ...]) -> tuple[Wall, ...]:
    """The walls that a way goes through: there should be none."""
    return tuple(wall for wall in walls if any(_cross(a, b, wall.start, wall.end) for a, b in pairwise(points)))


def _unlike(opening: Opening, steps: str, x: float) -> float:
    """How much speaks against an opening: another flight than that meant, or one on the far side."""
    if opening.name not in SIDES:
        return 0.1 if opening.name == "北階" else 0
    return 1 if steps and steps != opening.name else 0.01 * abs(opening.points[0].x - x)


def _crosses_box(ground: Ground, start: Point, end: Point) -> bool:
    box = ground.footprint
    sides = (
        Wall(Point(box.west, box.south), Point(box.east, box.south), "edge"),
        Wall(Point(box.west, box.north), Point(box.east, box.north), "edge"),
        Wall(Point(box.west, box.south), Point(box.west, box.north), "edge"),
        Wall(Point(box.east, box.south), Point(box.east, box.north), "edge"),
    )
    return bool(crossed(sides, (start, end)))


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to a stretch."""
    dx, dy = end.x - start.x, end.y - start.y
    if not dx and not dy:
        return hypot(point.x - start.x, point.y - start.y)
    share = max(0.0, min(1.0, ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy)))
    return hypot(point.x - start.x - share * dx, point.y - start.y - share * dy)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches cross; touching at an end counts only where one lies on both sides of the other."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
