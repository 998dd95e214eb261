"""Disputed reconstructions: which readings of the plan there are, and the plan as some of them have it.

readings = load()
read(plan, readings, {"xu"}).find("右物").point          below the ridge, not below the lintel

A reading stands for all alternatives of ``plan.tsv`` whose reason has its ``marker`` in it. Targets whose true distance
no sheet holds are always drawn within the court; that is no reading but a way to draw them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.canon import rows
from corpus.rites.plan import Alternative, Place, Plan, Point

PATH = Path(__file__).with_name("readings.tsv")
DRAWN = "drawn within a court"
"""How the reason begins of a point that is chosen so that the place can be drawn."""
TWO_ROOMS = "rooms"
"""The reading by which the walls behind the hall stand elsewhere, too."""


@dataclass(frozen=True)
class Reading:
    """One reconstruction that differs from the usual one: its key in addresses, and what it says."""

    key: str
    marker: str
    zh: str
    en: str


def load(path: Path = PATH) -> tuple[Reading, ...]:
    """All readings; CorpusError where the table cannot be read."""
    return tuple(Reading(**row) for row in rows(path, ("key", "marker", "zh", "en")))


def read(plan: Plan, readings: Iterable[Reading], chosen: Collection[str]) -> Plan:
    """The plan with the points of the readings chosen; what cannot be drawn where it is, where it can."""
    markers = tuple(reading.marker for reading in readings if reading.key in chosen)
    return Plan(replace(place, point=_point(place, markers)) for place in plan.places)


def about(plan: Plan, readings: Iterable[Reading], places: Iterable[str]) -> tuple[Reading, ...]:
    """The readings by which one of these places lies elsewhere."""
    found = [found for name in places if (found := plan.find(name))]
    return tuple(
        reading
        for reading in readings
        if any(reading.marker in a.reason for place in found for a in place.alternatives)
    )


def _point(place: Place, markers: tuple[str, ...]) -> Point:
    def fits(alternative: Alternative) -> bool:
        return alternative.reason.startswith(DRAWN) or any(marker in alternative.reason for marker in markers)

    return next((a.point for a in place.alternatives if fits(a)), place.point)
