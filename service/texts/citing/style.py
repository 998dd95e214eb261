"""The forms in which a passage can be cited: the one table that the schema, the pages and the commands read.

A new one is a row here and its writer in ``formats.py``; the list of the widget (``widget/src/card.ts``) is tested
against it.
"""

from __future__ import annotations

from typing import Literal, get_args

Style = Literal["plain", "chicago", "gb7714", "bibtex", "ris", "csl-json"]
STYLES: tuple[Style, ...] = get_args(Style)
STYLE_NAMES: dict[Style, str] = {
    "plain": "",
    "chicago": "Chicago",
    "gb7714": "GB/T 7714",
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl-json": "CSL-JSON",
}
"""Code of a form → its name on pages; plain text has a name in every language."""
