"""From the values of the domain to the replies of the contract; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from corpus.library import Library
from corpus.model import Unit
from corpus.resolve import Resolution
from corpus.terms import Terms
from index.query import Hit
from service.answer import Answer, Citation
from service.highlight import highlights, wordings
from service.parallel_wire import parallels_of
from service.passage import Passage, label, names, read_url, urn
from service.replies import (
    AnswerReply,
    CitationReply,
    EvidenceReply,
    FoundReply,
    PassageReply,
    ResolveReply,
    SearchReply,
    UnitReply,
)
from service.reply_parts import LinkReply, PlaceReply, names_of
from service.rite_wire import Telling
from service.variants import variation_reply


def answer_reply(answer: Answer) -> AnswerReply:
    """The reply of /v1/ask."""
    return AnswerReply(
        id=answer.id,
        lang=answer.lang,
        mode=answer.mode,
        answer=answer.text,
        grounding=answer.grounding.value,
        citations=[citation_reply(citation) for citation in answer.citations],
        passages=[evidence_reply(hit) for hit in answer.passages],
        timings_ms=answer.timings_ms,
    )


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


def search_reply(text: str, hits: Iterable[Hit], library: Library, terms: Terms) -> SearchReply:
    """The reply of /v1/search, with the words found marked."""
    wanted = wordings(text, terms)
    results = [
        FoundReply(
            **evidence_reply(hit).model_dump(),
            urn=urn(hit.unit),
            label=label(hit.unit, library),
            chapter=library.canon.chapters[hit.unit.chapter].name_hant,
            phase=_phase_name(hit.unit, library),
            highlights=list(highlights(hit.unit.text, wanted)),
        )
        for hit in hits
    ]
    return SearchReply(q=text, count=len(results), results=results)


def _phase_name(unit: Unit, library: Library) -> str:
    return library.canon.phase(unit.chapter, unit.phase).name_hant if unit.phase else ""


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
        clauses=list(passage.clauses),
        witnesses=[unit_reply(unit, library) for unit in passage.base],
        commentary=[unit_reply(unit, library) for unit in passage.commentary],
        apparatus=[variation_reply(place, library) for place in library.apparatus.within(passage.clauses)],
        previous=_link(passage.previous),
        next=_link(passage.next),
        renderings=telling.renderings(passage),
        steps=telling.steps(passage.clauses),
        parallels=parallels_of(passage, library),
    )


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
        clauses=list(passage.clauses),
        urns=[urn(unit) for unit in units],
    )
