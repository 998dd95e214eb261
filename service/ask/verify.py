"""The guard: nothing in quotation marks leaves the service unless it stands in the sources.

A quotation is four or more Han characters between 「」 『』 “” ‘’, straight marks or 〔〕. It must stand in a passage
that the answer cites – exactly, in another spelling, or in parts with 「……」, told by the same code that judges
anybody's quotations – or be the user's own words repeated. A sentence that fails is removed, with its marker, and the
answer says so once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Stored
from corpus.quotes.concordance import Concordance, Part
from corpus.quotes.marks import PAIRS, marked
from corpus.quotes.standing import Quotation, QuoteUnfit, standing
from service.ask.values import Citation, Grounding

SMALLEST = 2
"""Han characters that each part of a quotation with 「……」 has at least: single ones stand in order anywhere."""
_PAIRS = (*PAIRS, "〔〕")
_MARKER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Verified:
    """What may leave: sentences, their citations (numbered 1… in order of first use) and the grounding."""

    sentences: tuple[str, ...]
    citations: tuple[Citation, ...]
    grounding: Grounding


def verify(
    sentences: Sequence[str],
    citations: Sequence[Citation],
    library: Library,
    question: str,
    elsewhere: Mapping[str, Sequence[Stored]] | None = None,
) -> Verified:
    """Keep the sentences whose quotations and markers are true; renumber what is left.

    ``elsewhere`` has, by reference, what is cited of texts that are not the library's.
    """
    by_index = {c.index: c for c in citations}
    parts = {c.index: part for c in citations if (part := _slice(c, library, elsewhere or {}))}
    asked = fold(question)
    kept = [s for s in sentences if _sentence_is_true(s, parts, asked)]
    order = list(dict.fromkeys(int(m[1]) for s in kept for m in _MARKER.finditer(s)))
    number = {old: new for new, old in enumerate(order, 1)}
    renumbered = tuple(_MARKER.sub(lambda m: f"[{number[int(m[1])]}]", s) for s in kept)
    used = tuple(replace(by_index[old], index=new) for old, new in number.items())
    if not used:
        return Verified(renumbered, (), Grounding.ABSTAINED)
    return Verified(renumbered, used, Grounding.GROUNDED if len(kept) == len(sentences) else Grounding.PARTIAL)


def quotations(text: str) -> list[str]:
    """The quotations in a text, in order, outer before inner: ``quotations("「A『B』」") == ["A『B』", "B"]``
    (for A and B long enough)."""
    return [text[start:end] for start, end in marked(text, _PAIRS)]


def _slice(citation: Citation, library: Library, elsewhere: Mapping[str, Sequence[Stored]]) -> Part | None:
    """The characters a citation names; None where they are not those it cites."""
    held: list[Stored] = [*library.by_ref(citation.ref), *elsewhere.get(citation.ref, ())]
    units = {unit.witness: unit for unit in held if unit.ref == citation.ref}
    unit = units.get(citation.witness)
    part = Part(unit, citation.start, citation.end) if unit else None
    return part if part and part.text == citation.cited_text != "" else None


def _sentence_is_true(sentence: str, parts: dict[int, Part], asked: str) -> bool:
    markers = [int(m[1]) for m in _MARKER.finditer(sentence)]
    if any(marker not in parts for marker in markers):
        return False
    quotes = [quote for quote in quotations(sentence) if fold(quote) not in asked]
    if not quotes:
        return True
    cited = Concordance([parts[marker]] for marker in dict.fromkeys(markers))
    return all(_stands(quote, cited) for quote in quotes)


def _stands(quote: str, cited: Concordance) -> bool:
    """Whether the words stand in one of the passages cited."""
    try:
        quotation = Quotation.read(quote)
    except QuoteUnfit:
        return False
    if len(quotation.parts) > 1 and min(map(len, quotation.parts)) < SMALLEST:
        return False
    found, _ = standing(cited, quotation, limit=1)
    return bool(found)
