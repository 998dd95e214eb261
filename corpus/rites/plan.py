"""The plan: where the places of the rites lie, and what says so.

x runs east, y north; the unit is the depth of the hall (堂深, D); the origin is the middle of the hall's south edge.

    plan = load()
    plan.find("洗").point          Point(0.75, -1.0)
    plan.locate("席末", {"席": Point(-0.2, 0.9)})

A place that is told from something else (賓南, 席末) has an ``anchor``; its x and y are then counted from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.rites.data import FACINGS, ROOT

PATH = ROOT / "plan.tsv"
COLUMNS = (
    *("place", "aliases", "also", "en", "x", "y", "level", "anchor", "faces"),
    *("status", "alternatives", "quote", "source"),
)


class Level(StrEnum):
    """On what one stands: no one goes from platform to ground without the steps, or outside without the gate."""

    PLATFORM = "platform"
    STEPS = "steps"
    GROUND = "ground"
    OUTSIDE = "outside"
    ROOM = "room"
    ROOF = "roof"
    ANY = "any"


class Status(StrEnum):
    """How sure the point is: told by the sources, drawn so that it can be drawn, or told in several ways."""

    FIRM = "firm"
    SCHEMATIC = "schematic"
    DISPUTED = "disputed"


@dataclass(frozen=True)
class Point:
    """Units of D east and north of the middle of the hall's south edge."""

    x: float
    y: float


@dataclass(frozen=True)
class Alternative:
    """Another point that has been argued for: ``Alternative(Point(-0.2, 0.93), "西房 is denied by 鄭玄")``."""

    point: Point
    reason: str


@dataclass(frozen=True)
class Place:
    """A place by the name the steps use (``aliases`` are other spellings of the same place).

    ``also`` is another place that goes by the same name on another level: 阼階東 is below the hall, or above it.
    ``point`` is counted from ``anchor`` where there is one. ``faces`` are the directions that whoever is stationed
    there faces, where the texts say so. ``quotes`` pairs the words it rests on with their source.
    """

    name: str
    aliases: tuple[str, ...]
    also: str
    en: str
    point: Point
    level: Level
    anchor: str
    faces: tuple[str, ...]
    status: Status
    alternatives: tuple[Alternative, ...]
    quotes: tuple[tuple[str, str], ...]


class Plan:
    """All places, by name and alias."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.places = tuple(places)
        self._by_name = {name: place for place in self.places for name in (place.name, *place.aliases)}

    def find(self, name: str) -> Place | None:
        """The place of this name or alias; None where the plan has none."""
        return self._by_name.get(name)

    def level(self, name: str) -> Level:
        """The level of a place; ``ANY`` of one that is unknown or lies on several."""
        place = self._by_name.get(name)
        return place.level if place else Level.ANY

    def meant(self, name: str, level: Level) -> str:
        """Of places that go by one name, that on the given level: ``plan.meant("阼階東", Level.PLATFORM)``."""
        place = self._by_name.get(name)
        return place.also if place and place.also and self.level(place.also) is level else name

    def locate(self, name: str, anchors: Mapping[str, Point] | None = None) -> Point | None:
        """The point of a place; None where it is unknown, or is told from something whose point is not given.

        ``anchors`` says where the things are that places are told from: people, vessels, 席 (the mat in question).
        """
        place = self._by_name.get(name)
        if place is None:
            return None
        if not place.anchor:
            return place.point
        base = (anchors or {}).get(place.anchor)
        if base is None and place.anchor != place.name:
            base = self.locate(place.anchor)
        return Point(round(base.x + place.point.x, 3), round(base.y + place.point.y, 3)) if base else None


def load(path: Path = PATH) -> Plan:
    """Read the plan; CorpusError names the file and the line that breaks a rule."""
    places: list[Place] = []
    seen: set[str] = set()
    for line, row in enumerate(rows(path, COLUMNS), 2):
        try:
            place = _place(row)
            twice = seen & {place.name, *place.aliases}
            if twice:
                raise ValueError(f"{', '.join(twice)} stands twice")
        except ValueError as error:
            raise CorpusError(f"{path.name}, line {line}: {error}") from None
        seen.update((place.name, *place.aliases))
        places.append(place)
    return Plan(places)


def _place(row: dict[str, str]) -> Place:
    if empty := [c for c in ("place", "en", "x", "y", "level", "status", "quote", "source") if not row[c]]:
        raise ValueError(f"{row['place']} has no {', '.join(empty)}")
    faces = tuple(row["faces"].split("、")) if row["faces"] else ()
    if strange := set(faces) - set(FACINGS):
        raise ValueError(f"{', '.join(strange)} is not one of the eight directions")
    quotes, sources = row["quote"].split(";"), row["source"].split(";")
    if len(quotes) != len(sources):
        raise ValueError(f"{row['place']} has {len(quotes)} quotes but {len(sources)} sources")
    status = Status(row["status"])
    alternatives = tuple(_alternative(part) for part in row["alternatives"].split(";") if part)
    if (status is Status.DISPUTED) != bool(alternatives):
        raise ValueError(f"{row['place']}: alternatives are given of disputed places, and of no others")
    return Place(
        name=row["place"],
        aliases=tuple(row["aliases"].split("|")) if row["aliases"] else (),
        also=row["also"],
        en=row["en"],
        point=Point(float(row["x"]), float(row["y"])),
        level=Level(row["level"]),
        anchor=row["anchor"],
        faces=faces,
        status=status,
        alternatives=alternatives,
        quotes=tuple(zip(quotes, sources, strict=True)),
    )


def _alternative(text: str) -> Alternative:
    point, mark, reason = text.partition(":")
    x, comma, y = point.partition(",")
    if not (mark and comma and reason.strip()):
        raise ValueError(f"{text!r} is not an alternative such as 0.1,0.9: why")
    return Alternative(Point(float(x), float(y)), reason.strip())
