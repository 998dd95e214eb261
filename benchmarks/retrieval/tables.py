"""The tables of a run as Markdown, printed and kept in docs/retrieval.md."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from benchmarks.retrieval.measures import NAMES, Interval

_DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
PAGE, CARD = _DOCS / "retrieval.md", _DOCS / "model.md"
BEGIN, END = "<!-- figures: written by `benchmarks.retrieval --record` -->", "<!-- end of figures -->"
_BETWEEN = re.compile(re.escape(BEGIN) + "\n(.*?)" + re.escape(END), re.DOTALL)

Results = dict[str, dict[str, dict[str, Interval]]]
"""System → group of questions → measure → figure."""


def markdown(found: Results) -> str:
    """The figures of all questions with their intervals, then hit@5 by group where there are groups."""
    lines = ["| system | " + " | ".join(NAMES) + " |", "| --- |" + " ---: |" * len(NAMES)]
    lines += [
        f"| {name} | " + " | ".join(_cell(groups["all"], m) for m in NAMES) + " |" for name, groups in found.items()
    ]
    kinds = [group for group in next(iter(found.values())) if group != "all"]
    if kinds:
        lines += ["", "| hit@5 | " + " | ".join(kinds) + " |", "| --- |" + " ---: |" * len(kinds)]
        lines += [
            f"| {name} | " + " | ".join(_cell(g[kind], "hit@5") for kind in kinds) + " |" for name, g in found.items()
        ]
    return "\n".join(lines) + "\n"


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {name} | " + " | ".join(cells) + " |"


def _cell(figures: Mapping[str, Interval], measure: str) -> str:
    figure = figures[measure]
    shown = f"{figure.mean:.3f}"
    return f"{shown} ({figure.low:.2f}–{figure.high:.2f})" if measure in ("hit@1", "hit@5") else shown


def record(body: str, page: Path = PAGE) -> None:
    """Put figures into a page; ValueError where it lacks the two comments between which they stand."""
    text = page.read_text(encoding="utf-8")
    if not _BETWEEN.search(text):
        raise ValueError(f"{page.name} lacks the comments between which the figures stand")
    head = f"Measured on {date.today().isoformat()}, Python {platform.python_version()}, {platform.machine()}.\n"
    page.write_text(_BETWEEN.sub(lambda _: f"{BEGIN}\n{head}\n{body}{END}", text), encoding="utf-8")


def chapters(tables: Mapping[str, Results]) -> str:
    """The tables one after the other, each with its title."""
    return "\n".join(f"### {title}\n\n{markdown(found)}" for title, found in tables.items())
