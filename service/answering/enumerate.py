"""The steps of a phase, clause by clause, where a question asks for them: who does what, in order.

The answer is put together from the steps of the rites, in Wenli's words, with the marker of each clause after what it
says; who is understood rather than named stands in square brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.canon import Phase
from corpus.library import Library
from corpus.model import Unit
from corpus.rites.data import Step, StepKind
from index.query import Hit
from service import rite_words
from service.answering.answer import Lang
from service.answering.procedure import NAMED, Procedure
from service.answering.understand import Question

LENGTH = {"zh-Hant": 260, "zh-Hans": 260, "en": 520}
"""Characters of one list; what comes after is named, not told."""
_OTHERWISE = ("why", "commentator", "variant", "quote", "compare")
_STEPS = re.compile(
    r"步驟|步骤|流程|程序|[過过]程|[經经][過过]|怎[麼么樣样]+[進进]行|依次|每一步|[哪那][幾几]步|"
    r"\bsteps?\b|\bprocedure\b|\bstep by step\b|\bwalk me through\b|\bwhat happens (?:in|during|at|when)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Steps:
    """A sentence with a marker place ``{0}``, ``{1}`` … for each of the units it rests on."""

    sentence: str
    units: tuple[Unit, ...]


class Enumeration:
    """Tells the steps of a phase that a question names."""

    def __init__(self, library: Library, procedure: Procedure, phrases: dict[str, dict[str, str]]) -> None:
        self._library = library
        self._procedure = procedure
        self._phrases = phrases

    def of(self, question: Question, hits: Sequence[Hit]) -> Steps | None:
        """The list asked for; None where the question asks for none, or names no phase that has steps."""
        if question.type in _OTHERWISE or not hits or not _STEPS.search(question.text):
            return None
        phase, share = self._procedure.named(question, hits)
        if phase is None or share < NAMED or phase.ref not in self._written():
            return None
        told, units = self._told(phase, question)
        if len(units) < 2:
            return None
        lang = question.lang
        chapter = self._library.canon.chapters[phase.chapter]
        names = {"en": phase.name_en, "zh-Hans": phase.name_hans, "zh-Hant": phase.name_hant}
        of = {"en": chapter.name_en, "zh-Hans": chapter.name_hans, "zh-Hant": chapter.name_hant}
        say = self._phrases[lang]
        head = say["steps"].format(chapter=of[lang], number=phase.ref, phase=names[lang])
        rest = phase.clauses[len(units) :]
        more = say["steps_more"].format(first=rest[0].ref, last=rest[-1].label) if rest else ""
        return Steps(head + say["steps_join"].join(told) + more + say["steps_end"], tuple(units))

    def _written(self) -> set[str]:
        return {ref.rpartition(".")[0] for ref in self._library.rites.steps}

    def _told(self, phase: Phase, question: Question) -> tuple[list[str], list[Unit]]:
        """What each clause says is done, with its marker's place, from the first on as far as there is room."""
        say = self._phrases[question.lang]
        told: list[str] = []
        units: list[Unit] = []
        length = 0
        for clause in phase.clauses:
            unit = next(filter(question.filters.admits, self._library.by_ref(clause.ref)), None)
            line = self._line(self._library.rites.steps.get(clause.ref, ()), question.lang)
            if unit is None or not line or (told and length + len(line) > LENGTH[question.lang]):
                break
            told.append(say["steps_clause"].format(line=line, marker=f"{{{len(units)}}}"))
            units.append(unit)
            length += len(line) + 4
        return told, units

    def _line(self, steps: Sequence[Step], lang: Lang) -> str:
        """The acts of one clause: each actor once, then what he does."""
        say = self._phrases[lang]
        parts: list[str] = []
        actor: tuple[str, ...] | None = None
        for step in steps:
            act = "".join(self._act(step, lang))
            if not act:
                continue
            if step.kind is StepKind.ACT and step.actor != actor:
                who = rite_words.load().people(step.actor, lang)
                who = who if step.basis in ("", "stated") else f"[{who}]"
                parts.append(say["steps_actor"].format(who=who, act=act))
                actor = step.actor
            else:
                parts.append(act)
        return say["steps_and"].join(parts)

    def _act(self, step: Step, lang: Lang) -> Iterator[str]:
        words = rite_words.load()
        if step.kind is StepKind.REPEAT:
            yield self._phrases[lang]["steps_again"].format(refs=words.things(step.repeats, lang))
        elif step.kind is StepKind.ACT:
            yield words.deed(step, lang)
        elif step.object and step.place:
            yield words.line(step, lang)
