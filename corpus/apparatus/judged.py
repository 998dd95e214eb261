"""The list of differences with what an editor says of each: ``differences.tsv``, one place of one witness a line.

What is computed says which places there are and, until an editor says otherwise, of what kind; the list is what
counts. ``python -m corpus.collate`` writes it anew and keeps what it has. A test holds it against the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path

from corpus.apparatus.collation import Kind, Text, collate
from corpus.canon import Canon, rows
from corpus.errors import CorpusError
from corpus.texts import TEXTS, Work, read_texts, read_works

LIST = Path(__file__).parent / "differences.tsv"
COLUMNS = ("ref", "at", "witness", "canon", "reading", "class", "standing")


class Standing(StrEnum):
    """Whether a reading is more than a slip, as an editor judges; an ``error`` is one that several editions have. Empty
    where nobody has judged."""

    SHARED = "shared"
    SLIP = "slip"
    ERROR = "error"
    UNJUDGED = ""


@dataclass(frozen=True)
class Place:
    """Where a witness differs: in the clause ``ref`` of the canon, at code point ``at`` of its text."""

    ref: str
    at: int
    witness: str
    canon: str
    reading: str


@dataclass(frozen=True)
class Judged:
    """What is said of a place: the kind of the difference, and whether editions share the reading."""

    kind: Kind
    standing: Standing = Standing.UNJUDGED


def text_of(work: Work, stored: str) -> Text:
    """A clause of a witness as it is collated."""
    return Text(stored, work.script == "Hans", frozenset(work.lost))


def places(canon: Canon, texts: Path = TEXTS) -> Iterator[tuple[Place, Kind]]:
    """Every place of every witness with its computed kind, in the order of the texts, and the clauses it lacks."""
    works = read_works(texts)
    entries = (e for e in read_texts(texts) if e.layer.is_base and e.ref != "-")
    for witness, own in groupby(entries, key=lambda e: e.witness):
        held = {e.ref: e.text for e in own}
        for ref, stored in held.items():
            for d in collate(Text(canon.clauses[ref].text), text_of(works[witness], stored)):
                yield Place(ref, d.base_span[0], witness, d.base, d.other), d.kind
        for ref in () if works[witness].fragment else lacking(canon, held):
            for d in collate(Text(canon.clauses[ref].text), text_of(works[witness], "")):
                yield Place(ref, 0, witness, d.base, ""), Kind.OMISSION


def lacking(canon: Canon, held: dict[str, str]) -> Iterator[str]:
    """The clauses a witness leaves out: it has the one before and the one after. More is a gap in what is preserved."""
    for chapter in canon.held:
        refs = [clause.ref for clause in chapter.clauses]
        for before, ref, after in zip(refs, refs[1:], refs[2:], strict=False):
            if ref not in held and before in held and after in held:
                yield ref


def faulty(listed: Mapping[Place, Judged]) -> frozenset[tuple[str, str]]:
    """The clauses, each with its witness, where what is printed is a slip, an error or damaged: not to be quoted while
    another witness has the clause."""
    bad = (Standing.SLIP, Standing.ERROR)
    return frozenset((p.ref, p.witness) for p, j in listed.items() if j.standing in bad or j.kind is Kind.DAMAGE)


def judgements(path: Path = LIST) -> dict[Place, Judged]:
    """The list; CorpusError names the line that says something unknown."""
    found: dict[Place, Judged] = {}
    for line, row in enumerate(rows(path, COLUMNS), 2):
        try:
            place = Place(row["ref"], int(row["at"]), row["witness"], row["canon"], row["reading"])
            found[place] = Judged(Kind(row["class"]), Standing(row["standing"]))
        except ValueError as error:
            raise CorpusError(f"{path.name}, line {line}: {error}") from None
    return found
