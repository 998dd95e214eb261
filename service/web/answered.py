"""What the pages show of an answer: its lead as paragraphs and steps with markers, and a block for each citation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from corpus.library import Library
from service.ask.speakers import author
from service.ask.values import Answer, Citation
from service.texts.language import Lang
from service.web.reading import script_of

STRONG = 2
"""Pieces of evidence that stand open; the others are folded."""
_MARKER = re.compile(r"\[(\d+)\]")
_STEP = re.compile(r"\s*(\d+)[.、．]\s*(.*)")
_EVIDENCE = "\n\n[1] "


@dataclass(frozen=True)
class Part:
    """A piece of an answer: words, or the marker of citation ``index``."""

    text: str
    index: int = 0


@dataclass(frozen=True)
class Stretch:
    """A stretch of a lead: lines that follow each other, or the steps of a walk-through, numbered from ``first``."""

    lines: tuple[tuple[Part, ...], ...]
    first: int = 0


@dataclass(frozen=True)
class Card:
    """A citation as a block: the words cited and what stands before and after them in the passage."""

    citation: Citation
    before: str
    after: str
    speaker: str
    script: str

    @property
    def clause(self) -> str:
        """The clause it is or stands at; "" of what stands at a chapter as a whole."""
        base = self.citation.ref.partition("#")[0]
        return base if base.count(".") == 2 else ""


@dataclass(frozen=True)
class Shown:
    """An answer as a page shows it; ``strong`` and ``more`` are its citations, ``related`` what is no part of it."""

    lead: tuple[Stretch, ...]
    strong: tuple[Card, ...]
    more: tuple[Card, ...]
    related: tuple[Card, ...]


def shown(answer: Answer, library: Library, lang: Lang) -> Shown:
    """An answer laid out for a reader whose pages are in ``lang``."""
    cards = tuple(_card(citation, library, lang) for citation in answer.citations)
    related = tuple(_card(citation, library, lang) for citation in answer.related)
    known = {citation.index for citation in answer.citations}
    lead = answer.lead or answer.text.partition(_EVIDENCE)[0]
    return Shown(stretches(lead, known), cards[:STRONG], cards[STRONG:], related)


def stretches(lead: str, known: set[int]) -> tuple[Stretch, ...]:
    """A lead cut into paragraphs and walk-throughs: "So:\\n1. He bows.\\n2. He sits." has one of each."""
    lines = [(line, _STEP.fullmatch(line)) for line in lead.strip().split("\n") if line.strip()]
    found = []
    for numbered, own in groupby(lines, key=lambda pair: pair[1] is not None):
        group = list(own)
        told = (step[2] if step else line for line, step in group)
        first = int(group[0][1][1]) if numbered and group[0][1] else 0
        found.append(Stretch(tuple(parts(text, known) for text in told), first))
    return tuple(found)


def parts(text: str, known: set[int]) -> tuple[Part, ...]:
    """Words cut at their markers; ``[7]`` without a citation 7 stays words."""
    found: list[Part] = []
    at = 0
    for match in _MARKER.finditer(text):
        if int(match[1]) in known:
            found += [Part(text[at : match.start()]), Part(match[0], int(match[1]))]
            at = match.end()
    return tuple(part for part in (*found, Part(text[at:])) if part.text)


def _card(citation: Citation, library: Library, lang: Lang) -> Card:
    who = citation.speaker or author(citation.commentator, library, lang)
    script = script_of(citation.witness, library)
    units = (u for u in library.by_ref(citation.ref) if u.ref == citation.ref and u.witness == citation.witness)
    text = next((unit.text for unit in units), "")
    if text[citation.start : citation.end] != citation.cited_text:
        return Card(citation, "", "", who, script)
    return Card(citation, text[: citation.start], text[citation.end :], who, script)
