"""Questions about the course of a rite: what follows what.

The canon's order of phases and clauses answers these; retrieval only says where in the rite the question is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.canon import Clause, Phase
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Unit
from index.query import Hit
from service.aid import words
from service.answering.understand import Question

_NEXT = re.compile(
    r"接下[來来]|之[後后]|以[後后]|然[後后]|[緊紧]接|下一步|[隨随][後后]|\bnext\b|\bafter\b|\bfollow|\bthen what\b",
    re.IGNORECASE,
)
FOLLOWING = 2
"""Clauses quoted of what follows."""
NAMED = 0.8
"""Share of a phase's name that must stand in a question for the question to be about that phase as a whole."""


@dataclass(frozen=True)
class Course:
    """The clauses that answer, in the order of the rite, and whether each stands for its whole phase."""

    units: tuple[Unit, ...]
    by_phase: bool


class Procedure:
    """Answers what follows, from the canon's order of phases and clauses."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def course(self, question: Question, hits: Sequence[Hit]) -> Course | None:
        """The course of things asked for; None where the question asks for none or names no place in a rite."""
        if question.type != "sequence" or not hits:
            return None
        if _NEXT.search(question.text):
            return self._following(question, hits)
        return None

    def _following(self, question: Question, hits: Sequence[Hit]) -> Course | None:
        phase, share = self.named(question, hits)
        if phase is not None and share >= NAMED:
            after = self._phases(phase.chapter)[phase.number : phase.number + 1]
            return Course(self._firsts(after), by_phase=True) if after else None
        lead = next((h.unit for h in hits[:5] if h.unit.layer.is_base), None)
        if lead is None:
            return None
        clauses = list(self._library.canon.chapters[lead.chapter].clauses)
        at = next(i for i, clause in enumerate(clauses) if clause.ref == lead.ref)
        return Course(self._units(clauses[at : at + 1 + FOLLOWING]), by_phase=False)

    def named(self, question: Question, hits: Sequence[Hit]) -> tuple[Phase | None, float]:
        """The phase whose name the question has most of, in the chapters it names or the hits come from."""
        chapters = question.chapters or {hit.unit.chapter for hit in hits[:8]}
        named = [(self._share(phase, question), phase) for c in chapters for phase in self._phases(c)]
        share, phase = max(named, key=lambda pair: (pair[0], len(pair[1].name_hant)), default=(0.0, None))
        return phase, share

    def _share(self, phase: Phase, question: Question) -> float:
        """How much of a phase's name stands in the question, by characters or by words, 0 to 1."""
        if question.lang == "en":
            own = set(words(phase.name_en))
            return len(own & set(words(question.subject))) / max(2, len(own))
        asked = fold(question.subject + " ".join(f.term.term for f in question.terms))
        own = set(fold(phase.name_hant))
        return sum(char in asked for char in own) / max(3, len(own))

    def _phases(self, chapter: int) -> tuple[Phase, ...]:
        return self._library.canon.chapters[chapter].phases

    def _firsts(self, phases: Sequence[Phase]) -> tuple[Unit, ...]:
        return self._units([phase.clauses[0] for phase in phases])

    def _units(self, clauses: Sequence[Clause]) -> tuple[Unit, ...]:
        return tuple(self._library.by_ref(clause.ref)[0] for clause in clauses)
