"""Questions about the course of a rite: what follows what.

The canon's order of phases and clauses answers these; retrieval only says where in the rite the question is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.canon import Clause, Phase
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Unit
from corpus.rites.data import Step
from corpus.rites.parallels import order
from index.query import Hit
from service.aid import words
from service.answering.understand import Question

_NEXT = re.compile(
    r"接下[來来]|之[後后]|以[後后]|然[後后]|[緊紧]接|下一步|[隨随][後后]|\bnext\b|\bafter\b|\bfollow|\bthen what\b",
    re.IGNORECASE,
)
_PARTICULAR = re.compile(r"[誰谁孰]|哪[裡里兒儿]|何[處处人]|\bwho(?:m|se)?\b|\bwhere\b", re.IGNORECASE)
"""A question for one thing of what follows, which a passage answers and no course of clauses."""
_ONCE = re.compile(r"\b(?:after|once|follow(?:s|ed|ing)?|as soon as|when)\b(?P<event>[^,?;]*)", re.IGNORECASE)
_THEN = re.compile(r"(?:之|以|過|过)?[後后](?![來来])|接下[來来]|[緊紧]接|[隨随]即")
_QUOTED = re.compile('[「『“‘"]([^「」『』“”‘’"]+)[」』”’"]')
_DONE = re.compile(r"完|畢|毕")
FOLLOWING = 2
"""Clauses quoted of what follows the best passage, which may say itself what follows,"""
AFTER = 3
"""and of what follows the clause that is named."""
LEAST = 2.75
"""What the acts of that clause must have of it: three terms, or two where the clause is among the best passages."""
AMONG = 8
"""Passages among which that clause is looked for."""
NAMED = 0.8
"""Share of a phase's name that must stand in a question for the question to be about that phase as a whole."""


@dataclass(frozen=True)
class Course:
    """The clauses that answer, in the order of the rite, whether each stands for its whole phase, and whether they
    are ``sure`` to follow what is asked about, not what was found."""

    units: tuple[Unit, ...]
    by_phase: bool
    sure: bool = False


class Procedure:
    """Answers what follows, from the canon's order of phases and clauses."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def course(self, question: Question, hits: Sequence[Hit]) -> Course | None:
        """The course of things asked for; None where the question asks for none or names no place in a rite."""
        if not hits or _PARTICULAR.search(question.text):
            return None
        if _NEXT.search(question.text) and (phase := self._quoted(question)):
            return self._after(phase)
        if question.type != "sequence":
            return None
        if _NEXT.search(question.text):
            return self._following(question, hits)
        return None

    def _following(self, question: Question, hits: Sequence[Hit]) -> Course | None:
        phase, share = self.named(question, hits)
        if phase is not None and share >= NAMED and not self._within(phase, question):
            return self._after(phase)
        if event := self._event(question, hits):
            clauses = list(self._library.canon.chapters[int(event.split(".")[0])].clauses)
            at = next(i for i, clause in enumerate(clauses) if clause.ref == event)
            return Course(self._units(clauses[at + 1 : at + 1 + AFTER]), by_phase=False, sure=True)
        lead = next((h.unit for h in hits[:5] if h.unit.layer.is_base), None)
        if lead is None:
            return None
        clauses = list(self._library.canon.chapters[lead.chapter].clauses)
        at = next(i for i, clause in enumerate(clauses) if clause.ref == lead.ref)
        return Course(self._units(clauses[at : at + 1 + FOLLOWING]), by_phase=False)

    def _after(self, phase: Phase) -> Course | None:
        after = self._phases(phase.chapter)[phase.number : phase.number + 1]
        return Course(self._firsts(after), by_phase=True) if after else None

    def _quoted(self, question: Question) -> Phase | None:
        """The phase whose whole name stands in quotation marks, in a chapter that is named."""
        found = {_plain(name) for name in _QUOTED.findall(question.text)}
        for phase in (phase for chapter in question.chapters for phase in self._phases(chapter)):
            if not found.isdisjoint(map(_plain, (phase.name_hant, phase.name_hans, phase.name_en))):
                return phase
        return None

    def _within(self, phase: Phase, question: Question) -> bool:
        """Whether what went before is an act within the phase, not the phase: 「司射請射，賓許諾以後」."""
        name = set(words(phase.name_en))  # an act of which the English name speaks is no other
        acts = {f.term.term for f in question.terms if f.term.kind == "act" and not name >= set(words(f.word) or "?")}
        return any(not set(fold(act)) & set(fold(phase.name_hant)) for act in acts & _before(question))

    def _event(self, question: Question, hits: Sequence[Hit]) -> str:
        """The clause after which something is asked for: of the best passages the one whose acts have most of what
        the question says went before, and the last of several; "" where none has enough of it."""
        named = _before(question)
        refs = [hit.unit.base_ref for hit in hits[:AMONG] if hit.unit.clause]
        refs = [ref for ref in refs if not question.chapters or int(ref.split(".")[0]) in question.chapters]
        lead = {ref: 0.5 / (1 + rank) for rank, ref in reversed(list(enumerate(refs)))}
        steps = self._library.rites.steps
        weighed = [(_told(steps.get(ref, ()), named) + near, order(ref), ref) for ref, near in lead.items()]
        weight, _, ref = max(weighed, default=(0.0, (), ""))
        return ref if weight >= LEAST else ""

    def named(self, question: Question, hits: Sequence[Hit]) -> tuple[Phase | None, float]:
        """The phase whose name the question has most of, in the chapters it names or the hits come from."""
        chapters = question.chapters or {hit.unit.chapter for hit in hits[:8]}
        named = [(self._share(p, question), self._in_order(p, question), p) for c in chapters for p in self._phases(c)]
        share, _, phase = max(named, key=lambda found: (*found[:2], len(found[2].name_hant)), default=(0.0, 0, None))
        return phase, share

    def _share(self, phase: Phase, question: Question) -> float:
        """How much of a phase's name stands in the question, by characters or by words, 0 to 1."""
        if question.lang == "en":
            own = set(words(phase.name_en))
            return len(own & set(words(question.subject))) / max(2, len(own))
        asked = fold(question.subject + " ".join(f.term.term for f in question.terms))
        own = set(fold(phase.name_hant))
        return sum(char in asked for char in own) / max(3, len(own))

    def _in_order(self, phase: Phase, question: Question) -> int:
        """How many pairs of the name stand so in the question: 賓酬主人 is not 主人酬賓."""
        name = words(phase.name_en) if question.lang == "en" else list(fold(phase.name_hant))
        asked = words(question.subject) if question.lang == "en" else list(fold(question.subject))
        return len(set(pairwise(name)) & set(pairwise(asked)))

    def _phases(self, chapter: int) -> tuple[Phase, ...]:
        return self._library.canon.chapters[chapter].phases

    def _firsts(self, phases: Sequence[Phase]) -> tuple[Unit, ...]:
        return self._units([phase.clauses[0] for phase in phases])

    def _units(self, clauses: Sequence[Clause]) -> tuple[Unit, ...]:
        return tuple(self._library.by_ref(clause.ref)[0] for clause in clauses)


def _plain(name: str) -> str:
    """A name without what makes no difference: how Han is written, case, blanks at its ends."""
    return fold(name) or name.strip().casefold()


def _before(question: Question) -> set[str]:
    """The terms of what the question says went before."""
    text = question.text
    if question.lang == "en":
        found = _ONCE.search(text)
        start, end = found.span("event") if found else (0, len(text))
    else:
        found = next(iter([*_THEN.finditer(text)][::-1]), None) or _DONE.search(text)
        start, end = 0, found.start() if found else len(text)
    return {f.term.term for f in question.terms if start <= f.start and f.end <= end} & set(question.telling)


def _told(steps: Sequence[Step], named: set[str]) -> float:
    """How many of the terms the acts of a clause have, what is done counting more than by whom; 0 where nothing of
    what is done is named: 爵 stands in every clause."""
    actors = {name for step in steps for name in (*step.actor, *step.recipient)} & named
    things = {thing for step in steps for thing in step.objects} & named
    acts = {term for term in named - actors - things if any(step.act and step.act in term for step in steps)}
    done = len(acts) + sum(len(thing) > 1 for thing in things)
    return len(actors) + len(things) + len(acts) + 0.5 * done if done else 0.0
