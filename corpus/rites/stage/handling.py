"""Who sets a thing down, or takes it up, is where it is, though no step says that he goes there.

以爵降，奠于篚: the host is told to be at the foot of his steps, and puts the cup into the basket by the basin. He is
understood to be there until the clause ends, or he goes elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import hypot

from corpus.rites.expand import Act
from corpus.rites.perform import STAYS
from corpus.rites.plan import Point
from corpus.rites.stage.ground import draw
from corpus.rites.stage.setting import Setting
from corpus.rites.stage.settle import Settled
from corpus.rites.state import Station

ARM = 0.3
"""From how far, in units of the drawing, someone may be drawn to set a thing down."""


class Handling:
    """Follows the acts of a phase: who handles something where, and how he is told to stand."""

    def __init__(self, setting: Setting) -> None:
        self._set = setting
        self._ref = ""
        self._at: dict[str, tuple[Station, str]] = {}

    def see(self, act: Act | None, people: Mapping[str, Station], settled: Mapping[str, Settled]) -> None:
        """Take in an act; ``settled`` is where everyone was drawn before it."""
        if act is None or act.ref != self._ref:
            self._at.clear()
        for name in [name for name, (told, _) in self._at.items() if name not in people or people[name] is not told]:
            self._keep(name, people)
        self._ref = act.ref if act else ""
        if act and self._sets_down(act):
            for name in act.step.actor:
                if name in people and name in settled and self._is_far(settled[name], people[name], act.step.place):
                    self._at[name] = people[name], act.step.place

    def stations(self, people: Mapping[str, Station]) -> dict[str, Station]:
        """How everyone stands, where he is told to be or understood to be from what he handles."""
        return {
            name: replace(station, place=self._at[name][1], facing="") if name in self._at else station
            for name, station in people.items()
        }

    def points(self) -> dict[str, Point]:
        """Where those are drawn who handle something."""
        found = {name: self._set.plan.locate(place) for name, (_, place) in self._at.items()}
        return {name: draw(point) for name, point in found.items() if point}

    def _keep(self, name: str, people: Mapping[str, Station]) -> None:
        """Whoever kneels or takes something stays where he handles it; whoever goes or turns is where he is told."""
        told, place = self._at.pop(name)
        if name in people and (people[name].place, people[name].facing) == (told.place, told.facing):
            self._at[name] = people[name], place

    def _sets_down(self, act: Act) -> bool:
        effects = self._set.effects
        effect = effects.of(act.step.act + act.step.object) or effects.of(act.step.act)
        return effect is not None and effect.kind in STAYS

    def _is_far(self, settled: Settled, station: Station, place: str) -> bool:
        point = self._set.plan.locate(place) if place and place != station.place else None
        if point is None:
            return False
        there = draw(point)
        region = self._set.ground.region_at(there, self._set.plan.level(place))
        near = min(hypot(mark.x - there.x, mark.y - there.y) for mark in settled.marks) <= ARM
        return region is not settled.wanted.region or not near
