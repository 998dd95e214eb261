"""The vessels and other things that are drawn: which of them, where, and what kind of mark each gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from corpus.rites.plan import Plan, Point
from corpus.rites.stage.ground import RADIUS, Ground, Region, draw
from corpus.rites.stage.setting import Setting
from corpus.rites.state import Scene

DRAWN = ("seat", "wine", "wash", "cup", "dish", "archery", "target", "tally", "music", "other")
"""Kinds of things that are drawn; food lies on its dishes, dress is worn."""
MATS = {"戶牖間": "賓席", "阼階上": "主人席", "西階上": "介席", "尊東": "大夫席", "堂廉": "工席"}
"""Where a mat lies that is laid at a place: at that which is named after it from then on."""
FLAT = ("seat", "target")
"""What one stands or sits on, or what is too large to stand beside."""
MAT = 0.055
"""How far the middle of a mat is from a wall."""
FOOT = RADIUS + 0.03
"""How far the middle of a vessel is from the middle of a figure at least."""
SIZE = 0.056
"""How far the middles of two vessels are apart at least, in units of the drawing."""


@dataclass(frozen=True)
class Vessel:
    """A thing as drawn, or several of a kind in one place: ``Vessel("豆", "dish", 2, Point(…), "豆間")``."""

    name: str
    kind: str
    number: int
    point: Point
    place: str
    wanted: Point

    @property
    def solid(self) -> bool:
        """Whether people stand beside it, not on it."""
        return self.kind not in FLAT


def vessels_of(
    state: Scene,
    points: Mapping[str, Point],
    before: tuple[Vessel, ...],
    setting: Setting,
    people: Iterable[Point] = (),
) -> tuple[Vessel, ...]:
    """The things that stand somewhere and are held by no one; those that stood there before stay where they were.

    ``people`` are where figures stand: nothing is set down under their feet.
    """
    feet = list(people)
    grouped: dict[tuple[str, str, str], tuple[Point, int]] = {}
    for name, spot in state.things.items():
        plain = name.partition("·")[0]
        if spot.holder or name not in points or setting.needs.get(plain, "") not in DRAWN:
            continue
        place, point = spot.place, points[name]
        if plain == "席" and place in MATS and (named := setting.plan.locate(MATS[place])):
            place, point = MATS[place], draw(named)
        elif own := own_place(plain, place, setting.plan):
            place, point = plain, draw(own)
        key = (plain, place, spot.mat)
        grouped[key] = (point, grouped.get(key, (point, 0))[1] + 1)
    old = {(one.name, one.place, one.wanted): one.point for one in before}
    found: list[Vessel] = []
    for (name, place, _), (point, number) in sorted(
        grouped.items(), key=lambda item: (item[0][0], item[0][1], item[1][0]) not in old
    ):
        kind = setting.needs[name]
        at = old.get((name, place, point))
        if at is None:
            at = _flat(point, setting.ground) if kind in FLAT else _beside(point, found, feet, setting.ground)
        found.append(Vessel(name, kind, number, at, place, point))
    return tuple(found)


def own_place(name: str, place: str, plan: Plan) -> Point | None:
    """Of a place that can be meant in several ways (中庭), that which is the thing's own (楅), in the plan.

    None of other places, and of other things.
    """
    set_at, own = plan.find(place), plan.find(name)
    if set_at is None or own is None or own.name != name:
        return None
    return next((own.point for other in set_at.alternatives if other.point == own.point), None)


def _flat(point: Point, ground: Ground) -> Point:
    """A mat lies clear of the walls; a target is where it is."""
    region = ground.region_at(point)
    return ground.boxes[region].nearest(point, MAT) if region is not Region.COURT else point


def _beside(point: Point, found: list[Vessel], feet: list[Point], ground: Ground) -> Point:
    """The nearest point that is free of other vessels and of people, and on the same ground."""
    taken = [(vessel.point, SIZE) for vessel in found if vessel.solid] + [(one, FOOT) for one in feet]
    region = ground.region_at(point)
    for ring in range(14):
        for turn in range(8 if ring else 1):
            angle = turn * pi / 4
            at = Point(round(point.x + ring * 0.02 * cos(angle), 4), round(point.y + ring * 0.02 * sin(angle), 4))
            free = all(hypot(at.x - one.x, at.y - one.y) >= far for one, far in taken)
            if free and ground.region_at(at) is region:
                return at
    return point
