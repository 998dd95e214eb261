"""The decision: which row answers, or one for each part of a question – or that nothing answers it.

One calibrated probability decides, in one place; the thresholds stand in scoring.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Row
from corpus.fold import fold
from corpus.rites.parallels import phase_of
from index.query import Hit
from service.ask.candidates import Candidates, Finder
from service.ask.features import says
from service.ask.parts import parts_of
from service.ask.question import Question
from service.ask.reader import Reranker

Floats = NDArray[np.float32]
_LONG = ("walkthrough", "summary")
"""Types of answers too long to be told as what may be asked instead."""
_NEW = 0.35
"""Share of the pairs of characters of an answer that another one lacks, from which on it says something else."""
SCORING = Path(__file__).parent / "scoring.toml"


@dataclass(frozen=True)
class Scoring:
    """Thresholds of the calibrated probability.

    ``within``: below, the texts do not answer, and the question is declined. ``grounded``: from here on, of the
    probability that it is right, a row is shown as the answer; below, passages are shown as bearing on the question.
    ``sure``: below, it is said that the row shown may not be what is asked. ``part``: from here on a further row
    answers a part of the question. How far, in scores, another row may be behind the first: ``beside``, to be told
    with it as the same in another rite; ``also``, to be told after it as what may be asked instead, which is not done
    from the probability ``alone`` on.
    """

    within: float
    grounded: float
    sure: float
    part: float
    beside: float
    also: float
    alone: float

    @classmethod
    def load(cls, path: Path = SCORING) -> Scoring:
        """Read the thresholds."""
        return cls(**tomllib.loads(path.read_text(encoding="utf-8"))["thresholds"])


@dataclass(frozen=True)
class Decision:
    """``rows`` answer, in this order; empty where nothing does; ``also`` may be what is asked instead.
    ``confidence`` is the probability that the first one answers the question, whether it is taken or not; ``nearest``
    are the best candidates, best first; ``bears`` is whether the question is one of these texts at all, ``sure``
    whether the rows are likely what is asked."""

    rows: tuple[Row, ...]
    confidence: float
    nearest: tuple[Row, ...] = ()
    bears: bool = False
    sure: bool = True
    also: tuple[Row, ...] = ()


class Decider:
    """Decides with one re-ranking. Read-only once made."""

    def __init__(self, finder: Finder, reranker: Reranker, scoring: Scoring) -> None:
        self._finder = finder
        self._reranker = reranker
        self.scoring = scoring

    def decide(self, question: Question, hits: Sequence[Hit]) -> Decision:
        """The rows that answer a question, if any do."""
        whole = _of_the_rite(self._finder.find(question, hits), question)
        if not whole.rows:
            return Decision((), 0.0)
        scores = self._reranker.scores(whole.features)
        order = np.argsort(-scores, kind="stable")
        best = [whole.rows[at] for at in order.tolist()]
        sure = self._reranker.confidence(whole.features, scores, whole.rows)
        if sure.within < self.scoring.within or _of_what_is_not_held(question, best[0]):
            return Decision((), sure.right)
        if sure.right < self.scoring.grounded:
            return Decision((), sure.right, tuple(best[:5]), bears=True)
        behind = np.max(scores) - scores[order]
        further = self._further(question, hits, best[0]) or self._of_another_rite(question, best, behind)
        also = () if further or sure.right >= self.scoring.alone else self._instead(best, behind)
        likely = sure.right >= self.scoring.sure
        return Decision((best[0], *further), sure.right, tuple(best[:5]), bears=True, sure=likely, also=also)

    def _instead(self, best: Sequence[Row], behind: Floats) -> tuple[Row, ...]:
        """The next row, where it is nearly as likely as the first and says something else."""
        if len(best) < 2 or behind[1] > self.scoring.also:
            return ()
        first, other = best[:2]
        both = first.type == other.type == "yesno"  # a yes after a no would read as its denial
        return () if both or other.type in _LONG or _repeats(other, first) else (other,)

    def _of_another_rite(self, question: Question, best: Sequence[Row], behind: Floats) -> list[Row]:
        """Where no rite is named, the next row if it says of another rite what the first one says of its own, and is
        nearly as likely."""
        if question.chapters or question.places or len(best) < 2 or behind[1] > self.scoring.beside:
            return []
        other = best[1]
        apart = not set(other.chapters) & set(best[0].chapters)
        return [other] if apart and other.type == best[0].type else []

    def _further(self, question: Question, hits: Sequence[Hit], first: Row) -> list[Row]:
        """The row for a part of the question that the first one leaves open: another one of the same phase that
        answers that part by itself."""
        parts = parts_of(question.text)
        if len(parts) < 2:
            return []
        found: list[tuple[Row, bool]] = []
        for part in parts[:3]:
            candidates = _of_the_rite(self._finder.find(question, hits, part), question)
            if not candidates.rows:
                continue
            scores = self._reranker.scores(candidates.features)
            row = candidates.rows[int(scores.argmax())]
            right = self._reranker.confidence(candidates.features, scores, candidates.rows).right
            found.append((row, right >= self.scoring.part))
        of_part = any(row.id == first.id for row, _ in found)
        return [
            row
            for row, sure in found
            if sure and row.id != first.id and (of_part or row.type != first.type)
            if _near(row, first) and row.evidence[0] != first.evidence[0]
        ][:1]


def _of_the_rite(found: Candidates, question: Question) -> Candidates:
    """The candidates of the chapters that filters ask for and, where the question names a rite, of that rite: what
    another one prescribes is no answer (of questions that name one, 99 of 100 are answered by a row on it)."""
    chapters = question.filters.chapters
    named = frozenset[int]() if question.inherited else question.chapters
    kept = [
        at
        for at, row in enumerate(found.rows)
        if (not chapters or chapters & set(row.chapters)) and (not named or named & set(row.chapters))
    ]
    if len(kept) == len(found.rows):
        return found
    return Candidates(tuple(found.rows[at] for at in kept), found.features[kept])


def _of_what_is_not_held(question: Question, row: Row) -> bool:
    """True if a rite or book is asked about that is not held, and the row does not speak of it: what a note says of
    another rite answers a question about it, nothing else does."""
    if not question.elsewhere or question.chapters or question.follows:
        return False
    return not any(fold(name) in says(row) for name in question.not_held)


def _near(row: Row, other: Row) -> bool:
    phases = {phase_of(ref.split("#")[0]) for ref in other.refs}
    return bool(phases & {phase_of(ref.split("#")[0]) for ref in row.refs})


def _repeats(row: Row, other: Row) -> bool:
    """True if a row says hardly anything that another one does not, or answers the same sort of question from the same
    clause."""
    clauses, known = ({ref.split("#")[0] for ref in one.refs} for one in (row, other))
    if row.type == other.type and clauses & known:
        return True
    own, said = ({one.zh[at : at + 2] for at in range(len(one.zh) - 1)} for one in (row, other))
    return len(own - said) < _NEW * len(own)
