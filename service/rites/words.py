"""Steps and states in words: Wenli's own, in three languages, from the glossary, the plan and the table of terms.

load().line(step, "en")          "host: bow (guest) ×2"

Who is understood rather than named stands in square brackets, as translators mark what they supply.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from corpus import terms as terms_table
from corpus.rites import effects as effect_tables
from corpus.rites import glossary as glossaries
from corpus.rites import plan as plans
from corpus.rites.data import Step, StepKind
from corpus.rites.effects import Effects, Kind
from corpus.rites.glossary import Glossary
from corpus.rites.plan import Plan
from corpus.terms import Terms
from service.texts.aid import simplified
from service.texts.language import Lang

CARRIED = frozenset({"降", "升", "出", "退", "立", "興", "東"})
"""Verbs whose object is carried: 降 with 爵 is to descend with the cup; only 席 is got on and off."""
DECLINES = "辭"
"""The verb whose object is another's act: 辭洗 is to decline the washing, not a basin."""
_PATH = Path(__file__).with_name("words.toml")


class Words:
    """Says in words what the steps say in columns."""

    def __init__(self, glossary: Glossary, plan: Plan, effects: Effects, terms: Terms) -> None:
        self.plan = plan
        self.effects = effects
        self._glossary = glossary
        self._say: dict[str, dict[str, str]] = tomllib.loads(_PATH.read_text(encoding="utf-8"))
        self._directions = self._say["directions"]
        self._english = {(term.term, term.kind): term.en[0] for term in reversed(terms.entries) if term.en}
        self._any = {term: en for (term, _), en in self._english.items()}
        self.name = lru_cache(maxsize=4096)(self._name)
        self.line = lru_cache(maxsize=16384)(self._line)

    def _name(self, term: str, kind: str, lang: Lang) -> str:
        """What a term is called in a language; itself where nobody has said. ``kind`` is role, act, place or object."""
        if lang != "en":
            return term if lang == "zh-Hant" else simplified(term)
        plain, mark, number = term.partition("·")
        known = self._glossary.find(plain, kind) or self._glossary.find(plain)
        place = self.plan.find(plain)
        if known and (kind != "place" or not place):
            return known[0].en + mark + number
        if kind == "place" and place:
            return place.en
        return (self._english.get((plain, kind)) or self._any.get(plain) or plain) + mark + number

    def people(self, people: Sequence[str], lang: Lang) -> str:
        """Several names together."""
        return self._say[lang]["and"].join(self.name(person, "role", lang) for person in people)

    def things(self, things: Sequence[str], lang: Lang, kind: str = "object") -> str:
        """Several things together."""
        return self._say[lang]["and"].join(self.name(thing, kind, lang) for thing in things)

    def facing(self, facing: str, lang: Lang) -> str:
        """A direction."""
        return self._directions[facing] if lang == "en" else self.name(facing, "direction", lang)

    def _line(self, step: Step, lang: Lang) -> str:
        """A step in one line: actor, act, object → place, facing."""
        say = self._say[lang]
        actor = self.people(step.actor, lang)
        if actor and step.basis not in ("stated", ""):
            actor = f"[{actor}]"
        actor = say["actor"].format(actor) if actor else ""
        if step.kind is StepKind.REPEAT:
            return actor.replace(":", ",") + self._again(step, lang)
        if step.kind is not StepKind.ACT and not (step.object and (step.place or step.facing)):
            return step.span if lang != "zh-Hans" else simplified(step.span)
        return f"{actor}{self._act(step, lang)}{self._where(step, lang)}"

    def deed(self, step: Step, lang: Lang) -> str:
        """Verb and object, how often, and which way: what is done, as shortly as can be."""
        done = self._done(step, lang) + (f" ×{step.count}" if step.count > 1 else "")
        return done + (self._say[lang]["facing"].format(self.facing(step.facing, lang)) if step.facing else "")

    def _done(self, step: Step, lang: Lang) -> str:
        say = self._say[lang]
        act = self.name(step.act, "act", lang) if step.act else ""
        kind = "act" if step.act == DECLINES else "object"
        thing = self.things(step.objects, lang, kind) if step.object not in step.act or not step.act else ""
        carried = thing and step.act in CARRIED and step.object != "席"
        return say["with" if carried else "done"].format(act, thing).strip()

    def _act(self, step: Step, lang: Lang) -> str:
        """Verb and object, to whom, how often, in what words."""
        say = self._say[lang]
        done = self._done(step, lang)
        if step.recipient:
            effect = self.effects.of(step.act)
            toward = "receive" if effect and effect.kind is Kind.RECEIVE else "toward"
            done += say[toward].format(self.people(step.recipient, lang))
        done += f" ×{step.count}" if step.count > 1 else ""
        words = simplified(step.words) if lang == "zh-Hans" else step.words
        return done + (say["says"].format(words.strip("「」")) if words else "")

    def _where(self, step: Step, lang: Lang) -> str:
        """From where, to where, facing where."""
        say = self._say[lang]
        cells = (("from", step.origin), ("to", step.place))
        found = "".join(say[cell].format(self.name(place, "place", lang)) for cell, place in cells if place)
        return found + (say["facing"].format(self.facing(step.facing, lang)) if step.facing else "")

    def _again(self, step: Step, lang: Lang) -> str:
        """Which clauses are done again, who plays whom, what is left out."""
        say = self._say[lang]

        def name(term: str) -> str:
            return say["and"].join(self.name(part, "object", lang) for part in term.split("、"))

        more = [say["for"].format(name(played), name(player)) for played, player in step.roles]
        if step.excepts:
            more.append(say["without"].format(say["and"].join(self.name(act, "act", lang) for act in step.excepts)))
        line = say["again"].format(say["and"].join(step.repeats))
        return line + (say["toward"].format(say["comma"].join(more)) if more else "")


@lru_cache(maxsize=1)
def load() -> Words:
    """The tables Wenli comes with; CorpusError names the file and the line that breaks a rule."""
    return Words(glossaries.load(), plans.load(), effect_tables.load(), terms_table.load())
