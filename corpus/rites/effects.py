"""What acts do, who is whom, and where a phase takes up: the four tables the simulation goes by.

``acts.tsv`` gives the effect of each verb; ``persons.tsv`` says which terms name the same person, or a part of a
company, and in which phases; ``begins.tsv`` lists the phases that do not go on where the phase before them ended;
``things.tsv`` says what counts as the same thing (乘矢 are 矢).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.rites.data import ROOT

RELATIONS = ("same", "part", "mat", "company", "various")


class Kind(StrEnum):
    """What an act changes."""

    HOLD = "hold"  # the act shows the thing in the actor's hand, however it came there (洗爵)
    DRINK = "drink"  # the act shows a cup in the actor's hand, be it told or not (祭酒)
    TAKE = "take"  # the thing comes into the actor's hand
    RECEIVE = "receive"  # the same, out of another's hand
    PUT = "put"  # from the actor's hand to a place
    SET = "set"  # the thing stands at a place from now on, through whose hands is not told
    CLEAR = "clear"  # the thing is taken out of the scene
    GIVE = "give"  # from the actor's hand into another's
    OFFER = "offer"  # held out to another, who has it once he receives it
    MOVE = "move"  # the actor is elsewhere
    TURN = "turn"  # the actor faces elsewhere
    KNEEL = "kneel"
    RISE = "rise"
    DON = "don"  # the actor wears something, or wears it so (袒)
    DOFF = "doff"
    SHOOT = "shoot"  # the arrows leave the hand
    NONE = "none"


@dataclass(frozen=True)
class Effect:
    """The effect of a verb: ``Effect("升", Kind.MOVE, "階上", "")``.

    ``to`` is where it leads if the step does not say: 階上 and 階下 are at the actor's own steps, 席 is his mat, 位
    the place he left. ``thing`` is what it is done to if the step names no object (執弓: 弓).
    """

    act: str
    kind: Kind
    to: str
    thing: str


@dataclass(frozen=True)
class Kin:
    """What holds of a role from one phase to another: ``Kin("舉觶者", "same", "一人", ("4.10", "4.10"), "4.10.5")``.

    ``relation`` is ``same`` (another name of ``of``), ``part`` (one of the company ``of``), ``mat`` (his mat: ``of``),
    ``company`` (several who act as one, each with his own things) or ``various`` (other people from clause to clause,
    so that no place of theirs is carried on).
    """

    role: str
    relation: str
    of: str
    phases: tuple[str, str]
    basis: str


@dataclass(frozen=True)
class Sort:
    """What a thing counts as: ``Sort("乘矢", "矢", True)``; of ``many`` there are always more than are told."""

    thing: str
    counts_as: str
    many: bool


class Effects:
    """The four tables."""

    def __init__(
        self, effects: Iterable[Effect], kin: Iterable[Kin], begins: dict[str, str], sorts: Iterable[Sort]
    ) -> None:
        self.all = tuple(effects)
        self.kin = tuple(kin)
        self.begins = begins
        self._sorts = {sort.thing: sort for sort in sorts}
        self._effects = {effect.act: effect for effect in self.all}

    def of(self, act: str) -> Effect | None:
        """The effect of a verb; None of one that is not listed."""
        return self._effects.get(act)

    def sort(self, thing: str) -> Sort:
        """What a thing counts as; most count as themselves."""
        return self._sorts.get(thing) or Sort(thing, thing, many=False)

    def kin_in(self, phase: str) -> tuple[Kin, ...]:
        """Who is whom in a phase such as 5.17."""
        return tuple(k for k in self.kin if _order(k.phases[0]) <= _order(phase) <= _order(k.phases[1]))


def _order(phase: str) -> tuple[int, int]:
    chapter, number = phase.split(".")
    return int(chapter), int(number)


def load(folder: Path = ROOT) -> Effects:
    """Read the four tables; CorpusError names the file and the line that breaks a rule."""
    effects: dict[str, Effect] = {}
    path = folder / "acts.tsv"
    for line, row in enumerate(rows(path, ("act", "effect", "to", "thing")), 2):
        if row["act"] in effects or row["effect"] not in tuple(Kind):
            raise CorpusError(f"{path.name}, line {line}: {row['act']} stands twice or has no effect that is known")
        effects[row["act"]] = Effect(row["act"], Kind(row["effect"]), row["to"], row["thing"])
    begins = {row["phase"]: row["after"] for row in rows(folder / "begins.tsv", ("phase", "after", "basis"))}
    sorts = [
        Sort(row["thing"], row["counts_as"], row["many"] == "yes")
        for row in rows(folder / "things.tsv", ("thing", "counts_as", "many"))
    ]
    return Effects(effects.values(), _kin(folder / "persons.tsv"), begins, sorts)


def _kin(path: Path) -> Iterator[Kin]:
    for line, row in enumerate(rows(path, ("role", "relation", "of", "phases", "basis")), 2):
        first, _, last = row["phases"].partition("-")
        if row["relation"] not in RELATIONS or not re.fullmatch(r"\d+\.\d+(-\d+)?", row["phases"]) or not row["basis"]:
            raise CorpusError(f"{path.name}, line {line}: {row['role']} needs a relation, phases and a basis")
        phases = (first, f"{first.split('.')[0]}.{last}" if last else first)
        yield Kin(row["role"], row["relation"], row["of"], phases, row["basis"])
