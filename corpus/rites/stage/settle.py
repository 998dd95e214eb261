"""Where figures stand so that no two stand in one spot: whoever has not moved stays, the others find room beside.

A company stands in a row along its order (東上: from east to west, its first in the east), a pace apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from corpus.rites.plan import Point
from corpus.rites.stage.ground import RADIUS, Ground, Region

PACE = 2 * RADIUS + 0.008
"""From the middle of one figure to that of the next."""
VESSEL = 0.03
"""The half width of a vessel."""
PILLAR = 0.022
WAY: dict[str, tuple[float, float]] = {"東": (1, 0), "西": (-1, 0), "北": (0, 1), "南": (0, -1)}
WAY |= {"東北": (0.7, 0.7), "西北": (-0.7, 0.7), "東南": (0.7, -0.7), "西南": (-0.7, -0.7)}
_ROUNDS, _ROUND = 22, 0.028


@dataclass(frozen=True)
class Wanted:
    """Who wants to stand where: ``point`` is the place's, ``order`` the direction in which the first stands."""

    name: str
    point: Point
    region: Region
    number: int = 1
    facing: str = ""
    order: str = ""
    place: str = ""


@dataclass(frozen=True)
class Settled:
    """Where someone has come to stand, and for what he wanted."""

    wanted: Wanted
    marks: tuple[Point, ...]


def settle(
    ground: Ground,
    wanted: Iterable[Wanted],
    before: Mapping[str, Settled],
    vessels: Iterable[Point],
) -> dict[str, Settled]:
    """Where everyone stands. Those who want what they had keep it; ``vessels`` are stood beside, not on."""
    wanted = list(wanted)
    still = [one for one in wanted if one.name in before and _same(before[one.name].wanted, one)]
    found = {one.name: Settled(one, before[one.name].marks) for one in still}
    taken = [mark for settled in found.values() for mark in settled.marks]
    solid = [(vessel, RADIUS + VESSEL) for vessel in vessels]
    solid += [(pillar, RADIUS + PILLAR) for pillar in ground.pillars]
    for one in wanted:
        if one.name not in found:
            marks = _room(ground, one, taken, solid)
            found[one.name] = Settled(one, marks)
            taken += marks
    return {one.name: found[one.name] for one in wanted}


def row(one: Wanted, at: Point, ranks: int = 1) -> tuple[Point, ...]:
    """A company's marks around a point, its first where the order says."""
    x, y = WAY[one.order] if one.order else (0, 0)
    files = -(-one.number // ranks)
    marks = []
    for n in range(one.number):
        along = ((files - 1) / 2 - n % files) * PACE
        back = (n // files) * PACE
        behind = WAY.get(one.facing, (0, 0))
        marks.append(
            Point(round(at.x + x * along - behind[0] * back, 4), round(at.y + y * along - behind[1] * back, 4))
        )
    return tuple(marks)


def _same(had: Wanted, wants: Wanted) -> bool:
    """Whether someone may stay: same place, same number; turning moves no one."""
    return had.place == wants.place and had.number == wants.number and had.region is wants.region


def _room(ground: Ground, one: Wanted, taken: list[Point], solid: list[tuple[Point, float]]) -> tuple[Point, ...]:
    """The nearest free room; closer together, and at last where it is least crowded, if there is none."""
    centre = _within(ground, one)
    for apart, ranks, stand_clear in (
        (1.0, 1, True),
        (1.0, 2, True),
        (0.99, 2, False),
        (0.8, 2, False),
        (0.6, 2, False),
    ):
        keep_off = [(other, PACE * apart - 0.003) for other in taken]
        keep_off += solid if stand_clear else []
        marks = row(one, centre, ranks if one.number > 2 else 1)
        for dx, dy in _offsets(one.facing):
            moved = [(mark.x + dx, mark.y + dy) for mark in marks]
            if _free(moved, keep_off):
                found = tuple(Point(round(x, 4), round(y, 4)) for x, y in moved)
                if all(ground.is_in(mark, one.region, RADIUS * 0.95) for mark in found):
                    return found
    return row(one, centre)


def _within(ground: Ground, one: Wanted) -> Point:
    """The point nearest to the one wanted at which the whole row is inside, if it can be."""
    centre = ground.nearest(one.point, one.region)
    box, marks = ground.boxes[one.region], row(one, centre)
    west, east = min(mark.x for mark in marks) - RADIUS, max(mark.x for mark in marks) + RADIUS
    south, north = min(mark.y for mark in marks) - RADIUS, max(mark.y for mark in marks) + RADIUS
    x = max(box.west - west, 0.0) or min(box.east - east, 0.0)
    y = max(box.south - south, 0.0) or min(box.north - north, 0.0)
    return Point(round(centre.x + x, 4), round(centre.y + y, 4))


def _free(marks: list[tuple[float, float]], keep_off: list[tuple[Point, float]]) -> bool:
    """Whether all marks are at least so far from what they keep off."""
    for x, y in marks:
        for other, far in keep_off:
            dx, dy = x - other.x, y - other.y
            if -far < dx < far and dx * dx + dy * dy < far * far:
                return False
    return True


@lru_cache(maxsize=16)
def _offsets(facing: str) -> tuple[tuple[float, float], ...]:
    """Steps aside, the smallest first; at the same distance backwards rather than forwards."""
    fx, fy = WAY.get(facing, (0, 0))
    found = [(0.0, 0.0, 0.0)]
    for ring in range(1, _ROUNDS + 1):
        for turn in range(16):
            angle = turn * pi / 8
            dx, dy = ring * _ROUND * cos(angle), ring * _ROUND * sin(angle)
            found.append((ring + 1.5 * (fx * cos(angle) + fy * sin(angle)), round(dx, 4), round(dy, 4)))
    return tuple((dx, dy) for _, dx, dy in sorted(found))
