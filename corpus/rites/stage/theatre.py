"""Phases enacted: all scenes of a phase, on the ground as one reading has it.

enacted = Theatre(rites, effects, plan, texts, checklists).enact("5.20")
enacted.scene(9).figure("司射").marks[0]      where he stands south of the left mark
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from threading import Lock

from corpus.rites.data import Rites, Step
from corpus.rites.effects import Effects
from corpus.rites.expand import Act, acts_of
from corpus.rites.plan import Plan
from corpus.rites.stage import readings as plan_readings
from corpus.rites.stage.course import Courses
from corpus.rites.stage.ground import Ground, lay_out
from corpus.rites.stage.notes import Note, notes_of
from corpus.rites.stage.readings import Reading
from corpus.rites.stage.scenes import Scene, Stage
from corpus.rites.stage.setting import Setting
from corpus.rites.stage.told import Numbers
from corpus.rites.stated import Checklists

KEPT = 64
"""How many phases are kept."""


class Enacted:
    """A phase on its ground: its scenes, made as far as they are asked for, and its notes.

    ``readings`` are those by which something of this phase would lie elsewhere; ``last`` is the number of its last
    scene, which is that of its acts.
    """

    def __init__(self, phase: str, ground: Ground, acts: tuple[Act, ...], scenes: Iterator[Scene]) -> None:
        self.phase = phase
        self.ground = ground
        self.acts = acts
        self.notes: tuple[Note, ...] = ()
        self.readings: tuple[Reading, ...] = ()
        self.last = len(acts)
        self._coming = scenes
        self._made: list[Scene] = []
        self._one = Lock()

    def scene(self, number: int) -> Scene:
        """The scene after so many acts; IndexError where there are not so many."""
        if not 0 <= number <= self.last:
            raise IndexError(f"{self.phase} has scenes 0 to {self.last}, not {number}")
        with self._one:
            while len(self._made) <= number:
                self._made.append(next(self._coming))
        return self._made[number]

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """All scenes in order."""
        self.scene(self.last)
        return tuple(self._made)

    def at(self, ref: str, n: int = 1) -> int:
        """The number of the first scene of a clause's row, done in it or because of it; 0 where nothing is done."""
        of_clause = 0
        for number, act in enumerate(self.acts, 1):
            if act.ref == ref:
                of_clause = of_clause or number
                if (act.said[0].n if act.said else act.step.n) >= n:
                    return number
        return of_clause


class Theatre:
    """Enacts phases on the plan; ``texts`` are the clauses by reference. What was enacted lately is kept."""

    def __init__(
        self, rites: Rites, effects: Effects, plan: Plan, texts: Mapping[str, str], checklists: Checklists
    ) -> None:
        self.readings = plan_readings.load()
        self._rites = rites
        self._effects = effects
        self._plan = plan
        self._texts = texts
        self._checklists = checklists
        self._courses = Courses(rites, effects, plan, texts)
        self._read = lru_cache(maxsize=KEPT)(lambda chosen: plan_readings.read(plan, self.readings, chosen))
        self._enacted = lru_cache(maxsize=KEPT)(self._enact)

    def enact(self, phase: str, chosen: Collection[str] = ()) -> Enacted:
        """The scenes of a phase such as 5.20 under the readings ``chosen`` (keys; unknown ones mean nothing).

        CorpusError where there is no such phase.
        """
        self._rites.clauses(phase)
        return self._enacted(phase, frozenset(chosen) & {reading.key for reading in self.readings})

    def prepare(self) -> None:
        """Carry out all chapters, so that no phase has to wait for those before it."""
        for chapter in self._rites.chapters:
            for phase in self._rites.phases(chapter):
                self._courses.before(phase, self._read(frozenset()))

    def _enact(self, phase: str, chosen: frozenset[str]) -> Enacted:
        plan = self._read(chosen)
        ground = lay_out(two_rooms=plan_readings.TWO_ROOMS in chosen)
        acts = tuple(act for ref in self._rites.clauses(phase) for s in self._rites.steps[ref] for act in self._acts(s))
        busy = frozenset(name for act in acts for name in (*act.step.actor, *act.step.recipient))
        numbers = Numbers(self._effects, self._checklists.stated, phase, busy)
        chapter = int(phase.split(".", maxsplit=1)[0])
        setting = Setting(chapter, ground, plan, self._checklists.needs, numbers, self._effects)
        enacted = Enacted(phase, ground, acts, self._scenes(phase, setting))
        enacted.notes = notes_of(self._rites, phase, plan, self._texts)
        places = {place for act in acts for place in (act.step.place, act.step.origin)}
        places |= {note.place for note in enacted.notes}
        enacted.readings = plan_readings.about(self._plan, self.readings, places)
        return enacted

    def _acts(self, step: Step) -> tuple[Act, ...]:
        return acts_of(self._rites, step)

    def _scenes(self, phase: str, setting: Setting) -> Iterator[Scene]:
        course = self._courses.before(phase, setting.plan)
        stage = Stage(course.state, course.telling, course.sight, setting)
        yield stage.scene(None, ())
        for act, findings in course.play(self._rites, phase, self._effects):
            yield stage.scene(act, findings)
