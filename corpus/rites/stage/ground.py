"""Hall, rooms, steps, court and gate as they are drawn: regions, walls, and the openings between them.

    ground = lay_out()
    ground.region_at(Point(0.0, 0.5))         Region.HALL
    draw(Point(0.0, -3.0))                    Point(0.0, -1.965): the court is drawn shorter than it is

Points of the plan (``corpus/rites/plan.py``, units of the hall's depth) become points of the drawing by ``draw``: the
same from east to west; from north to south the court is drawn at about half its length and the rooms behind the
hall deeper, for there is little room for many people. What is straight stays straight. The proportions rest on 李如圭's
儀禮釋宮 as the plan does; where the texts give no measure they are schematic.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from corpus.rites.plan import Level, Point

RADIUS = 0.04
"""Of a figure, in units of the drawing."""
NEAR = -0.7
"""South of this the court is drawn shorter."""
SHORTER, DEEPER = 0.55, 2.0
WEST, EAST, NORTH, SOUTH = -1.42, 1.42, 1.75, -3.0
"""The walls of the court."""
BACK = 1.36
"""The north wall of the rooms behind the hall."""
SIDE, EDGE = 0.5, 0.75
"""The side walls (序), and the edges of the platform under the wings of the roof (榮)."""
STAIR, TREAD = 0.38, 0.09
"""How far from the middle the two flights of steps lie, and half their width."""
FAR = -3.95
"""How far the ground outside the gate is drawn."""


class Region(StrEnum):
    """What is walled off: no one goes from one to another but through an opening."""

    HALL = "hall"
    EAST_WING = "east wing"
    WEST_WING = "west wing"
    CHAMBER = "chamber"
    EAST_ROOM = "east room"
    WEST_ROOM = "west room"
    COURT = "court"
    OUTSIDE = "outside"


@dataclass(frozen=True)
class Box:
    """A rectangle, in units of the drawing."""

    west: float
    south: float
    east: float
    north: float

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        """Whether a point lies inside, at least ``margin`` from the edge."""
        return (
            self.west + margin <= point.x <= self.east - margin
            and self.south + margin <= point.y <= self.north - margin
        )

    def nearest(self, point: Point, margin: float = 0.0) -> Point:
        """The point inside that is nearest."""
        return Point(
            min(max(point.x, self.west + margin), self.east - margin),
            min(max(point.y, self.south + margin), self.north - margin),
        )


@dataclass(frozen=True)
class Wall:
    """What cannot be walked through, from one point to another: ``kind`` is wall, edge (of the platform) or court."""

    start: Point
    end: Point
    kind: str


@dataclass(frozen=True)
class Opening:
    """A way from one region to another: the points on either side of it, and what it is called."""

    name: str
    regions: tuple[Region, Region]
    points: tuple[Point, Point]

    def through(self, start: Region) -> tuple[Point, Point]:
        """Its points in the order of whoever comes from ``start``."""
        return self.points if start is self.regions[0] else (self.points[1], self.points[0])


@dataclass(frozen=True)
class Ground:
    """Everything that stands, with the rooms as one reading has them."""

    boxes: dict[Region, Box]
    walls: tuple[Wall, ...]
    openings: tuple[Opening, ...]
    pillars: tuple[Point, ...]
    footprint: Box
    stairs: tuple[Box, ...]

    def region_at(self, point: Point, level: Level = Level.ANY) -> Region:
        """The region of a point of the drawing. On the ground that is court or outside, whatever stands there."""
        if level is Level.OUTSIDE or point.y < self.boxes[Region.COURT].south:
            return Region.OUTSIDE
        if level not in (Level.GROUND, Level.STEPS):
            for region in (Region.HALL, Region.CHAMBER, Region.EAST_ROOM, Region.WEST_ROOM, *WINGS):
                if region in self.boxes and self.boxes[region].holds(point):
                    return region
        return Region.COURT

    def is_in(self, point: Point, region: Region, margin: float = RADIUS) -> bool:
        """Whether someone can stand at a point of a region without touching what bounds it."""
        if not self.boxes[region].holds(point, margin):
            return False
        if region is not Region.COURT:
            return True
        solid = (self.footprint, *self.stairs)
        return not any(grown(box, margin * 0.9).holds(point) for box in solid)

    def nearest(self, point: Point, region: Region, margin: float = RADIUS) -> Point:
        """The nearest point of a region at which someone can stand."""
        inside = self.boxes[region].nearest(point, margin)
        if region is Region.COURT and grown(self.footprint, margin).holds(inside):
            box = grown(self.footprint, margin)
            ways = (
                Point(box.west, inside.y),
                Point(box.east, inside.y),
                Point(inside.x, box.south - TREAD),
                Point(inside.x, box.north),
            )
            return min(ways, key=lambda way: abs(way.x - inside.x) + abs(way.y - inside.y))
        return inside


WINGS = (Region.EAST_WING, Region.WEST_WING)


def grown(box: Box, by: float) -> Box:
    """A rectangle that is wider on every side."""
    return Box(box.west - by, box.south - by, box.east + by, box.north + by)


@lru_cache(maxsize=4096)
def draw(point: Point) -> Point:
    """Where a point of the plan is drawn."""
    y = point.y
    if y < NEAR:
        y = NEAR + (y - NEAR) * SHORTER
    elif y > 1:
        y = 1 + (y - 1) * DEEPER
    return Point(round(point.x, 4), round(y, 4))


def lay_out(two_rooms: bool = False) -> Ground:
    """The ground; ``two_rooms`` has a side room on both sides of the chamber, instead of on the east only.

    With one room (鄭玄, 賈公彥) the chamber fills the western half behind the hall; with two (李如圭, 江永) it is in
    the middle. The door of the chamber is in the eastern part of its wall, the window in the western.
    """
    west, east = (-0.3, 0.2) if two_rooms else (-SIDE, 0.0)
    doors = {Region.CHAMBER: east - 0.1, Region.EAST_ROOM: east + 0.1}
    rooms = {Region.CHAMBER: _box(west, 1, east, BACK), Region.EAST_ROOM: _box(east, 1, SIDE, BACK)}
    if two_rooms:
        doors[Region.WEST_ROOM] = west - 0.1
        rooms[Region.WEST_ROOM] = _box(-SIDE, 1, west, BACK)
    boxes = {
        Region.HALL: _box(-SIDE, 0, SIDE, 1),
        Region.EAST_WING: _box(SIDE, 0, EDGE, 1),
        Region.WEST_WING: _box(-EDGE, 0, -SIDE, 1),
        **rooms,
        Region.COURT: _box(WEST, SOUTH, EAST, NORTH),
        Region.OUTSIDE: _box(WEST, FAR, EAST, SOUTH),
    }
    return Ground(
        boxes=boxes,
        walls=tuple(_walls(west, east, two_rooms, doors)),
        openings=tuple(_openings(doors)),
        pillars=(draw(Point(-0.25, 1 / 3)), draw(Point(0.25, 1 / 3))),
        footprint=_box(-EDGE, 0, EDGE, BACK),
        stairs=tuple(_box(x - TREAD, -0.085, x + TREAD, 0) for x in (-STAIR, STAIR)),
    )


DOOR, GATE = 0.055, 0.17
"""Half the width of the doors, and of the gate."""


def _walls(west: float, east: float, two_rooms: bool, doors: dict[Region, float]) -> list[Wall]:
    """The walls: the rear wall with its doors, the partitions, the side walls, the edge of the platform, the court."""
    gaps = [(x - DOOR, x + DOOR) for x in doors.values()]
    walls = _pierced(-EDGE, EDGE, 1, gaps, "wall")
    walls += _pierced(-EDGE, EDGE, BACK, [(0.25 - DOOR, 0.25 + DOOR)], "wall")
    for x in (east, *((west,) if two_rooms else ()), -EDGE, EDGE):
        walls.append(_wall(x, 1, x, BACK, "wall"))
    for x in (-SIDE, SIDE):
        walls += [_wall(x, 0.07, x, 1, "wall"), _wall(x, 1, x, BACK, "wall")]
    for x in (-EDGE, EDGE):
        walls.append(_wall(x, 0, x, 1, "edge"))
    walls += _pierced(-EDGE, EDGE, 0, [(x - TREAD, x + TREAD) for x in (-STAIR, STAIR)], "edge")
    walls += _pierced(WEST, EAST, SOUTH, [(-GATE, GATE)], "court")
    walls.append(_wall(WEST, NORTH, EAST, NORTH, "court"))
    return [*walls, *(_wall(x, SOUTH, x, NORTH, "court") for x in (WEST, EAST))]


def _openings(doors: dict[Region, float]) -> list[Opening]:
    names = {Region.CHAMBER: "室戶", Region.EAST_ROOM: "房戶", Region.WEST_ROOM: "西房戶"}
    found = [_opening(names[room], Region.HALL, room, Point(x, 0.95), Point(x, 1.045)) for room, x in doors.items()]
    for name, x in (("西階", -STAIR), ("阼階", STAIR)):
        found.append(_opening(name, Region.HALL, Region.COURT, Point(x, 0.05), Point(x, -0.135)))
    found.append(_opening("門", Region.COURT, Region.OUTSIDE, Point(0, -2.9), Point(0, -3.1)))
    found.append(_opening("北階", Region.EAST_ROOM, Region.COURT, Point(0.25, 1.31), Point(0.25, 1.42)))
    for region, x in ((Region.EAST_WING, SIDE), (Region.WEST_WING, -SIDE)):
        inner, outer = (x - 0.05, x + 0.05) if x > 0 else (x + 0.05, x - 0.05)
        found.append(_opening("序端", Region.HALL, region, Point(inner, 0.035), Point(outer, 0.035)))
    return found


def _pierced(start: float, end: float, y: float, gaps: list[tuple[float, float]], kind: str) -> list[Wall]:
    """A wall from west to east with gaps in it."""
    walls, at = [], start
    for left, right in sorted(gaps):
        walls.append(_wall(at, y, left, y, kind))
        at = right
    return [*walls, _wall(at, y, end, y, kind)]


def _wall(x1: float, y1: float, x2: float, y2: float, kind: str) -> Wall:
    return Wall(draw(Point(x1, y1)), draw(Point(x2, y2)), kind)


def _opening(name: str, one: Region, other: Region, start: Point, end: Point) -> Opening:
    return Opening(name, (one, other), (draw(start), draw(end)))


def _box(west: float, south: float, east: float, north: float) -> Box:
    low, high = draw(Point(west, south)), draw(Point(east, north))
    return Box(low.x, low.y, high.x, high.y)
