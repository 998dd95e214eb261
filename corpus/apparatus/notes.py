"""Where editions print 鄭玄's notes otherwise than the one that is held: ``notes.tsv``, one place of one edition a line.

Notes are compared as they fold: another form of a character is no difference here. ``class`` says what a difference is
and ``error`` whose mistake it is, if anybody's; ``sense`` marks those on which the sense turns, and ``reason`` says why
the one is right, or that it cannot be told. ``python -m corpus.collate_notes`` writes the list anew and keeps what
editors said.

    readings("7.24.2#zheng.1", notes())         # the places of one note on which its sense turns
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from corpus.apparatus.collation import Kind
from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.fold import fold

LIST = Path(__file__).parent / "notes.tsv"
COLUMNS = ("comment", "at", "edition", "held", "reading", "class", "error", "sense", "reason")


class Difference(StrEnum):
    """What kind of difference it is, seen from the note that is held."""

    VARIANT_CHARACTER = Kind.VARIANT_CHARACTER.value
    SUBSTANTIVE = Kind.SUBSTANTIVE.value
    OMISSION = Kind.OMISSION.value
    ADDITION = Kind.ADDITION.value
    TRANSPOSITION = Kind.TRANSPOSITION.value
    DAMAGE = Kind.DAMAGE.value
    MOVED = "moved"  # the words stand at another clause there
    FOREIGN = "foreign"  # the words there are not 鄭玄's: a count of characters, a gloss of the compiler
    LACUNA = "lacuna"  # the leaf is missing there

    @property
    def counts(self) -> bool:
        """Whether it tells against the agreement of the two."""
        return self not in (type(self).VARIANT_CHARACTER, type(self).MOVED, type(self).FOREIGN, type(self).LACUNA)


class Error(StrEnum):
    """Whose mistake a difference is: the edition's that is held, the other's, or nobody's that could be told."""

    HELD = "held"
    OTHER = "other"
    OPEN = "open"
    UNJUDGED = ""


@dataclass(frozen=True)
class NotePlace:
    """Where an edition differs: from character ``at`` of the stored note on, which has ``held`` and it ``reading``."""

    comment: str
    at: int
    edition: str
    held: str
    reading: str


@dataclass(frozen=True)
class NoteJudged:
    """What is said of a place."""

    kind: Difference
    error: Error = Error.UNJUDGED
    sense: bool = False
    reason: str = ""


def notes(path: Path = LIST) -> dict[NotePlace, NoteJudged]:
    """The list; CorpusError names the line that says something unknown."""
    found: dict[NotePlace, NoteJudged] = {}
    for line, row in enumerate(rows(path, COLUMNS), 2):
        try:
            if row["sense"] not in ("", "yes"):
                raise ValueError(f"sense is {row['sense']!r}, not yes or nothing")
            place = NotePlace(row["comment"], int(row["at"]), row["edition"], row["held"], row["reading"])
            judged = NoteJudged(Difference(row["class"]), Error(row["error"]), row["sense"] == "yes", row["reason"])
        except ValueError as error:
            raise CorpusError(f"{path.name}, line {line}: {error}") from None
        found[place] = judged
    return found


def readings(comment: str, listed: Mapping[NotePlace, NoteJudged]) -> tuple[tuple[NotePlace, NoteJudged], ...]:
    """The places of one note on which its sense turns, in order."""
    return tuple((p, j) for p, j in listed.items() if p.comment == comment and j.sense)


def agreement(texts: Iterable[str], listed: Mapping[NotePlace, NoteJudged], edition: str) -> float:
    """The share of the folded characters of these notes that an edition has too, of those whose leaves it has."""
    own = [(p, j.kind) for p, j in listed.items() if p.edition == edition]
    size = sum(len(fold(text)) for text in texts) - sum(len(fold(p.held)) for p, k in own if k is Difference.LACUNA)
    wrong = sum(max(len(fold(p.held)), len(fold(p.reading)), 1) for p, k in own if k.counts)
    return 1 - wrong / size


def write(found: Sequence[tuple[NotePlace, NoteJudged]], path: Path = LIST) -> Counter[str]:
    """Write the list; returns how many places each edition has."""
    lines = ["\t".join(COLUMNS)]
    for p, j in found:
        sense = "yes" if j.sense else ""
        lines.append("\t".join((p.comment, str(p.at), p.edition, p.held, p.reading, j.kind, j.error, sense, j.reason)))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Counter(place.edition for place, _ in found)
