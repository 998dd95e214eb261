"""From the overview of a rite to its reply, which the page, the command and the API share."""

from __future__ import annotations

from functools import lru_cache

from corpus.canon import Chapter
from corpus.rites import overview as overviews
from corpus.rites import stated as checklists
from corpus.rites.glossary import Glossary
from corpus.rites.overview import Need, Overview, Part, Participant
from corpus.rites.stated import Stated
from service.contract.overview_replies import (
    MeasureReply,
    NeedReply,
    NumberReply,
    OverviewReply,
    ParticipantReply,
    StageReply,
)
from service.contract.reply_parts import NamesReply, names_of
from service.contract.rite_replies import RitePhaseReply
from service.contract.rite_wire import Telling, rite_url
from service.rites.stage.address import stage_url
from service.texts.aid import simplified
from service.texts.passage import read_url


class Overviews:
    """The overviews of the rites; each is counted when it is first wanted, and once: the data are frozen."""

    def __init__(self, telling: Telling, glossary: Glossary) -> None:
        self._telling = telling
        self._glossary = glossary
        self._lists = checklists.load()
        self.reply = lru_cache(maxsize=None)(self._reply)

    def chapters(self) -> list[OverviewReply]:
        """The overviews of all chapters that have steps."""
        library = self._telling.library
        return [self.reply(library.canon.chapters[number]) for number in library.rites.chapters]

    def _reply(self, chapter: Chapter) -> OverviewReply:
        library = self._telling.library
        effects = self._telling.words.effects
        whole = overviews.overview(chapter.number, library.rites, library.canon, effects, self._lists)
        return OverviewReply(
            ref=str(chapter.number),
            number=chapter.number,
            url=f"/rites/{chapter.number}",
            names=names_of(chapter),
            acts=whole.acts,
            stages=[self._stage(part, chapter) for part in whole.parts],
            people=[self._person(person, whole) for person in whole.people],
            needs=[self._need(need, whole) for need in whole.needs],
            measures=[self._measure(one, whole) for one in whole.measures],
        )

    def _stage(self, part: Part, chapter: Chapter) -> StageReply:
        stage = self._lists.stages[chapter.number, part.stage]
        return StageReply(
            stage=part.stage,
            names=NamesReply(zh_hant=part.stage, zh_hans=simplified(part.stage), en=stage.en),
            gist=_both(stage.gist_zh, stage.gist_en),
            acts=part.acts,
            phases=[self._phase(phase.ref, phase.acts, phase.people) for phase in part.phases],
        )

    def _phase(self, ref: str, acts: int, people: tuple[str, ...]) -> RitePhaseReply:
        chapter, number = map(int, ref.split("."))
        phase = self._telling.library.canon.phase(chapter, number)
        return RitePhaseReply(
            ref=ref,
            number=number,
            url=rite_url(ref),
            stage_url=stage_url(ref),
            names=names_of(phase),
            layer=phase.layer.zh,
            stage=phase.stage,
            clauses=len(phase.clauses),
            acts=acts,
            people=list(people),
        )

    def _person(self, person: Participant, whole: Overview) -> ParticipantReply:
        return ParticipantReply(
            role=person.role,
            names=self._names(person.role, "role"),
            definition=self._definition(person.role, "role"),
            acts=person.acts,
            ref=person.first,
            url=read_url(person.first),
            same_as=list(person.same),
            part_of=list(person.part_of),
            various=person.various,
            numbers=[_number(one, whole) for one in person.numbers],
        )

    def _need(self, need: Need, whole: Overview) -> NeedReply:
        return NeedReply(
            thing=need.thing,
            names=self._names(need.thing, "object"),
            definition=self._definition(need.thing, "object"),
            category=need.category,  # type: ignore[arg-type]  # the table of needs admits only these
            ref=need.first,
            url=read_url(need.first),
            numbers=[_number(one, whole) for one in need.numbers],
        )

    def _measure(self, one: Stated, whole: Overview) -> MeasureReply:
        return MeasureReply(**_number(one, whole).model_dump(), name=one.name, names=self._names(one.name, "object"))

    def _names(self, term: str, kind: str) -> NamesReply:
        name = self._telling.words.name
        return NamesReply(zh_hant=term, zh_hans=simplified(term), en=name(term, kind, "en"))

    def _definition(self, term: str, kind: str) -> NamesReply | None:
        entries = self._glossary.find(term, kind) or self._glossary.find(term)
        return _both(entries[0].definition_zh, entries[0].definition) if entries else None


def _number(one: Stated, whole: Overview) -> NumberReply:
    return NumberReply(
        number=one.number,
        each=list(one.each),
        total=whole.total(one),
        ref=one.ref,
        url=read_url(one.ref),
        quote=one.quote,
        note=_both(one.note_zh, one.note_en) if one.note_zh else None,
    )


def _both(zh: str, en: str) -> NamesReply:
    return NamesReply(zh_hant=zh, zh_hans=simplified(zh), en=en)
