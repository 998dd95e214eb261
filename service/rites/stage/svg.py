"""Elements of pictures, written with what attributes say alone: no style, which the pages' security policy forbids.

tag("g", tag("circle", r=5), class_="figure").text      '<g class="figure"><circle r="5"/></g>'
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import escape

from service.texts.palette import read as read_palette

_COLOURS = read_palette()
LIGHT = _COLOURS["light"] | _COLOURS["picture"]
"""The colours of pictures that stand alone; in pages the style sheet has its own, for light and dark."""
HAN = "'Noto Serif CJK TC','Source Han Serif TC','Songti TC',PMingLiU,HanaMinA,HanaMinB,serif"


@dataclass(frozen=True)
class Element:
    """A piece of a picture."""

    text: str

    def __add__(self, other: Element) -> Element:
        return Element(self.text + other.text)


NOTHING = Element("")


def tag(name: str, *inner: Element | str, **attributes: str | float | None) -> Element:
    """An element: names with _ are written with -, class_ is class, None is left out, strings inside are escaped."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = "".join(part.text if isinstance(part, Element) else str(escape(part)) for part in inner)
    return Element(f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>")


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
