"""What a picture says in words, in one language: names, titles, and the scene as a list for those who do not see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corpus.canon import Chapter, Phase
from corpus.rites.data import Step
from corpus.rites.stage.scenes import Figure, Part, Scene
from corpus.rites.stage.theatre import Enacted
from corpus.rites.stage.vessels import Vessel
from service.rites.words import Words
from service.texts.language import Lang, interface, name_of

PLACES = (
    *("hall", "eaves", "ridge", "east_wing", "west_wing", "chamber", "east_room", "west_room"),
    *("east_steps", "west_steps", "court", "gate", "outside", "north"),
)


@dataclass(frozen=True)
class Line:
    """One figure in words: who, where, which way, with what; ``understood`` are the words for what is not told."""

    who: str
    where: str
    what: tuple[str, ...]
    understood: tuple[str, ...]


class Speech:
    """Says the scenes of one phase in ``lang``; ``kinds`` tells of every thing what kind of thing it is."""

    def __init__(self, words: Words, kinds: Mapping[str, str], chapter: Chapter, phase: Phase, lang: Lang) -> None:
        self.lang = lang
        self.kinds = kinds
        self._words = words
        self._ui = interface(lang)
        self._where = name_of(phase, lang)
        self._rite = name_of(chapter, lang)
        self.phase = phase
        self.places = {key: self._ui[f"stage_{key}"] for key in PLACES}

    def person(self, name: str) -> str:
        """What a role is called."""
        return self._words.name(name, "role", self.lang)

    def place(self, place: str) -> str:
        """What a place is called."""
        return self._words.name(place, "place", self.lang) if place else ""

    def thing(self, vessel: Vessel) -> str:
        """A vessel's name, with how many there are."""
        name = self._words.name(vessel.name, "object", self.lang)
        return f"{name} ×{vessel.number}" if vessel.number > 1 else name

    def faces(self, place: str) -> str:
        """The direction in which one faces at a place, where there is one."""
        found = self._words.plan.find(place)
        return found.faces[0] if found and found.faces else ""

    def name(self, own: Figure) -> str:
        """The name under a figure; nothing where its one character says all."""
        name = self.person(own.name)
        return "" if self.lang != "en" and len(name) == 1 else name

    def deed(self, step: Step) -> str:
        """What is done, as shortly as can be: the verb and how often."""
        act = self._words.name(step.act, "act", self.lang)
        return f"{act} ×{step.count}" if step.count > 1 else act

    def figure(self, own: Figure) -> str:
        """A figure in one line."""
        line = self.line(own)
        return " · ".join(filter(None, (line.who, line.where, *line.what, *line.understood)))

    def line(self, own: Figure) -> Line:
        """A figure in words."""
        ui, station = self._ui, own.station
        facing = self._words.facing(own.facing, self.lang) if own.facing else ""
        what = [ui["stage_faces"].format(facing) if facing else ui["stage_faces_unknown"]]
        if station.kneels:
            what.append(ui["stage_kneels"])
        if station.holds:
            things = list(dict.fromkeys(name.partition("·")[0] for name in station.holds))
            what.append(ui["stage_holds"].format(self._words.things(things, self.lang)))
        if station.wears:
            what.append(ui["stage_wears"].format(self._words.things(station.wears, self.lang)))
        understood = [ui["stage_place_understood"]] if not own.told else []
        if facing and not own.facing_told:
            understood.append(ui["stage_facing_understood"])
        if not own.number_told:
            understood.append(ui["stage_number_unknown"].format(len(own.marks)))
        who = self.person(own.name) + (f" ×{len(own.marks)}" if len(own.marks) > 1 else "")
        return Line(who, self.place(station.place), tuple(what), tuple(understood))

    def lines(self, scene: Scene) -> tuple[Line, ...]:
        """Those who act, are acted towards or act in this phase."""
        order = (Part.ACTS, Part.MEETS, Part.SERVES)
        shown = [own for own in scene.figures if own.part in order]
        return tuple(self.line(own) for own in sorted(shown, key=lambda own: order.index(own.part)))

    def waiting(self, scene: Scene) -> str:
        """Those who only wait, by name."""
        return self._words.people([own.name for own in scene.figures if own.part is Part.WAITS], self.lang)

    def nowhere(self, scene: Scene) -> str:
        """Those whose place is not told, by name."""
        return self._words.people(scene.unplaced, self.lang)

    def vessels(self, scene: Scene) -> tuple[tuple[str, str], ...]:
        """The vessels and where they stand."""
        return tuple((self.thing(vessel), self.place(vessel.place)) for vessel in scene.vessels)

    def step(self, step: Step) -> str:
        """A step in one line."""
        return self._words.line(step, self.lang)

    def title(self, enacted: Enacted, number: int) -> str:
        """The rite, the phase and the scene."""
        of = self._ui["stage_scene_of"].format(number, enacted.last)
        return f"{self._rite} {enacted.phase} {self._where}" + (f" · {of}" if enacted.last else "")

    def description(self, enacted: Enacted, number: int) -> str:
        """What is done, and where everyone who takes part is."""
        scene = enacted.scene(number)
        done = self.step(scene.act.step) if scene.act else self._ui["stage_before" if enacted.last else "stage_plan"]
        lines = (": ".join(filter(None, (line.who, line.where))) for line in self.lines(scene))
        return self._ui["stage_described"].format(done, "; ".join(lines)) if scene.figures else done
