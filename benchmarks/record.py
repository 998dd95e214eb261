"""The figures as they stand in docs/evaluation.md: written there by ``evaluate --record``, never by hand.

Both files have them between the same two comments; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "docs" / "evaluation.md",)
BEGIN, END = "<!-- figures: written by `evaluate --record` -->", "<!-- end of figures -->"
_BETWEEN = re.compile(re.escape(BEGIN) + "\n(.*?)" + re.escape(END), re.DOTALL)
_GROUPS = {
    "all": "all questions",
    "zh-Hant": "… in traditional Chinese",
    "zh-Hans": "… in simplified Chinese",
    "en": "… in English",
    "first turns": "dialogues, first turns",
    "later turns": "dialogues, later turns",
}
_VALUES = {
    "out-of-scope abstention": "questions outside of the corpus that are declined",
    "false premises corrected": "false premises that are corrected",
    "untrue citations or quotations": "citations or quotations that are not in the sources",
    "median answer, characters": "length of an answer, median, in characters",
}


def markdown(groups: Mapping[str, Mapping[str, float]], values: Mapping[str, float]) -> str:
    """Two tables: the figures of each group of answerable questions, then what holds of all answers."""
    columns = list(next(iter(groups.values())))
    lines = ["| answerable questions | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * len(columns)]
    for name, shown in _GROUPS.items():
        lines.append(f"| {shown} | " + " | ".join(_number(c, groups[name][c]) for c in columns) + " |")
    lines += ["", "| all answers | |", "| --- | ---: |"]
    lines += [f"| {shown} | {_number(name, values[name])} |" for name, shown in _VALUES.items()]
    return "\n".join(lines) + "\n"


def _number(name: str, value: float) -> str:
    return f"{value:.0f}" if name == "n" or name.startswith(("untrue", "median")) else f"{value:.3f}".removeprefix("0")


def recorded(page: str) -> str:
    """The figures that a page has; ValueError where it lacks the two comments."""
    found = _BETWEEN.search(page)
    if found is None:
        raise ValueError("the comments between which the figures stand are missing")
    return found[1]


def record(tables: str, pages: tuple[Path, ...] = PAGES) -> None:
    """Put the figures into the pages in place of those that stand there."""
    for path in pages:
        page = path.read_text(encoding="utf-8")
        recorded(page)
        path.write_text(_BETWEEN.sub(lambda _: f"{BEGIN}\n{tables}{END}", page), encoding="utf-8")
