"""Figures as drawn: a mark with a character in it, a point where the face is, and what is held beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from corpus.rites.stage.ground import RADIUS
from corpus.rites.stage.scenes import Figure, Part
from corpus.rites.stage.settle import WAY
from service.rites.stage.frame import SCALE, Frame
from service.rites.stage.labels import Rect
from service.rites.stage.svg import HAN, LIGHT, NOTHING, Element, tag
from service.rites.stage.symbols import symbol
from service.texts.aid import simplified
from service.texts.language import Lang

R = RADIUS * SCALE
"""The radius of a figure in picture units."""
TURNS = {"北": 0, "東北": 45, "東": 90, "東南": 135, "南": 180, "西南": 225, "西": 270, "西北": 315}
_OFFICES = ("司", "大", "小", "眾", "群", "下", "少")
"""How titles begin that many have in common, so that the next character tells more."""
_OWN = {
    "三耦": "耦",
    "眾賓": "眾",
    "上射": "上",
    "下射": "下",
    "司宮": "宮",
    "大夫": "夫",
    "眾賓之長": "長",
    "主婦": "婦",
}
_OWN |= {
    "長兄弟": "兄",
    "眾兄弟": "弟",
    "賓長": "長",
    "大師": "師",
    "少師": "師",
    "上工": "工",
    "小臣": "臣",
    "小臣師": "臣",
}
_OWN |= {"公": "公", "眾耦": "耦", "佐食": "佐", "內賓": "內", "宗婦": "宗", "宗人": "宗", "釋獲者": "釋", "獲者": "獲"}
_PENS: Mapping[Part, dict[str, str | float]] = {
    Part.ACTS: {"fill": LIGHT["seal"], "stroke": LIGHT["seal"], "stroke_width": 1.4},
    Part.MEETS: {"fill": LIGHT["sheet"], "stroke": LIGHT["seal"], "stroke_width": 2.4},
    Part.SERVES: {"fill": LIGHT["sheet"], "stroke": LIGHT["ink"], "stroke_width": 1.3},
    Part.WAITS: {"fill": LIGHT["paper"], "stroke": LIGHT["faint"], "stroke_width": 0.8},
}


def glyph(name: str, lang: Lang) -> str:
    """The character that stands for a role: ``glyph("司射", "en") == "射"``."""
    plain = name.partition("·")[0]
    found = _OWN.get(plain) or (plain[1] if len(plain) > 1 and plain.startswith(_OFFICES) else plain[:1])
    return simplified(found) if lang == "zh-Hans" else found


@dataclass(frozen=True)
class Brush:
    """What all figures of a picture are drawn with: the frame, the kinds of things, the language."""

    frame: Frame
    kinds: Mapping[str, str]
    lang: Lang


def figure(own: Figure, title: str, brush: Brush) -> dict[str, Element]:
    """All marks of a figure by their keys, of those that the frame shows."""
    shown = (n for n, mark in enumerate(own.marks) if brush.frame.shows(mark))
    return {f"f-{own.name}-{n}": _mark(own, n, title, brush) for n in shown}


def extents(own: Figure, frame: Frame, kinds: Mapping[str, str]) -> Iterator[Rect]:
    """What a figure covers: its marks, their points, and the things in hand beside the first."""
    for n, mark in enumerate(own.marks):
        x, y = frame.at(mark)
        yield Rect(x, y, 2 * R + 2, 2 * R + 2)
        if own.facing:
            east, north = WAY[own.facing]
            yield Rect(x + east * (R + 3), y - north * (R + 3), 9, 9)
        if n == 0:
            for row in range(len(_shown(own, kinds))):
                yield Rect(x + R + 3, y + R - 2 - row * 13, 15, 13)


def _mark(own: Figure, n: int, title: str, brush: Brush) -> Element:
    x, y = brush.frame.at(own.marks[n])
    pen = _PENS[own.part]
    classes = ["figure", own.part.value, *(["understood"] if not own.told else [])]
    ink = {Part.ACTS: "#ffffff", Part.WAITS: LIGHT["faint"]}.get(own.part, LIGHT["ink"])
    letter = glyph(own.name, brush.lang)
    sign = tag("text", letter, y=5.6, text_anchor="middle", font_size=16, font_family=HAN, fill=ink, class_="sign")
    return tag(
        "g",
        tag("title", title),
        _nose(own, pen),
        _body(own, pen),
        sign,
        _held(own, brush.kinds) if n == 0 else NOTHING,
        id=f"f-{own.name}-{n}",
        class_=" ".join(classes),
        transform=f"translate({x:g} {y:g})",
        data_way=_points(own, brush.frame) if n == 0 and own.way else None,
    )


def _body(own: Figure, pen: Mapping[str, str | float]) -> Element:
    """A circle, or for one who kneels a square; dashed where the place is only understood."""
    line: dict[str, str | float | None] = {**pen, "class_": "body", "stroke_dasharray": None if own.told else "3 2.4"}
    if own.station.kneels:
        half = R * 0.92
        return tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=3.5, **line)
    return tag("circle", r=R, **line)


def _nose(own: Figure, pen: Mapping[str, str | float]) -> Element:
    """The point of the mark, on the side of the face: filled where the text tells it, open where it is likely."""
    if not own.facing:
        return NOTHING
    line = {"fill": pen["stroke"] if own.facing_told else LIGHT["sheet"], "stroke": pen["stroke"], "stroke_width": 1}
    kind = "nose" if own.facing_told else "nose likely"
    turn = f"rotate({TURNS[own.facing]})"
    return tag(
        "path", d=f"M-7.5,{-R + 3:.1f} L0,{-R - 6.5:.1f} L7.5,{-R + 3:.1f} Z", transform=turn, class_=kind, **line
    )


def _held(own: Figure, kinds: Mapping[str, str]) -> Element:
    """Up to two of the things in hand, small, at the lower right."""
    signs, shown = NOTHING, _shown(own, kinds)
    for n, name in enumerate(shown):
        sign = symbol(name, "dish" if kinds[name] == "food" else kinds[name], 0.62)
        signs += tag("g", sign, transform=f"translate({R + 3:.1f} {R - 2 - n * 13:.1f})")
    return tag("g", signs, class_="held") if shown else NOTHING


def _shown(own: Figure, kinds: Mapping[str, str]) -> list[str]:
    """The things in hand that are drawn."""
    things = [name.partition("·")[0] for name in own.station.holds]
    return [name for name in dict.fromkeys(things) if kinds.get(name, "-") not in ("-", "dress", "piece")][-2:]


def _points(own: Figure, frame: Frame) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in (frame.at(point) for point in own.way))
