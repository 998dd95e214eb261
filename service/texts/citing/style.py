"""The forms in which a passage can be cited."""

from __future__ import annotations

from typing import Literal, get_args

Style = Literal["plain", "chicago", "gb7714", "bibtex", "ris", "csl-json"]
STYLES: tuple[Style, ...] = get_args(Style)
