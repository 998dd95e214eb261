"""What several passages answer together: the order of songs, who drinks in turn, how two rites differ.

Retrieval finds passages one by one. Readers' questions that are known (corpus/rites/NN.questions.tsv) say which
passages, in which order, make one answer; one of them is trusted only where retrieval bears it out.
"""

from __future__ import annotations

from collections.abc import Sequence

from corpus.library import Library
from corpus.model import Unit
from index.query import Hit
from index.search import Index
from service.answering.understand import Question

LIKE = 3
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
        for place, asked in enumerate(self._index.asked(question.subject, LIKE, question.chapters)):
            refs = asked.refs[:MOST]
            found = [ref for ref in refs if ref in best]
            clauses = {ref.split("#")[0] for ref in refs}
            if place == 0 and len(clauses) == 1 and hits[0].unit.whole_ref in refs:
                return ()  # one clause is the answer, and it has been found
            if (
                len(clauses) >= (2 if asked.type in _COURSES else 3)
                and refs[0] in best
                and len(found) >= max(2, BORNE_OUT * len(refs))
            ):
                units = [self._unit(ref, question) for ref in refs]
                return tuple(unit for unit in units if unit is not None)
        return ()

    def _unit(self, ref: str, question: Question) -> Unit | None:
        admitted = filter(question.filters.admits, self._library.by_ref(ref))
        return next(admitted, None)
