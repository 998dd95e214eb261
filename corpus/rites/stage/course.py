"""The rites carried out as far as a phase: everything as it stands, what the text has told of it, what is remembered.

A phase begins where an earlier one ended. How each ended is kept, so that a phase late in a chapter costs no more
than its own acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from corpus.rites.data import Rites
from corpus.rites.effects import Effects
from corpus.rites.expand import Act
from corpus.rites.plan import Plan
from corpus.rites.simulate import leading_to, perform
from corpus.rites.stage.returns import go_back
from corpus.rites.stage.sighted import Sight
from corpus.rites.stage.told import Known, Telling
from corpus.rites.state import Scene as State

KEPT = 512
"""How many ends of phases are kept: those of all phases, by two or three readings of the plan."""


class Course:
    """One performance: ``state`` is what stands, ``telling`` what is told of it, ``sight`` what is remembered."""

    def __init__(self, state: State, telling: Telling, sight: Sight) -> None:
        self.state = state
        self.telling = telling
        self.sight = sight

    def copy(self) -> Course:
        """The same, to go on from."""
        state = self.state.copy()
        return Course(state, self.telling.copy(state), self.sight.copy())

    def go_back(self, phase: str) -> None:
        """Those who are understood to be in their places again when a phase begins are there."""
        for name in go_back(self.state.people, phase):
            if name in self.state.people:
                self.telling.known[name] = Known(self.state.people[name].place)

    def play(self, rites: Rites, phase: str, effects: Effects) -> Iterator[tuple[Act, tuple[str, ...]]]:
        """Do the acts of a phase, one by one, and take in what they tell."""
        before = dict(self.state.people)
        for act, findings in perform(rites, phase, self.state, effects):
            self.telling.see(act, before)
            self.sight.remember(self.state, act.step)
            yield act, findings
            before = dict(self.state.people)


class Courses:
    """Finds from where phases begin; ``plan`` is the usual plan, on which things are simulated."""

    def __init__(self, rites: Rites, effects: Effects, plan: Plan, texts: Mapping[str, str]) -> None:
        self._rites = rites
        self._effects = effects
        self._plan = plan
        self._texts = texts
        self._ends = lru_cache(maxsize=KEPT)(self._play)

    def before(self, phase: str, plan: Plan) -> Course:
        """Everything as it stands when a phase begins, drawn on ``plan``; a copy, to go on from."""
        state = State(self._plan)
        course = Course(state, Telling(state, self._effects, self._texts), Sight(plan))
        for earlier in leading_to(self._rites, phase, self._effects):
            course = self._ends(earlier, plan)
        course = course.copy()
        course.go_back(phase)
        return course

    def _play(self, phase: str, plan: Plan) -> Course:
        course = self.before(phase, plan)
        for _ in course.play(self._rites, phase, self._effects):
            pass
        return course
