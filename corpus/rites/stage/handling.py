"""Who sets a thing down, or takes it up, is where it is, though no step says that he goes there.

以爵降，奠于篚: the host is told to be at the foot of his steps, and puts the cup into the basket by the basin. He is
understood to be there until the clause ends, or he goes elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot

from corpus.rites.data import Step
from corpus.rites.expand import Act
from corpus.rites.perform import STAYS
from corpus.rites.plan import Point
from corpus.rites.stage.ground import draw
from corpus.rites.stage.setting import Setting
from corpus.rites.stage.settle import Settled
from corpus.rites.stage.vessels import own_place
from corpus.rites.state import Station

ARM = 0.3
"""From how far, in units of the drawing, someone may be drawn to set a thing down."""


@dataclass(frozen=True)
class Handled:
    """How someone is told to stand, and where he is understood to be."""

    told: Station
    place: str
    point: Point


class Handling:
    """Follows the acts of a phase: who handles something where, and how he is told to stand."""

    def __init__(self, setting: Setting) -> None:
        self._set = setting
        self._ref = ""
        self._at: dict[str, Handled] = {}

    def see(self, act: Act | None, people: Mapping[str, Station], settled: Mapping[str, Settled]) -> None:
        """Take in an act; ``settled`` is where everyone was drawn before it."""
        if act is None or act.ref != self._ref:
            self._at.clear()
        for name in [name for name, had in self._at.items() if people.get(name) is not had.told]:
            self._keep(name, people)
        self._ref = act.ref if act else ""
        if act and self._sets_down(act):
            there = self._where(act.step)
            for name in act.step.actor if there else ():
                told, had = people.get(name), settled.get(name)
                if there and told and had and self._is_far(had, told, act.step.place, there):
                    self._at[name] = Handled(told, act.step.place, there)

    def stations(self, people: Mapping[str, Station]) -> dict[str, Station]:
        """How everyone stands, where he is told to be or understood to be from what he handles."""
        return {
            name: replace(station, place=self._at[name].place, facing="") if name in self._at else station
            for name, station in people.items()
        }

    def points(self) -> dict[str, Point]:
        """Where those are drawn who handle something."""
        return {name: handled.point for name, handled in self._at.items()}

    def _keep(self, name: str, people: Mapping[str, Station]) -> None:
        """Whoever kneels or takes something stays where he handles it; whoever goes or turns is where he is told."""
        had = self._at.pop(name)
        if name in people and (people[name].place, people[name].facing) == (had.told.place, had.told.facing):
            self._at[name] = replace(had, told=people[name])

    def _sets_down(self, act: Act) -> bool:
        effects = self._set.effects
        effect = effects.of(act.step.act + act.step.object) or effects.of(act.step.act)
        return effect is not None and effect.kind in STAYS

    def _where(self, step: Step) -> Point | None:
        """The point at which a thing is set down; None where the plan has none that does not depend on others."""
        own = next((own for thing in step.objects if (own := own_place(thing, step.place, self._set.plan))), None)
        point = own or (self._set.plan.locate(step.place) if step.place else None)
        return draw(point) if point else None

    def _is_far(self, settled: Settled, station: Station, place: str, there: Point) -> bool:
        if place == station.place:
            return False
        region = self._set.ground.region_at(there, self._set.plan.level(place))
        near = min(hypot(mark.x - there.x, mark.y - there.y) for mark in settled.marks) <= ARM
        return region is not settled.wanted.region or not near
