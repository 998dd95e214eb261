"""Hall and court as drawn under the figures: floors, walls, steps, pillars, the gate, and what they are called."""

from __future__ import annotations

from corpus.rites.plan import Point
from corpus.rites.stage.ground import GATE, SIDE, SOUTH, Box, Ground, Region, draw
from service.rites.stage.frame import Frame
from service.rites.stage.labels import Rect, width
from service.rites.stage.svg import HAN, LIGHT, NOTHING, Element, tag
from service.texts.language import Lang

_WALLS = {"wall": (LIGHT["ink"], 4.0), "edge": (LIGHT["faint"], 1.5), "court": (LIGHT["faint"], 3.0)}
_PLACES = (
    ("hall", Point(0, 0.6), 17.0),
    ("eaves", Point(0.405, 0.36), 9.5),
    ("ridge", Point(0.405, 0.69), 9.5),
    ("east_wing", Point(0.625, 0.62), 12),
    ("west_wing", Point(-0.625, 0.62), 12),
    ("east_steps", Point(0.38, -0.045), 11),
    ("west_steps", Point(-0.38, -0.045), 11),
    ("court", Point(0, -0.62), 15),
    ("gate", Point(0, -3.0), 12),
    ("outside", Point(1.15, -3.7), 12),
    ("north", Point(0, 1.65), 12),
)
_ROOMS = {Region.CHAMBER: "chamber", Region.EAST_ROOM: "east_room", Region.WEST_ROOM: "west_room"}


def scenery(ground: Ground, frame: Frame, names: dict[str, str], lang: Lang) -> Element:
    """Everything that stays; ``names`` are what the places are called."""
    platform = _rect(ground.footprint, frame, "floor", LIGHT["floor"])
    court = _rect(ground.boxes[Region.COURT], frame, "court", LIGHT["paper"])
    lines = tag("g", *(_wall(wall.start, wall.end, wall.kind, frame) for wall in ground.walls), class_="walls")
    stairs = tag("g", *(_stair(box, frame) for box in ground.stairs), class_="stairs")
    beams = tag("g", *(_beam(y, frame) for y in (1 / 3, 2 / 3)), class_="beams")
    pillars = tag("g", *(_pillar(pillar, frame) for pillar in ground.pillars), class_="pillars")
    return tag(
        "g",
        court,
        platform,
        stairs,
        beams,
        lines,
        pillars,
        _gate(frame),
        _stele(frame),
        _labels(ground, frame, names, lang),
        class_="scenery",
    )


def _named(ground: Ground, frame: Frame) -> list[tuple[str, float, float, float]]:
    """The names of places that are shown: which, where, how large."""
    rooms = []
    for region, key in _ROOMS.items():
        if box := ground.boxes.get(region):
            high = box.north - 0.06 if frame.box.north >= box.north else box.south + 0.05
            rooms.append((key, Point((box.west + box.east) / 2, high), 12.0))
    shown = [(key, draw(point), size) for key, point, size in _PLACES] + rooms
    return [(key, *frame.at(point), size) for key, point, size in shown if frame.shows(point)]


def obstacles(ground: Ground, frame: Frame, names: dict[str, str]) -> list[Rect]:
    """What names should not be written over: walls and edges, pillars, and what the places are called."""
    found = [Rect(x, y, width(names[key], size), size) for key, x, y, size in _named(ground, frame)]
    for wall in ground.walls:
        (x1, y1), (x2, y2) = frame.at(wall.start), frame.at(wall.end)
        thick = _WALLS[wall.kind][1]
        found.append(Rect((x1 + x2) / 2, (y1 + y2) / 2, abs(x2 - x1) + thick, abs(y2 - y1) + thick))
    return found + [Rect(*frame.at(pillar), 12, 12) for pillar in ground.pillars]


def _labels(ground: Ground, frame: Frame, names: dict[str, str], lang: Lang) -> Element:
    text = NOTHING
    for key, x, y, size in _named(ground, frame):
        text += tag(
            "text",
            names[key],
            x=x,
            y=y + size / 3,
            text_anchor="middle",
            font_size=size,
            font_family=HAN,
            fill=LIGHT["faint"],
            lang=lang,
        )
    return tag("g", text, class_="places")


def _rect(box: Box, frame: Frame, name: str, fill: str) -> Element:
    x1, y1 = frame.at(Point(box.west, box.north))
    x2, y2 = frame.at(Point(box.east, box.south))
    return tag("rect", x=x1, y=y1, width=x2 - x1, height=y2 - y1, fill=fill, class_=name)


def _wall(start: Point, end: Point, kind: str, frame: Frame) -> Element:
    (x1, y1), (x2, y2) = frame.at(start), frame.at(end)
    colour, width = _WALLS[kind]
    return tag(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke=colour,
        stroke_width=width,
        class_=kind,
        stroke_linecap="square" if kind == "wall" else None,
    )


def _stair(box: Box, frame: Frame) -> Element:
    x1, y1 = frame.at(Point(box.west, box.north))
    x2, y2 = frame.at(Point(box.east, box.south))
    rect = tag("rect", x=x1, y=y1, width=x2 - x1, height=y2 - y1, fill=LIGHT["sheet"], stroke=LIGHT["faint"])
    treads = (y1 + (y2 - y1) * n / 3 for n in (1, 2))
    return rect + Element(
        "".join(tag("line", x1=x1, y1=y, x2=x2, y2=y, stroke=LIGHT["rule"], stroke_width=1).text for y in treads)
    )


def _beam(y: float, frame: Frame) -> Element:
    """The front lintel and the ridge, which lie overhead."""
    (x1, at), (x2, _) = frame.at(Point(-SIDE, y)), frame.at(Point(SIDE, y))
    return tag("line", x1=x1, y1=at, x2=x2, y2=at, stroke=LIGHT["rule"], stroke_width=1, stroke_dasharray="2 5")


def _pillar(point: Point, frame: Frame) -> Element:
    x, y = frame.at(point)
    return tag("circle", cx=x, cy=y, r=6, fill=LIGHT["ink"], class_="pillar")


def _gate(frame: Frame) -> Element:
    """The gate-houses on both sides of the gate."""
    houses = NOTHING
    for x in (-GATE - 0.36, GATE):
        low, high = draw(Point(x, SOUTH - 0.14)), draw(Point(x + 0.36, SOUTH))
        houses += _rect(Box(low.x, low.y, high.x, high.y), frame, "gatehouse", LIGHT["floor"])
    return houses


def _stele(frame: Frame) -> Element:
    x, y = frame.at(draw(Point(0, -1)))
    return tag("rect", x=x - 3, y=y - 3, width=6, height=6, fill=LIGHT["rule"], class_="stele")
