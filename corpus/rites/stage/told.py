"""What of a scene the text tells, and what is only understood: where someone is, who stands first, how many they are.

A place is told where a step names it; it is understood where it follows from the verb alone (升 leads up one's own
steps). The order of a company (東上, 北上) is read in the clause that places it, and kept until the company moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from corpus.rites.effects import Effects
from corpus.rites.expand import Act
from corpus.rites.state import Scene, Station
from corpus.rites.stated import Stated

SEVERAL = 3
"""How many figures stand for a company whose number no text tells."""
AT_MOST = 6
FOREMOST = "長"
"""How titles end of whoever stands first among many: one, where no number is stated."""
_ORDER = re.compile("([東南西北])上")
_AFTER = 10
"""How many characters after the words of a step may still say the order: 立于其西南，東面北上."""
_NUMERALS = {"一": 1, "二": 2, "兩": 2, "三": 3, "四": 4, "六": 6}
_COUPLE = re.compile("([一二兩三上下次]?)耦$")
_MANY = re.compile("^[眾群百諸]")


@dataclass(frozen=True)
class Known:
    """What is told of someone: of his place, and the order of those who stand there (東; empty where none is told)."""

    place: str = ""
    told: bool = False
    order: str = ""


class Telling:
    """Follows the acts on ``scene`` and keeps what the text has told; ``texts`` are the clauses by reference."""

    def __init__(self, scene: Scene, effects: Effects, texts: Mapping[str, str]) -> None:
        self._scene = scene
        self._effects = effects
        self._texts = texts
        self.known: dict[str, Known] = {}

    def copy(self, scene: Scene) -> Telling:
        """The same of a copy of the scene."""
        telling = Telling(scene, self._effects, self._texts)
        telling.known.update(self.known)
        return telling

    def see(self, act: Act, before: Mapping[str, Station]) -> None:
        """Take in one act; ``before`` is where everyone was."""
        people, step = self._scene.people, act.step
        gone = [name for name in before if name not in people]
        order = self._ordered(act)
        for name, station in people.items():
            known = self.known.get(name)
            if known is None and name not in before:
                known = next((self.known[old] for old in gone if old in self.known), Known())
            known = known or Known()
            if station.place != known.place:
                named = name in step.actor and bool(step.place or (step.origin and step.origin == station.place))
                known = Known(station.place, named, order if name in step.actor else "")
            elif name in step.actor:
                told = known.told or bool(step.place)
                known = replace(known, told=told, order=order or known.order)
            self.known[name] = known
        for name in [name for name in self.known if name not in people]:
            del self.known[name]

    def _ordered(self, act: Act) -> str:
        """The order of rank that the clause tells with this act."""
        step = act.step
        text = self._texts.get(step.ref, "")
        at = text.find(step.span) if step.span else -1
        if at < 0:
            return ""
        window = text[at : at + len(step.span) + _AFTER].partition("。")[0]
        found = _ORDER.search(window)
        return found[1] if found else ""


class Numbers:
    """How many figures someone is drawn as in a phase; ``busy`` are those who have something to do in it."""

    def __init__(self, effects: Effects, stated: tuple[Stated, ...], phase: str, busy: frozenset[str]) -> None:
        self.busy = busy
        chapter = int(phase.split(".", maxsplit=1)[0])
        self._stated = {
            one.name: one.number for one in stated if one.kind == "person" and one.chapter == chapter and not one.each
        }
        kin = effects.kin_in(phase)
        self._companies = {k.role for k in kin if k.relation == "company"}
        self._parts = {k.role: k.of for k in kin if k.relation == "part"}
        self._members: dict[str, list[str]] = {}
        for part, of in self._parts.items():
            self._members.setdefault(of, []).append(part)
        self._same = {k.role: k.of for k in kin if k.relation == "same"}
        in_force = {k.role for k in kin}
        passing = ("part", "various")
        self._over = {k.role for k in effects.kin if k.relation in passing and k.phases[0].startswith(f"{chapter}.")}
        self._over -= in_force
        self._whole = lru_cache(maxsize=None)(self._how_many)

    def of(self, name: str, present: Mapping[str, Station]) -> tuple[int, bool]:
        """How many, and whether that is told; those of a company who stand for themselves are not counted with it."""
        number, told = self._whole(name)
        stand_out = sum(
            self._whole(part)[0]
            for part in self._members.get(name, ())
            if part in present and (part in self.busy or not self.merged(part, present))
        )
        return max(1, min(AT_MOST, number - stand_out if told else number)), told

    def merged(self, name: str, present: Mapping[str, Station]) -> bool:
        """Whether someone who does nothing in this phase is one of his company again, and not seen by himself."""
        if name.partition("·")[0] in self._over:
            return True
        whole = self._parts.get(name, "")
        return whole in present and present[whole].place == present[name].place

    def part_of(self, name: str) -> str:
        """The company someone belongs to; "" where none is told."""
        return self._parts.get(name, "")

    def _how_many(self, name: str) -> tuple[int, bool]:
        name = name.partition("·")[0]
        if name in self._stated:
            return self._stated[name], True
        if couple := _COUPLE.search(name):
            return (2 * _NUMERALS.get(couple[1], 1), True) if not _MANY.match(name) else (4, False)
        if name[:1] in _NUMERALS and name[1:2] == "人":
            return _NUMERALS[name[0]], True
        if self._same.get(name) in self._stated:
            return self._stated[self._same[name]], True
        if name.endswith(FOREMOST):
            return 1, True
        if name in self._companies or _MANY.match(name):
            return SEVERAL, False
        return 1, True
