"""How vessels and other things are drawn: each a few strokes around its middle, about twenty picture units wide."""

from __future__ import annotations

from corpus.rites.stage.vessels import Vessel
from service.rites.stage.svg import LIGHT, Element, tag

Pen = dict[str, str | float]
INK: Pen = {"fill": LIGHT["sheet"], "stroke": LIGHT["ink"], "stroke_width": 1.2, "stroke_linejoin": "round"}
_LINES: Pen = {"fill": "none", "stroke": LIGHT["ink"], "stroke_width": 1.2, "stroke_linecap": "round"}
_PATHS = {
    "cup": "M-6,-8 C-6,1 -3,3 0,3 C3,3 6,1 6,-8 Z M0,3 V8 M-4,8 H4",
    "jar": "M-4,-10 H4 V-6 C10,-3 9,9 4,9 H-4 C-9,9 -10,-3 -4,-6 Z M-4,-6 H4",
    "basin": "M-11,-4 H11 C10,6 5,8 0,8 C-5,8 -10,6 -11,-4 Z M-8,-1 H8",
    "basket": "M-11,-5 H11 L9,6 H-9 Z M-10,-1 H10 M-9,3 H9 M-4,-5 V6 M4,-5 V6",
    "stand": "M-11,-4 H11 V0 H-11 Z M-8,0 V8 M8,0 V8",
    "dish": "M-8,-5 H8 C7,1 3,2 0,2 C-3,2 -7,1 -8,-5 Z M0,2 V7 M-5,7 H5",
    "tripod": "M-9,-4 H9 C9,3 5,4 0,4 C-5,4 -9,3 -9,-4 Z M-6,-4 V-8 M6,-4 V-8 M-6,3 L-8,9 M6,3 L8,9 M0,4 V9",
    "bow": "M-3,-11 C6,-6 6,6 -3,11 Z",
    "arrow": "M-10,0 H10 M6,-3 L10,0 L6,3 M-10,-3 L-7,0 L-10,3",
    "rack": "M-13,-3 H13 V3 H-13 Z M-7,-3 V-7 M0,-3 V-7 M7,-3 V-7",
    "rod": "M-9,6 L9,-6",
    "target": "M-40,-7 H40 V-4 H22 V9 H-22 V-4 H-40 Z M-7,-6 H7 V7 H-7 Z",
    "screen": "M-9,8 V-8 H9 V8",
    "flag": "M-5,10 V-10 L8,-6 L-5,-1",
    "beast": "M-9,8 V-2 L-5,-6 H7 L10,-2 H6 V8 M-5,8 V3 H2 V8",
    "rods": "M-7,-6 V6 M-3,-6 V6 M1,-6 V6 M5,-6 V6",
    "zither": "M-14,-4 H14 V4 H-14 Z M-14,-1.5 H14 M-14,1.5 H14",
    "chime": "M-11,-4 L-2,-9 L10,2 L6,5 L-2,-2 L-8,2 Z",
    "bell": "M-7,8 C-6,-2 -4,-6 0,-7 C4,-6 6,-2 7,8 Z M0,-7 V-11",
    "drum": "M-9,-6 H9 V6 H-9 Z M-9,-6 C-13,-3 -13,3 -9,6 M9,-6 C13,-3 13,3 9,6",
    "chest": "M-10,-6 H10 V6 H-10 Z M-10,-2 H10",
    "dot": "M-4,0 A4,4 0 1 0 4,0 A4,4 0 1 0 -4,0 Z",
}
_OF_THINGS = {
    **dict.fromkeys(("篚", "上篚", "下篚", "膳篚", "簞"), "basket"),
    **dict.fromkeys(("洗", "槃", "匜"), "basin"),
    **dict.fromkeys(("水", "罍"), "jar"),
    **dict.fromkeys(("豐", "禁", "斯禁", "棜禁", "棜", "几"), "stand"),
    **dict.fromkeys(("鼎", "爨", "牲爨", "魚爨", "腊爨", "饎爨", "雍爨"), "tripod"),
    **dict.fromkeys(("匕", "畢", "扑", "扃", "勺"), "rod"),
    **dict.fromkeys(("弓",), "bow"),
    **dict.fromkeys(("矢",), "arrow"),
    **dict.fromkeys(("楅",), "rack"),
    **dict.fromkeys(("侯", "大侯", "參", "干"), "target"),
    **dict.fromkeys(("乏",), "screen"),
    **dict.fromkeys(("旌", "翿旌", "龍旜"), "flag"),
    **dict.fromkeys(("中", "皮樹中", "閭中", "虎中", "兕中"), "beast"),
    **dict.fromkeys(("瑟", "簜"), "zither"),
    **dict.fromkeys(("磬", "縣", "笙磬", "頌磬"), "chime"),
    **dict.fromkeys(("鐘", "笙鐘", "鑮"), "bell"),
    **dict.fromkeys(("建鼓", "應鼙", "朔鼙", "鼗"), "drum"),
    **dict.fromkeys(("笥", "射器"), "chest"),
}
_OF_KINDS = {
    **{"wine": "jar", "wash": "basin", "cup": "cup", "dish": "dish", "archery": "rod", "target": "target"},
    **{"tally": "rods", "music": "bell", "other": "dot"},
}
_OPEN = ("bow", "arrow", "rod", "screen", "rods")
LONG, BROAD = 46, 27
"""A mat, in picture units."""


def shape(name: str, kind: str) -> str:
    """Which strokes a thing is drawn with: ``shape("觶", "cup") == "cup"``; every 俎 is a stand."""
    if name.endswith("俎"):
        return "stand"
    return _OF_THINGS.get(name) or _OF_KINDS.get(kind, "dot")


def symbol(name: str, kind: str, scale: float = 1.0) -> Element:
    """A thing around the point 0,0."""
    found = shape(name, kind)
    pen = _LINES if found in _OPEN else INK
    return tag("path", d=_PATHS[found], transform=f"scale({scale:g})" if scale != 1 else None, **pen)


def mat(faces: str) -> Element:
    """A mat around the point 0,0, its long side across the way one faces on it."""
    width, height = (BROAD, LONG) if faces in ("東", "西") else (LONG, BROAD)
    pen = {**INK, "fill": LIGHT["floor"], "stroke": LIGHT["faint"]}
    rect = tag("rect", x=-width / 2, y=-height / 2, width=width, height=height, **pen)
    inner = tag(
        "rect",
        x=-width / 2 + 3,
        y=-height / 2 + 3,
        width=width - 6,
        height=height - 6,
        **{**_LINES, "stroke": LIGHT["faint"], "stroke_width": 0.6},
    )
    return rect + inner


def size(vessel: Vessel, faces: str) -> tuple[float, float]:
    """Width and height of a thing as drawn."""
    if vessel.kind == "seat" and shape(vessel.name, vessel.kind) == "dot":
        return (BROAD, LONG) if faces in ("東", "西") else (LONG, BROAD)
    return (80, 18) if shape(vessel.name, vessel.kind) == "target" else (24, 20)
