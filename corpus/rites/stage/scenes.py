"""A scene: where every figure and vessel is drawn after an act, from the state of the simulation.

A figure's ``way`` leads from where it stood in the scene before. What the texts do not tell is not drawn as if they
did: a place that follows from the verb alone is ``told`` False, a facing that is only likely ``facing_told`` False,
and who is nowhere in particular stands in ``unplaced``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from math import atan2, pi

from corpus.rites.data import Step
from corpus.rites.expand import HOST, Act
from corpus.rites.plan import Point
from corpus.rites.stage.ground import Region, draw
from corpus.rites.stage.handling import Handling
from corpus.rites.stage.ranks import past_the_row, side_by_side
from corpus.rites.stage.route import Ways, side_of
from corpus.rites.stage.setting import Setting
from corpus.rites.stage.settle import Settled, Wanted, settle
from corpus.rites.stage.sighted import Sight
from corpus.rites.stage.told import Known, Telling
from corpus.rites.stage.vessels import Vessel, vessels_of
from corpus.rites.state import Scene as State
from corpus.rites.state import Station

DUKES_RITE = 7
"""The chapter in which the duke is at home, and the host of the others a steward who uses the guests' steps."""
_COMPASS = ("東", "東北", "北", "西北", "西", "西南", "南", "東南")


class Part(StrEnum):
    """What someone has to do with an act: he does it, it is done to him, he acts in this phase, or he only waits."""

    ACTS = "acts"
    MEETS = "meets"
    SERVES = "serves"
    WAITS = "waits"


@dataclass(frozen=True)
class Figure:
    """One person, or a company, as drawn. ``marks`` are where each stands, ``way`` the points of the first's way."""

    name: str
    part: Part
    station: Station
    marks: tuple[Point, ...]
    region: Region
    facing: str
    facing_told: bool
    told: bool
    number_told: bool
    way: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Scene:
    """The stage after an act (``act`` None: before the first); ``understood`` is that its actor is not named there."""

    act: Act | None
    figures: tuple[Figure, ...]
    vessels: tuple[Vessel, ...]
    unplaced: tuple[str, ...]
    findings: tuple[str, ...] = ()

    def figure(self, name: str) -> Figure | None:
        """The figure of that name; None where it is not drawn."""
        return next((figure for figure in self.figures if figure.name == name), None)


class Stage:
    """Draws scene after scene of one phase from the state as it changes."""

    def __init__(self, state: State, telling: Telling, sight: Sight, setting: Setting) -> None:
        self._state = state
        self._telling = telling
        self._sight = sight
        self._set = setting
        self._numbers = setting.numbers
        self._ways = Ways(setting.ground)
        self._handling = Handling(setting)
        self._people: dict[str, Station] = {}
        self._lingering: dict[str, Settled] = {}
        self._clause = ""
        self._stood: tuple[object, ...] = ()
        self._settled: dict[str, Settled] = {}
        self._vessels: tuple[Vessel, ...] = ()

    def scene(self, act: Act | None, findings: tuple[str, ...]) -> Scene:
        """The scene as the state is now, after ``act``."""
        step = act.step if act else None
        had = self._settled
        self._handling.see(act, self._state.people, had)
        self._people = self._handling.stations(self._state.people)
        self._linger(act, had)
        if (stands := self._stands()) != self._stood:  # one who bows or speaks changes nothing of it
            self._stood = stands
            self._settle(step)
        stood = {name: settled.marks[0] for name, settled in self._settled.items()}
        figures = tuple(self._figure(settled, had, stood, step) for settled in self._settled.values())
        named = (*step.actor, *step.recipient) if step else ()
        unplaced = tuple(name for name in self._state.people if name in named and name not in self._settled)
        absent = tuple(name for name in named if name not in self._state.people)
        return Scene(act, figures, self._vessels, tuple(dict.fromkeys((*unplaced, *absent))), findings)

    def _stands(self) -> tuple[object, ...]:
        """All that decides where people and things are drawn."""
        places = {name: station.place for name, station in self._people.items()}
        return places, dict(self._state.things), self._sight.memory(), tuple(self._lingering)

    def _linger(self, act: Act | None, had: Mapping[str, Settled]) -> None:
        """Whoever goes (退, 進) and no one says where to, is still seen where he was until the clause ends."""
        if act is None or act.ref != self._clause:
            self._lingering.clear()
        self._clause = act.ref if act else ""
        for name in act.step.actor if act else ():
            if name in had and name in self._people and not self._people[name].place:
                self._lingering[name] = had[name]

    def _settle(self, step: Step | None) -> None:
        points = {name: draw(point) for name, point in self._sight.points(self._state).items()}
        points |= self._handling.points()
        people = [mark for settled in self._settled.values() for mark in settled.marks]
        self._vessels = vessels_of(self._state, points, self._vessels, self._set, people)
        wanted = [one for name, station in self._people.items() if (one := self._wanted(name, station, points, step))]
        acting = step.actor if step else ()
        orders = {name: known.order for name in acting if (known := self._telling.known.get(name))}
        wanted = past_the_row(side_by_side(wanted, acting, orders), self._set.plan)
        solid = [vessel.point for vessel in self._vessels if vessel.solid]
        self._settled = settle(self._set.ground, wanted, self._settled, solid)

    def _wanted(self, name: str, station: Station, points: Mapping[str, Point], step: Step | None) -> Wanted | None:
        if not station.place and name in self._lingering:
            return replace(self._lingering[name].wanted, place="", point=_middle(self._lingering[name].marks))
        point = points.get(name) if station.place else None  # a thing may go by the same name
        if point is None or (name not in self._numbers.busy and self._numbers.merged(name, self._state.people)):
            return None
        number, _ = self._numbers.of(name, self._state.people)
        facing, _ = self._facing(name, station, points, step)
        order = self._telling.known.get(name, Known()).order if number > 1 else ""
        if number > 1 and not order:
            order = "北" if facing in ("東", "西") else "東"
        region = self._set.ground.region_at(point, self._set.plan.level(station.place))
        return Wanted(name, point, region, number, facing, order, station.place)

    def _facing(self, name: str, station: Station, points: Mapping[str, Point], step: Step | None) -> tuple[str, bool]:
        """The direction faced, and whether it is told; where it is not, that of the place, or towards the other."""
        if station.facing:
            return station.facing, True
        place = self._set.plan.find(station.place)
        if place and len(place.faces) == 1:
            return place.faces[0], False
        other = next((o for o in step.recipient if o in points and o != name), "") if step else ""
        if step and name in step.actor and other and name in points and points[other] != points[name]:
            return towards(points[name], points[other]), False
        return "", False

    def _figure(
        self, settled: Settled, had: Mapping[str, Settled], stood: Mapping[str, Point], step: Step | None
    ) -> Figure:
        name, wanted = settled.wanted.name, settled.wanted
        station = self._people[name]
        facing, facing_told = self._facing(name, station, stood, step)
        way = self._way(settled, had.get(name) or had.get(self._numbers.part_of(name)), step)
        if not facing and len(way) > 1:
            facing = towards(way[-2], way[-1])
        return Figure(
            name=name,
            part=self._part(name, step),
            station=station,
            marks=settled.marks,
            region=wanted.region,
            facing=facing,
            facing_told=facing_told,
            told=self._telling.known.get(name, Known()).told and station.place == self._state.people[name].place,
            number_told=self._numbers.of(name, self._state.people)[1],
            way=way,
        )

    def _part(self, name: str, step: Step | None) -> Part:
        if step and name in step.actor:
            return Part.ACTS
        if step and name in step.recipient:
            return Part.MEETS
        return Part.SERVES if name in self._numbers.busy else Part.WAITS

    def _way(self, settled: Settled, had: Settled | None, step: Step | None) -> tuple[Point, ...]:
        """How the first of them came from where he stood; empty where he stands there still, or came from nowhere."""
        start, end = had.marks[0] if had else None, settled.marks[0]
        if had is None or start is None or start == end:
            return ()
        places = (step.place, step.origin) if step and settled.wanted.name in step.actor else ()
        places = (*places, settled.wanted.place, had.wanted.place)
        steps = next((side for place in places if (side := side_of(place))), "")
        if not steps and settled.wanted.name == HOST and self._set.chapter != DUKES_RITE:
            steps = "阼階"
        way = self._ways.between(start, had.wanted.region, end, settled.wanted.region, steps)
        return apart(way) if step and "相左" in step.span else way


def apart(way: tuple[Point, ...], by: float = 0.09) -> tuple[Point, ...]:
    """A way that keeps to the right in its middle, so that two who meet pass with their left sides (相左)."""
    (a, b) = max(pairwise(way), key=lambda leg: abs(leg[0].x - leg[1].x) + abs(leg[0].y - leg[1].y))
    dx, dy = b.x - a.x, b.y - a.y
    far = (dx * dx + dy * dy) ** 0.5
    if far < 2 * by:
        return way
    middle = Point(round((a.x + b.x) / 2 + dy / far * by, 4), round((a.y + b.y) / 2 - dx / far * by, 4))
    at = way.index(a) + 1
    return (*way[:at], middle, *way[at:])


def _middle(marks: tuple[Point, ...]) -> Point:
    return Point(sum(mark.x for mark in marks) / len(marks), sum(mark.y for mark in marks) / len(marks))


def towards(start: Point, end: Point) -> str:
    """The direction from one point to another, of eight: ``towards(Point(0, 0), Point(0, -1)) == "南"``."""
    return _COMPASS[round(atan2(end.y - start.y, end.x - start.x) / (pi / 4)) % 8]
