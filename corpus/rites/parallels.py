"""Parallels: phases, and within them clauses, in which two rites do the same, or a counterpart of it.

    load().of("5.21.12")        7.21.11, where the couples of the great archery shoot
    load().of("4.14")           5.11, with what differs, in one sentence

``parallels.tsv`` holds the pairs of phases, written by hand; ``parallel_clauses.tsv`` the pairs of clauses, computed
within them by ``python -m corpus.rites.pairing``, which keeps what an editor has set or refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError

ROOT = Path(__file__).parent
PATH, CLAUSES = ROOT / "parallels.tsv", ROOT / "parallel_clauses.tsv"
PAIR_COLUMNS = ("left", "right", "kind", "roles", "note_zh", "note_en", "basis")
CLAUSE_COLUMNS = ("left", "right", "similarity", "status")


class Kind(StrEnum):
    """How two phases correspond: the same act; the same act with other people; the same part of the rite, but
    done differently."""

    SAME_ACT = "same_act"
    COUNTERPART = "counterpart"
    VARIATION = "variation"


class Status(StrEnum):
    """Where a pair of clauses comes from: the alignment; an editor who set it; an editor who refused it."""

    ALIGNED = "aligned"
    SET = "set"
    REFUSED = "refused"


@dataclass(frozen=True)
class Pair:
    """Two phases (or two chapters as wholes, ``4`` and ``5``) that correspond.

    ``roles`` tell who of the right one has the part of whom in the left one; the notes, one sentence in each
    language, what differs; ``basis`` are the clauses of both sides on which the notes rest.
    """

    left: str
    right: str
    kind: Kind
    roles: tuple[tuple[str, str], ...] = ()
    note_zh: str = ""
    note_en: str = ""
    basis: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClausePair:
    """Two clauses that correspond; ``similarity`` of text and steps from 0 to 1."""

    left: str
    right: str
    similarity: float
    status: Status = Status.ALIGNED


@dataclass(frozen=True)
class Parallel:
    """What corresponds to a reference: another of the same kind, how, and how alike (None for whole phases).

    ``ref`` may be on either side of ``pair``.
    """

    ref: str
    pair: Pair
    similarity: float | None = None


@dataclass(frozen=True)
class Parallels:
    """All pairs, found from either side."""

    pairs: tuple[Pair, ...] = ()
    clauses: tuple[ClausePair, ...] = ()

    def of(self, ref: str) -> tuple[Parallel, ...]:
        """The parallels of a clause, a phase or a chapter, in the order of the text; empty where there are none."""
        return self._by_ref.get(ref, ())

    def pair(self, left: str, right: str) -> Pair | None:
        """The pair of two phases or chapters, named in either order."""
        return self._by_phases.get(frozenset((left, right)))

    @cached_property
    def _by_phases(self) -> dict[frozenset[str], Pair]:
        return {frozenset((pair.left, pair.right)): pair for pair in self.pairs}

    @cached_property
    def _by_ref(self) -> dict[str, tuple[Parallel, ...]]:
        found: dict[str, list[Parallel]] = {}
        for pair in self.pairs:
            found.setdefault(pair.left, []).append(Parallel(pair.right, pair))
            found.setdefault(pair.right, []).append(Parallel(pair.left, pair))
        for one in self.clauses:
            if one.status == Status.REFUSED:
                continue
            of = self._by_phases[frozenset((phase_of(one.left), phase_of(one.right)))]
            found.setdefault(one.left, []).append(Parallel(one.right, of, one.similarity))
            found.setdefault(one.right, []).append(Parallel(one.left, of, one.similarity))
        return {ref: tuple(sorted(own, key=lambda p: order(p.ref))) for ref, own in found.items()}


def phase_of(ref: str) -> str:
    """The phase of a clause: ``phase_of("5.21.12") == "5.21"``."""
    return ref.rpartition(".")[0]


def order(ref: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts references as they follow in the text: 5.2.9 before 5.10.1, 5.21.19 before 5.21.19a."""
    parts = (part.rstrip("abcdefghijklmnopqrstuvwxyz") for part in ref.split("."))
    return tuple((int(number), part[len(number) :]) for number, part in zip(parts, ref.split("."), strict=True))


def load(folder: Path = ROOT) -> Parallels:
    """Read the pairs of a folder, none where it has no such table; CorpusError names the file and the line."""
    pairs, clauses = folder / PATH.name, folder / CLAUSES.name
    return Parallels(
        tuple(pair_of(row, f"{PATH.name}, line {n}") for n, row in _rows(pairs, PAIR_COLUMNS)),
        tuple(clause_pair_of(row, f"{CLAUSES.name}, line {n}") for n, row in _rows(clauses, CLAUSE_COLUMNS)),
    )


def _rows(path: Path, columns: tuple[str, ...]) -> Iterable[tuple[int, dict[str, str]]]:
    return enumerate(rows(path, columns), 2) if path.exists() else ()


def pair_of(row: dict[str, str], place: str) -> Pair:
    """The pair of phases that a row holds; CorpusError where it cannot be read."""
    roles = tuple(tuple(part.split("=")) for part in row["roles"].split(";") if part)
    if row["kind"] not in tuple(Kind):
        raise CorpusError(f"{place}: {row['kind']!r} is not a kind of parallel; kinds are {', '.join(Kind)}")
    if any(len(role) != 2 or not all(role) for role in roles):
        raise CorpusError(f"{place}: roles has {row['roles']!r}, should be of the form 介=大夫")
    basis = tuple(row["basis"].split(";")) if row["basis"] else ()
    named = tuple((role[0], role[1]) for role in roles)
    return Pair(row["left"], row["right"], Kind(row["kind"]), named, row["note_zh"], row["note_en"], basis)


def clause_pair_of(row: dict[str, str], place: str) -> ClausePair:
    """The pair of clauses that a row holds; CorpusError where it cannot be read."""
    try:
        return ClausePair(row["left"], row["right"], float(row["similarity"]), Status(row["status"]))
    except ValueError as error:
        raise CorpusError(f"{place}: {error}") from None


def write_clauses(pairs: Iterable[ClausePair], path: Path = CLAUSES) -> None:
    """Write the table of clauses, in the order of the text."""
    ordered = sorted(pairs, key=lambda one: (order(one.left), order(one.right)))
    lines = ["\t".join(CLAUSE_COLUMNS)]
    lines += (f"{one.left}\t{one.right}\t{one.similarity:.2f}\t{one.status}" for one in ordered)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
