"""From the values of the domain to the replies of the contract; nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict

from corpus.library import Library
from corpus.model import Unit, chapter_of
from corpus.resolve import Resolution
from corpus.terms import Terms
from index.query import Hit
from index.shelf.search import Found
from service.ask.speakers import author, speaker
from service.ask.values import Answer, Citation, Generation
from service.contract.parallel_wire import parallels_of
from service.contract.replies import (
    AnswerReply,
    CitationReply,
    EditionPassageReply,
    EvidenceReply,
    FoundReply,
    GenerationReply,
    NamedUnitReply,
    PassageReply,
    ResolveReply,
    SearchReply,
    UnitReply,
)
from service.contract.reply_parts import LinkReply, NamesReply, PlaceReply, names_of
from service.contract.rite_wire import Telling
from service.contract.variant_wire import variation_reply
from service.rites.stage.address import stage_url
from service.texts.highlight import highlights, wordings
from service.texts.language import Lang
from service.texts.passage import Passage, label, names, page_url, read_url, urn


def answer_reply(answer: Answer, library: Library | None = None) -> AnswerReply:
    """The reply of /v1/ask; ``library`` says what editions are called."""
    return AnswerReply(
        id=answer.id,
        lang=answer.lang,
        mode=answer.mode,
        answer=answer.text,
        lead=answer.lead,
        grounding=answer.grounding.value,
        confidence=answer.confidence,
        answered_by=answer.answered_by,
        citations=[citation_reply(citation) for citation in answer.citations],
        related=[citation_reply(citation) for citation in answer.related],
        passages=[evidence_reply(hit) for hit in answer.passages],
        generation=generation_reply(answer.generation) if answer.generation else None,
        editions=[edition_passage_reply(found, library) for found in answer.editions] if library else [],
        timings_ms=answer.timings_ms,
    )


def generation_reply(generation: Generation) -> GenerationReply:
    """What a language model had to do with an answer."""
    told = asdict(generation)
    told |= {name: list(told[name]) for name in ("given", "left_out", "withdrawn")}
    return GenerationReply(**told)


def citation_reply(citation: Citation) -> CitationReply:
    """One citation; every member of the contract."""
    return CitationReply(**asdict(citation) | {"verification": citation.verification.value})


def evidence_reply(hit: Hit) -> EvidenceReply:
    """One passage that was considered."""
    unit = hit.unit
    return EvidenceReply(
        ref=unit.ref,
        layer=unit.layer.zh,
        witness=unit.witness,
        text=unit.text,
        score=round(float(hit.score), 4),
        why=list(hit.why),
        commentator=unit.commentator,
        url=read_url(unit.ref),
    )


def search_reply(
    text: str, hits: Iterable[Hit], library: Library, terms: Terms, editions: Iterable[Found] = ()
) -> SearchReply:
    """The reply of /v1/search, with the words found marked. What only prints a clause that was found is its witness."""
    wanted = wordings(text, terms)
    results = [
        FoundReply(
            **evidence_reply(hit).model_dump(),
            urn=urn(hit.unit),
            label=label(hit.unit, library),
            chapter=library.canon.chapters[hit.unit.chapter].name_hant,
            phase=_phase_name(hit.unit, library),
            highlights=list(highlights(hit.unit.text, wanted)),
            witnesses=[u.witness for u in library.by_ref(hit.unit.ref) if u.witness != hit.unit.witness],
        )
        for hit in hits
    ]
    shown = {result.ref for result in results}
    further = [one for one in editions if one.passage.note or not shown.intersection(one.passage.clauses)]
    found = [edition_passage_reply(one, library) for one in further]
    return SearchReply(q=text, count=len(results), results=results, editions=found)


def edition_passage_reply(found: Found, library: Library) -> EditionPassageReply:
    """A passage of an edition."""
    passage = found.passage
    chapters = {chapter_of(ref) for ref in passage.clauses} or {passage.chapter} - {0}
    return EditionPassageReply(
        ref=passage.ref,
        page=passage.page,
        url=page_url(passage.page),
        label=f"{library.works[passage.witness].label_hant}{passage.juan}，{passage.page}",
        witness=passage.witness,
        note=passage.note,
        chapter="、".join(library.canon.chapters[number].name_hant for number in sorted(chapters)),
        clauses=list(passage.clauses),
        provisional=bool(chapters & library.provisional),
        text=passage.text,
        score=round(found.score, 4),
        why=list(found.why),
        witnesses=[other.page for other in found.others],
    )


def _phase_name(unit: Unit, library: Library) -> str:
    return library.canon.phase(unit.chapter, unit.phase).name_hant if unit.phase else ""


def _in_each(told: Callable[[Lang], str]) -> NamesReply:
    return NamesReply(zh_hant=told("zh-Hant"), zh_hans=told("zh-Hans"), en=told("en"))


def unit_reply(unit: Unit, library: Library) -> UnitReply:
    """One unit in full."""
    return UnitReply(
        ref=unit.ref,
        clause=unit.base_ref,
        through=unit.through or None,
        urn=urn(unit),
        url=read_url(unit.ref),
        label=label(unit, library),
        layer=unit.layer.zh,
        layer_code=unit.layer.value,
        commentator=unit.commentator,
        witness=unit.witness,
        script=library.works[unit.witness].script,
        pages=list(library.leaves.of(unit)),
        text=unit.text,
    )


def named_unit_reply(unit: Unit, library: Library) -> NamedUnitReply:
    """One unit in full, with its names in each language."""
    return NamedUnitReply(
        **unit_reply(unit, library).model_dump(),
        labels=_in_each(lambda lang: label(unit, library, lang)),
        authors=_in_each(lambda lang: author(unit.commentator, library, lang)) if unit.commentator else None,
        speakers=_in_each(lambda lang: speaker(unit, library, lang)) if not unit.layer.is_base else None,
    )


def passage_reply(passage: Passage, library: Library, telling: Telling) -> PassageReply:
    """The reply of /v1/passages."""
    chapter, phase = passage.chapter, passage.phase
    zh, en = names(passage.resolution, library)
    return PassageReply(
        ref=passage.ref,
        kind=passage.resolution.kind,
        url=read_url(passage.ref),
        zh=zh,
        en=en,
        chapter=PlaceReply(ref=str(chapter.number), number=chapter.number, names=names_of(chapter)),
        phase=PlaceReply(ref=phase.ref, number=phase.number, names=names_of(phase)) if phase else None,
        provisional=chapter.number in library.provisional,
        clauses=list(passage.clauses),
        witnesses=[named_unit_reply(unit, library) for unit in passage.base],
        commentary=[named_unit_reply(unit, library) for unit in passage.commentary],
        apparatus=[variation_reply(place, library) for place in library.apparatus.within(passage.clauses)],
        previous=_link(passage.previous),
        next=_link(passage.next),
        renderings=telling.renderings(passage),
        steps=telling.steps(passage.clauses),
        stage_url=_stage(passage, library),
        parallels=parallels_of(passage, library),
    )


def _stage(passage: Passage, library: Library) -> str | None:
    if passage.resolution.kind == "phase" and passage.phase and passage.phase.chapter in library.rites.chapters:
        return stage_url(passage.phase.ref)
    if passage.resolution.kind == "chapter":
        return None
    return next((stage_url(ref) for ref in passage.clauses if ref in library.rites.steps), None)


def _link(ref: str | None) -> LinkReply | None:
    return LinkReply(ref=ref, url=read_url(ref)) if ref else None


def resolve_reply(resolution: Resolution, passage: Passage, library: Library) -> ResolveReply:
    """The reply of /v1/resolve for a reference that names one passage."""
    zh, en = names(resolution, library)
    units = passage.commentary if resolution.kind == "comment" else passage.base
    return ResolveReply(
        ref=passage.ref,
        kind=resolution.kind,
        url=read_url(passage.ref),
        zh=zh,
        en=en,
        witness=resolution.ref.witness,
        provisional=resolution.ref.chapter in library.provisional,
        clauses=list(passage.clauses),
        urns=[urn(unit) for unit in units],
    )
