"""Where everyone and everything is at one moment: values, and the questions that are asked of them.

What has not been told is empty: an unknown place is ``""`` and is never filled by a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot

from corpus.rites.plan import Level, Plan, Point

STORES = frozenset({"上篚", "下篚", "篚"})
"""Baskets: whoever takes a cup from one finds one there."""
WIDE = {"堂上": Level.PLATFORM, "堂下": Level.GROUND, "階下": Level.GROUND, "庭": Level.GROUND, "門外": Level.OUTSIDE}
"""Places that only say on what level something is."""
REACH = 0.3
"""How far apart, in D, two places may be drawn and still be the same for whoever puts something down there."""


@dataclass(frozen=True)
class Station:
    """How one person, or a company that acts as one, stands: what is unknown is empty.

    ``left`` is the place left by the last move, to which 復位 leads back. ``holds`` are names of things.
    """

    place: str = ""
    facing: str = ""
    kneels: bool = False
    holds: tuple[str, ...] = ()
    wears: tuple[str, ...] = ()
    left: str = ""


@dataclass(frozen=True)
class Spot:
    """Where a thing is: at a place, or in someone's hands; all is empty where it is unknown.

    ``mat`` is the mat that the place is told from (薦西 of 賓席).
    """

    place: str = ""
    holder: str = ""
    mat: str = ""


@dataclass
class Scene:
    """People and things by name, and whose mat is which (``mats``).

    A second goblet is 觶·2: the texts do not tell them apart, their places do.
    """

    plan: Plan
    mats: dict[str, str] = field(default_factory=dict)
    people: dict[str, Station] = field(default_factory=dict)
    things: dict[str, Spot] = field(default_factory=dict)

    def copy(self) -> Scene:
        """The same scene, to go on from."""
        return Scene(self.plan, dict(self.mats), dict(self.people), dict(self.things))

    def station(self, person: str) -> Station:
        """How someone stands; all unknown of one who has not appeared."""
        return self.people.get(person, Station())

    def named(self, thing: str) -> list[str]:
        """The things of one kind that have appeared: ``["觶", "觶·2"]``."""
        another = f"{thing}·"
        return [name for name in self.things if name == thing or name.startswith(another)]

    def held(self, person: str, thing: str) -> str:
        """The thing of that kind in someone's hands; "" where there is none."""
        return next((n for n in self.named(thing) if self.things[n].holder == person), "")

    def new(self, thing: str) -> str:
        """The name of one more thing of that kind."""
        names = self.named(thing)
        number = next(n for n in range(1, len(names) + 2) if _name(thing, n) not in names)
        return _name(thing, number)

    def spot(self, person: str, place: str, whose: str = "") -> Spot:
        """A place as someone means it: what is told from a mat, is so from that of ``whose``, or that he is at."""
        if not self._from_mat(place):
            return Spot(place)
        here = self.station(person).place
        at = [mat for mat in self.mats.values() if here.startswith(mat)]
        own = self.mats.get(person, "") if self._from_mat(here) else ""
        return Spot(place, mat=self.mats.get(whose, "") or max(at, key=len, default=own))

    def _from_mat(self, place: str) -> bool:
        found = self.plan.find(place)
        return found is not None and found.anchor == "席"

    def near(self, one: Spot, other: Spot) -> bool:
        """Whether two can mean the same place; never of an unknown one."""
        if not one.place or not other.place:
            return False
        first, second = self.plan.find(one.place), self.plan.find(other.place)
        if one.place == other.place or (first is not None and first is second):
            return one.mat == other.mat or not (one.mat and other.mat)
        for wide, place in ((one.place, other.place), (other.place, one.place)):
            if wide in WIDE and self.plan.level(place) is WIDE[wide]:
                return True
        a, b = self.locate(one), self.locate(other)
        return a is not None and b is not None and hypot(a.x - b.x, a.y - b.y) <= REACH

    def locate(self, spot: Spot, anchors: Mapping[str, Point] | None = None) -> Point | None:
        """The point of a place; ``anchors`` are those of people."""
        mat = self.plan.locate(spot.mat)
        return self.plan.locate(spot.place, {**(anchors or {}), **({"席": mat} if mat else {})})

    def others(self, person: str, points: Mapping[str, Point]) -> Mapping[str, Point]:
        """What someone's place may be told from: all points but his own; none where it is told from nothing."""
        place = self.plan.find(self.station(person).place)
        return {name: point for name, point in points.items() if name != person} if place and place.anchor else {}

    def points(self) -> dict[str, Point]:
        """The points of everyone whose place can be drawn; those of things are added under their names."""
        places = {person: self.plan.find(station.place) for person, station in self.people.items()}
        found = {person: place.point for person, place in places.items() if place and not place.anchor}
        leaning = [person for person, place in places.items() if place and place.anchor]
        for _ in range(2):  # the second round finds those who stand beside others
            for person in leaning:
                if point := self.locate(self.spot(person, self.people[person].place), self.others(person, found)):
                    found[person] = point
        held = {t: found[spot.holder] for t, spot in self.things.items() if spot.holder in found}
        placed = {t: self.locate(spot, found) for t, spot in self.things.items() if spot.place}
        things = held | {thing: point for thing, point in placed.items() if point}
        return things | found  # what is done to people (作大夫) may count as done to things of that name


def _name(thing: str, number: int) -> str:
    return thing if number == 1 else f"{thing}·{number}"


def in_two_places(plan: Plan, known: str, told: str) -> bool:
    """Whether no one who is at ``known`` can be said to be at ``told``: they lie on different levels.

    ``in_two_places(plan, "賓席", "西階下")``; an unknown place contradicts nothing, nor do the steps themselves.
    """
    solid = (Level.PLATFORM, Level.GROUND, Level.OUTSIDE, Level.ROOM)
    levels = plan.level(known), plan.level(told)
    return bool(known and told) and levels[0] in solid and levels[1] in solid and levels[0] is not levels[1]
