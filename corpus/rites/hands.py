"""What passes from hand to hand: things taken up, put down, given and received on a scene."""

from __future__ import annotations

from dataclasses import replace

from corpus.rites.data import Step
from corpus.rites.effects import Effect, Effects, Kind
from corpus.rites.plan import Level
from corpus.rites.state import STORES, Scene, Spot

CUPS = ("爵", "觶", "觚", "角", "散")


class Hands:
    """Does to the things of ``scene`` what an act does; ``found`` gets what contradicts the scene as it was."""

    def __init__(self, scene: Scene, effects: Effects, found: list[str]) -> None:
        self._scene = scene
        self._effects = effects
        self._found = found
        self._offered: dict[tuple[str, str], str] = {}
        self.companies: frozenset[str] = frozenset()

    def handle(self, person: str, step: Step, effect: Effect) -> None:
        """What becomes of the things an act is done to."""
        for named in step.objects or ((effect.thing,) if effect.thing else ()):
            thing = self._effects.sort(named).counts_as
            match effect.kind:
                case Kind.TAKE:
                    self._hold(person, self._taken(person, thing, step))
                case Kind.RECEIVE:
                    self._hold(person, self._received(person, thing, step))
                case Kind.PUT:
                    self._put(person, thing, step)
                case Kind.SET:
                    self.stands(thing, self._spot(person, step.place, step), self._scene.held(person, thing))
                case Kind.CLEAR:
                    self._clear(person, thing, step)
                case Kind.GIVE | Kind.OFFER:
                    self._give(person, thing, step, effect)
                case Kind.SHOOT:
                    self._gone([n for n in self._scene.station(person).holds if n.split("·")[0] == thing])
                case Kind.HOLD:
                    self._hold(person, self._at_hand(person, thing))
                case Kind.DRINK:
                    self._raise_cup(person)
                case Kind.MOVE if self._is_carried(thing):
                    self._hold(person, self._at_hand(person, thing))
                case _:
                    pass

    def stands(self, thing: str, spot: Spot, name: str = "") -> None:
        """The thing is at a place; it is the same one if one is there already."""
        thing = self._effects.sort(thing).counts_as
        there = next((n for n in self._scene.named(thing) if spot.place and self._scene.things[n] == spot), "")
        if name and there and self._effects.sort(thing).many:
            self._gone([name])
            name = there
        name = name or there or self._scene.new(thing)
        self._hold("", name)
        self._scene.things[name] = spot

    def pass_on(self, before: str, person: str) -> None:
        """Everything in one's hands is in another's: he goes by another name."""
        for name, spot in list(self._scene.things.items()):
            if spot.holder == before:
                self._hold(person, name)

    def empty(self, person: str) -> None:
        """What someone held is lost sight of."""
        for name, spot in list(self._scene.things.items()):
            if spot.holder == person:
                self._hold("", name)

    def _hold(self, person: str, name: str) -> None:
        """The thing leaves whatever hands it is in and comes into someone's, or into none."""
        people = self._scene.people
        before = self._scene.things.get(name, Spot()).holder
        if before and before != person and before in people:
            people[before] = replace(people[before], holds=tuple(h for h in people[before].holds if h != name))
        self._scene.things.pop(name, None)  # what was moved last comes last
        self._scene.things[name] = Spot(holder=person)
        if person:
            station = self._scene.station(person)
            people[person] = replace(station, holds=tuple(dict.fromkeys((*station.holds, name))))

    def _gone(self, names: list[str]) -> None:
        for name in names:
            self._hold("", name)
            del self._scene.things[name]

    def _at_hand(self, person: str, thing: str) -> str:
        """The thing someone must have in his hands by now: his own, the one nearest to him, or one more."""
        scene = self._scene
        return scene.held(person, thing) or self._lying(thing, self._here(person)) or self._untold(thing)

    def _raise_cup(self, person: str) -> None:
        """Whoever offers or sips wine has the cup in hand; it may not be told that he took it up beside him."""
        scene = self._scene
        if any(scene.held(person, cup) for cup in CUPS):
            return
        lying = (self._lying(cup, self._here(person)) for cup in CUPS)
        if name := next(filter(None, lying), ""):
            self._hold(person, name)

    def _is_carried(self, thing: str) -> bool:
        """Whether what a move names is carried along (降 with the cup), rather than moved to or past (升席, 鉤楹)."""
        place = self._scene.plan.find(thing)
        return thing != "席" and (place is None or place.level is Level.ANY)

    def _spot(self, person: str, place: str, step: Step) -> Spot:
        """A place that a step names: what is told from a mat is told from the recipient's, if there is one."""
        return self._scene.spot(person, place, step.recipient[0] if step.recipient else "")

    def _here(self, person: str) -> Spot:
        """Where someone is himself."""
        return self._scene.spot(person, self._scene.station(person).place)

    def _lying(self, thing: str, spot: Spot) -> str:
        """The thing of a kind that was last put down near a place; "" where there is none."""
        things = self._scene.things
        here = [n for n in self._scene.named(thing) if self._scene.near(things[n], spot)]
        return max(here, key=lambda name: (things[name].place == spot.place, here.index(name)), default="")

    def _untold(self, thing: str) -> str:
        """A thing of which it is not told where it is, or one more of its kind."""
        lost = [n for n in self._scene.named(thing) if self._scene.things[n] == Spot()]
        return lost[0] if lost else self._scene.new(thing)

    def _taken(self, person: str, thing: str, step: Step) -> str:
        """Which thing of a kind someone takes up."""
        scene = self._scene
        if held := scene.held(person, thing):
            return held
        offered = self._offered.pop((person, thing), "")
        told = step.origin or step.place
        if here := self._lying(thing, self._spot(person, told, step) if told else self._here(person)):
            return here
        if offered in scene.things:
            return offered
        seen = [n for n in scene.named(thing) if scene.things[n].place not in STORES]
        if self._effects.sort(thing).many or step.origin in STORES or not seen:
            return scene.new(thing)
        free = [n for n in seen if not scene.things[n].holder]
        if not step.origin and len(free) == 1:
            return free[0]
        if step.origin and all(scene.things[n] != Spot() for n in seen):
            where = "、".join(dict.fromkeys(scene.things[n].holder or scene.things[n].place for n in seen))
            self._found.append(
                f"{person} takes {thing} from {step.origin}, where none was seen; last with or at {where}"
            )
        return self._untold(thing)

    def _received(self, person: str, thing: str, step: Step) -> str:
        """Which thing someone receives: what he has been given or is offered, or what another holds."""
        scene = self._scene
        if held := scene.held(person, thing):
            return held
        for recipient in (person, ""):
            offered = self._offered.pop((recipient, thing), "")
            if offered in scene.things:
                return offered
        others = [n for n in scene.named(thing) if scene.things[n].holder]
        if others:
            return others[-1]
        if lying := self._lying(thing, self._spot(person, step.place, step) if step.place else self._here(person)):
            return lying
        name = self._untold(thing)
        if scene.named(thing) and name not in scene.things and not self._effects.sort(thing).many:
            self._found.append(f"{person} receives {thing}, which no one holds")
        return name

    def _put(self, person: str, thing: str, step: Step) -> None:
        spot = self._spot(person, step.place, step)
        if not step.place and not step.recipient:
            spot = self._here(person)
        held = self._scene.held(person, thing) or self._lying(thing, spot) or self._missing(person, thing, "puts down")
        self.stands(thing, spot, held)
        for recipient in step.recipient:
            self._offered[recipient, thing] = held

    def _give(self, person: str, thing: str, step: Step, effect: Effect) -> None:
        held = self._scene.held(person, thing) or self._missing(person, thing, "gives")
        self._hold(person, held)
        if effect.kind is Kind.OFFER:
            self._offered["", thing] = held
        elif step.recipient:
            self._hold(step.recipient[0], held)

    def _missing(self, person: str, thing: str, does: str) -> str:
        """A thing that someone does something with, though no one saw him take it up."""
        name = self._untold(thing)
        known = name in self._scene.things or not self._scene.named(thing)
        if not known and person not in self.companies and not self._effects.sort(thing).many:
            self._found.append(f"{person} {does} {thing}, but has none in his hands")
        return name

    def _clear(self, person: str, thing: str, step: Step) -> None:
        """The thing is taken out of the scene: out of one's hands, from the place told, or what was moved last."""
        scene = self._scene
        source = self._spot(person, step.origin, step) if step.origin else self._here(person)
        name = scene.held(person, thing) or self._lying(thing, source)
        self._gone([name] if name else scene.named(thing)[-1:])
