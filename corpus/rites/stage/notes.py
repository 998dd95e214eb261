"""What is recorded or described rather than done, as notes on the plan: phases of the 記, and how things are set out.

Each note has a number that stands on the plan at the place that its row, or else its clause, names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from corpus.rites.data import Rites, Step, StepKind
from corpus.rites.plan import Plan, Point
from corpus.rites.stage.ground import draw

TOLD = (StepKind.DESCRIPTION, StepKind.RECORD)
SHORT = ("洗", "門", "碑", "楅", "侯", "乏", "室", "奧")
"""Places of one character that mean the place wherever they stand; others may be part of any word."""


@dataclass(frozen=True)
class Note:
    """A rule or description. ``point`` is None where no place can be found; ``named``: its row names the place."""

    number: int
    ref: str
    n: int
    objects: tuple[str, ...]
    place: str
    point: Point | None
    named: bool


def notes_of(rites: Rites, phase: str, plan: Plan, texts: Mapping[str, str]) -> tuple[Note, ...]:
    """One note for every row of a phase that tells how things are; several of one clause at one place are one."""
    found: dict[tuple[str, str], Note] = {}
    for ref in rites.clauses(phase):
        for step in rites.steps[ref]:
            if step.kind not in TOLD:
                continue
            place, named = _place(step, plan, texts.get(ref, ""))
            key = (ref, place)
            if key in found:
                continue
            point = plan.locate(place) if place else None
            found[key] = Note(len(found) + 1, ref, step.n, step.objects, place, draw(point) if point else None, named)
    placed = {ref for ref, place in found if place}
    kept = [note for (ref, place), note in found.items() if place or ref not in placed]
    return tuple(
        Note(number, note.ref, note.n, note.objects, note.place, note.point, note.named)
        for number, note in enumerate(kept, 1)
    )


def _place(step: Step, plan: Plan, text: str) -> tuple[str, bool]:
    """The place of a row; else that of its thing where the plan has one; else the first that its words name."""
    for name in (step.place, *step.objects):
        if name and plan.locate(name):
            return name, True
    names = sorted((name for p in plan.places for name in (p.name, *p.aliases)), key=len, reverse=True)
    names = [name for name in names if (len(name) > 1 or name in SHORT) and plan.locate(name)]
    for words in (step.span, text):
        if found := re.search("|".join(map(re.escape, names)), words):
            return found[0], False
    return "", False
