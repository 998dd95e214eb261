"""From what a guard released to the citations of the answer: one for each passage, of the words that are rested on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corpus.library import Library
from corpus.quotes.standing import Verdict
from service.ask.names import Names
from service.ask.values import Citation, Verification
from service.ask.verify import Verified
from service.guard import markers
from service.guard.check import Used
from service.guard.guard import Guard

_WORST = (Verdict.EXACT, Verdict.NORMALIZED, Verdict.ELIDED)


def citations(guard: Guard, library: Library) -> tuple[Citation, ...]:
    """The citation of each marker, in order: from the first to the last character that a sentence rests on.

    Where a passage is quoted and elsewhere paraphrased, it is cited whole; ``verification`` is that of the quotation
    that is farthest from the letter.
    """
    names = Names(library, {})
    found = []
    for number, uses in guard.uses.items():
        unit = guard.evidence.unit(number)
        start, end = min(use.start for use in uses), max(use.end for use in uses)
        citation = names.citation(guard.numbers[number], unit, start, end)
        found.append(replace(citation, verification=_verification(uses)))
    return tuple(found)


def _verification(uses: Sequence[Used]) -> Verification:
    return Verification(max((use.verdict for use in uses), key=_WORST.index).value)


def joined(guard: Guard, extract: Verified, library: Library) -> tuple[tuple[str, ...], tuple[Citation, ...]]:
    """What an extractive answer adds to what a guard released: its sentences, without those whose words are cited
    already, and the citations of both, numbered on; the same passage keeps its number."""
    released = {(c.ref, c.witness): c for c in citations(guard, library)}
    found = dict(released)
    number: dict[int, int] = {}
    kept = []
    for sentence in extract.sentences:
        own = [extract.citations[int(m[1]) - 1] for m in markers.MARKER.finditer(sentence)]
        if own and all(_within(citation, released.get((citation.ref, citation.witness))) for citation in own):
            continue
        kept.append(sentence)
        for citation in own:
            key = (citation.ref, citation.witness)
            before = found.get(key)
            found[key] = _widened(before, citation, library) if before else replace(citation, index=len(found) + 1)
            number[citation.index] = found[key].index
    renumbered = (markers.MARKER.sub(lambda m: f"[{number[int(m[1])]}]", sentence) for sentence in kept)
    return tuple(renumbered), tuple(found.values())


def _within(citation: Citation, other: Citation | None) -> bool:
    return other is not None and other.start <= citation.start and citation.end <= other.end


def _widened(one: Citation, other: Citation, library: Library) -> Citation:
    """A citation of the words of both, and of what stands between them."""
    start, end = min(one.start, other.start), max(one.end, other.end)
    unit = next(u for u in library.by_ref(one.ref) if (u.ref, u.witness) == (one.ref, one.witness))
    return replace(one, start=start, end=end, cited_text=unit.text[start:end])
