"""The entries of a chapter, put together again from the units they were cut into.

An index wants pieces of at most 300 characters; an edition wants every comment whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from corpus.library import Library
from corpus.model import Unit
from corpus.texts import Entry


@dataclass(frozen=True)
class Printed:
    """A chapter as one witness prints it: comments on its head, then the base text of each clause and its comments.

    ``clauses`` are pairs of a reference and its entries, the base text first, in the order of the canon. A clause has
    no entries where the witness has lost it and yet has a comment that explains a run up to it.
    """

    chapter: int
    witness: str
    head: tuple[Entry, ...]
    clauses: tuple[tuple[str, tuple[Entry, ...]], ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them in order."""
        return (*self.head, *(entry for _, own in self.clauses for entry in own))


def printed(library: Library, chapter: int, witness: str) -> Printed:
    """What a witness has of a chapter; empty where it has nothing.

    ``printed(library, 5, "jishi").clauses[0][0] == "5.1.1"``
    """
    pieces: dict[str, list[Unit]] = {}
    for unit in library.units:
        if unit.chapter == chapter and unit.witness == witness:
            pieces.setdefault(unit.whole_ref, []).append(unit)
    by_place: dict[str, list[Entry]] = {}
    for ref, own in pieces.items():
        by_place.setdefault(ref.split("#")[0], []).append(entry_of(own))
    ends = {own[0].through for own in pieces.values()}
    clauses = [c.ref for c in library.canon.chapters[chapter].clauses if c.ref in by_place or c.ref in ends]
    return Printed(
        chapter,
        witness,
        tuple(by_place.get(str(chapter), ())),
        tuple((ref, tuple(sorted(by_place.get(ref, ()), key=lambda entry: "#" in entry.ref))) for ref in clauses),
    )


def witnesses_of(library: Library, chapter: int) -> tuple[str, ...]:
    """The witnesses that have something of a chapter, in the order of the works."""
    found = {unit.witness for unit in library.units if unit.chapter == chapter}
    return tuple(witness for witness in library.works if witness in found)


def entry_of(pieces: Iterable[Unit]) -> Entry:
    """The entry that these units are the pieces of, in order."""
    own = tuple(pieces)
    first = own[0]
    comment = first.ref.partition("#")[2]
    return Entry(
        ref=first.whole_ref,
        through=first.through,
        layer=first.layer,
        commentator=comment.split(".")[0],
        witness=first.witness,
        text="".join(unit.text for unit in own),
        extents=_joined(extent for unit in own for extent in unit.extents),
    )


def _joined(extents: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Extents whose ends meet, put together."""
    found: list[tuple[int, int]] = []
    for start, end in extents:
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return tuple(found)
