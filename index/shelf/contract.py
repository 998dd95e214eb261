"""What a store of passages does, whichever engine keeps them.

Two keep it: :class:`index.shelf.local.LocalStore` (SQLite and FAISS, on this machine) and
:class:`index.shelf.milvus.MilvusStore` (any Milvus, for more than one machine holds). Both find by words – BM25 over
pairs of characters – and by vectors, and answer with references best first; how the two are joined is decided above
them (:mod:`index.shelf.search`), so that both rank alike.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Protocol

from corpus.editions.passages import PagePassage
from corpus.errors import WenliError
from corpus.fold import fold
from index.dense import Vectors


class StoreUnavailable(WenliError):
    """The store of passages cannot be reached or read (``place``, ``reason``)."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"The index of editions at {place} cannot be used: {reason}")


@dataclass(frozen=True)
class Wanted:
    """What may be found; an empty set, or None, lets everything through. ``notes``: only small characters, or none.

    >>> Wanted(chapters=frozenset({1}), notes=False)
    """

    editions: frozenset[str] = frozenset()
    chapters: frozenset[int] = frozenset()
    notes: bool | None = None

    @property
    def everything(self) -> bool:
        """Whether nothing is kept out."""
        return not self.editions and not self.chapters and self.notes is None


@dataclass(frozen=True)
class Counts:
    """How many passages a store has, and how many of them have vectors."""

    passages: int
    vectors: int


class Store(Protocol):
    """Keeps passages by reference. Everything but ``put``, ``drop`` and ``fill`` only reads.

    An edition is put whole, or not at all; ``put`` of what is there already does nothing. Vectors may come later and
    bit by bit: what has none yet is found by words alone. StoreUnavailable where the engine fails.
    """

    @property
    def name(self) -> str:
        """Where it is, for people."""
        ...

    def held(self) -> Mapping[str, str]:
        """Edition → the digest of the passages put."""
        ...

    def counts(self) -> Counts:
        """How much is held."""
        ...

    def put(self, edition: str, passages: Sequence[PagePassage]) -> bool:
        """Put an edition in place of an earlier one of its name; False where these passages are there already."""
        ...

    def drop(self, edition: str) -> None:
        """Take an edition out; nothing where there is none."""
        ...

    def lacking(self, limit: int) -> list[str]:
        """At most ``limit`` distinct texts that have no vector yet."""
        ...

    def fill(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Give texts their vectors, float32 (n, dimension), each of length 1. They stand once this returns."""
        ...

    def settle(self) -> None:
        """Make what was filled ready for fast search; search is right without, but may be slow or lack the newest."""
        ...

    def seal(self) -> None:
        """Say that writing is done, so that damage can be told from it; nothing where the engine looks after that."""
        ...

    def by_words(self, tokens: Sequence[str], wanted: Wanted, k: int) -> list[str]:
        """References of the ``k`` passages that have most of the tokens, by BM25."""
        ...

    def by_vector(self, vector: Vectors, wanted: Wanted, k: int) -> list[str]:
        """References of the ``k`` passages nearest to a vector (dimension,)."""
        ...

    def read(self, refs: Sequence[str]) -> dict[str, PagePassage]:
        """The passages of references; those that are not held are left out."""
        ...

    def close(self) -> None:
        """Give back connections."""
        ...


def pairs(text: str) -> list[str]:
    """The pairs of folded characters of a text; of one character, itself: ``pairs("司射,還") == ["司射", "射還"]``."""
    folded = fold(text)
    return [a + b for a, b in pairwise(folded)] or list(folded)


def packed(passage: PagePassage) -> str:
    """A passage as JSON."""
    return json.dumps(asdict(passage), ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> PagePassage:
    """The passage that ``packed`` wrote."""
    values = json.loads(text)
    return PagePassage(**{**values, "seams": tuple(values["seams"]), "clauses": tuple(values["clauses"])})


def digest_of(passages: Iterable[PagePassage]) -> str:
    """By which the passages of an edition are known: SHA-256 over all that is stored of them."""
    digest = hashlib.sha256()
    for passage in passages:
        digest.update(packed(passage).encode() + b"\n")
    return digest.hexdigest()
