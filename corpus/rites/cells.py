"""Every cell in two languages, held to the glossary (``rivals.tsv``) and each language to the other.

What is found is for an editor to read: a rival may be right in a quotation, and a direction may be told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from corpus.canon import Canon
from corpus.check import Finding
from corpus.rites.agreement import disagreements
from corpus.rites.data import NoteKind, NoteRendering, Rendering
from corpus.rites.parallels import Parallels
from corpus.rites.rivals import Rival, departures
from corpus.rites.stated import Checklists


@dataclass(frozen=True)
class Cell:
    """A pair of cells: ``source`` is the classical text where there is one, else the modern Chinese itself."""

    place: str
    source: str
    zh: str
    en: str
    summary: bool = False


def doubts(cells: Iterable[Cell], rivals: tuple[Rival, ...]) -> Iterator[Finding]:
    """Where the English of a cell departs from the glossary, or names what its Chinese does not."""
    for cell in cells:
        yield from (Finding(cell.place, f"en {problem}") for problem in departures(rivals, cell.source, cell.en))
        if cell.zh:
            yield from (Finding(cell.place, problem) for problem in disagreements(cell.zh, cell.en, cell.summary))


def of_texts(
    renderings: Iterable[tuple[str, Rendering]],
    notes: Iterable[tuple[str, NoteRendering]],
    canon: Canon,
    comments: Mapping[str, str],
) -> Iterator[Cell]:
    """The renderings of clauses and comments, each with the place it stands at."""
    for place, clause in renderings:
        if clause.ref in canon.clauses:
            yield Cell(place, canon.clauses[clause.ref].text, clause.zh, clause.en)
    for place, note in notes:
        if note.ref in comments:
            yield Cell(place, comments[note.ref], note.zh, note.en, note.kind is NoteKind.SUMMARY)


def of_tables(canon: Canon, pairs: Parallels, lists: Checklists) -> Iterator[Cell]:
    """The notes on parallels, what is done in each stage, and the names of the phases (in Chinese mere titles)."""
    for pair in pairs.pairs:
        yield Cell(f"rites/parallels.tsv {pair.left} {pair.right}", pair.note_zh, pair.note_zh, pair.note_en)
    for (chapter, name), stage in lists.stages.items():
        yield Cell(f"rites/stages.tsv {chapter} {name}", stage.gist_zh, stage.gist_zh, stage.gist_en)
    for held in canon.chapters.values():
        for phase in held.phases:
            yield Cell(f"canon/phases.tsv {phase.ref}", phase.name_hant, "", phase.name_en)
