"""What is quoted: which passages, in which order, and which of their words, within the length of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Layer, Unit
from index.query import Hit
from service.aid import Aid, words
from service.answering.draft import BASE_LIMIT, COMMENT_LIMIT, Quote
from service.answering.excerpt import Focus, Grams
from service.answering.understand import Question

LENGTH = {"zh-Hant": 268, "zh-Hans": 268, "en": 420}
"""Characters after which an answer takes in no further quotation, by language: English takes more of them."""
TOGETHER = {"zh-Hant": 330, "zh-Hans": 330, "en": 640}
"""The same for an answer that several passages make together."""
LED = 5
"""Among how many passages the lead of an answer to “why” is looked for, where the best one explains nothing."""
FEWEST = 24
"""Characters that each of them has at the least."""
QUOTES = 4
RENDERED = 1
"""Quotations that are followed by their rendering; the room of further ones is better spent on quotations."""


class Chooser:
    """Chooses quotations from ranked passages, or from passages that are given."""

    def __init__(self, library: Library, table: Grams) -> None:
        self._library = library
        self._table = table
        self._aid = Aid(library)

    def of_clauses(self, question: Question, units: Sequence[Unit], limit: int) -> list[Quote]:
        """Quotations of clauses in their order, each at most ``limit`` long, within the answer's length."""
        focus = self._focus(question)
        quotes = [self.quote(unit, question, focus, limit) for unit in units]
        if len(quotes) > 2:
            quotes = [replace(quote, rendering="") for quote in quotes]
        length = 0
        for at, quote in enumerate(quotes):
            length += len(quote.text) + len(quote.rendering) + 25
            if at and length > LENGTH[question.lang]:
                return quotes[:at]
        return quotes

    def together(self, question: Question, units: Sequence[Unit]) -> list[Quote]:
        """A few words of each of several units, in their order; renderings as far as they fit."""
        focus = self._focus(question)
        room = TOGETHER[question.lang]
        limit = max(FEWEST, room // (2 * len(units)))
        quotes = [self.quote(unit, question, focus, limit) for unit in units]
        length = sum(len(quote.text) + 20 for quote in quotes)
        for at, quote in enumerate(quotes):
            length += len(quote.rendering)
            if at and length > room:
                quotes[at] = replace(quote, rendering="")
                length -= len(quote.rendering)
        return quotes

    def chosen(self, question: Question, hits: Sequence[Hit], first: Sequence[Unit]) -> list[Quote]:
        """The quotations of the answer, best first, within its length; ``first`` come before what is ranked."""
        focus = self._focus(question)
        quotes: list[Quote] = []
        length = 0
        for unit in filter(question.filters.admits, (*first, *self._ranked(question, hits))):
            quote = self.quote(unit, question, focus)
            if len(quotes) >= RENDERED or (quotes and quote.summary):
                quote = replace(quote, rendering="")
            size = len(quote.text) + len(quote.rendering) + (22 if question.lang != "en" else 40)
            if quotes and (length + size > LENGTH[question.lang] or len(quotes) == QUOTES):
                continue
            if any(quote.text in q.text or q.text in quote.text for q in quotes):
                continue
            quotes.append(quote)
            length += size
        return quotes

    def _ranked(self, question: Question, hits: Sequence[Hit]) -> list[Unit]:
        """Hits in the order in which they earn a place: the lead, what stands beside it at its clause, the rest."""
        units = [hit.unit for hit in hits]
        if question.chapters and question.type != "compare":
            units.sort(key=lambda u: u.chapter not in question.chapters)  # what is asked of one rite, it answers
        lead = units[0]
        if not question.asks_commentary and not lead.layer.is_base:
            lead = next((u for u in units[:3] if u.layer.is_base), lead)
        elif question.type == "why" and lead.layer.is_base and not self._explained(lead):
            lead = next((u for u in units[:LED] if not u.layer.is_base), lead)
        beside = [u for u in units[:10] if u is not lead and u.base_ref == lead.base_ref]
        beside.sort(key=lambda u: u.layer is not Layer.ZHU)
        if not lead.layer.is_base and not any(u.layer.is_base for u in beside) and lead.clause:
            beside += self._library.by_ref(lead.base_ref)[:1]
        elif lead.layer.is_base and not any(u.layer is Layer.ZHU for u in beside):
            notes = [u for u in self._library.commentary(lead.ref) if u.layer is Layer.ZHU]
            beside[:0] = notes[:1]
        rest = [u for u in units[:8] if u is not lead and u not in beside]
        if question.type == "variant" and lead.layer.is_base:
            readings = {fold(u.text): u for u in reversed(self._library.by_ref(lead.ref))}
            beside[:0] = [u for folded, u in readings.items() if folded != fold(lead.text)]
        if question.type == "compare":
            others = question.chapters - {lead.chapter}
            rest = [*(u for c in others for u in [x for x in units if x.chapter == c][:1] if u not in beside), *rest]
            rest = list(dict.fromkeys(rest))
            rest.sort(key=lambda u: u.chapter == lead.chapter)
            return [lead, *rest[:1], *beside[:1], *rest[1:]]
        return [lead, *beside[: 2 if question.asks_commentary else 1], *rest]

    def _explained(self, unit: Unit) -> bool:
        return bool(self._library.commentary(unit.ref))

    def quote(self, unit: Unit, question: Question, focus: Focus | None = None, limit: int = 0) -> Quote:
        """The telling words of a unit, from a sound witness, if there is one, in the reader's script; where it is asked
        how witnesses differ, from one that has the same words."""
        admits, folded = question.filters.admits, fold(unit.text)
        free = question.type != "variant"
        unit = self._library.soundest(unit, question.script, lambda u: admits(u) and (free or fold(u.text) == folded))
        limit = limit or (BASE_LIMIT if unit.layer.is_base else COMMENT_LIMIT)
        asked = [word for text in (question.subject, *(f.word for f in question.terms)) for word in words(text)]
        chosen = self._aid.excerpt(unit, focus or self._focus(question), asked, question.lang, limit)
        return Quote(unit, chosen.start, chosen.end, chosen.rendering, chosen.summary)

    def in_order(self, question: Question, quotes: Sequence[Quote]) -> list[Quote]:
        """Clause by clause as ranked; at each clause base text before commentary, unless commentary is asked for."""
        places = list(dict.fromkeys(q.unit.base_ref for q in quotes))
        last = question.asks_commentary
        return sorted(quotes, key=lambda q: (places.index(q.unit.base_ref), q.unit.layer.is_base == last))

    def _focus(self, question: Question) -> Focus:
        return Focus.of(question.subject, [f.term.term for f in question.terms], self._table)
