"""Who stands beside whom: those who go to one place together, and those whose place is told from a company.

side_by_side(wanted, ("上射", "下射"), {})     the upper shooter half a pace west, facing north; the lower east
past_the_row(wanted, plan)                   whoever stands south of a file stands south of its last
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from corpus.rites.plan import Plan, Point
from corpus.rites.stage.settle import PACE, WAY, Wanted

ACROSS = ("東", "西")
"""Facing one of these, the first of two stands in the north (東面北上), else in the west.

So the upper shooter goes: 上射在左 eastward and northward, 於右 westward and southward; and so 北面西上 of 15.16.10.
"""


def side_by_side(wanted: Iterable[Wanted], acting: Collection[str], orders: Mapping[str, str]) -> list[Wanted]:
    """Those who do an act together and go to one point stand beside each other, the first named first."""
    wanted = list(wanted)
    together: dict[tuple[str, Point], list[Wanted]] = {}
    for name in acting:
        for one in wanted:
            if one.name == name and one.number == 1:
                together.setdefault((one.place, one.point), []).append(one)
    moved: dict[str, Wanted] = {}
    for rank in together.values():
        facing = next((one.facing for one in rank if one.facing), "")
        order = next((orders[one.name] for one in rank if orders.get(one.name)), "")
        x, y = WAY[order or ("北" if facing in ACROSS else "西")]
        for n, one in enumerate(rank):
            along = ((len(rank) - 1) / 2 - n) * PACE
            moved[one.name] = replace(one, point=_moved(one.point, x * along, y * along))
    return [moved.get(one.name, one) for one in wanted]


def past_the_row(wanted: Iterable[Wanted], plan: Plan) -> list[Wanted]:
    """Whoever's place is told from a company stands beyond its row, with a row of his own beyond that."""
    wanted = list(wanted)
    by_name = {one.name: one for one in wanted}
    return [_past(one, by_name, plan) for one in wanted]


def _past(one: Wanted, others: Mapping[str, Wanted], plan: Plan) -> Wanted:
    place = plan.find(one.place)
    other = others.get(place.anchor) if place else None
    if place is None or other is None or other.name == one.name:
        return one
    x, y = place.point.x, place.point.y
    axis = (0, (y > 0) - (y < 0)) if abs(y) >= abs(x) else ((x > 0) - (x < 0), 0)
    far = _reach(one, axis) + _reach(other, axis)
    return replace(one, point=_moved(one.point, axis[0] * far, axis[1] * far)) if far else one


def _reach(one: Wanted, axis: tuple[int, int]) -> float:
    """How far a row reaches along an axis from its middle."""
    x, y = WAY.get(one.order, (0, 0))
    return (one.number - 1) / 2 * PACE * abs(x * axis[0] + y * axis[1])


def _moved(point: Point, x: float, y: float) -> Point:
    return Point(round(point.x + x, 4), round(point.y + y, 4))
