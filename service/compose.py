"""The extractive answer: it says what the passages say, by quoting them and naming them.

Which words are quoted is chosen here; that they are true is checked afterwards by ``service.verify``, which does
not trust this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.quotes.judge import Judge
from corpus.rites.glossary import Glossary
from corpus.terms import Terms
from index.query import Hit
from service.acts import Acts, Computed
from service.aid import Aid, words
from service.answer import Citation, Lang
from service.definitions import Definitions
from service.draft import BASE_LIMIT, COMMENT_LIMIT, Draft, Quote
from service.excerpt import Focus, Grams
from service.names import Names, quoted
from service.procedure import Procedure
from service.quoted import Quoted, Verdicts
from service.understand import Question

PHRASES = Path(__file__).parent / "phrases.toml"
LENGTH = {"zh-Hant": 255, "zh-Hans": 255, "en": 330}
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
GLOSSES = 6
_SCRIPT = {"zh-Hans": "Hans"}


class Composer:
    """Writes extractive answers from ranked passages."""

    def __init__(self, library: Library, terms: Terms, glossary: Glossary, table: Grams, judge: Judge) -> None:
        self._library = library
        self._terms = terms
        self._table = table
        self._aid = Aid(library)
        self._procedure = Procedure(library)
        self.phrases: dict[str, dict[str, str]] = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
        self._names = Names(library, self.phrases)
        self.quoted = Quoted(library, judge, self._names, self.phrases)
        self._definitions = Definitions(library, glossary, self.phrases)
        self._acts = Acts(library, terms, self._procedure, self.phrases)

    def answer(
        self,
        question: Question,
        hits: Sequence[Hit],
        verdict: Verdicts | None = None,
        known: Sequence[Unit] = (),
    ) -> Draft:
        """The answer from ranked passages, most telling first; ``hits`` may be empty only where there is a verdict.
        ``known`` are passages that answer together, in this order."""
        if verdict is not None:
            return self._judged(question, hits, verdict)
        focus = self._focus(question)
        course = self._procedure.course(question, hits)
        if course is not None and not all(map(question.filters.admits, course.units)):
            course = None
        by_phase = course is not None and course.by_phase
        computed = None if by_phase else self._computed(question, hits)
        if course is not None and by_phase:
            quotes = self._of_clauses(question, course.units, focus, BASE_LIMIT // 3)
        elif computed is not None and question.type != "term":
            quotes = self._of_clauses(question, computed.units, focus, BASE_LIMIT)
        elif known and computed is None:
            quotes = self._together(question, known, focus)
        else:
            first = computed.units if computed else course.units if course else ()
            quotes = self._in_order(question, self._chosen(question, hits, focus, first))
        sentences, citations = self._cited(question, quotes)
        if computed is not None:
            rests = {unit.ref for unit in computed.units}
            markers = "".join(f"[{citation.index}]" for citation in citations if citation.ref in rests)
            if markers:  # what nothing cited bears out is not said
                sentences.insert(0, computed.sentence.format(markers=markers))
        plain = question.lang == "en" and computed is None and not any(quote.rendering for quote in quotes)
        glosses = self._glosses(quotes, question) if plain else ""
        sentences[-1] = sentences[-1] + glosses if glosses else sentences[-1].rstrip()
        return Draft(tuple(sentences), tuple(citations))

    def _judged(self, question: Question, hits: Sequence[Hit], verdict: Verdicts) -> Draft:
        """The answer to a question about a quotation: the verdict, the words where they stand, what is said of them."""
        own = [Quote(part.unit, part.start, part.end) for part in verdict.parts if isinstance(part.unit, Unit)]
        chosen = self._chosen(question, hits, self._focus(question), [quote.unit for quote in own]) if hits else []
        places = {quote.unit.base_ref for quote in own}
        words = [part for parts in question.quotes for part in parts]
        told = not question.asks_quote  # then more than the place is asked: what follows, who says it to whom
        quotes = [
            quote
            for quote in self._in_order(question, chosen)
            if told or quote.unit.base_ref in places or any(word in fold(quote.text) for word in words)
        ]
        for quote in reversed(own):
            if not any(fold(quote.text) in fold(other.text) for other in quotes):
                quotes = [quote, *(other for other in quotes if other.unit.ref != quote.unit.ref)]
        sentences, citations = self._cited(question, quotes)
        rests = {quote.unit.ref for quote in own}
        markers = "".join(f"[{citation.index}]" for citation in citations if citation.ref in rests)
        sentences[-1] = sentences[-1].rstrip()
        return Draft((verdict.sentence.replace("{markers}", markers), *sentences), tuple(citations))

    def _cited(self, question: Question, quotes: Sequence[Quote]) -> tuple[list[str], list[Citation]]:
        """A sentence and a citation for each quotation."""
        sentences: list[str] = []
        citations: list[Citation] = []
        for quote in quotes:
            citation = self._names.citation(len(citations) + 1, quote.unit, quote.start, quote.end)
            sentences.append(self._sentence(quote, quotes[: len(citations)], citation.index, question.lang))
            citations.append(citation)
        return sentences, citations

    def _focus(self, question: Question) -> Focus:
        return Focus.of(question.subject, [f.term.term for f in question.terms], self._table)

    def _computed(self, question: Question, hits: Sequence[Hit]) -> Computed | None:
        """What the glossary or the steps say of the question, where it rests only on what may be quoted."""
        computed = self._definitions.computed(question) or self._acts.computed(question, hits)
        return computed if computed and all(map(question.filters.admits, computed.units)) else None

    def abstention(self, question: Question, near: Sequence[Hit], verdict: Verdicts | None = None) -> tuple[str, ...]:
        """What is said where nothing supports an answer: what is not held, what is, and where one might look."""
        say = self.phrases[question.lang]
        parts = []
        if verdict is not None:
            parts.append(verdict.sentence)
        elif question.elsewhere:
            names = say["and"].join(self._named(question))
            parts.append(say["elsewhere"].format(names=names))
        else:
            parts.append(say["unsupported"])
        parts.append(say["held"].format(chapters=self._held(question.lang)))
        refs = list(dict.fromkeys(hit.unit.base_ref for hit in near))[:3]
        if verdict is not None:
            parts += [say["quote_near"].format(ref=verdict.near)] if verdict.near else []
        elif refs and not question.elsewhere:
            parts.append(say["near"].format(refs=say["and"].join(refs)))
        return tuple(parts)

    def about(self, question: Question) -> tuple[str, ...]:
        """The answer to a greeting or to a question about Wenli itself."""
        return (self.phrases[question.lang][question.type].format(chapters=self._held(question.lang)),)

    def _held(self, lang: Lang) -> str:
        say = self.phrases[lang]
        return say["and"].join(self._names.chapter(c.number, lang) for c in self._library.canon.held)

    def _named(self, question: Question) -> list[str]:
        """The names of what is not held, as the question has them where that can be told."""
        chapters = self._library.canon.chapters
        return [
            self._names.chapter(number, question.lang) if number in chapters else name
            for name, number in question.elsewhere
        ]

    def _of_clauses(self, question: Question, units: Sequence[Unit], focus: Focus, limit: int) -> list[Quote]:
        """Quotations of clauses in their order, each at most ``limit`` long, within the answer's length."""
        quotes = [self._quote(unit, focus, question, limit) for unit in units]
        if len(quotes) > 2:
            quotes = [replace(quote, rendering="") for quote in quotes]
        length = 0
        for at, quote in enumerate(quotes):
            length += len(quote.text) + len(quote.rendering) + 25
            if at and length > LENGTH[question.lang]:
                return quotes[:at]
        return quotes

    def _together(self, question: Question, units: Sequence[Unit], focus: Focus) -> list[Quote]:
        """A few words of each of several units, in their order; renderings as far as they fit."""
        room = TOGETHER[question.lang]
        limit = max(FEWEST, room // (2 * len(units)))
        quotes = [self._quote(unit, focus, question, limit) for unit in units]
        length = sum(len(quote.text) + 20 for quote in quotes)
        for at, quote in enumerate(quotes):
            length += len(quote.rendering)
            if at and length > room:
                quotes[at] = replace(quote, rendering="")
                length -= len(quote.rendering)
        return quotes

    def _chosen(self, question: Question, hits: Sequence[Hit], focus: Focus, first: Sequence[Unit]) -> list[Quote]:
        """The quotations of the answer, best first, within its length; ``first`` come before what is ranked."""
        quotes: list[Quote] = []
        length = 0
        for unit in filter(question.filters.admits, (*first, *self._ranked(question, hits))):
            quote = self._quote(unit, focus, question)
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

    def _quote(self, unit: Unit, focus: Focus, question: Question, limit: int = 0) -> Quote:
        """The telling words of a unit, from the witness in the reader's script where its words are the same."""
        wanted = _SCRIPT.get(question.lang, "Hant")
        works = self._library.works
        same = [u for u in self._library.by_ref(unit.ref) if u.ref == unit.ref and fold(u.text) == fold(unit.text)]
        unit = min(filter(question.filters.admits, same), key=lambda u: works[u.witness].script != wanted)
        limit = limit or (BASE_LIMIT if unit.layer.is_base else COMMENT_LIMIT)
        asked = [word for text in (question.subject, *(f.word for f in question.terms)) for word in words(text)]
        chosen = self._aid.excerpt(unit, focus, asked, question.lang, limit)
        return Quote(unit, chosen.start, chosen.end, chosen.rendering, chosen.summary)

    def _in_order(self, question: Question, quotes: Sequence[Quote]) -> list[Quote]:
        """Clause by clause as ranked; at each clause base text before commentary, unless commentary is asked for."""
        places = list(dict.fromkeys(q.unit.base_ref for q in quotes))
        last = question.asks_commentary
        return sorted(quotes, key=lambda q: (places.index(q.unit.base_ref), q.unit.layer.is_base == last))

    def _sentence(self, quote: Quote, before: Sequence[Quote], index: int, lang: Lang) -> str:
        say = self.phrases[lang]
        unit = quote.unit
        values = {
            "quote": quoted(quote.text),
            "marker": f"[{index}]",
            "chapter": self._names.chapter(unit.chapter, lang),
        }
        kind = "summary" if quote.summary else "rendering"
        values["rendering"] = say[kind].format(text=quote.rendering) if quote.rendering else ""
        values["number"] = unit.base_ref
        named = any(b.unit.chapter == unit.chapter for b in before)
        if unit.layer.is_base:
            values["phase"] = self._names.phase(unit, lang)
            if any(b.unit.layer.is_base and b.unit.phase == unit.phase for b in before):
                return say["base_same"].format(**values)
            return say["base_again" if named else "base"].format(**values)
        values["speaker"] = self._names.speaker(unit, lang)
        if not unit.clause:
            return say["comment_head"].format(**values)
        if before and before[-1].unit.base_ref == unit.base_ref:
            return say["comment"].format(**values)
        return say["comment_again" if named else "comment_at"].format(**values)

    def _glosses(self, quotes: Sequence[Quote], question: Question) -> str:
        """For readers of English: what the terms in the quotations are, those of the question first."""
        asked = {found.term.term for found in question.terms}
        found = dict.fromkeys(f.term for quote in quotes for f in self._terms.find(quote.text) if f.term.en)
        ranked = sorted(found, key=lambda t: (t.term not in asked, -len(t.term)))[:GLOSSES]
        if not ranked:
            return ""
        return self.phrases["en"]["glosses"].format(glosses=", ".join(f"{t.term} {t.en[0]}" for t in ranked))
