"""The extractive answer: it says what the passages say, by quoting them and naming them.

Which words are quoted is chosen here; that they are true is checked afterwards by
``service.answering.verify``, which does not trust this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Unit
from corpus.quotes.judge import Judge
from corpus.rites.glossary import Glossary
from corpus.terms import Terms
from index.query import Hit
from service.answering.acts import Acts
from service.answering.answer import Citation, Lang
from service.answering.choose import Chooser
from service.answering.compare import Comparisons
from service.answering.counts import Counts
from service.answering.definitions import Definitions
from service.answering.draft import BASE_LIMIT, Computed, Draft, Quote
from service.answering.enumerate import Enumeration, Steps
from service.answering.excerpt import Grams
from service.answering.names import Names, quoted
from service.answering.procedure import Procedure
from service.answering.quoted import Quoted, Verdicts
from service.answering.scenes import Scenes
from service.answering.understand import Question

PHRASES = Path(__file__).parent / "phrases.toml"
GLOSSES = 6


class Composer:
    """Writes extractive answers from ranked passages."""

    def __init__(self, library: Library, terms: Terms, glossary: Glossary, table: Grams, judge: Judge) -> None:
        self._library = library
        self._terms = terms
        self._choose = Chooser(library, table)
        self._procedure = Procedure(library)
        self.phrases: dict[str, dict[str, str]] = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
        self._names = Names(library, self.phrases)
        self.quoted = Quoted(library, judge, self._names, self.phrases)
        self._definitions = Definitions(library, glossary, self.phrases)
        self._acts = Acts(library, terms, self._procedure, self.phrases)
        self._scenes = Scenes(library, self.phrases)
        self._counts = Counts(library, self._names, self.phrases)
        self._comparisons = Comparisons(library, terms, self._names, self.phrases)
        self._enumeration = Enumeration(library, self._procedure, self.phrases)

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
        if steps := self._enumeration.of(question, hits):
            return self._enumerated(question, steps)
        compared = self._comparisons.computed(question, hits)
        if compared and all(map(question.filters.admits, compared.units)):
            return self._compared(question, compared)
        course = self._procedure.course(question, hits)
        if course is not None and not all(map(question.filters.admits, course.units)):
            course = None
        by_phase = course is not None and course.by_phase
        computed = None if by_phase else self._computed(question, hits)
        if course is not None and by_phase:
            quotes = self._choose.of_clauses(question, course.units, BASE_LIMIT // 3)
        elif computed is not None and computed.alone and question.type != "term":
            quotes = self._choose.of_clauses(question, computed.units, BASE_LIMIT)
        elif known and computed is None and not (course and course.sure):
            quotes = self._choose.together(question, known)
        else:
            first = computed.units if computed else course.units if course else ()
            quotes = self._choose.in_order(question, self._choose.chosen(question, hits, first))
        sentences, citations = self._cited(question, quotes)
        if computed is not None:
            own = [next((f"[{c.index}]" for c in citations if c.ref == unit.ref), "") for unit in computed.units]
            if any(own):  # what nothing cited bears out is not said
                sentences.insert(0, computed.sentence.format(*own, markers="".join(dict.fromkeys(own))))
        plain = question.lang == "en" and computed is None and not any(quote.rendering for quote in quotes)
        glosses = self._glosses(quotes, question) if plain else ""
        sentences[-1] = sentences[-1] + glosses if glosses else sentences[-1].rstrip()
        if question.elsewhere and not question.chapters:
            sentences.insert(0, self._not_held(question))
        return Draft(tuple(sentences), tuple(citations))

    def compares(self, question: Question, hits: Sequence[Hit]) -> bool:
        """Whether the question compares two rites, and how they differ is known: that supports an answer by itself."""
        return self._comparisons.computed(question, hits) is not None

    def _judged(self, question: Question, hits: Sequence[Hit], verdict: Verdicts) -> Draft:
        """The answer to a question about a quotation: the verdict, the words where they stand, what is said of them."""
        own = [Quote(part.unit, part.start, part.end) for part in verdict.parts if isinstance(part.unit, Unit)]
        chosen = self._choose.chosen(question, hits, [quote.unit for quote in own]) if hits else []
        places = {quote.unit.base_ref for quote in own}
        words = [part for parts in question.quotes for part in parts]
        told = not question.asks_quote  # then more than the place is asked: what follows, who says it to whom
        quotes = [
            quote
            for quote in self._choose.in_order(question, chosen)
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

    def _enumerated(self, question: Question, steps: Steps) -> Draft:
        """The steps of a phase in one sentence, each clause with its marker."""
        quotes = [self._choose.quote(unit, question) for unit in steps.units]
        _, citations = self._cited(question, quotes)
        sentence = steps.sentence.format(*(f"[{citation.index}]" for citation in citations)).rstrip()
        return Draft((sentence,), tuple(citations))

    def _compared(self, question: Question, compared: Computed) -> Draft:
        """A difference, and the words of both sides that show it; renderings would only say it again."""
        quotes = [replace(q, rendering="") for q in self._choose.together(question, compared.units)]
        sentences, citations = self._cited(question, quotes)
        markers = [f"[{citation.index}]" for citation in citations]
        sentence = compared.sentence.format(*markers, markers="".join(markers))
        return Draft((sentence, *sentences), tuple(citations))

    def _cited(self, question: Question, quotes: Sequence[Quote]) -> tuple[list[str], list[Citation]]:
        """A sentence and a citation for each quotation."""
        sentences: list[str] = []
        citations: list[Citation] = []
        for quote in quotes:
            citation = self._names.citation(len(citations) + 1, quote.unit, quote.start, quote.end)
            sentences.append(self._sentence(quote, quotes[: len(citations)], citation.index, question.lang))
            citations.append(citation)
        return sentences, citations

    def _computed(self, question: Question, hits: Sequence[Hit]) -> Computed | None:
        """What the glossary or the steps say of the question, where it rests only on what may be quoted."""
        computed = self._definitions.computed(question) or self._counts.computed(question, hits)
        computed = computed or self._scenes.computed(question, hits)
        computed = computed or self._acts.computed(question, self._scenes.beside(question, hits))
        computed = computed or self._acts.computed(question, hits)
        return computed if computed and all(map(question.filters.admits, computed.units)) else None

    def abstention(self, question: Question, near: Sequence[Hit], verdict: Verdicts | None = None) -> tuple[str, ...]:
        """What is said where nothing supports an answer: what is not held, what is, and where one might look."""
        say = self.phrases[question.lang]
        parts = []
        if verdict is not None:
            parts.append(verdict.sentence)
        elif question.elsewhere:
            parts.append(self._not_held(question))
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

    def _not_held(self, question: Question) -> str:
        """That what is asked about is not held here."""
        say = self.phrases[question.lang]
        return say["elsewhere"].format(names=say["and"].join(self._named(question)))

    def _named(self, question: Question) -> list[str]:
        """The names of what is not held, as the question has them where that can be told."""
        chapters = self._library.canon.chapters
        named = (
            self._names.chapter(number, question.lang) if number in chapters else name
            for name, number in question.elsewhere
        )
        return list(dict.fromkeys(named))

    def _sentence(self, quote: Quote, before: Sequence[Quote], index: int, lang: Lang) -> str:
        say = self.phrases[lang]
        unit = quote.unit
        values = {
            "quote": quoted(quote.text),
            "marker": f"[{index}]",
            "chapter": self._names.chapter(unit.chapter, lang),
        }
        kind = "summary" if quote.summary else "rendering"
        values["rendering"] = say[kind].format(text=_open_ended(quote.rendering)) if quote.rendering else ""
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


def _open_ended(rendering: str) -> str:
    """A rendering that a full stop can follow: without a mark at its end that ends it already."""
    return rendering.rstrip("！？!?:：")
