"""The decision: which row answers, or one for each part of a question – or that nothing answers it.

One calibrated probability decides, in one place; the thresholds stand in scoring.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Row
from corpus.fold import fold
from corpus.rites.parallels import phase_of
from index.query import Hit
from service.ask.candidates import Candidates, Finder
from service.ask.question import Question
from service.ask.reader import Confidence, Reranker

Floats = NDArray[np.float32]
_LONG = ("walkthrough", "summary")
"""Types of answers too long to be told as what may be asked instead."""
_NEW = 0.35
"""Share of the pairs of characters of an answer that another one lacks, from which on it says something else."""
_OWN = 0.5
"""The same share for a row that is told with another one for a part of a question."""
_COVERED = 3
"""So many of the best rows for a part are taken to answer it, where they are hardly behind the first."""
SCORING = Path(__file__).parent / "scoring.toml"


@dataclass(frozen=True)
class Scoring:
    """Thresholds of the calibrated probability.

    ``within``: below, the texts do not answer, and the question is declined. ``answered``: from here on, of the
    probability that it is right, a row is shown; below, passages are shown as bearing on the question. ``grounded``:
    below, it is said that the row shown may not be what is asked. ``part``: from here on a further row answers a part
    of the question; ``whole`` is what its score for the whole question counts beside that for the part. How far, in
    scores, another row may be behind the first: ``beside``, to be told with it as the same in another rite; ``also``,
    to be told after it as what may be asked instead, which is not done from the probability ``alone`` on.
    """

    within: float
    answered: float
    grounded: float
    part: float
    whole: float
    beside: float
    also: float
    alone: float

    @classmethod
    def load(cls, path: Path = SCORING) -> Scoring:
        """Read the thresholds."""
        return cls(**tomllib.loads(path.read_text(encoding="utf-8"))["thresholds"])


@dataclass(frozen=True)
class Decision:
    """``rows`` answer, in this order; empty where nothing does; ``asked`` is what each of them answers, the question or
    a part of it; ``also`` may be what is asked instead. ``confidence`` is the probability that the first one answers
    the question, whether it is taken or not; ``nearest`` are the best candidates, best first; ``bears`` is whether the
    question is one of these texts at all, ``sure`` whether the rows are likely what is asked; ``left`` are the parts of
    the question that nothing answers."""

    rows: tuple[Row, ...]
    confidence: float
    asked: tuple[str, ...] = ()
    nearest: tuple[Row, ...] = ()
    bears: bool = False
    sure: bool = True
    also: tuple[Row, ...] = ()
    left: tuple[str, ...] = ()


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
        parts = self._parts(question, hits, {row.id: score for row, score in zip(whole.rows, scores, strict=True)})
        surest = [sure] if question.elsewhere else [sure, *(part.sure for part in parts)]
        if max(one.within for one in surest) < self.scoring.within or _of_what_is_not_held(question, best[0]):
            return Decision((), sure.right)
        if max(one.right for one in surest) < self.scoring.answered:
            return Decision((), sure.right, nearest=tuple(best[:5]), bears=True)
        behind, nearest = np.max(scores) - scores[order], tuple(best[:5])
        if parts:
            told, left = self._part_by_part(question, parts, best[0], sure.right)
            likely = sure.right >= self.scoring.grounded or all(part.right >= self.scoring.grounded for part in parts)
            rows, asked = tuple(told), tuple(told.values())
            return Decision(rows, sure.right, asked, nearest, bears=True, sure=likely, left=left)
        beside = self._of_another_rite(question, best, behind)
        also = () if beside or sure.right >= self.scoring.alone else self._instead(best, behind)
        likely = sure.right >= self.scoring.grounded
        rows = (best[0], *beside)
        return Decision(rows, sure.right, (question.text,) * len(rows), nearest, bears=True, sure=likely, also=also)

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

    def _parts(self, question: Question, hits: Sequence[Hit], whole: Mapping[str, float]) -> list[_Part]:
        """What answers each part of a question that has several; empty for one that has not. How well a row answers the
        ``whole``, by its id, counts a little: a part by itself lacks what the other one says."""
        least, share = min(whole.values(), default=0.0), self.scoring.whole
        found: list[_Part] = []
        for asked in question.parts:
            answered = found[-1].row.refs if found and found[-1].right >= self.scoring.part else ()
            part = asked.after(dict.fromkeys(ref.split("#")[0] for ref in answered))
            candidates = _of_the_rite(self._finder.find(part, hits), question)
            if candidates.rows:
                own = self._reranker.scores(candidates.features)
                of_whole = np.array([whole.get(row.id, least) for row in candidates.rows], dtype=np.float32)
                scores = ((own + share * of_whole) / (1 + share)).astype(np.float32)
                order = np.argsort(-scores, kind="stable")[:_COVERED].tolist()
                near = scores[order] >= scores[order[0]] - self.scoring.also
                sure = self._reranker.confidence(candidates.features, scores, candidates.rows)
                best = [candidates.rows[at] for at in order]
                alike = tuple(row for row, kept in zip(best, near, strict=True) if kept)
                found.append(_Part(part.text, alike, tuple(best), sure))
        return found

    def _part_by_part(
        self, question: Question, parts: Sequence[_Part], first: Row, right: float
    ) -> tuple[dict[Row, str], tuple[str, ...]]:
        """The rows that answer the parts of a question, each with what it answers, in the order in which that is asked,
        and the parts that nothing answers. ``first`` answers the whole with the probability ``right``: it stays where
        it answers a part as well as anything. A part that nothing likely answers is left, unless a row that is told is
        among the best for it."""
        surely = max(part.right for part in parts)
        own = next((part.text for part in parts if part.row == first), "")
        told: dict[Row, str] = {}
        if own or right >= max(surely, self.scoring.grounded):
            told[first] = own or question.text
        for part in parts:
            if part.row in told or part.right < self.scoring.part:
                continue
            if not any(
                (row in part.alike and asked == question.text) or not _adds(part.row, row, _OWN)
                for row, asked in told.items()
            ):
                told[part.row] = part.text
        left = [
            part.text for part in parts if part.right < self.scoring.part and not any(row in part.best for row in told)
        ]
        some = bool(told) and len(left) < len(parts)
        order = [question.text, *(part.text for part in parts)]
        told = dict(sorted(told.items(), key=lambda item: order.index(item[1]))) or {first: question.text}
        return told, tuple(left if some else ())


class _Part(NamedTuple):
    """A part of a question, the rows that answer it about equally well, best first, the best few however far apart, and
    how sure it is that the first answers."""

    text: str
    alike: tuple[Row, ...]
    best: tuple[Row, ...]
    sure: Confidence

    @property
    def right(self) -> float:
        """How likely the first row answers it."""
        return self.sure.right

    @property
    def row(self) -> Row:
        """The row that answers the part best."""
        return self.alike[0]


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
    return not any(fold(name) in row.said for name in question.not_held)


def _near(row: Row, other: Row) -> bool:
    phases = {phase_of(ref.split("#")[0]) for ref in other.refs}
    return bool(phases & {phase_of(ref.split("#")[0]) for ref in row.refs})


def _repeats(row: Row, other: Row) -> bool:
    """True if a row says hardly anything that another one does not, or answers the same sort of question from the same
    clause."""
    clauses, known = ({ref.split("#")[0] for ref in one.refs} for one in (row, other))
    if row.type == other.type and clauses & known:
        return True
    return not _adds(row, other, _NEW)


def _adds(row: Row, other: Row, least: float) -> bool:
    """True if so great a share of the pairs of characters of an answer is not in another one."""
    own, said = ({one.zh[at : at + 2] for at in range(len(one.zh) - 1)} for one in (row, other))
    return len(own - said) >= least * len(own)
