"""What several passages answer together: the order of songs, who drinks in turn, how two rites differ.

Retrieval finds passages one by one. Readers' questions that are known (corpus/rites/NN.questions.tsv) say which
passages, in which order, make one answer; one of them is trusted only where retrieval bears it out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from corpus.library import Library
from corpus.model import Unit
from corpus.rites.data import Asked
from corpus.rites.parallels import phase_of
from index.query import Hit
from index.search import Index
from service.answering.understand import Question

LIKE = 4
"""How many of the known questions most like the one at hand are considered."""
AMONG = 8
"""Among how many of the best passages those of a known question must stand,"""
BORNE_OUT = 0.5
"""and what share of them."""
MOST = 6
"""Passages that one answer puts together at the most."""
_TOGETHER = ("sequence", "compare", "how", "who", "other")
"""Types of question that several clauses may answer together; of the others one clause is the answer."""
_COURSES = ("sequence", "compare")
"""Types that two clauses answer together; for others it takes more, or one of them says it all."""


class Known:
    """Finds the passages that together answer a question like one that is known."""

    def __init__(self, library: Library, index: Index) -> None:
        self._library = library
        self._index = index

    def passages(self, question: Question, hits: Sequence[Hit]) -> tuple[Unit, ...]:
        """The passages in the order in which they answer; none where one passage answers, or nothing is like it."""
        if question.type not in _TOGETHER or not hits:
            return ()
        best = {hit.unit.whole_ref for hit in hits[:AMONG]}
        likest = self._index.asked(question.subject, LIKE, question.chapters)
        first = likest[0] if likest else None
        single = first is not None and len(_clauses(first)) == 1 and hits[0].unit.whole_ref in first.refs
        if first and single and (first.type == "compare" or question.type != "compare"):
            return ()  # one clause is the answer, and it has been found
        among = [asked for asked in likest if _together(asked) and _borne_out(asked.refs[:MOST], best)]
        if len(question.chapters) > 1:
            among = [asked for asked in among if question.chapters <= {_number(ref) for ref in asked.refs}]
        fuller, among = among, [asked for asked in among if asked.refs[0] in best]
        if not among:
            return ()
        told = next((more for more in fuller if set(more.refs) > set(among[0].refs)), among[0])
        return self._units(self._shared(told, likest, best, question), question)

    def _shared(
        self, asked: Asked, likest: Sequence[Asked], best: AbstractSet[str], question: Question
    ) -> Sequence[str]:
        """The passages of a question and, where no rite is named and another does the same in its own way, of the
        same question asked of that one: each half of what one answer can have, the earlier rite first."""
        for other in likest if question.type in _COURSES and not question.chapters else ():
            phases = {phase_of(ref.split("#")[0]) for ref in other.refs}
            beside = {p.ref for ref in asked.refs for p in self._library.parallels(phase_of(ref.split("#")[0]))}
            if _chapter(other) != _chapter(asked) and _together(other) and phases & beside and set(other.refs) & best:
                first, second = sorted((asked, other), key=_chapter)
                return [*first.refs[: MOST // 2], *second.refs[: MOST // 2]]
        return asked.refs[:MOST]

    def _units(self, refs: Sequence[str], question: Question) -> tuple[Unit, ...]:
        units = [self._unit(ref, question) for ref in refs]
        return tuple(unit for unit in units if unit is not None)

    def _unit(self, ref: str, question: Question) -> Unit | None:
        admitted = filter(question.filters.admits, self._library.by_ref(ref))
        return next(admitted, None)


def _clauses(asked: Asked) -> set[str]:
    return {ref.split("#")[0] for ref in asked.refs[:MOST]}


def _together(asked: Asked) -> bool:
    """Whether it takes several clauses to answer a known question."""
    return len(_clauses(asked)) >= (2 if asked.type in _COURSES else 3)


def _borne_out(refs: Sequence[str], best: AbstractSet[str]) -> bool:
    """Whether retrieval has found the first of the passages, or the second, and enough of all."""
    return not best.isdisjoint(refs[:2]) and sum(ref in best for ref in refs) >= max(2, BORNE_OUT * len(refs))


def _chapter(asked: Asked) -> int:
    return _number(asked.refs[0])


def _number(ref: str) -> int:
    return int(re.split("[.#]", ref, maxsplit=1)[0])
