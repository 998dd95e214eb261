"""Pairs of clauses within a pair of phases: a monotone alignment by what clauses say and what is done in them.

Rites tell the same acts cut into clauses at different places, so that one clause may stand beside several of the other
side. Pairs that are computed never cross; what an editor has set stands
beside them, and what he has refused is not considered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from corpus.canon import Canon
from corpus.canon import load as load_canon
from corpus.fold import fold
from corpus.rites.data import Rites, StepKind
from corpus.rites.parallels import CLAUSES, ClausePair, Pair, Parallels, Status, load, order, phase_of, write_clauses

LEAST = 0.55
"""Similarity from which two clauses are paired; what is just below and above was read pair by pair."""
OF_TEXT = 0.65
"""How much the text weighs beside the steps."""
TELLING = 4
"""Characters from which it tells something that a clause stands within another: 主人降 stands within many."""
CONTAINED = 0.9
"""What it is worth that one clause stands within the other, beside being the same as it."""


@dataclass(frozen=True)
class _Clause:
    """What is compared of a clause: the folded text, and its acts, each with its object."""

    ref: str
    text: str
    acts: Counter[str]


def paired(held: Parallels, canon: Canon, rites: Rites) -> tuple[ClausePair, ...]:
    """All pairs of clauses: aligned anew, and those that an editor has set or refused as they are."""
    kept = {(one.left, one.right): one for one in held.clauses if one.status != Status.ALIGNED}
    found: dict[tuple[str, str], ClausePair] = {}
    for pair in held.pairs:
        if "." not in pair.left:
            continue
        left = [_clause(ref, canon, rites, pair.roles) for ref in _refs(canon, pair.left)]
        right = [_clause(ref, canon, rites) for ref in _refs(canon, pair.right)]
        own = [one for one in kept.values() if (phase_of(one.left), phase_of(one.right)) == (pair.left, pair.right)]
        for one in _aligned(left, right, own):
            found[one.left, one.right] = one
    found |= kept
    return tuple(sorted(found.values(), key=lambda one: (order(one.left), order(one.right))))


def similarity(left: str, right: str, pair: Pair, canon: Canon, rites: Rites) -> float:
    """How alike two clauses are, from 0 to 1, with the roles of the pair cast."""
    return _alike(_clause(left, canon, rites, pair.roles), _clause(right, canon, rites))


def _refs(canon: Canon, phase: str) -> list[str]:
    chapter, number = map(int, phase.split("."))
    return [clause.ref for clause in canon.phase(chapter, number).clauses]


def _clause(ref: str, canon: Canon, rites: Rites, roles: Sequence[tuple[str, str]] = ()) -> _Clause:
    text = canon.clauses[ref].text
    marks = {played: chr(0xE000 + at) for at, (played, _) in enumerate(roles)}
    for played, mark in marks.items():  # 主人=賓;賓=主人 exchanges them
        text = text.replace(played, mark)
    for played, player in roles:
        text = text.replace(marks[played], player)
    steps = (step for step in rites.steps.get(ref, ()) if step.kind in (StepKind.ACT, StepKind.REPEAT))
    return _Clause(ref, fold(text), Counter(step.act + step.object for step in steps if step.act))


def _alike(left: _Clause, right: _Clause) -> float:
    text = _text(left.text, right.text)
    if not left.acts or not right.acts:
        return text
    common = (left.acts & right.acts).total()
    same = 2 * common / (left.acts.total() + right.acts.total())
    within = common / min(left.acts.total(), right.acts.total())
    return OF_TEXT * text + (1 - OF_TEXT) * max(same, CONTAINED * within)


def _text(left: str, right: str) -> float:
    same = fuzz.ratio(left, right) / 100
    if min(len(left), len(right)) < TELLING:
        return same
    return max(same, CONTAINED * fuzz.partial_ratio(left, right) / 100)


def _aligned(left: Sequence[_Clause], right: Sequence[_Clause], kept: Sequence[ClausePair]) -> Iterator[ClausePair]:
    """The best path from corner to corner; a step along one side only is free, or pairs one clause with several."""
    refused = {(one.left, one.right) for one in kept if one.status == Status.REFUSED}
    alike = [[0.0 if (a.ref, b.ref) in refused else _alike(a, b) for b in right] for a in left]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    ends = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    came: dict[tuple[int, int], tuple[int, int]] = {}
    for i in range(1, len(left) + 1):
        for j in range(1, len(right) + 1):
            gain = alike[i - 1][j - 1] - LEAST
            ways = [(best[i - 1][j - 1], (0, 0))]
            if len(left[i - 1].text) < len(right[j - 1].text) and ends[i - 1][j]:
                ways.append((ends[i - 1][j], (i - 1, j)))
            if len(right[j - 1].text) < len(left[i - 1].text) and ends[i][j - 1]:
                ways.append((ends[i][j - 1], (i, j - 1)))
            before, came[i, j] = max(ways)
            ends[i][j] = before + gain if gain >= 0 else 0.0
            best[i][j] = max(ends[i][j], best[i - 1][j], best[i][j - 1])
    i, j = len(left), len(right)
    while i and j:
        if best[i][j] == ends[i][j] > 0:
            while True:
                yield ClausePair(left[i - 1].ref, right[j - 1].ref, round(alike[i - 1][j - 1], 2))
                if came[i, j] == (0, 0):
                    break
                i, j = came[i, j]
            i, j = i - 1, j - 1
        elif best[i][j] == best[i - 1][j]:
            i -= 1
        else:
            j -= 1


def main() -> None:
    """Compute the pairs of clauses anew and write them; what an editor has set or refused stays."""
    held = load()
    found = paired(held, load_canon(), Rites.load())
    write_clauses(found)
    print(f"{len(held.pairs)} pairs of phases, {len(found)} of clauses: {CLAUSES}")


if __name__ == "__main__":
    main()
