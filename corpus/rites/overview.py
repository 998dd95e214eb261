"""A rite at a glance: its stages and phases with how much is done in each, who takes part, and what is needed.

Everything is counted from the steps; numbers are given only where a clause states them (corpus/rites/stated.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from corpus.canon import Canon
from corpus.rites.data import Rites, Step
from corpus.rites.effects import Effects
from corpus.rites.expand import Act, expand
from corpus.rites.stated import CATEGORIES, Checklists, Stated


@dataclass(frozen=True)
class Length:
    """A phase, how many acts are done in it, those done again included, and who acts or is acted towards."""

    ref: str
    acts: int
    people: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """Phases of one stage that follow one another; a stage that is taken up again (旅酬) is another part."""

    stage: str
    phases: tuple[Length, ...]

    @property
    def acts(self) -> int:
        """Acts of all its phases."""
        return sum(phase.acts for phase in self.phases)


@dataclass(frozen=True)
class Participant:
    """A role: how many acts it has, where it comes up first, and the numbers stated of it.

    ``same`` are other names of the same person, at least for some phases; ``part_of`` the company he belongs to.
    ``various`` are other people from clause to clause, such as 弟子.
    """

    role: str
    acts: int
    first: str
    numbers: tuple[Stated, ...]
    same: tuple[str, ...]
    part_of: tuple[str, ...]
    various: bool


@dataclass(frozen=True)
class Need:
    """A thing to be provided: what kind of thing, where it comes up first, and the numbers stated of it."""

    thing: str
    category: str
    first: str
    numbers: tuple[Stated, ...]


@dataclass(frozen=True)
class Overview:
    """A chapter at a glance; ``needs`` stand in the order of ``CATEGORIES``, within one in that of the text."""

    chapter: int
    parts: tuple[Part, ...]
    people: tuple[Participant, ...]
    needs: tuple[Need, ...]
    measures: tuple[Stated, ...]

    @property
    def acts(self) -> int:
        """Acts of the whole rite."""
        return sum(part.acts for part in self.parts)

    def total(self, one: Stated) -> int:
        """How many that makes in all: 乘矢 of each of 三耦 and of 司射 are 4 × (6 + 1)."""
        if not one.each:
            return one.number
        of = {person.role: person.numbers[0].number for person in self.people if person.numbers}
        return one.number * sum(of.get(role, 1) for role in one.each)


def overview(chapter: int, rites: Rites, canon: Canon, effects: Effects, lists: Checklists) -> Overview:
    """The overview of a chapter that has steps; CorpusError where a repetition does not resolve."""
    phases = canon.chapters[chapter].phases
    acts = {phase.ref: expand(rites, phase.ref) for phase in phases}
    stated = [one for one in lists.stated if one.chapter == chapter]
    parts = tuple(
        Part(stage, tuple(Length(p.ref, len(acts[p.ref]), _people(acts[p.ref])) for p in own))
        for stage, own in groupby(phases, key=lambda phase: phase.stage)
    )
    steps = [step for phase in phases for ref in rites.clauses(phase.ref) for step in rites.steps[ref]]
    return Overview(
        chapter=chapter,
        parts=parts,
        people=_participants(chapter, [act for own in acts.values() for act in own], effects, stated),
        needs=tuple(_needs(steps, effects, lists.needs, stated)),
        measures=tuple(one for one in stated if one.kind == "measure"),
    )


def _people(acts: Sequence[Act]) -> tuple[str, ...]:
    steps = (act.step for act in acts)
    return tuple(dict.fromkeys(person for step in steps for person in (*step.actor, *step.recipient)))


def _participants(
    chapter: int, acts: Sequence[Act], effects: Effects, stated: Sequence[Stated]
) -> tuple[Participant, ...]:
    """Who takes part, those who do most first."""
    first: dict[str, str] = {}
    count: dict[str, int] = {}
    for act in acts:
        for person in (*act.step.actor, *act.step.recipient):
            first.setdefault(person, act.ref)
            count.setdefault(person, 0)
        for person in act.step.actor:
            count[person] += 1
    for one in stated:
        if one.kind == "person":
            first.setdefault(one.name, one.ref)
            count.setdefault(one.name, 0)
    kin = [k for k in effects.kin if k.phases[0].split(".")[0] == str(chapter)]

    def related(role: str, relation: str) -> tuple[str, ...]:
        there = (k.of for k in kin if k.role == role and k.relation == relation)
        back = (k.role for k in kin if k.of == role and k.relation == relation == "same")
        return tuple(dict.fromkeys((*there, *back)))

    various = {k.role for k in kin if k.relation == "various"}
    found = (
        Participant(
            role=role,
            acts=count[role],
            first=ref,
            numbers=tuple(one for one in stated if one.kind == "person" and one.name == role),
            same=related(role, "same"),
            part_of=related(role, "part"),
            various=role in various,
        )
        for role, ref in first.items()
    )
    return tuple(sorted(found, key=lambda person: (person.various, -person.acts)))


def _needs(
    steps: Sequence[Step], effects: Effects, category: Mapping[str, str], stated: Sequence[Stated]
) -> Iterator[Need]:
    first: dict[str, str] = {}
    for step in steps:
        for part in step.objects:
            first.setdefault(effects.sort(part).counts_as, step.ref)
    numbers: dict[str, list[Stated]] = {}
    for one in stated:
        if one.kind == "thing":
            numbers.setdefault(one.name, []).append(one)
            first.setdefault(one.name, one.ref)
    for wanted in CATEGORIES:
        for thing, ref in first.items():
            if category.get(thing) == wanted:
                yield Need(thing, wanted, ref, tuple(numbers.get(thing, ())))
