"""Where editions print 鄭玄's notes otherwise than the one held: ``notes.tsv``, one place of one edition a line.

Notes are compared as they fold: another form of a character is no difference here. ``class`` says what a difference is
and ``error`` whose mistake it is, if anybody's; ``sense`` marks those on which the sense turns, and ``reason`` says why
the one is right, or that it cannot be told. ``python -m corpus.collate_notes`` writes the list anew and keeps what
editors said.

    on_notes(notes(), units)["7.5.1#zheng.1"]    # the places of one note on which its sense turns: 夫, and 史 elsewhere
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from corpus.apparatus.collation import Kind
from corpus.apparatus.judged import Standing
from corpus.apparatus.model import Printed, Reading, Variation
from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Unit

WITNESS = "zhushu-siku"
"""The witness whose notes are compared."""
LIST = Path(__file__).parent / "notes.tsv"
TITLES = {"KR1d0026": "《儀禮》鄭注（四部叢刊）", "KR1d0038": "《儀禮鄭註句讀》"}
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


def on_notes(listed: Mapping[NotePlace, NoteJudged], units: Iterable[Unit]) -> dict[str, tuple[Variation, ...]]:
    """By comment, where the sense of a note turns on its reading: the one held, and what other editions have instead.

    Only notes among ``units`` have such places. ``start`` and ``end`` count in the whole note.
    """
    witnesses: dict[str, list[str]] = {}
    for unit in units:
        witnesses.setdefault(unit.whole_ref, []).append(unit.witness)
    spots: dict[tuple[str, int, str], list[tuple[NotePlace, NoteJudged]]] = {}
    for place, judged in listed.items():
        if judged.sense and place.comment in witnesses:
            spots.setdefault((place.comment, place.at, place.held), []).append((place, judged))
    found: dict[str, tuple[Variation, ...]] = {}
    for (comment, at, held), others in spots.items():
        own = Printed(witnesses[comment][0], held, at, at + len(held))
        found[comment] = (*found.get(comment, ()), _variation(own, comment, others))
    return found


def _variation(own: Printed, comment: str, others: Sequence[tuple[NotePlace, NoteJudged]]) -> Variation:
    errors = {judged.error for _, judged in others}
    first = Reading(own.text, None, (own,), standing=Standing.SLIP if Error.HELD in errors else Standing.UNJUDGED)
    by_text: dict[str, list[tuple[NotePlace, NoteJudged]]] = {}
    for place, judged in others:
        by_text.setdefault(fold(place.reading) or place.reading, []).append((place, judged))
    readings = [
        Reading(
            same[0][0].reading,
            Kind.SUBSTANTIVE if same[0][1].kind is Difference.DAMAGE else Kind(same[0][1].kind.value),
            parties=tuple(TITLES.get(place.edition, place.edition) for place, _ in same),
            standing=Standing.SLIP if same[0][1].error is Error.OTHER else Standing.UNJUDGED,
        )
        for same in by_text.values()
    ]
    evidence = "; ".join(f"{place.edition} {place.reading or '∅'}" for place, _ in others)
    return Variation(comment, own.start, own.end, (first, *readings), evidence=evidence, reason=others[0][1].reason)


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
