"""What an editor should read and judge: acts that do not fit together when they are carried out in order.

A doubt is no error. Often the text leaves out what everyone knew; sometimes a row has the wrong person or place.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.canon import Canon
from corpus.check import Finding
from corpus.errors import CorpusError
from corpus.rites.data import Rites, Step, StepKind
from corpus.rites.expand import Act
from corpus.rites.rules import Vocabulary, repetition_doubts
from corpus.rites.simulate import carry_out


def doubts(rites: Rites, canon: Canon, vocabulary: Vocabulary) -> Iterator[Finding]:
    """Every doubt about the steps of all chapters, in their order."""
    for steps in rites.steps.values():
        for step in steps:
            place = _place(step.ref, step.n)
            yield from (Finding(place, doubt) for doubt in _of_step(step, rites, canon, vocabulary))
    for chapter in rites.chapters:
        try:
            for _, moments in carry_out(rites, chapter, vocabulary.effects, vocabulary.plan):
                for moment in moments:
                    place = _of_act(moment.act)
                    yield from (Finding(place, doubt) for doubt in moment.findings)
        except CorpusError as error:
            yield Finding(f"rites/{chapter:02}.steps.tsv", str(error))


def _of_step(step: Step, rites: Rites, canon: Canon, vocabulary: Vocabulary) -> Iterator[str]:
    if step.kind is StepKind.REPEAT:
        yield from repetition_doubts(rites, step)
    if step.basis == "stated" and step.kind is StepKind.ACT and step.ref in canon.clauses:
        text = canon.clauses[step.ref].text
        kin = vocabulary.effects.kin_in(step.ref.rpartition(".")[0])
        named = {k.role for k in kin if k.relation == "same" and k.of in text}
        named |= {k.of for k in kin if k.relation == "same" and k.role in text}
        if absent := [person for person in step.actor if person not in text and person not in named]:
            yield f"{'、'.join(absent)} is said to be stated, but does not stand in the clause"
    place = vocabulary.plan.find(step.place)
    if step.kind is not StepKind.ACT or place is None or place.also or not place.faces or not step.facing:
        return
    if step.facing not in place.faces:
        yield f"faces {step.facing} at {step.place}, where one faces {'、'.join(place.faces)}"


def _of_act(act: Act) -> str:
    """Where an act stands; of one done again, both where that is said and whose act it is."""
    own = f"{act.step.ref} n{act.step.n}"
    if not act.said:
        return _place(act.step.ref, act.step.n)
    return f"{_place(act.said[0].ref, act.said[0].n)} ({own})"


def _place(ref: str, n: int) -> str:
    return f"rites/{int(ref.split('.', maxsplit=1)[0]):02}.steps.tsv {ref} n{n}"
