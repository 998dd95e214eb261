"""The rites carried out: after each act, where everyone stands, faces and holds, and where the vessels are.

    moments = simulate(rites, "4.8", effects, plan)
    moments[-1].people["主人"].place

A phase starts from where the phase before it ended (``begins.tsv`` lists the others), so the chapter is carried out
from its beginning. What does not fit together is told in ``findings`` of the moment; nothing is repaired.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.rites.data import Rites, StepKind
from corpus.rites.effects import Effects
from corpus.rites.expand import Act, acts_of
from corpus.rites.perform import Performance
from corpus.rites.plan import Plan, Point
from corpus.rites.state import Scene, Spot, Station

NOWHERE = "-"


@dataclass(frozen=True)
class Moment:
    """The scene after one act; ``findings`` say in what the act contradicts the scene before it."""

    act: Act
    people: dict[str, Station]
    things: dict[str, Spot]
    points: dict[str, Point]
    findings: tuple[str, ...]


def simulate(rites: Rites, phase: str, effects: Effects, plan: Plan) -> tuple[Moment, ...]:
    """The moments of a phase such as 4.8, in order; CorpusError where there is none, or a repetition is broken."""
    rites.clauses(phase)
    chapter = int(phase.split(".", maxsplit=1)[0])
    return next(moments for own, moments in carry_out(rites, chapter, effects, plan) if own == phase)


def carry_out(rites: Rites, chapter: int, effects: Effects, plan: Plan) -> Iterator[tuple[str, tuple[Moment, ...]]]:
    """Each phase of a chapter with its moments."""
    for phase, scene in beginnings(rites, chapter, effects, plan):
        yield phase, tuple(_moments(rites, phase, scene, effects))


def beginnings(rites: Rites, chapter: int, effects: Effects, plan: Plan) -> Iterator[tuple[str, Scene]]:
    """Each phase of a chapter with the scene in which it begins, to be performed before the next is asked for."""
    ends: dict[str, Scene] = {NOWHERE: Scene(plan)}
    last = NOWHERE
    for phase in rites.phases(chapter):
        scene = ends[effects.begins.get(phase, last)].copy()
        yield phase, scene
        ends[phase], last = scene, phase


def perform(rites: Rites, phase: str, scene: Scene, effects: Effects) -> Iterator[tuple[Act, tuple[str, ...]]]:
    """Do the acts of a phase to ``scene``, one by one: each act with what in it contradicts the scene before."""
    performance = Performance(scene, effects, phase)
    for ref in rites.clauses(phase):
        for step in rites.steps[ref]:
            if step.kind is StepKind.DESCRIPTION:
                performance.describe(step)
            for act in acts_of(rites, step):
                yield act, performance.perform(act.step)


def leading_to(rites: Rites, phase: str, effects: Effects) -> tuple[str, ...]:
    """The phases by which the scene comes about in which a phase begins: ``("4.1", …, "4.10")`` for 4.24."""
    before: dict[str, str] = {}
    last = NOWHERE
    for own in rites.phases(int(phase.split(".", maxsplit=1)[0])):
        before[own] = effects.begins.get(own, last)
        last = own
    chain: list[str] = []
    while (phase := before.get(phase, NOWHERE)) != NOWHERE:
        chain.append(phase)
    return tuple(reversed(chain))


def _moments(rites: Rites, phase: str, scene: Scene, effects: Effects) -> Iterator[Moment]:
    for act, findings in perform(rites, phase, scene, effects):
        yield Moment(act, dict(scene.people), dict(scene.things), scene.points(), findings)
