"""What part of the ground a phase is shown on, and how many picture units a unit of the drawing has.

The frame is the same for all scenes of a phase, so that nothing jumps: hall and steps, and as much of the rooms, the
court and the ground outside the gate as the phase needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from corpus.rites.effects import Effects
from corpus.rites.plan import Plan, Point
from corpus.rites.stage.ground import EDGE, NEAR, RADIUS, Box, draw
from corpus.rites.stage.scenes import Part, Scene
from corpus.rites.stage.theatre import Enacted

SCALE = 340
"""Picture units for one unit of the drawing, the hall's depth."""
SOUTH = (-0.6, -1.02, -1.4, -2.07, -2.52)
"""How far south a frame may reach: the steps, the basin, the middle of the court, the gate, the ground outside."""
NORTH = (1.12, 1.8, 2.56)
"""How far north: the rear wall of the hall, the rooms behind it, the court behind them."""
SIDES = (1.02, 1.2, 1.46)
MARGIN, ROW = 0.13, 0.35
"""What is left free around a point, and on either side of the hall, where companies stand in rows."""
DEEP_IN_ROOMS = 1.03
EDGE_OF_FRAME = RADIUS + 0.06
"""What is left free below a figure: its letter and its name."""


@dataclass(frozen=True)
class Frame:
    """The part shown, in units of the drawing."""

    box: Box

    @property
    def width(self) -> int:
        """In picture units."""
        return round((self.box.east - self.box.west) * SCALE)

    @property
    def height(self) -> int:
        """In picture units."""
        return round((self.box.north - self.box.south) * SCALE)

    def at(self, point: Point) -> tuple[float, float]:
        """Where a point lies in the picture, from its upper left corner."""
        return round((point.x - self.box.west) * SCALE, 1), round((self.box.north - point.y) * SCALE, 1)

    def shows(self, point: Point) -> bool:
        """Whether a point lies in the picture, with room for whoever stands there."""
        return self.box.holds(point, 0.02)


def frame_of(enacted: Enacted, plan: Plan, effects: Effects) -> Frame:
    """The frame of a phase: from the places its acts and notes name, and where those who act stand at first."""
    first = enacted.scene(0)
    acting = {name for act in enacted.acts for name in act.step.actor}
    acting |= {
        kin.of for kin in effects.kin_in(enacted.phase) if kin.role in acting and kin.relation in ("same", "part")
    }
    points = [mark for f in first.figures if f.part is not Part.WAITS or f.name in acting for mark in f.marks]
    for name in {place for act in enacted.acts for place in (act.step.place, act.step.origin) if place}:
        place = plan.find(name)
        if place and place.anchor:
            by = first.figure(place.anchor)
            beside = [Point(mark.x + place.point.x, mark.y + place.point.y) for mark in by.marks] if by else []
            points += [*beside, *(Point(mark.x, mark.y - ROW) for mark in beside if mark.y < NEAR)]
        elif point := plan.locate(name):
            points.append(draw(point))
    points += [note.point for note in enacted.notes if note.point]
    if not enacted.acts:
        points += [vessel.point for vessel in first.vessels]
    return Frame(_whole(_around(points), first))


def _whole(box: Box, scene: Scene) -> Box:
    """The frame, wide enough that its edges cut no company in two."""
    for figure in sorted(scene.figures, key=lambda own: -max(mark.y for mark in own.marks)):
        if any(box.holds(mark, -RADIUS) for mark in figure.marks):
            side = max(box.east, *(abs(mark.x) + EDGE_OF_FRAME for mark in figure.marks))
            south = min(box.south, *(mark.y - EDGE_OF_FRAME for mark in figure.marks))
            box = replace(box, west=-side, east=side, south=south)
    return box


def _around(points: Iterable[Point]) -> Box:
    points = [Point(0, 0.5), *points]
    south = min(point.y for point in points) - MARGIN
    north = max(point.y for point in points)
    side = max(abs(point.x) for point in points)
    side += ROW if side > EDGE else MARGIN
    width = next((limit for limit in SIDES if limit >= side), SIDES[-1])
    return Box(
        west=-width,
        south=next((limit for limit in SOUTH if limit <= south), SOUTH[-1]),
        east=width,
        north=NORTH[0]
        if north < DEEP_IN_ROOMS
        else next((limit for limit in NORTH if limit >= north + 0.02), NORTH[-1]),
    )
