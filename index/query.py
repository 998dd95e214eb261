"""What is asked of the index and what it answers: values without IO, cheap to import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from corpus.model import Layer, Unit


@dataclass(frozen=True)
class Query:
    """A question and what was understood of it.

    ``text`` is the question as asked, in any language; ``wordings`` are further wordings to search with, such as
    the classical terms found in an English question; ``terms`` are classical terms that count extra where they
    occur. ``chapters`` and ``phases`` (chapter, phase) are preferred, not required; so are ``layers``, each by its
    own bonus, in standard deviations.

    >>> Query("Where does the archer stand?", wordings=("射者 位",), layers={Layer.JING: 1.0})
    """

    text: str
    wordings: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    chapters: frozenset[int] = frozenset()
    phases: frozenset[tuple[int, int]] = frozenset()
    layers: Mapping[Layer, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Filters:
    """What may be found at all; an empty set lets everything through.

    >>> Filters(chapters=frozenset({5}), commentators=frozenset({"鄭玄"}))
    """

    chapters: frozenset[int] = frozenset()
    layers: frozenset[Layer] = frozenset()
    commentators: frozenset[str] = frozenset()
    witnesses: frozenset[str] = frozenset()

    def admits(self, unit: Unit) -> bool:
        """Whether a unit may be found: ``Filters(chapters=frozenset({5})).admits(unit)``."""
        return all(
            not allowed or value in allowed
            for value, allowed in (
                (unit.chapter, self.chapters),
                (unit.layer, self.layers),
                (unit.commentator, self.commentators),
                (unit.witness, self.witnesses),
            )
        )


EVERYTHING = Filters()


@dataclass(frozen=True)
class Hit:
    """A unit found; ``why`` names what spoke for it: "lexical", "dense", "neighbour" (what stands around it),
    "question" (one that it answers)."""

    unit: Unit
    score: float
    why: tuple[str, ...]
