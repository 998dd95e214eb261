"""In what two parallel passages differ, act by act: what only one has, and what is done otherwise.

    compare(rites, "5.7.1", "7.10.1")       7.10.1 alone has 主人盥; the vessel is 觶 in the one, 觚 in the other …

Both sides are expanded, roles of the left one cast into those of the right one, and their acts aligned in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from corpus.canon import Canon
from corpus.rites.data import Rites, Step
from corpus.rites.expand import Act, cast, expand

SAME_OBJECT, SAME_ACTOR, SAME_PLACE = 0.5, 0.4, 0.2
"""What each of these adds to two acts of one verb, which by itself weighs 1."""
OTHER_ACTOR = 0.3
"""What an act by somebody else loses: it is rather another act than the same one by another hand."""


_SAME = {"反位": "復位", "復": "復位", "復席": "就席", "席": "就席"}
"""Verbs that say one thing in different chapters."""


class What(StrEnum):
    """How two passages can differ."""

    LEFT_ONLY = "left_only"
    RIGHT_ONLY = "right_only"
    ACTOR = "actor"
    OBJECT = "object"
    RECIPIENT = "recipient"
    COUNT = "count"
    ORIGIN = "origin"
    PLACE = "place"
    FACING = "facing"


@dataclass(frozen=True)
class Difference:
    """One difference; the side that has no such act is None. ``Act.ref`` is the clause in which an act is done.

    Where the clauses tell a cell on one side alone, nothing is known to differ, and nothing is said.
    """

    what: What
    left: Act | None
    right: Act | None

    @property
    def understood(self) -> bool:
        """Whether who acts is understood rather than stated, on either side."""
        return any(act is not None and act.step.basis not in ("", "stated") for act in (self.left, self.right))


def compare(rites: Rites, left: str, right: str, roles: Sequence[tuple[str, str]] = ()) -> tuple[Difference, ...]:
    """The differences of two clauses, phases or ranges, in order; CorpusError where one of them has no steps.

    ``roles`` tell who of the right passage is whom of the left one: ``(("介", "大夫"),)``.
    """
    here, there = expand(rites, left), expand(rites, right)
    as_there = [replace(act, step=cast(act.step, tuple(roles))) for act in here]
    found: list[Difference] = []
    for i, j in aligned([act.step for act in as_there], [act.step for act in there]):
        if j is None:
            found.append(Difference(What.LEFT_ONLY, here[i or 0], None))
        elif i is None:
            found.append(Difference(What.RIGHT_ONLY, None, there[j]))
        else:
            cells = set(_cells(as_there[i].step, there[j].step)) & set(_cells(here[i].step, there[j].step))
            found.extend(Difference(what, here[i], there[j]) for what in What if what in cells)
    return tuple(found)


def told(differences: Iterable[Difference], canon: Canon) -> tuple[Difference, ...]:
    """Those that the two texts themselves tell: the words that differ stand in the clauses, and nothing is done again.

    What an editor has supplied – a place that follows from where somebody was – differs in our telling, perhaps not in
    theirs.
    """
    return tuple(one for one in differences if all(_told(one.what, act, canon) for act in (one.left, one.right) if act))


def _told(what: What, act: Act, canon: Canon) -> bool:
    if act.said:
        return False
    if what in (What.LEFT_ONLY, What.RIGHT_ONLY):
        return act.step.act in canon.clauses[act.ref].text
    if what is What.COUNT:
        return act.step.count > 1
    cell = getattr(act.step, what.value)
    words = (cell,) if isinstance(cell, str) else cell
    return all(word in canon.clauses[act.ref].text for word in words)


def aligned(left: Sequence[Step], right: Sequence[Step]) -> list[tuple[int | None, int | None]]:
    """Both sides in order, act beside act where they are of one verb; None stands where one side has none."""
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            beside = best[i + 1][j + 1] + _alike(left[i], right[j])
            best[i][j] = max(best[i + 1][j], best[i][j + 1], beside)
    found: list[tuple[int | None, int | None]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        alike = _alike(left[i], right[j])
        if alike > 0 and best[i][j] == best[i + 1][j + 1] + alike:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            found.append((i, None))
            i += 1
        else:
            found.append((None, j))
            j += 1
    return [*found, *((k, None) for k in range(i, len(left))), *((None, k) for k in range(j, len(right)))]


def _alike(left: Step, right: Step) -> float:
    """How much speaks for two acts being one: nothing where the verbs differ, or the words that are said."""
    if _SAME.get(left.act, left.act) != _SAME.get(right.act, right.act) or bool(left.words) != bool(right.words):
        return 0.0
    weight = 1.0 + SAME_OBJECT * (left.object == right.object) + SAME_PLACE * (left.place == right.place)
    return weight + (SAME_ACTOR if set(left.actor) & set(right.actor) else -OTHER_ACTOR)


def _cells(left: Step, right: Step) -> Iterator[What]:
    """The cells in which two acts of one verb differ, told on both sides."""
    pairs = (
        (What.ACTOR, left.actor, right.actor),
        (What.OBJECT, left.object, right.object),
        (What.RECIPIENT, left.recipient, right.recipient),
        (What.COUNT, left.count, right.count),
        (What.ORIGIN, left.origin, right.origin),
        (What.PLACE, left.place, right.place),
        (What.FACING, left.facing, right.facing),
    )
    yield from (what for what, here, there in pairs if here and there and here != there)
