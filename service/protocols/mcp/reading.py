"""From a passage or a rite to what an assistant can take in: whole texts in reading order until there is no room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from corpus.library import Library
from corpus.model import Unit
from service.contract.reply_parts import LinkReply, NamesReply
from service.contract.rite_replies import RiteClauseReply
from service.contract.rite_wire import Telling
from service.contract.wire import resolve_reply, unit_reply
from service.protocols.mcp.inputs import ReadInput, RiteInput
from service.protocols.mcp.replies import (
    PhaseLineReply,
    ReadReply,
    ResolvedReply,
    RiteClauseLines,
    RiteStepsReply,
    StepLineReply,
)
from service.texts.filters import read_witness
from service.texts.passage import Passage, comment_ref, names, passage_at, read_url

ROOM = 24_000
"""Characters of texts in one reply, with what is said of each."""
SAID = 350
"""Characters of what is said of a text: its reference, layer, speaker, edition, names."""
STEPS = 60
"""Steps in one reply."""
LISTED = 50
"""References in a list of them."""


def read_reply(asked: ReadInput, library: Library, telling: Telling) -> ReadReply:
    """What stands at a reference: texts while there is room, then the references of those left out."""
    witness = read_witness(asked.witness, library) if asked.witness else None
    passage = passage_at(library, asked.ref)
    units = [u for u in _in_order(passage, commentary=asked.commentary) if witness in (None, u.witness)]
    kept, left = _with_room(units)
    held = {comment_ref(unit) for unit in kept} | {unit.base_ref for unit in kept}
    renderings = telling.renderings(replace(passage, commentary=tuple(kept))) if asked.renderings else []
    zh, en = names(passage.resolution, library)
    return ReadReply(
        ref=passage.ref,
        kind=passage.resolution.kind,
        url=read_url(passage.ref),
        zh=zh,
        en=en,
        texts=[unit_reply(unit, library) for unit in kept],
        renderings=[one for one in renderings if one.ref in held],
        previous=_link(passage.previous),
        next=_link(passage.next),
        left_out=left[:LISTED],
        left_out_total=len(left),
    )


def _in_order(passage: Passage, *, commentary: bool) -> list[Unit]:
    """Clause by clause, the base text before the commentary that stands at it; a comment that is asked for alone."""
    wanted = commentary or passage.resolution.kind == "comment"
    base = () if passage.resolution.kind == "comment" else passage.base
    order = {ref: at for at, ref in enumerate(passage.clauses)}
    units = (*base, *(passage.commentary if wanted else ()))
    return sorted(units, key=lambda unit: (order.get(unit.base_ref, -1), not unit.layer.is_base))


def _with_room(units: Sequence[Unit]) -> tuple[list[Unit], list[str]]:
    """The first units that fit, and the references of the rest, each once."""
    kept: list[Unit] = []
    left: list[str] = []
    used = 0
    for unit in units:
        if kept and (left or used + SAID + len(unit.text) > ROOM):
            left.append(unit.ref)
            continue
        used += SAID + len(unit.text)
        kept.append(unit)
    return kept, list(dict.fromkeys(left))


def resolved_reply(text: str, library: Library) -> ResolvedReply:
    """The passage a reference names; the errors of references."""
    passage = passage_at(library, text)
    whole = resolve_reply(passage.resolution, passage, library)
    found = whole.model_dump() | {"clauses": whole.clauses[:LISTED], "urns": whole.urns[:LISTED]}
    return ResolvedReply(**found, clauses_total=len(whole.clauses), urns_total=len(whole.urns))


def rite_reply(asked: RiteInput, telling: Telling) -> RiteStepsReply:
    """The phases of a rite, or a phase clause by clause; the errors of references, RiteUnwritten."""
    chapter = telling.staging.chapter_at(asked.chapter)
    if asked.phase is None:
        rite = telling.chapter(chapter)
        return RiteStepsReply(
            ref=rite.ref,
            url=rite.url,
            name=_name(rite.names, asked.lang),
            people=[],
            phases=[
                PhaseLineReply(
                    ref=phase.ref,
                    number=phase.number,
                    url=read_url(phase.ref),
                    name=_name(phase.names, asked.lang),
                    stage=phase.stage,
                    acts=phase.acts,
                    people=phase.people,
                )
                for phase in rite.phases
            ],
            clauses=[],
            previous=None,
            next=None,
            left_out=[],
        )
    course = telling.phase(telling.staging.phase_at(chapter, asked.phase), asked.expand)
    clauses, left = _steps_with_room(course.clauses, course.layer, asked.lang)
    return RiteStepsReply(
        ref=course.ref,
        url=course.url,
        name=_name(course.names, asked.lang),
        people=course.people,
        phases=[],
        clauses=clauses,
        previous=_link(course.previous.ref if course.previous else None),
        next=_link(course.next.ref if course.next else None),
        left_out=left,
    )


def _steps_with_room(
    clauses: Iterable[RiteClauseReply], layer: str, lang: str
) -> tuple[list[RiteClauseLines], list[str]]:
    kept: list[RiteClauseLines] = []
    left: list[str] = []
    used = 0
    for clause in clauses:
        if kept and (left or used + len(clause.steps) > STEPS):
            left.append(clause.ref)
            continue
        used += len(clause.steps)
        steps = [
            StepLineReply(
                clause=step.ref,
                kind=step.kind,
                words=_name(step.in_words, lang),
                basis=step.basis,
                reason=step.reason,
            )
            for step in clause.steps[:STEPS]
        ]
        kept.append(RiteClauseLines(ref=clause.ref, url=clause.url, layer=layer, text=clause.text, steps=steps))
    return kept, left[:LISTED]


def _name(names_: NamesReply, lang: str) -> str:
    return {"zh-Hant": names_.zh_hant, "zh-Hans": names_.zh_hans}.get(lang, names_.en)


def _link(ref: str | None) -> LinkReply | None:
    return LinkReply(ref=ref, url=read_url(ref)) if ref else None
