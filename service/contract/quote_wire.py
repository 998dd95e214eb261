"""From findings about quotations to the replies of the contract; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from corpus.library import Library
from corpus.model import Leaf, Stored
from corpus.quotes.claim import Claim
from corpus.quotes.differ import in_words
from corpus.quotes.judge import Finding
from corpus.quotes.standing import Match, Verdict
from service.contract.quote_replies import (
    ChangeReply,
    ClaimReply,
    ContextReply,
    DocumentQuoteReply,
    DocumentReply,
    MatchReply,
    QuotePartReply,
    QuoteReply,
)
from service.texts.documents.checking import Checked, Report
from service.texts.documents.text import Document, Format
from service.texts.passage import label, page_url, read_url, urn


def quote_reply(finding: Finding, library: Library) -> QuoteReply:
    """The reply of /v1/quotes/verify."""
    altered = finding.verdict is Verdict.ALTERED
    return QuoteReply(
        quote=finding.quote,
        verdict=finding.verdict.value,
        claimed=finding.claim.text if finding.claim else None,
        claim=_claim(finding.claim) if finding.claim else None,
        matches=[match_reply(match, library) for match in finding.matches],
        nearest=match_reply(finding.nearest, library) if finding.nearest else None,
        nearest_witness=finding.matches[0].place.unit.witness if altered else None,
        total=finding.total,
        truncated=finding.total > len(finding.matches),
    )


def _claim(claim: Claim) -> ClaimReply:
    return ClaimReply(
        understood=claim.understood,
        chapters=sorted(claim.chapters),
        clauses=sorted(claim.clauses),
        layers=sorted(layer.zh for layer in claim.layers),
        commentators=sorted(claim.commentators),
        witnesses=list(dict.fromkeys(witness for witness, _ in claim.works)),
        elsewhere=claim.elsewhere or None,
    )


def match_reply(match: Match, library: Library) -> MatchReply:
    """One place, with what is said of it by its unit."""
    place = match.place
    text, start, end = place.passage
    last = place.parts[-1].unit
    return MatchReply(
        through=last.ref if last.ref != place.unit.ref else None,
        text=text,
        cited_text=place.cited_text,
        start=start,
        end=end,
        claimed_matches=match.fits_claim,
        verdict=match.verdict.value,  # type: ignore[arg-type]  # a place is never misattributed or not found
        distance=match.distance,
        diff=[ChangeReply(op=change.op, quote=change.quote, text=change.text) for change in match.changes],
        diff_text=in_words(match.changes),
        parts=[
            QuotePartReply(ref=p.unit.ref, witness=p.unit.witness, cited_text=p.text, start=p.start, end=p.end)
            for p in place.parts
        ],
        context=ContextReply(before=place.before, after=place.after),
        **_named(place.unit, library),
    )


class _Named(TypedDict):
    ref: str
    urn: str | None
    url: str | None
    label: str
    witness: str
    layer: str
    commentator: str | None
    chapter: str
    phase: str


def _named(unit: Stored, library: Library) -> _Named:
    """What a place is called; a page of an edition read from disk has an address, but no place in the canon."""
    chapter = library.canon.chapters[unit.chapter].name_hant if unit.chapter else ""
    if isinstance(unit, Leaf):
        return {
            "ref": unit.ref,
            "urn": None,
            "url": page_url(unit.ref) if unit.witness.lower() in library.works else None,
            "label": f"《{unit.title}》{unit.juan} {unit.ref}",
            "witness": unit.witness,
            "layer": "小字" if unit.note else "大字",
            "commentator": None,
            "chapter": chapter,
            "phase": "",
        }
    return {
        "ref": unit.ref,
        "urn": urn(unit),
        "url": read_url(unit.ref),
        "label": label(unit, library),
        "witness": unit.witness,
        "layer": unit.layer.zh,
        "commentator": unit.commentator,
        "chapter": chapter,
        "phase": library.canon.phase(unit.chapter, unit.phase).name_hant if unit.phase else "",
    }


def document_reply(document: Document, kind: Format, report: Report, library: Library) -> DocumentReply:
    """The reply of /v1/documents/verify."""
    return DocumentReply(
        format=kind,
        text=document.text,
        summary=report.summary,  # type: ignore[arg-type]  # its keys are the verdicts
        quotations=list(_quotations(report.checked, library)),
        total=report.total,
        truncated=report.truncated,
    )


def _quotations(checked: Iterable[Checked], library: Library) -> Iterable[DocumentQuoteReply]:
    for one in checked:
        quoted = one.quoted
        yield DocumentQuoteReply(
            **quote_reply(one.finding, library).model_dump(),
            start=quoted.start,
            end=quoted.end,
            line=one.line,
            paragraph=one.paragraph,
            block=quoted.block,
        )
