"""The canon: which clauses there are, what they are called and in what order they stand.

``canon/NN.tsv`` lists reference and punctuated base text in traditional script, one clause a line; it names and
orders clauses, and what an answer cites is always a witness's text. References are frozen once published: a new
split gets a letter (the first part of 5.21.3 keeps its number, the rest becomes 5.21.3a).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Layer
from corpus.people import CHAPTER_COLUMNS
from corpus.script import simplified
from corpus.tables import CANON, rows

ROOT = CANON
__all__ = ["ROOT", "Canon", "Chapter", "Clause", "Phase", "load", "rows"]


@dataclass(frozen=True)
class Clause:
    """One clause of the canon: ``Clause(5, 21, "3", "司射還,當上耦,…", Layer.JING)``."""

    chapter: int
    phase: int
    label: str
    text: str
    layer: Layer

    @property
    def ref(self) -> str:
        """The canonical reference, such as ``5.21.3`` or ``5.21.3a``."""
        return f"{self.chapter}.{self.phase}.{self.label}"


@dataclass(frozen=True)
class Phase:
    """A ritual phase (張爾岐's division): number, names in three forms, its stage, and 經 or 記."""

    chapter: int
    number: int
    layer: Layer
    name_hant: str
    name_hans: str
    name_en: str
    stage: str
    clauses: tuple[Clause, ...]

    @property
    def ref(self) -> str:
        """The reference of the whole phase: ``5.21``."""
        return f"{self.chapter}.{self.number}"


@dataclass(frozen=True)
class Chapter:
    """A 篇 of the 儀禮, held or only known by name (``phases`` empty)."""

    number: int
    name_hant: str
    name_hans: str
    name_pinyin: str
    name_en: str
    phases: tuple[Phase, ...]

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses in order."""
        return tuple(clause for phase in self.phases for clause in phase.clauses)

    @cached_property
    def folded(self) -> str:
        """The folded base text of the whole chapter, without breaks."""
        return "".join(fold(clause.text) for clause in self.clauses)


@dataclass(frozen=True)
class Canon:
    """All seventeen chapters by number; those held have phases and clauses."""

    chapters: dict[int, Chapter]

    @property
    def held(self) -> tuple[Chapter, ...]:
        """The chapters whose text is held, in order."""
        return tuple(c for c in self.chapters.values() if c.phases)

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """Reference → clause, in reading order."""
        return {clause.ref: clause for chapter in self.held for clause in chapter.clauses}

    def phase(self, chapter: int, number: int) -> Phase:
        """A phase by its numbers; KeyError where there is none."""
        for phase in self.chapters[chapter].phases:
            if phase.number == number:
                return phase
        raise KeyError((chapter, number))


def load(root: Path = ROOT) -> Canon:
    """Read the canon from its folder; CorpusError names the file and line that break a rule."""
    phase_columns = ("chapter", "phase", "layer", "name_hant", "name_en", "stage")
    phase_rows = rows(root / "phases.tsv", phase_columns)
    chapters: dict[int, Chapter] = {}
    for row in rows(root / "chapters.tsv", CHAPTER_COLUMNS):
        number = int(row["chapter"])
        phases = _phases(root, number, phase_rows) if row["held"] == "yes" else ()
        chapters[number] = Chapter(
            number, row["name_hant"], simplified(row["name_hant"]), row["name_pinyin"], row["name_en"], phases
        )
    return Canon(chapters)


def _phases(root: Path, chapter: int, phase_rows: list[dict[str, str]]) -> tuple[Phase, ...]:
    layers = {int(r["phase"]): Layer(r["layer"]) for r in phase_rows if int(r["chapter"]) == chapter}
    clauses: dict[int, list[Clause]] = {number: [] for number in layers}
    path = root / f"{chapter:02}.tsv"
    for line, row in enumerate(rows(path, ("ref", "text")), 2):
        try:
            in_chapter, phase, label = row["ref"].split(".")
            if int(in_chapter) != chapter or not row["text"]:
                raise ValueError
            clauses[int(phase)].append(Clause(chapter, int(phase), label, row["text"], layers[int(phase)]))
        except (ValueError, KeyError):
            message = f"{path.name}, line {line}: {row['ref']!r} is not a clause of chapter {chapter}"
            raise CorpusError(message) from None
    return tuple(
        Phase(
            chapter,
            int(r["phase"]),
            layers[int(r["phase"])],
            r["name_hant"],
            simplified(r["name_hant"]),
            r["name_en"],
            r["stage"],
            tuple(clauses[int(r["phase"])]),
        )
        for r in phase_rows
        if int(r["chapter"]) == chapter
    )
