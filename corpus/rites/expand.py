"""Repetitions expanded: 如初, 亦如之, 如賓禮 become the acts they stand for.

    expand(rites, "4.5.6")      賓盥, 坐, 取爵, 卒洗, then the 揖 and 讓 of 4.4.9, then 升

An act that is done again keeps both places it comes from: the clause whose act it is (``act.step``) and the
clauses that say it is done again (``act.said``, the outermost first).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from corpus.errors import CorpusError
from corpus.rites.data import Rites, Step, StepKind

DEPTH = 6
"""How many repetitions may stand within one another."""
HOST = "主人"
SIDED = ("阼", "西階", "東階", "東序", "西序", "當西序", "當東序", "洗北", "洗南")
"""Places that belong to the host's or the guests' side (as beginnings of names)."""


@dataclass(frozen=True)
class Said:
    """A clause that says something is done again: ``Said("4.5.6", 5, "揖讓如初")``."""

    ref: str
    n: int
    span: str


@dataclass(frozen=True)
class Act:
    """An act as it is done: ``step`` with the roles of this time, and the clauses, if any, that ask for it again."""

    step: Step
    said: tuple[Said, ...] = ()

    @property
    def ref(self) -> str:
        """The clause in the course of which the act is done."""
        return self.said[0].ref if self.said else self.step.ref


def expand(rites: Rites, reference: str) -> tuple[Act, ...]:
    """The acts of a clause, a phase or a range of clauses, repetitions expanded.

    CorpusError where nothing stands there, or where repetitions turn in a circle or nest deeper than ``DEPTH``.
    """
    return tuple(act for ref in rites.clauses(reference) for step in rites.steps[ref] for act in acts_of(rites, step))


def acts_of(rites: Rites, step: Step) -> tuple[Act, ...]:
    """The acts one row stands for: itself, those it repeats, or none (a description, words, a record)."""
    return tuple(_acts(rites, step, ()))


def _acts(rites: Rites, step: Step, path: tuple[Step, ...]) -> Iterator[Act]:
    if step.kind is StepKind.ACT:
        yield Act(step)
    if step.kind is not StepKind.REPEAT:
        return
    if step in path:
        raise CorpusError(f"{' → '.join(s.ref for s in (*path, step))}: the repetitions turn in a circle")
    if len(path) >= DEPTH:
        raise CorpusError(f"{' → '.join(s.ref for s in (*path, step))}: more than {DEPTH} repetitions in one another")
    said = Said(step.ref, step.n, step.span)
    for again in _repeated(rites, step):
        for act in _acts(rites, again, (*path, step)):
            if not is_excepted(act.step, step.excepts):
                yield Act(cast(act.step, step.roles), (said, *act.said))


def _repeated(rites: Rites, step: Step) -> Iterator[Step]:
    """The rows done again; of the clause that says so, only those that stand before it."""
    for reference in step.repeats:
        try:
            refs = rites.clauses(reference)
        except CorpusError as error:
            raise CorpusError(f"{step.ref}, step {step.n}: {error}") from None
        for ref in refs:
            yield from (s for s in rites.steps[ref] if ref != step.ref or s.n < step.n)


def is_excepted(step: Step, excepts: tuple[str, ...]) -> bool:
    """Whether an act is left out: by its verb (升), by verb and object (嚌肺), or with its actor before (主人疑立)."""
    names = {step.act, step.act + step.object}
    return not names.isdisjoint(excepts) or any("、".join(step.actor) + name in excepts for name in names)


def cast(step: Step, roles: tuple[tuple[str, str], ...]) -> Step:
    """The same act with the roles of this time.

    Roles, objects, places and facings named are exchanged, all at once; places named after a role follow it
    (賓席前 → 介席前). Where host and guest change places, what belongs to a side (阼階上, 西階上) is left open
    unless it is named as well, and so is a facing whose place has changed: it is not known, and not guessed.
    """
    table = dict(roles)
    if not table:
        return step
    actor, recipient = _people(step.actor, table), _people(step.recipient, table)
    changes_side = (HOST in step.actor) != (HOST in actor)
    origin = _place(step.origin, table, changes_side)
    place = _place(step.place, table, changes_side)
    moved = (origin, place) != (step.origin, step.place) or recipient != step.recipient
    facing = table.get(step.facing, "" if moved else step.facing)
    thing = table.get(step.object, "、".join(table.get(part, part) for part in step.objects))
    act = table.get(step.act, step.act)
    if step.object and step.object in step.act:  # 卒爵 of an 爵 is 卒觶 of an 觶
        act = step.act.replace(step.object, thing)
    return replace(
        step, actor=actor, act=act, object=thing, recipient=recipient, origin=origin, place=place, facing=facing
    )


def _people(people: tuple[str, ...], table: dict[str, str]) -> tuple[str, ...]:
    together = "、".join(people)
    cast_together = table.get(together) or "、".join(table.get(person, person) for person in people)
    return tuple(dict.fromkeys(part for part in cast_together.split("、") if part))


def _place(place: str, table: dict[str, str], changes_side: bool) -> str:
    if place in table:
        return table[place]
    for played, player in sorted(table.items(), key=lambda pair: -len(pair[0])):
        if place.startswith(played) and "、" not in player:
            return player + place.removeprefix(played)
    return "" if changes_side and place.startswith(SIDED) else place
