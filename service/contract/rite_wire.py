"""From the rites to the replies of the contract: renderings, steps, a chapter's phases, a phase carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from corpus.canon import Chapter, Clause, Phase
from corpus.library import Library
from corpus.rites.data import NoteKind, NoteRendering, Rendering, Step, StepKind
from service.contract.parallel_wire import parallel_replies
from service.contract.reply_parts import (
    LinkReply,
    NamesReply,
    PlaceReply,
    RenderingReply,
    RoleReply,
    SpanReply,
    StepReply,
    names_of,
)
from service.contract.rite_replies import (
    AgainReply,
    CourseReply,
    DoneReply,
    PersonReply,
    RiteClauseReply,
    RitePhaseReply,
    RiteReply,
)
from service.rites.stage.address import stage_url
from service.rites.staging import Done, Enacted, Row, Staging, Standing
from service.rites.words import Words
from service.texts.aid import simplified
from service.texts.passage import Passage, comment_ref, read_url


def rendering_reply(rendering: Rendering | NoteRendering) -> RenderingReply:
    """One rendering; that of a clause is always of all of it."""
    return RenderingReply(
        ref=rendering.ref,
        kind=rendering.kind.value if isinstance(rendering, NoteRendering) else NoteKind.RENDERING.value,
        zh_hant=rendering.zh,
        zh_hans=simplified(rendering.zh),
        en=rendering.en,
    )


def rite_url(ref: str) -> str:
    """Where a rite is told: ``rite_url("5.20") == "/v1/rites/5/20"``."""
    return "/v1/rites/" + ref.replace(".", "/")


class Telling:
    """Tells the rites of ``library`` in ``words``; nothing is read or carried out before it is asked for."""

    def __init__(self, library: Library, words: Words) -> None:
        self.library = library
        self.words = words
        self.staging = Staging(library, words.plan, words.effects)
        self._spans = lru_cache(maxsize=None)(self._spans_of)
        self._people = lru_cache(maxsize=None)(_person)

    def renderings(self, passage: Passage) -> list[RenderingReply]:
        """The renderings of a passage's clauses, then of its comments, where there are any."""
        rites = self.library.rites
        comments = dict.fromkeys(comment_ref(unit) for unit in passage.commentary)
        found = [rendering_reply(rites.renderings[ref]) for ref in passage.clauses if ref in rites.renderings]
        return [*found, *(rendering_reply(rites.notes[ref]) for ref in comments if ref in rites.notes)]

    def steps(self, clauses: Iterable[str]) -> list[StepReply]:
        """The steps of clauses, as they are written."""
        found = (step for ref in clauses for step in self.library.rites.steps.get(ref, ()))
        return [StepReply(**self._members(step)) for step in found]

    def chapter(self, chapter: Chapter) -> RiteReply:
        """The phases of a chapter that has steps."""
        phases = [_phase(course) for course in self.staging.chapter(chapter)]
        return RiteReply(
            ref=str(chapter.number),
            number=chapter.number,
            url=read_url(str(chapter.number)),
            names=names_of(chapter),
            acts=sum(phase.acts for phase in phases),
            phases=phases,
        )

    def phase(self, phase: Phase, expand: bool) -> CourseReply:
        """A phase carried out; ``expand`` puts the acts themselves in place of a clause that repeats them."""
        course = self.staging.phase(phase)
        chapter = self.library.canon.chapters[phase.chapter]
        refs = ["", *(p.ref for p in chapter.phases), ""]
        at = refs.index(phase.ref)
        return CourseReply(
            ref=phase.ref,
            number=phase.number,
            url=read_url(phase.ref),
            stage_url=stage_url(phase.ref),
            names=names_of(phase),
            layer=phase.layer.zh,
            stage=phase.stage,
            chapter=PlaceReply(ref=str(chapter.number), number=chapter.number, names=names_of(chapter)),
            expand=expand,
            acts=len(course.done),
            people=list(course.people),
            previous=_link(refs[at - 1]),
            next=_link(refs[at + 1]),
            parallels=parallel_replies([phase.ref], self.library),
            clauses=[self._clause(clause, course.clauses[clause.ref], expand) for clause in phase.clauses],
        )

    def _clause(self, clause: Clause, rows: Iterable[Row], expand: bool) -> RiteClauseReply:
        rendering = self.library.rites.renderings.get(clause.ref)
        return RiteClauseReply(
            ref=clause.ref,
            url=read_url(clause.ref),
            text=clause.text,
            rendering=rendering_reply(rendering) if rendering else None,
            stage_url=stage_url(clause.ref),
            steps=[step for row in rows for step in self._row(row, expand)],
        )

    def _row(self, row: Row, expand: bool) -> Iterator[DoneReply]:
        if row.done and (expand or row.step.kind is not StepKind.REPEAT):
            yield from (self._done(done.act.step, (done,)) for done in row.done)
        else:
            yield self._done(row.step, row.done)

    def _done(self, step: Step, done: tuple[Done, ...]) -> DoneReply:
        """A step with the state after the last of the acts it stands for; one act tells where it is done again."""
        said = done[0].act.said if done and step is done[0].act.step else ()
        members = self._members(step)
        if said:
            members["stage_url"] = stage_url(f"{said[0].ref}-{said[0].n}")
        return DoneReply(
            **members,
            again=[AgainReply(ref=s.ref, ordinal=s.n, span=s.span) for s in said],
            state=[self._people(standing) for standing in done[-1].state] if done else None,
            doubts=[doubt for one in done for doubt in one.doubts],
        )

    def _members(self, step: Step) -> dict[str, Any]:
        """The members of a step's reply; empty cells are null."""
        line = self.words.line
        return {
            "ref": step.ref,
            "ordinal": step.n,
            "kind": step.kind.value,
            "actor": list(step.actor),
            "act": step.act or None,
            "object": step.object or None,
            "recipient": list(step.recipient),
            "origin": step.origin or None,
            "place": step.place or None,
            "facing": step.facing or None,
            "words": step.words or None,
            "count": step.count or None,
            "span": self._spans(step.ref).get(step.n),
            "basis": step.basis or None,
            "reason": step.reason or None,
            "repeats": list(step.repeats),
            "roles": [RoleReply(role=role, player=player) for role, player in step.roles],
            "excepts": list(step.excepts),
            "in_words": NamesReply(zh_hant=line(step, "zh-Hant"), zh_hans=line(step, "zh-Hans"), en=line(step, "en")),
            "stage_url": stage_url(f"{step.ref}-{step.n}"),
        }

    def _spans_of(self, ref: str) -> dict[int, SpanReply]:
        """Where the words of each step of a clause stand in it: where they come up next, for steps follow the text."""
        text, at = self.library.canon.clauses[ref].text, 0
        found: dict[int, SpanReply] = {}
        for step in self.library.rites.steps[ref]:
            start = text.find(step.span, at)
            start = text.find(step.span) if start < 0 else start
            if step.span and start >= 0:
                at = start
                found[step.n] = SpanReply(text=step.span, start=start, end=start + len(step.span))
        return found


def _person(standing: Standing) -> PersonReply:
    station, point = standing.station, standing.point
    return PersonReply(
        person=standing.person,
        place=station.place or None,
        facing=station.facing or None,
        kneels=station.kneels,
        holds=list(station.holds),
        wears=list(station.wears),
        point=(point.x, point.y) if point else None,
    )


def _phase(course: Enacted) -> RitePhaseReply:
    phase = course.phase
    return RitePhaseReply(
        ref=phase.ref,
        number=phase.number,
        url=rite_url(phase.ref),
        stage_url=stage_url(phase.ref),
        names=names_of(phase),
        layer=phase.layer.zh,
        stage=phase.stage,
        clauses=len(phase.clauses),
        acts=len(course.done),
        people=list(course.people),
    )


def _link(ref: str) -> LinkReply | None:
    return LinkReply(ref=ref, url=rite_url(ref)) if ref else None
