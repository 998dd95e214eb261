"""Where somebody is while something else is done: the rite is carried out up to that act (corpus/rites/simulate.py).

“Where is the target-marker while a couple shoots?” No clause of the shooting says it; he went to his screen before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from corpus.library import Library
from corpus.rites import effects as effect_tables
from corpus.rites.data import Step
from corpus.rites.expand import Act, Said
from corpus.rites.glossary import load as load_glossary
from corpus.rites.simulate import beginnings, perform
from corpus.rites.state import WIDE, Station
from index.query import Hit
from service import rite_words
from service.answering.answer import Lang
from service.answering.draft import Computed
from service.answering.understand import Question

AMONG = 5
"""Passages in whose phases the act is looked for."""
RECENT = 1
"""Phases since he was brought there; of what is longer ago the texts may not have told the end."""
_WHILE = re.compile(r"[時时]|期[間间]|之[際际]|\b(?:while|when|during|as)\b", re.IGNORECASE)
WHERE = re.compile(
    r"哪[裡里兒儿]|哪一?[個个]?[邊边面側侧方位]|何[處处]|什[麼么](?:地方|位置|方向)|位置|方位|方向|朝|面[向對对]?[東西南北东何哪]|"
    r"\bwhere\b|\bwhich (?:way|side|direction)\b|\bfac(?:e|es|ing)\b|\bdirection\b",
    re.IGNORECASE,
)
"""What asks where somebody is or faces."""
_BEING = frozenset({"立", "坐", "俟", "位", "面"})


@dataclass(frozen=True)
class Standing:
    """An act of a chapter, where everyone is after it, and the step that brought each of them there."""

    act: Act
    people: Mapping[str, tuple[Station, Step | Said]]


class Scenes:
    """Answers where somebody is at an act of somebody else; None where the question asks for no such thing."""

    def __init__(self, library: Library, phrases: Mapping[str, Mapping[str, str]]) -> None:
        self._library = library
        self._phrases = phrases
        self._effects = effect_tables.load()
        self._chapter = lru_cache(maxsize=None)(self._carried_out)

    def computed(self, question: Question, hits: Sequence[Hit]) -> Computed | None:
        """Where the one asked about is, said of the act in the best phase that the question names beside him."""
        role = asked(question)
        if not role or not (done := _done(question)) or self._himself(question, role, done, hits):
            return None
        for phase in dict.fromkeys(map(_phase, self.beside(question, hits)[:AMONG])):
            if found := self._at(phase, role, done):
                told = self._told(role, *found, question.lang)
                lead = hits[0].unit.base_ref
                return replace(told, alone=told.units[0].ref == lead) if told else None
        return None

    def _himself(self, question: Question, role: str, done: set[str], hits: Sequence[Hit]) -> bool:
        """Whether it is he who does what is said to go on: nobody else is named, and he does it in that rite."""
        others = {f.term.term for f in question.terms if f.term.kind == "role"} - {role}
        meanwhile = _WHILE.search(question.text)
        if others or not hits or not meanwhile:
            return False
        english = question.lang == "en"
        said = (f for f in question.terms if (f.start >= meanwhile.end() if english else f.end <= meanwhile.start()))
        done = done & {f.term.term for f in said}
        chapter = f"{hits[0].unit.chapter}."
        phases = (phase for phase in self._clauses if phase.startswith(chapter))
        return any(role in step.actor and step.act in done for phase in phases for step in self._steps(phase))

    def beside(self, question: Question, hits: Sequence[Hit]) -> list[Hit]:
        """The passages of phases in which the act is done that the question says goes on meanwhile; all of them where
        it says none, or none is."""
        role, done = asked(question), _done(question)
        if not role or not done or self._himself(question, role, done, hits):
            return list(hits)
        own = [hit for hit in hits if not question.chapters or hit.unit.chapter in question.chapters]
        return [hit for hit in own if any(_names(step, role, done) for step in self._steps(_phase(hit)))] or list(hits)

    def _steps(self, phase: str) -> Iterator[Step]:
        for clause in self._clauses.get(phase, ()):
            yield from self._library.rites.steps.get(clause, ())

    @cached_property
    def _clauses(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for ref in self._library.rites.steps:
            found.setdefault(ref.rpartition(".")[0], []).append(ref)
        return found

    def _at(self, phase: str, role: str, done: set[str]) -> tuple[Station, Step | Said] | None:
        """Where he is after the last act of the phase that is asked about and that others do."""
        found = None
        for moment in self._chapter(int(phase.split(".", maxsplit=1)[0])).get(phase, ()):
            if _names(moment.act.step, role, done) and role in moment.people:
                found = moment.people[role]
        if not found or found[0].place in ("", *WIDE):
            return None
        phases = self._library.rites.phases(int(phase.split(".", maxsplit=1)[0]))
        told = phases.index(found[1].ref.rpartition(".")[0])
        return found if 0 <= phases.index(phase) - told <= RECENT else None

    def _told(self, role: str, station: Station, step: Step | Said, lang: Lang) -> Computed | None:
        words, say = rite_words.load(), self._phrases[lang]
        own = role in station.place  # 三耦位 tells nobody where the three couples stand
        parts = [] if own else [say["at"].format(place=_both(words.name(station.place, "place", lang), station.place))]
        if station.facing:
            facing = words.facing(station.facing, lang)
            parts.append(say["facing"].format(facing=f"facing {facing}" if lang == "en" else facing))
        unit = next(iter(self._library.by_ref(step.ref)), None)
        if not parts or unit is None:
            return None
        stated = isinstance(step, Step) and step.basis in ("", "stated") and role in step.actor
        values = {"who": words.people((role,), lang), "what": say["and"].join(parts)}
        sentence = say["stands" if stated else "stands_understood"].format(**values, markers="{markers}")
        return Computed(sentence, (unit,))

    def _carried_out(self, chapter: int) -> dict[str, list[Standing]]:
        """The acts of each phase of a chapter, with where everyone is."""
        rites = self._library.rites
        found: dict[str, list[Standing]] = {}
        brought: dict[str, tuple[Station, Step | Said]] = {}
        for phase, scene in beginnings(rites, chapter, self._effects, rite_words.load().plan):
            own = found.setdefault(phase, [])
            for act, _ in perform(rites, phase, scene, self._effects):
                changed = {
                    name: (station, act.said[0] if act.said else act.step)
                    for name, station in scene.people.items()
                    if name not in brought or not _same(brought[name][0], station)
                }
                brought = brought | changed if changed else brought
                own.append(Standing(act, brought))
        return found


def _same(one: Station, other: Station) -> bool:
    return (one.place, one.facing) == (other.place, other.facing)


def _names(step: Step, role: str, done: Collection[str]) -> bool:
    """Whether a step is the act that goes on, and not one of him whose place is asked for: 獻 to 介 for 獻介, 歌 by 工
    for 工歌."""
    if role in step.actor or not step.act:
        return False
    for act in done:
        before, found, after = act.partition(step.act)
        by = before not in _people() or before in step.actor
        to = after not in _people() or after in step.recipient
        if found and by and to:
            return True
    return False


@lru_cache(maxsize=1)
def _people() -> frozenset[str]:
    return frozenset(entry.term for entry in load_glossary().entries if entry.kind == "role")


def _done(question: Question) -> set[str]:
    """The acts that go on meanwhile; that somebody stands or sits is what is asked."""
    if question.type not in ("where", "other", "how") or not _WHILE.search(question.text):
        return set()
    return {f.term.term for f in question.terms if f.term.kind in ("act", "music")} - _BEING


def _phase(hit: Hit) -> str:
    return hit.unit.base_ref.rpartition(".")[0]


def _both(name: str, term: str) -> str:
    return f"{name} ({term})" if name.isascii() and name != term else name


def asked(question: Question) -> str:
    """The role whose place is asked for: the first after “where”, or the last before 「在哪裡」; "" of a thing."""
    where = WHERE.search(question.text)
    nouns = [f for f in question.terms if f.term.kind in ("role", "object", "place") and f.term.term not in _BEING]
    if where is None:
        return ""
    if question.lang == "en":
        nouns = sorted((f for f in nouns if f.start >= where.end()), key=lambda f: f.start)
    else:
        nouns = sorted((f for f in nouns if f.end <= where.start()), key=lambda f: -f.end)
    return nouns[0].term.term if nouns and nouns[0].term.kind == "role" else ""
