"""The guard: nothing in quotation marks leaves the service unless it stands in the sources.

A quotation is four or more Han characters between 「」 『』 “” ‘’ or 〔〕. It must stand in a passage the answer
cites, or be the user's own words repeated. A sentence that fails is removed, with its marker, and the answer says
so once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.fold import fold
from corpus.library import Library
from service.answer import Citation, Grounding

MINIMUM = 4
"""Han characters from which words in quotation marks are a quotation."""
_PAIRS = ("「」", "『』", "“”", "‘’", "〔〕")
_MARKER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Verified:
    """What may leave: sentences, their citations (numbered 1… in order of first use) and the grounding."""

    sentences: tuple[str, ...]
    citations: tuple[Citation, ...]
    grounding: Grounding


def verify(sentences: Sequence[str], citations: Sequence[Citation], library: Library, question: str) -> Verified:
    """Keep the sentences whose quotations and markers are true; renumber what is left."""
    true = {c.index: c for c in citations if _slice_is_true(c, library)}
    asked = fold(question)
    kept = [s for s in sentences if _sentence_is_true(s, true, asked)]
    order = list(dict.fromkeys(int(m[1]) for s in kept for m in _MARKER.finditer(s)))
    number = {old: new for new, old in enumerate(order, 1)}
    renumbered = tuple(_MARKER.sub(lambda m: f"[{number[int(m[1])]}]", s) for s in kept)
    used = tuple(replace(true[old], index=new) for old, new in number.items())
    if not used:
        return Verified(renumbered, (), Grounding.ABSTAINED)
    return Verified(renumbered, used, Grounding.GROUNDED if len(kept) == len(sentences) else Grounding.PARTIAL)


def quotations(text: str) -> list[str]:
    """The quotations in a text, outermost pairs first, inner ones too: ``quotations("「A『B』」") == ["A『B』", "B"]``
    (for A and B long enough)."""
    found = []
    for opening, closing in map(tuple, _PAIRS):
        depth: list[int] = []
        for at, char in enumerate(text):
            if char == opening:
                depth.append(at + 1)
            elif char == closing and depth:
                inner = text[depth.pop() : at]
                if len(fold(inner)) >= MINIMUM:
                    found.append(inner)
    return found


def _slice_is_true(citation: Citation, library: Library) -> bool:
    units = {unit.witness: unit for unit in library.by_ref(citation.ref) if unit.ref == citation.ref}
    unit = units.get(citation.witness)
    return unit is not None and unit.text[citation.start : citation.end] == citation.cited_text != ""


def _sentence_is_true(sentence: str, citations: dict[int, Citation], asked: str) -> bool:
    markers = [int(m[1]) for m in _MARKER.finditer(sentence)]
    if any(marker not in citations for marker in markers):
        return False
    cited = [fold(citations[marker].cited_text) for marker in markers]
    return all(any(fold(quote) in text for text in cited) or fold(quote) in asked for quote in quotations(sentence))
