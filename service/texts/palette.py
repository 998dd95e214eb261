"""Colours, from ``palette.toml``: of pictures, and of the style sheets, into which this module writes them when run.

painted(":root {\\n  --ink: #000000;\\n}")      the same with the ink of the palette
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from service.settings import CHECKOUT, STATIC

PATH = Path(__file__).with_name("palette.toml")
SHEETS = (STATIC / "wenli.css", CHECKOUT / "widget" / "src" / "wenli-chat.css")
"""The style sheets that name colours as variables, the light ones first, the dark ones after."""
_DARK = "@media (prefers-color-scheme: dark)"
_VARIABLE = re.compile(r"^(\s+--([a-z-]+): (?:var\(--[\w-]+, )?)#[0-9a-f]{3,6}(?=\)?;)", re.MULTILINE)


def read() -> dict[str, dict[str, str]]:
    """Return the colours by name, ``light``, ``dark`` and those of a ``picture`` that differ from the light ones."""
    found: dict[str, dict[str, str]] = tomllib.loads(PATH.read_text(encoding="utf-8"))
    return found


def painted(sheet: str) -> str:
    """Return a style sheet whose variables have the colours of the palette; KeyError names one that it lacks."""
    colours = read()

    def with_colours(part: str, own: Mapping[str, str]) -> str:
        return _VARIABLE.sub(lambda match: match[1] + own[match[2]], part)

    light, dark, rest = sheet.partition(_DARK)
    return with_colours(light, colours["light"]) + dark + with_colours(rest, colours["dark"])


if __name__ == "__main__":
    for path in SHEETS:
        path.write_text(painted(path.read_text(encoding="utf-8")), encoding="utf-8")
