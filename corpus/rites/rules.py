"""The rules of the steps, row by row: what must hold of one step by itself.

``problems(step, text, vocabulary, references)`` tells what is wrong with a step of a clause whose text is ``text``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from corpus.errors import CorpusError
from corpus.rites.data import BASES, FACINGS, Rites, Step, StepKind
from corpus.rites.effects import Effects
from corpus.rites.expand import acts_of, is_excepted
from corpus.rites.glossary import Glossary
from corpus.rites.plan import Plan

REFERENCE = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,3}\.\d{1,3}[a-z]?(?:-\d{1,3}[a-z]?)?(?:#[a-z]+(?:\.\d+)*)?")
_TIMES = (("三拜", 3), ("三揖", 3), ("三讓", 3), ("再拜", 2), ("壹拜", 1), ("壹揖", 1), ("壹讓", 1))
_QUOTES = str.maketrans("", "", "「」『』")


@dataclass(frozen=True)
class Vocabulary:
    """The words the steps may use."""

    glossary: Glossary
    plan: Plan
    effects: Effects


def problems(step: Step, text: str, vocabulary: Vocabulary, references: Collection[str]) -> Iterator[str]:
    """What is wrong with a step; ``references`` are all clauses and comments that may be named as a reason."""
    yield from _quoted(step, text)
    yield from _cells(step)
    yield from _counted(step)
    yield from _words_known(step, vocabulary)
    for named in REFERENCE.findall(step.reason):
        bare = re.sub(r"-\d+[a-z]?", "", named)
        if bare not in references:
            yield f"the reason names {named}, where nothing stands"


def _quoted(step: Step, text: str) -> Iterator[str]:
    if not step.span:
        yield "has no span"
    elif step.span not in text:
        yield f"the span {step.span} does not stand in the clause"
    if step.words and step.words.translate(_QUOTES) not in text.translate(_QUOTES):
        yield f"the words {step.words} do not stand in the clause"


def _cells(step: Step) -> Iterator[str]:
    """Which cells a row of its kind must have, and which it must not."""
    if step.kind is StepKind.ACT:
        if not step.actor or not step.act:
            yield "an act needs its actor and its verb"
        if step.basis not in BASES:
            yield f"basis is {step.basis!r}; bases are {', '.join(BASES)}"
        elif step.basis != "stated" and not step.reason:
            yield f"says who acts by {step.basis}, but gives no reason"
    elif step.basis and step.basis not in BASES:
        yield f"basis is {step.basis!r}; bases are {', '.join(BASES)}"
    if step.kind is StepKind.REPEAT:
        if not step.repeats:
            yield "a repetition needs the clauses it repeats"
    elif step.repeats or step.roles or step.excepts:
        yield f"repeats, with and except belong to repetitions, not to a {step.kind}"
    if step.kind is StepKind.SPEECH and not step.words:
        yield "speech without words"
    if step.kind in (StepKind.DESCRIPTION, StepKind.SPEECH, StepKind.RECORD):
        cells = {"actor": step.actor, "act": step.act, "recipient": step.recipient, "from": step.origin}
        if filled := [name for name, value in cells.items() if value]:
            yield f"a {step.kind} is no act, but has {', '.join(filled)}"
    if step.facing and step.facing not in FACINGS:
        yield f"{step.facing} is not one of the eight directions"


def _counted(step: Step) -> Iterator[str]:
    """Bows are counted, and the count agrees with the words."""
    if step.kind is not StepKind.ACT:
        return
    if step.act in ("拜", "答拜", "拜送", "拜受", "拜洗", "拜至", "拜既", "拜辱", "拜賜") and not step.count:
        yield f"{step.act} has no count"
    verb = next((verb for verb in "拜揖讓" if verb in step.act and len(step.act) <= 2), "")
    told = [times for words, times in _TIMES if words in step.span and words[-1] == verb]
    if verb and len(set(told)) == 1 and step.count and step.span.count(verb) == 1 and step.count != told[0]:
        yield f"count is {step.count}, but the clause says {step.span}"


def _words_known(step: Step, vocabulary: Vocabulary) -> Iterator[str]:
    glossary = vocabulary.glossary
    for person in dict.fromkeys((*step.actor, *step.recipient)):
        if not glossary.find(person, "role"):
            yield f"{person} is no role of the glossary"
    if step.act:
        if not glossary.find(step.act, "act"):
            yield f"{step.act} is no act of the glossary"
        if not vocabulary.effects.of(step.act):
            yield f"{step.act} has no effect in acts.tsv"
    for thing in step.objects:
        if not glossary.find(thing):
            yield f"{thing} (object) does not stand in the glossary"
    for place in dict.fromkeys(p for p in (step.origin, step.place) if p):
        yield from _place_known(place, step.kind, vocabulary)


def _place_known(place: str, kind: StepKind, vocabulary: Vocabulary) -> Iterator[str]:
    """Where one acts stands on the plan and in the glossary; where something lies may also be on another thing."""
    found = vocabulary.plan.find(place)
    if not (vocabulary.glossary.find(place) or (found and vocabulary.glossary.find(found.name))):
        yield f"{place} is no place of the glossary"
    if not found and kind in (StepKind.ACT, StepKind.REPEAT):
        yield f"{place} is no place of the plan"


def repetition_problems(rites: Rites, step: Step) -> Iterator[str]:
    """What is wrong with a repetition as a whole: it must resolve, and its roles must apply."""
    try:
        acts = acts_of(rites, step)
    except CorpusError as error:
        yield str(error)
        return
    if not acts:
        yield "repeats clauses in which nobody acts"
    inner = _inner(rites, step)
    for played, _ in step.roles:
        if not any(played in _named(s) for s in inner):
            yield f"casts {played}, which stands nowhere in {', '.join(step.repeats)}"


def repetition_doubts(rites: Rites, step: Step) -> Iterator[str]:
    """What an editor should look at in a repetition: exceptions that leave nothing out, and double parts."""
    try:
        inner = _inner(rites, step)
    except CorpusError:
        return  # an error of its own
    for excepted in step.excepts:
        if not any(is_excepted(s, (excepted,)) for s in inner):
            yield f"excepts {excepted}, which is no act of {', '.join(step.repeats)}"
    left = [s for s in inner if not is_excepted(s, step.excepts)]
    cast_people = {played for played, _ in step.roles}
    for played, player in step.roles:
        if player not in cast_people and any(player in s.actor for s in left) and any(played in s.actor for s in left):
            yield f"casts {player} as {played}, but {player} also does his own part of {', '.join(step.repeats)}"


def _inner(rites: Rites, step: Step) -> list[Step]:
    """The acts of the clauses that are repeated, nothing excepted, nobody cast."""
    held = [s for reference in step.repeats for ref in rites.clauses(reference) for s in rites.steps[ref]]
    return [act.step for s in held if s is not step for act in acts_of(rites, s)]


def _named(step: Step) -> set[str]:
    """Everything of a step that a role can stand for."""
    places = {p for p in (step.origin, step.place) if p}
    people = {*step.actor, *step.recipient, "、".join(step.actor), "、".join(step.recipient)}
    of_places = {person for person in people if any(place.startswith(person) for place in places) and person}
    return {*people, *step.objects, step.object, step.act, step.facing, *places, *of_places}
