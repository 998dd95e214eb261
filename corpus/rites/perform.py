"""One act after the other done to a scene, by the effect of its verb."""

from __future__ import annotations

from dataclasses import replace

from corpus.rites.data import Step
from corpus.rites.effects import Effect, Effects, Kind
from corpus.rites.expand import HOST
from corpus.rites.hands import Hands
from corpus.rites.state import WIDE, Scene, in_two_places

SLIGHT = "少"
"""少退, 少進: half a step, by which no one leaves his place."""
STAYS = (Kind.PUT, Kind.SET, Kind.CLEAR)
"""Effects whose place is the thing's, not the actor's."""


class Performance:
    """Carries out the acts of one phase on ``scene``; each tells what of it contradicts the scene."""

    def __init__(self, scene: Scene, effects: Effects, phase: str) -> None:
        self._scene = scene
        self._effects = effects
        self._kin = effects.kin_in(phase)
        self._clause = ""
        self._found: list[str] = []
        self._hands = Hands(scene, effects, self._found)
        self._hands.companies = frozenset(kin.role for kin in self._kin if kin.relation == "company")
        scene.mats.clear()
        scene.mats.update({kin.role: kin.of for kin in self._kin if kin.relation == "mat"})

    def describe(self, step: Step) -> None:
        """What a description says of a thing's place holds from now on."""
        for thing in step.objects:
            if step.place:
                self._hands.stands(thing, self._scene.spot("", step.place))

    def perform(self, step: Step) -> tuple[str, ...]:
        """Do an act; returns what contradicts the scene as it was."""
        self._found.clear()
        effect = self._effects.of(step.act + step.object) or self._effects.of(step.act)
        if effect is None:
            return (f"{step.act} has no effect in acts.tsv",)
        if step.ref != self._clause:
            self._forget()
            self._clause = step.ref
        for person in step.actor:
            self._appear(person)
            self._go(person, step, effect)
            self._bear(person, step, effect)
            for other in step.recipient if effect.kind is Kind.GIVE else ():
                self._appear(other)
            self._hands.handle(person, step, effect)
        return tuple(self._found)

    def _forget(self) -> None:
        """Those who are other people from clause to clause are nowhere in particular again."""
        for kin in self._kin:
            if kin.relation == "various" and kin.role in self._scene.people:
                self._hands.empty(kin.role)
                del self._scene.people[kin.role]

    def _appear(self, person: str) -> None:
        """Whoever acts under another name, or out of a company, comes from where that name stood."""
        people = self._scene.people
        for kin in self._kin:
            if kin.role == person and kin.relation == "same" and kin.of in people:
                people[person] = replace(people.pop(kin.of), holds=())
                self._hands.pass_on(kin.of, person)
            elif kin.role == person and kin.relation == "part" and person not in people:
                people[person] = replace(self._scene.station(kin.of), holds=())
            elif kin.of == person and kin.relation == "part" and kin.role in people and not people[kin.role].holds:
                del people[kin.role]
        people.setdefault(person, self._scene.station(person))

    def _go(self, person: str, step: Step, effect: Effect) -> None:
        """Where the act takes its actor, or shows him to be."""
        plan, station = self._scene.plan, self._scene.station(person)
        known = station.place
        leaves = effect.kind in (Kind.MOVE, Kind.TURN)
        origin = plan.meant(step.origin, plan.level(known))
        if step.origin and leaves and in_two_places(plan, known, origin):
            self._found.append(f"{person} leaves {origin}, but was last at {known}")
        place = self._led_to(person, step, effect)
        if effect.kind is not Kind.MOVE and in_two_places(plan, known, place):
            self._found.append(f"{person} acts at {place}, but was last at {known}, and no move is told")
        if place == known:
            facing = step.facing or ("" if effect.kind is Kind.TURN else station.facing)
            self._scene.people[person] = replace(station, facing=facing)
            return
        left = (known or step.origin) if leaves else station.left
        self._scene.people[person] = replace(station, place=place, facing=step.facing, kneels=False, left=left)

    def _led_to(self, person: str, step: Step, effect: Effect) -> str:
        """The place after the act; "" where it is not told."""
        scene = self._scene
        known = scene.station(person).place
        if effect.kind in STAYS:
            return known
        if step.place:
            level = scene.plan.level(known if effect.kind is not Kind.MOVE else "")
            if level is WIDE.get(step.place):
                return known  # he sits on his mat, and so 堂上
            return scene.mats.get(person, "") if step.place == "席" else scene.plan.meant(step.place, level)
        if effect.kind is Kind.NONE and step.origin:
            return step.origin
        if effect.kind is Kind.TURN:
            return "" if step.origin else known
        if effect.kind is not Kind.MOVE:
            return known
        if effect.to in ("階上", "階下"):
            return ("阼" if person == HOST else "西") + effect.to
        if effect.to == "席":
            return scene.mats.get(person, "")
        if effect.to == "位":
            return scene.station(person).left
        return (known or step.origin) if SLIGHT in step.span else effect.to

    def _bear(self, person: str, step: Step, effect: Effect) -> None:
        """Kneeling and rising, baring and covering."""
        station = self._scene.station(person)
        if effect.kind in (Kind.KNEEL, Kind.RISE):
            station = replace(station, kneels=effect.kind is Kind.KNEEL)
        worn = step.objects if step.object and step.object != step.act else (effect.thing,) if effect.thing else ()
        if effect.kind is Kind.DON:
            station = replace(station, wears=tuple(dict.fromkeys((*station.wears, *worn))))
        elif effect.kind is Kind.DOFF:
            station = replace(station, wears=tuple(w for w in station.wears if w not in worn))
        self._scene.people[person] = station
