"""The rites as data: renderings of clauses and notes, and the acts of every clause in the order performed.

    rites = Rites.load()
    rites.renderings["5.5.4"].en          "The guest replies."
    rites.steps["5.5.4"][0].act           "對"

A chapter NN stands in three files, ``NN.renderings.tsv``, ``NN.notes.tsv`` and ``NN.steps.tsv``; docs/rites.md
teaches their format. What is said here must only be readable; what must hold of it is told by corpus/rites/check.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.model import chapter_of
from corpus.ref import clause_order

ROOT = Path(__file__).parent
RENDERING_COLUMNS = ("ref", "zh", "en")
NOTE_COLUMNS = ("ref", "kind", "zh", "en")
STEP_COLUMNS = (
    *("ref", "n", "kind", "actor", "act", "object", "recipient", "from", "to", "facing"),
    *("words", "count", "span", "basis", "reason", "repeats", "with", "except"),
)
FACINGS = ("東", "南", "西", "北", "東北", "東南", "西北", "西南")
BASES = ("stated", "subject", "note", "parallel", "sense")

_Value = TypeVar("_Value")


class StepKind(StrEnum):
    """What a row of the steps tells; only an ``act`` or a ``repeat`` is something done at that moment."""

    ACT = "act"
    REPEAT = "repeat"
    DESCRIPTION = "description"
    SPEECH = "speech"
    RECORD = "record"


class NoteKind(StrEnum):
    """How a comment is given: word for word, or in one sentence."""

    RENDERING = "rendering"
    SUMMARY = "summary"


@dataclass(frozen=True)
class Rendering:
    """A clause in modern Chinese (traditional script) and modern English."""

    ref: str
    zh: str
    en: str


@dataclass(frozen=True)
class NoteRendering:
    """A comment, named without piece and witness (5.21.3#zheng.1), in modern Chinese and modern English."""

    ref: str
    kind: NoteKind
    zh: str
    en: str


@dataclass(frozen=True)
class Step:
    """One act of a clause, or what stands in place of one; cells that say nothing are empty.

    ``origin`` and ``place`` are the columns *from* and *to*; ``count`` is 0 where none is given. Of a repetition,
    ``repeats`` are the clauses done again ("4.4.5-11"), ``roles`` who plays whom, ``excepts`` what is left out.
    """

    ref: str
    n: int
    kind: StepKind
    actor: tuple[str, ...] = ()
    act: str = ""
    object: str = ""
    recipient: tuple[str, ...] = ()
    origin: str = ""
    place: str = ""
    facing: str = ""
    words: str = ""
    count: int = 0
    span: str = ""
    basis: str = ""
    reason: str = ""
    repeats: tuple[str, ...] = ()
    roles: tuple[tuple[str, str], ...] = ()
    excepts: tuple[str, ...] = ()

    @property
    def objects(self) -> tuple[str, ...]:
        """The things acted on, one by one: 決、拾 are two."""
        return tuple(part for part in self.object.split("、") if part)


@dataclass(frozen=True)
class Rites:
    """All that is written of the rites, by reference; ``steps`` keeps the order of the text."""

    renderings: dict[str, Rendering]
    notes: dict[str, NoteRendering]
    steps: dict[str, tuple[Step, ...]]

    @classmethod
    def load(cls, folder: Path = ROOT) -> Rites:
        """Read all chapters of a folder; CorpusError names the file and the line that cannot be read."""
        renderings = {value.ref: value for value in _values(folder, "renderings", RENDERING_COLUMNS, rendering_of)}
        notes = {value.ref: value for value in _values(folder, "notes", NOTE_COLUMNS, note_of)}
        steps: dict[str, list[Step]] = {}
        for step in _values(folder, "steps", STEP_COLUMNS, step_of):
            steps.setdefault(step.ref, []).append(step)
        return cls(renderings, notes, {ref: tuple(own) for ref, own in steps.items()})

    @cached_property
    def chapters(self) -> tuple[int, ...]:
        """The chapters that have steps."""
        return tuple(dict.fromkeys(chapter_of(ref) for ref in self.steps))

    @cached_property
    def _by_phase(self) -> dict[str, tuple[str, ...]]:
        grouped: dict[str, list[str]] = {}
        for ref in self.steps:
            grouped.setdefault(ref.rpartition(".")[0], []).append(ref)
        return {phase: tuple(refs) for phase, refs in grouped.items()}

    def phases(self, chapter: int) -> tuple[str, ...]:
        """The phases of a chapter that have steps, in order: ``("4.1", "4.2", …)``."""
        return tuple(phase for phase in self._by_phase if phase.startswith(f"{chapter}."))

    def clauses(self, reference: str) -> tuple[str, ...]:
        """The clauses with steps that a clause, a phase or a range of clauses covers; CorpusError where none does.

        ``rites.clauses("4.4.1-3") == ("4.4.1", "4.4.2", "4.4.3")``
        """
        first, dash, last = reference.partition("-")
        if not dash:
            found = self._by_phase.get(first) or ((first,) if first in self.steps else ())
        else:
            phase, _, label = first.rpartition(".")
            inside = self._by_phase.get(phase, ())
            if not {first, f"{phase}.{last}"} <= set(inside):
                raise CorpusError(f"{reference} does not begin and end at clauses of one phase that have steps")
            low, high = clause_order(label), clause_order(last)
            found = tuple(ref for ref in inside if low <= clause_order(ref.rpartition(".")[2]) <= high)
        if not found:
            raise CorpusError(f"{reference} is no clause, phase or range of clauses that has steps")
        return found


def _values(
    folder: Path, name: str, columns: tuple[str, ...], read: Callable[[dict[str, str]], _Value]
) -> Iterator[_Value]:
    for path in sorted(folder.glob(f"[0-9][0-9].{name}.tsv")):
        for line, row in enumerate(rows(path, columns), 2):
            try:
                yield read(row)
            except ValueError as error:
                raise CorpusError(f"{path.name}, line {line}: {error}") from None


def rendering_of(row: dict[str, str]) -> Rendering:
    """The rendering that a row holds."""
    return Rendering(row["ref"], row["zh"], row["en"])


def note_of(row: dict[str, str]) -> NoteRendering:
    """The note that a row holds; ValueError where its kind is none."""
    return NoteRendering(row["ref"], NoteKind(row["kind"]), row["zh"], row["en"])


def step_of(row: dict[str, str]) -> Step:
    """The step that a row holds; ValueError says which cell cannot be read."""
    if row["kind"] not in tuple(StepKind):
        raise ValueError(f"{row['kind']!r} is not a kind of step; kinds are {', '.join(StepKind)}")
    return Step(
        ref=row["ref"],
        n=_number(row["n"], "n"),
        kind=StepKind(row["kind"]),
        actor=_parts(row["actor"], "、", "actor"),
        act=row["act"],
        object=row["object"],
        recipient=_parts(row["recipient"], "、", "recipient"),
        origin=row["from"],
        place=row["to"],
        facing=row["facing"],
        words=row["words"],
        count=_number(row["count"], "count") if row["count"] else 0,
        span=row["span"],
        basis=row["basis"],
        reason=row["reason"],
        repeats=_parts(row["repeats"], ";", "repeats"),
        roles=tuple(_role(part) for part in _parts(row["with"], ";", "with")),
        excepts=_parts(row["except"], ";", "except"),
    )


def _number(text: str, column: str) -> int:
    if not re.fullmatch(r"[1-9]\d*", text):
        raise ValueError(f"{column} is {text!r}, should be a number from 1")
    return int(text)


def _parts(text: str, mark: str, column: str) -> tuple[str, ...]:
    parts = tuple(text.split(mark)) if text else ()
    if any(not part or part != part.strip() for part in parts):
        raise ValueError(f"{column} has an empty part or a stray blank: {text!r}")
    return parts


def _role(text: str) -> tuple[str, str]:
    played, mark, player = text.partition("=")
    if not (played and mark and player) or "=" in player:
        raise ValueError(f"with has {text!r}, should be of the form 賓=介")
    return played, player
