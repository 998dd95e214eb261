"""A scene as a picture: layers of keyed elements, so that a page can change what changes, or one whole drawing.

picture = Painter(enacted, frame, speech).picture(9)
picture.layers["figures"]["f-司射-0"].text
picture.whole()                                     the SVG, which stands alone
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock

from corpus.rites.stage.notes import Note
from corpus.rites.stage.scenes import Figure, Part, Scene
from corpus.rites.stage.theatre import Enacted
from corpus.rites.stage.vessels import Vessel
from service.rites.stage.figures import Brush, R, extents, figure
from service.rites.stage.frame import Frame
from service.rites.stage.labels import Name, Rect, place
from service.rites.stage.scenery import obstacles, scenery
from service.rites.stage.speech import Speech
from service.rites.stage.svg import HAN, LIGHT, NOTHING, Element, tag
from service.rites.stage.symbols import mat, shape, size, symbol

LAYERS = ("notes", "vessels", "ways", "figures", "names")
"""From below to above."""
_ORDER = (Part.ACTS, Part.MEETS, Part.SERVES, Part.WAITS)
PERSON, THING, DEED, NOTE = 15.5, 13.0, 17.0, 12.0
"""Heights of the letters, and the radius of the mark of a note."""
LARGER, GROWN = 22.0, 9.0
"""On a phone: the letters of what is told in a scene, and by how much its figures grow on every side."""
THREE = 3
FAR = 9.0
"""How far from what it names a name has a line that leads there."""


@dataclass(frozen=True)
class Picture:
    """One scene as drawn: what stays, and the layers over it by the keys of their elements."""

    frame: Frame
    scenery: Element
    layers: dict[str, dict[str, Element]]
    title: str
    description: str
    names: dict[str, Rect]

    def inside(self) -> Element:
        """Everything that an SVG of this picture holds."""
        layers = (
            tag("g", *self.layers[name].values(), class_=name, id=f"layer-{name}", data_layer=name) for name in LAYERS
        )
        return Element("".join((self.scenery.text, *(layer.text for layer in layers))))

    def whole(self, width: int | None = None) -> str:
        """The picture as a document of its own, on paper of its own colour."""
        frame = self.frame
        paper = tag("rect", width=frame.width, height=frame.height, fill=LIGHT["paper"])
        words = tag("title", self.title, id="title") + tag("desc", self.description, id="desc")
        picture = tag(
            "svg",
            words,
            paper,
            self.inside(),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {frame.width} {frame.height}",
            width=width or frame.width,
            height=round(frame.height * (width or frame.width) / frame.width),
            role="img",
            aria_labelledby="title",
            aria_describedby="desc",
        )
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{picture.text}\n'


class Painter:
    """Paints the scenes of a phase in one language; names stay where they were as long as there is room."""

    def __init__(self, enacted: Enacted, frame: Frame, speech: Speech) -> None:
        self.enacted = enacted
        self.frame = frame
        self.speech = speech
        self._scenery = scenery(enacted.ground, frame, speech.places, speech.lang)
        self._obstacles = obstacles(enacted.ground, frame, speech.places)
        self._made: dict[int, Picture] = {}
        self._drawn: dict[str, tuple[Figure, dict[str, Element]]] = {}
        self._one = Lock()

    def picture(self, number: int) -> Picture:
        """The picture of a scene; those before it are not needed, but if they were painted its names stay put."""
        with self._one:
            if number not in self._made:
                before = self._made.get(number - 1)
                self._made[number] = self._paint(number, before.names if before else {})
            return self._made[number]

    def _paint(self, number: int, kept: dict[str, Rect]) -> Picture:
        scene = self.enacted.scene(number)
        notes = self.enacted.notes if number == 0 else ()
        names = list(self._names(scene))
        frame = Rect(self.frame.width / 2, self.frame.height / 2, self.frame.width, self.frame.height)
        spots = dict(self._noted(notes))
        solid = [*self._solid(scene), *(Rect(x, y, 2 * NOTE, 2 * NOTE) for x, y in spots.values())]
        placed = place(names, solid, frame, kept)
        figures: dict[str, Element] = {}
        bowing = self._bowing(number)
        brush = Brush(self.frame, self.speech.kinds, self.speech.lang)
        for own in sorted(scene.figures, key=lambda own: _ORDER.index(own.part), reverse=True):
            figures |= self._figure(own, brush)
        words = {f"n-{name.key}": self._set(name, placed[name.key]) for name in names if name.key in placed}
        layers = {
            "notes": {f"note-{note}": _note(note, at) for note, at in spots.items()},
            "vessels": {_key(v): self._vessel(v) for v in scene.vessels if self.frame.shows(v.point)},
            "ways": {f"w-{own.name}": self._way(own, bowing) for own in scene.figures if len(own.way) > 1},
            "figures": figures,
            "names": words,
        }
        title, description = self.speech.title(self.enacted, number), self.speech.description(self.enacted, number)
        return Picture(self.frame, self._scenery, layers, title, description, placed)

    def _figure(self, own: Figure, brush: Brush) -> dict[str, Element]:
        """A figure's marks; of one who is as he was in the picture painted last, the same."""
        last = self._drawn.get(own.name)
        if last is None or last[0] != own:
            last = self._drawn[own.name] = own, figure(own, self.speech.figure(own), brush)
        return last[1]

    def _names(self, scene: Scene) -> Iterator[Name]:
        """What is written, the most telling first: what is done, who does it, who is there, what stands there."""
        shown = [own for own in scene.figures if self.frame.shows(own.marks[0])]
        shown.sort(key=lambda own: _ORDER.index(own.part))
        for own in shown:
            if own.part is Part.ACTS and scene.act:
                deed = self.speech.deed(scene.act.step)
                yield Name(f"deed-{own.name}", deed, self._box(own), DEED, must=True, room=LARGER)
        for own in shown:
            words = self.speech.name(own)
            if words:
                must = own.part in (Part.ACTS, Part.MEETS)
                size = PERSON if own.part is not Part.WAITS else THING
                yield Name(own.name, words, self._box(own), size, must, room=LARGER if must else 0.0)
        for vessel in scene.vessels:
            if self.frame.shows(vessel.point) and not (vessel.kind == "seat" and vessel.name == "席"):
                yield Name(_key(vessel), self.speech.thing(vessel), self._thing(vessel), THING)

    def _solid(self, scene: Scene) -> Iterator[Rect]:
        """What names should not cover: figures with their points and what is in their hands, vessels, walls."""
        yield from self._obstacles
        for own in scene.figures:
            yield from extents(own, self.frame, self.speech.kinds)
        for vessel in scene.vessels:
            if vessel.solid:
                yield self._thing(vessel)

    def _box(self, own: Figure) -> Rect:
        """Around all marks of a figure."""
        spots = [self.frame.at(mark) for mark in own.marks]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        nose: float = 7 if own.facing else 0
        nose = max(nose, 2 * GROWN) if own.part is Part.ACTS else nose
        return Rect(
            (min(xs) + max(xs)) / 2,
            (min(ys) + max(ys)) / 2,
            max(xs) - min(xs) + 2 * R + (2 * GROWN if own.part is Part.ACTS else 0),
            max(ys) - min(ys) + 2 * R + nose,
        )

    def _thing(self, vessel: Vessel) -> Rect:
        x, y = self.frame.at(vessel.point)
        wide, high = size(vessel, self.speech.faces(vessel.place))
        return Rect(x, y, wide, high)

    def _vessel(self, vessel: Vessel) -> Element:
        x, y = self.frame.at(vessel.point)
        flat = vessel.kind == "seat" and shape(vessel.name, vessel.kind) == "dot"
        sign = mat(self.speech.faces(vessel.place)) if flat else symbol(vessel.name, vessel.kind)
        title = tag("title", f"{self.speech.thing(vessel)} · {self.speech.place(vessel.place)}")
        return tag(
            "g", title, sign, id=_key(vessel), class_=f"vessel {vessel.kind}", transform=f"translate({x:g} {y:g})"
        )

    def _way(self, own: Figure, bowing: frozenset[str]) -> Element:
        """The way taken, with a mark for each of three bows on it (三揖)."""
        spots = [self.frame.at(point) for point in own.way]
        points = " ".join(f"{x:g},{y:g}" for x, y in spots)
        pen = {"fill": "none", "stroke": LIGHT["seal"], "stroke_dasharray": "1 5", "stroke_linecap": "round"}
        line = tag("polyline", points=points, stroke_width=1.6, **pen)
        bows = NOTHING
        if own.name in bowing:
            for x, y in _along(spots, (0.3, 0.6, 0.9)):
                bows += tag("circle", cx=x, cy=y, r=4, fill=LIGHT["paper"], stroke=LIGHT["seal"], class_="bow")
        return tag("g", line, bows, id=f"w-{own.name}", class_="way")

    def _bowing(self, number: int) -> frozenset[str]:
        """Who bows three times on the way of this scene: told just before it, as 三揖至于階."""
        step = self.enacted.acts[number - 2].step if number > 1 else None
        return frozenset(step.actor) if step and step.act == "揖" and step.count == THREE else frozenset()

    def _noted(self, notes: tuple[Note, ...]) -> Iterator[tuple[int, tuple[float, float]]]:
        """The numbers of notes at their places, side by side where several have one place."""
        seen: dict[tuple[float, float], int] = {}
        for note in notes:
            if note.point is None or not self.frame.shows(note.point):
                continue
            x, y = self.frame.at(note.point)
            many = seen[x, y] = seen.get((x, y), -1) + 1
            yield note.number, (round(x + (many % 4) * 2.1 * NOTE, 1), round(y + (many // 4) * 2.1 * NOTE, 1))

    def _set(self, name: Name, at: Rect) -> Element:
        """Words in their place; what is done stands on a label."""
        deed = name.key.startswith("deed-")
        x, anchor = _anchor(name, at)
        text = tag(
            "text",
            name.words,
            x=x,
            y=name.size * 0.36,
            text_anchor=anchor,
            font_size=name.size,
            font_family=HAN,
            fill=LIGHT["seal"] if deed else LIGHT["ink"],
            font_weight="600" if deed else None,
            stroke=LIGHT["paper"],
            stroke_width=3,
            paint_order="stroke",
            stroke_linejoin="round",
        )
        return tag(
            "g",
            _leader(name, at),
            text,
            id=f"n-{name.key}",
            class_="deed" if deed else "name",
            transform=f"translate({at.x:g} {at.y:g})",
        )


def _anchor(name: Name, at: Rect) -> tuple[float | None, str]:
    """From where a name is set: larger letters grow away from what they name."""
    half = (at.width - 2) / 2
    if at.x - at.width / 2 >= name.beside.x + name.beside.width / 2 - 1:
        return -half, "start"
    if at.x + at.width / 2 <= name.beside.x - name.beside.width / 2 + 1:
        return half, "end"
    return None, "middle"


def _leader(name: Name, at: Rect) -> Element:
    """A thin line from a name that stands a line further off to what it names."""
    if at.gap(name.beside) < FAR:
        return NOTHING
    one = name.beside
    x1, y1 = _edge(0, at.width, one.x - at.x), _edge(0, at.height * 0.8, one.y - at.y)
    x2, y2 = _edge(one.x - at.x, one.width, 0), _edge(one.y - at.y, one.height, 0)
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=LIGHT["faint"], stroke_width=0.9, class_="leader")


def _edge(middle: float, size: float, towards: float) -> float:
    """The point of a stretch around its middle that is nearest to another."""
    return round(min(max(towards, middle - size / 2), middle + size / 2), 1)


def _key(vessel: Vessel) -> str:
    return f"v-{vessel.name}-{round(vessel.point.x * 1000)}-{round(vessel.point.y * 1000)}"


def _note(number: int, at: tuple[float, float]) -> Element:
    x, y = at
    ring = tag("circle", r=NOTE, fill=LIGHT["sheet"], stroke=LIGHT["seal"], stroke_width=1.2)
    text = tag("text", str(number), y=5, text_anchor="middle", font_size=14, fill=LIGHT["seal"])
    return tag("g", ring, text, id=f"note-{number}", class_="note", transform=f"translate({x:g} {y:g})")


def _along(spots: list[tuple[float, float]], shares: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """The points at these shares of a way's length."""
    legs = [((x1, y1), (x2, y2), ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5) for (x1, y1), (x2, y2) in pairwise(spots)]
    whole = sum(leg for _, _, leg in legs) or 1.0
    for share in shares:
        left = share * whole
        for (x1, y1), (x2, y2), leg in legs:
            if left <= leg + 1e-6:
                part = left / (leg or 1.0)
                yield round(x1 + (x2 - x1) * part, 1), round(y1 + (y2 - y1) * part, 1)
                break
            left -= leg
