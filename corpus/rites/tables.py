"""What must hold of the tables the steps rest on: glossary, plan, persons and beginnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from corpus.check import Finding
from corpus.errors import ReferenceMalformed
from corpus.fold import fold
from corpus.ref import Page, parse
from corpus.rites.effects import Effects
from corpus.rites.glossary import Entry, Glossary
from corpus.rites.plan import Plan
from corpus.rites.rules import Vocabulary
from corpus.script import is_simplified_only

WAYS = frozenset({"", "階上", "階下", "席", "位"})
"""Where an act may lead by its verb alone: nowhere told, one's own steps, one's mat, the place one left."""


def tables(vocabulary: Vocabulary, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Every finding; ``texts`` are the words of each clause and comment that may be named as a basis."""
    return chain(
        _glossary(vocabulary.glossary, texts),
        _plan(vocabulary.plan, vocabulary.glossary, texts),
        _effects(vocabulary.effects, vocabulary.glossary, texts),
    )


def _glossary(glossary: Glossary, texts: Mapping[str, str]) -> Iterator[Finding]:
    for entry in glossary.entries:
        place = f"rites/glossary.tsv {entry.term}"
        for reference in entry.basis:
            if reference not in texts:
                yield Finding(place, f"rests on {reference}, where nothing stands")
        yield from (Finding(place, problem) for problem in _worded(entry))


def _worded(entry: Entry) -> Iterator[str]:
    if entry.definition[-1:] != "." or ". " in entry.definition.rstrip("."):
        yield "its definition is not one sentence"
    if entry.definition_zh[-1:] != "。" or "。" in entry.definition_zh[:-1]:
        yield "its Chinese definition is not one sentence"
    chinese = entry.zh + entry.definition_zh
    if simplified := sorted(set(filter(is_simplified_only, chinese))):
        yield f"has characters of simplified script: {''.join(simplified)}"
    if any(char.isascii() and char.isalpha() for char in chinese):
        yield "has Latin letters in its Chinese"


def _plan(plan: Plan, glossary: Glossary, texts: Mapping[str, str]) -> Iterator[Finding]:
    for one in plan.places:
        place = f"rites/plan.tsv {one.name}"
        for quote, source in one.quotes:
            yield from (Finding(place, problem) for problem in _quoted(quote, source, texts))
        if one.anchor and not (plan.find(one.anchor) or glossary.find(one.anchor)):
            yield Finding(place, f"is told from {one.anchor}, which is not known")
        if one.also and not plan.find(one.also):
            yield Finding(place, f"may also be {one.also}, which is not on the plan")


def _quoted(quote: str, source: str, texts: Mapping[str, str]) -> Iterator[str]:
    """The quote stands at its source, where that is held; a page of a book beside the corpus is taken on trust."""
    try:
        reference = parse(source)
    except ReferenceMalformed:
        yield f"the source {source} is neither a reference nor a page"
        return
    if isinstance(reference, Page):
        return
    if source not in texts:
        yield f"quotes {source}, where nothing stands"
    elif fold(quote) not in fold(texts[source]):
        yield f"quotes “{quote}”, which does not stand at {source}"


def _effects(effects: Effects, glossary: Glossary, texts: Mapping[str, str]) -> Iterator[Finding]:
    for effect in effects.all:
        if effect.to not in WAYS:
            yield Finding(f"rites/acts.tsv {effect.act}", f"leads to {effect.to}; it may lead to {' '.join(WAYS)}")
    phases = {ref.rpartition(".")[0] for ref in texts if "#" not in ref}
    for kin in effects.kin:
        place = f"rites/persons.tsv {kin.role}"
        if not glossary.find(kin.role, "role"):
            yield Finding(place, "is no role of the glossary")
        if kin.of and not glossary.find(kin.of):
            yield Finding(place, f"{kin.of} does not stand in the glossary")
        if kin.basis not in texts or not set(kin.phases) <= phases:
            yield Finding(place, f"names {kin.basis} and phases {'-'.join(kin.phases)}, not all of which there are")
    for phase, after in effects.begins.items():
        if phase not in phases or after not in {*phases, "-"}:
            yield Finding("rites/begins.tsv", f"{phase} after {after}: not both are phases")
