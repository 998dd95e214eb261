"""Answers computed from the steps of the rites: how often, where, facing which way, by whom, what is left out.

What is computed is said in the answer's first sentence, which carries the markers of the clauses it rests on; where
the text does not say who acts but it is understood, the sentence says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from corpus.errors import CorpusError
from corpus.library import Library
from corpus.model import Unit
from corpus.rites.data import Step, StepKind
from corpus.rites.expand import acts_of
from corpus.terms import Found, Terms
from index.query import Hit
from service import rite_words
from service.aid import simplified
from service.answering.answer import Lang
from service.answering.draft import Computed
from service.answering.procedure import Procedure
from service.answering.scenes import WHERE
from service.answering.scenes import asked as role_asked
from service.answering.understand import Question

CLAUSES = 3
"""Clauses cited at the most for what is computed."""
NEAR = 3
"""Passages among which the clause of a step must stand for its place or facing to be the answer; after the first, only
what he does whose place is asked for."""
_BOWS = ("拜", "再拜", "答拜", "答再拜", "拜送", "拜受", "拜洗", "拜至", "拜辱", "拜既", "崇酒")
_FACING = re.compile("面|朝|向|\\bfac(?:e|es|ing)\\b|direction", re.I)
_NOT = re.compile(r"不|沒|没|無|无|\bnot\b|n't\b|\bwithout\b|\bomit|\bleave out\b|\bskip", re.I)


class Acts:
    """Computes answers from the steps; None where the question is not one they answer."""

    def __init__(
        self, library: Library, terms: Terms, procedure: Procedure, phrases: dict[str, dict[str, str]]
    ) -> None:
        self._library = library
        self._procedure = procedure
        self._phrases = phrases
        self._english = {term.term: term.en[0] for term in reversed(terms.entries) if term.en}

    def computed(self, question: Question, hits: Sequence[Hit]) -> Computed | None:
        """What the steps say of the question."""
        if question.asks_commentary or question.type == "quote" or not hits or not self._library.rites.steps:
            return None
        roles = [f.term.term for f in question.terms if f.term.kind == "role"]
        if len(set(roles)) > 1 and _NOT.search(question.text):
            return self._left_out(question, roles)
        if question.type == "count":
            return self._count(question, roles, hits)
        if question.type in ("where", "other", "how") and WHERE.search(question.text):
            return self._where(question, roles, hits)
        return None

    def _count(self, question: Question, roles: Sequence[str], hits: Sequence[Hit]) -> Computed | None:
        """How often somebody bows in a phase that the question names."""
        phase, share = self._procedure.named(question, hits)
        bow = next((f for f in question.terms if "拜" in f.term.term), None)
        if phase is None or share < 0.75 or bow is None:
            return None
        toward = [f for f in question.terms if f.term.kind == "role" and _bowed_to(f, bow, question.text)]
        before = [f for f in question.terms if f.term.kind == "role" and f.end <= max(bow.start, bow.end - 1)]
        before = [f for f in before if f not in toward]
        actor = max(before, key=lambda f: f.end).term.term if before else next(iter(roles), "")
        bows = [s for s in self._steps(phase.ref) if actor in s.actor and s.act in _BOWS and s.act != "崇酒"]
        if toward:
            bows = [s for s in bows if toward[0].term.term in s.recipient]
        if not bows:
            return None
        number = sum(step.count or 1 for step in bows)
        names = {"en": phase.name_en, "zh-Hans": phase.name_hans, "zh-Hant": phase.name_hant}
        chapter = self._library.canon.chapters[phase.chapter]
        of = {"en": chapter.name_en, "zh-Hans": chapter.name_hans, "zh-Hant": chapter.name_hant}
        values = {"actor": self._word(actor, question.lang), "number": str(number)}
        values |= {"phase": names[question.lang], "chapter": of[question.lang]}
        sentence = self._phrases[question.lang]["bows"].format(**values, markers="{markers}")
        return Computed(sentence, self._units(step.ref for step in bows))

    def _where(self, question: Question, roles: Sequence[str], hits: Sequence[Hit]) -> Computed | None:
        """Where an act of the best clauses is done, and facing which way."""
        asked = {f.term.term for f in question.terms}
        whose = role_asked(question)
        turned = _FACING.search(question.text)
        best: tuple[float, Step] | None = None
        for rank, hit in enumerate(hits[:NEAR]):
            for step in self._library.rites.steps.get(hit.unit.base_ref, ()):
                weight = self._match(step, asked, roles) - 0.3 * rank
                if not (step.place or (step.facing and turned)):
                    continue
                if whose and step.actor and whose not in step.actor:
                    continue
                if rank and whose not in step.actor:
                    continue
                if weight >= 1.5 and (best is None or weight > best[0]):
                    best = (weight, step)
        if best is None:
            return None
        step = best[1]
        say, lang = self._phrases[question.lang], question.lang
        own = any(name in step.place for name in step.actor)  # 三耦位 tells nobody where the three couples stand
        parts = [say["at"].format(place=self._word(step.place, lang))] if step.place and not own else []
        things = [] if whose or turned else [thing for thing in step.objects if thing in asked]
        if step.facing and not things:  # it is he who faces so, not what he puts down
            parts.append(say["facing"].format(facing=self._facing(step.facing, lang)))
        if not parts:
            return None
        who = [self._word(name, lang) for name in things or step.actor or (step.object,)]
        values = {"who": say["and"].join(who), "what": say["and"].join(parts)}
        stated = step.basis in ("", "stated")
        sentence = say["stands" if stated else "stands_understood"].format(**values, markers="{markers}")
        return Computed(sentence, self._units([step.ref]))

    def _left_out(self, question: Question, roles: Sequence[str]) -> Computed | None:
        """What one does not do that another does: the exceptions a clause names where it says 如賓禮 and its like."""
        canon = self._library.canon
        for ref, steps in self._library.rites.steps.items():
            if question.chapters and int(ref.split(".")[0]) not in question.chapters:
                continue
            for step in steps:
                cast = {*step.actor, *(name for pair in step.roles for name in pair)}
                named = [act for act in step.excepts if f"不{act}" in canon.clauses[ref].text]
                if step.kind is StepKind.REPEAT and named and set(roles) <= cast:
                    return self._exception(question.lang, step, named, roles)
        return None

    def _exception(self, lang: Lang, step: Step, named: Sequence[str], roles: Sequence[str]) -> Computed | None:
        who = {new: old for old, new in step.roles}
        actor = next((name for name in who if name in roles), "")
        if not actor:
            return None
        say = self._phrases[lang]
        acts = say["and"].join(self._word(act, lang) for act in named)
        values = {"who": self._word(actor, lang), "other": self._word(who[actor], lang), "acts": acts}
        return Computed(say["left_out"].format(**values, markers="{markers}"), self._units([step.ref]))

    def _match(self, step: Step, asked: set[str], roles: Sequence[str]) -> float:
        weight = 1.0 * bool(set(step.actor) & set(roles))
        weight += 1.0 * any(step.act and step.act in term for term in asked - set(roles))
        return weight + 1.0 * any(thing in asked for thing in step.objects)

    def _steps(self, reference: str) -> list[Step]:
        rites = self._library.rites
        try:
            clauses = rites.clauses(reference)
        except CorpusError:
            return []
        return [act.step for ref in clauses for step in rites.steps[ref] for act in acts_of(rites, step)]

    def _units(self, refs: Iterable[str]) -> tuple[Unit, ...]:
        return tuple(self._library.by_ref(ref)[0] for ref in dict.fromkeys(refs))[:CLAUSES]

    def _facing(self, facing: str, lang: Lang) -> str:
        return self._english.get(f"{facing}面", facing) if lang == "en" else self._word(facing, lang)

    def _word(self, term: str, lang: Lang) -> str:
        """A term as the reader knows it."""
        if lang == "en":
            name = self._english.get(term) or rite_words.load().name(term, "place", lang)
            return f"{name} ({term})" if name != term else term
        return simplified(term) if lang == "zh-Hans" else term


def _bowed_to(role: Found, bow: Found, text: str) -> bool:
    """Whether a role is the one bowed to: 「向賓拜」, “bows to the guest”."""
    if role.start < bow.start:
        return text[role.start - 1 : role.start] in tuple("向對对給给") and bow.start - role.end <= 2
    return text[bow.end : role.start].strip().lower() in ("", "to", "the", "to the")
