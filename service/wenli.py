"""The whole flow of an answer, in the order it happens: understand, candidates, read, decide, lay out, verify."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from corpus import library as libraries
from corpus import terms as terms_table
from corpus.answers import meanings
from corpus.fold import fold
from corpus.library import Library
from corpus.packs import packs_of
from corpus.quotes.judge import Judge
from corpus.terms import Terms
from index.build import open_index
from index.encoder import Encoder, open_encoder
from index.query import Filters, Hit
from index.search import Index
from index.shelf.search import Found
from prompts.asking import Asked
from service.ask.answering import Answering, Outcome, lead_of
from service.ask.candidates import Finder, views_of
from service.ask.decide import Decider, Decision, Scoring
from service.ask.excerpt import Grams
from service.ask.intent import Intents
from service.ask.passages import Retriever, query_for
from service.ask.question import Question, Understanding
from service.ask.reader import Reranker
from service.ask.values import Answer, Ask, Passages, Sentence, Told
from service.ask.verify import Verified, verify
from service.editions.answering import FromEditions
from service.editions.opening import Editions, open_editions
from service.editions.said import Supported
from service.guard.bearing import Bearing
from service.llm.client import Model, open_model
from service.llm.writer import Writer, Writing
from service.settings import Settings

GIVEN = 40
"""Passages from which a language model is given as many as its context holds."""
SURE_OF_QUOTATION = 2
"""Han characters from which words whose place is asked for are looked up before the book of answers is asked."""


class Wenli:
    """Answers questions from one library and its index. Read-only once made, safe to share between threads.

    ``library`` is the one given or, where there are editions, that one widened by them; answers come from the one
    given, and from editions only where it has none.
    """

    def __init__(
        self,
        library: Library,
        index: Index,
        terms: Terms,
        model: Model | None = None,
        editions: Editions | None = None,
    ) -> None:
        self.library = editions.shelf.library if editions else library
        self.index = index
        self.terms = terms
        self.editions = editions
        self._own = library
        self._judge = Judge(library)
        self._understanding = Understanding(terms, library.commentators, Intents.load())
        self._retriever = Retriever(library, index)
        self._decider = Decider(Finder(library.book, library.pairs, index), Reranker.load(), Scoring.load())
        added = [pack.title for pack in editions.shelf.packs] if editions else []
        self._answering = Answering(library, self._judge, meanings.load(), added)
        phrases = self._answering.phrases
        bearing = Bearing(library, index.alike)
        self._writer = Writer(model, library, self._judge, phrases, bearing) if model else None
        table = Grams.of(fold(unit.text) for unit in library.units) if editions else None
        self._from_editions = (
            FromEditions(editions, table, phrases, index.vector, lambda: self.judge) if editions and table else None
        )

    @property
    def model(self) -> Model | None:
        """The language model that writes answers; None where they are put together from the book."""
        return self._writer.model if self._writer else None

    @cached_property
    def judge(self) -> Judge:
        """Judges quotations against all that is held; with editions it is made when it is first asked for."""
        return Judge(self._own, self.editions.shelf.editions, self.library) if self.editions else self._judge

    def warm_up(self) -> None:
        """Answer a question that nobody asked: the first one of a process is slow."""
        self.ask(Ask("司馬"))

    def ask(self, ask: Ask) -> Answer:
        """Answer a question; where nothing supports an answer, say so and cite nothing."""
        return next(told for told in self.tell(ask) if isinstance(told, Answer))

    def tell(self, ask: Ask) -> Iterator[Told]:
        """Answer a question while one listens: the evidence first, each sentence when it is verified, the whole at
        last. The evidence of a follow-up comes when a language model, where there is one, has made it plain."""
        clock = [time.perf_counter()]
        question = self._understanding.read(ask)
        ranked = self._passages(question, ask)
        clock.append(time.perf_counter())
        outcome, decision, found = self._answer(question, ranked)
        hits = self._shown(question, ask, ranked, outcome, decision)
        clock.append(time.perf_counter())
        writer = self._writer if ask.mode != "extractive" and not question.talk else None
        if writer and (plain := writer.condensed(ask)):
            question = self._understanding.read(replace(ask, question=plain, history=(), lang=question.lang))
            ranked = self._passages(question, ask)
            outcome, decision, found = self._answer(question, ranked)
            hits = self._shown(question, ask, ranked, outcome, decision)
        yield Passages(tuple(hits))
        verified, lead, by, generation = outcome.verified, outcome.lead, outcome.answered_by, None
        if writer and outcome.answered and by != "quotation" and not found:
            writing = self._writing(writer, question, ask, ranked, verified, decision)
            for text in writing.sentences():
                yield Sentence(text, writing.urls)
            verified, generation = writing.verified, writing.generation
            verified = replace(verified, citations=self._answering.beside(verified.citations, question.lang))
            if generation.status != "replaced":
                lead, by = lead_of(verified.sentences), "model"
            clock.append(time.perf_counter())
        else:
            urls = {citation.index: citation.url for citation in verified.citations}
            yield from (Sentence(text, urls) for text in verified.sentences)
        yield Answer(
            id=uuid.uuid4().hex,
            lang=question.lang,
            mode="llm" if by == "model" else "extractive",
            sentences=verified.sentences,
            grounding=verified.grounding,
            citations=verified.citations,
            passages=tuple(hits),
            timings_ms=_timings(clock),
            generation=generation,
            editions=found,
            lead=lead,
            related=outcome.related,
            confidence=round(outcome.confidence, 4),
            answered_by=by,
        )

    def given(self, ask: Ask) -> Asked | None:
        """What the language model would be asked, with its evidence; None where it would not be asked. It is not."""
        question = self._understanding.read(ask)
        if self._writer is None or question.talk:
            return None
        ranked = self._passages(question, ask)
        outcome, decision, _ = self._answer(question, ranked)
        return self._writing(self._writer, question, ask, ranked, outcome.verified, decision).asked

    def _writing(  # noqa: PLR0917 - what an answer is made of
        self, writer: Writer, question: Question, ask: Ask, ranked: list[Hit], verified: Verified, decision: Decision
    ) -> Writing:
        """An answer to be written from the passages cited in an extractive one, and from what else was found."""
        cited = [citation.ref for citation in verified.citations]
        wide = self._retriever.widened(question, ranked, max(GIVEN, len(ranked)), cited)
        asked = f"{question.follows}\n{ask.question}"
        return writer.writing(question, ask.history, self._nearest(decision, wide), verified, asked, decision.nearest)

    def _answer(self, question: Question, hits: Sequence[Hit]) -> tuple[Outcome, Decision, tuple[Found, ...]]:
        """What is answered without a language model, what was decided, and what was found in editions, where the
        answer rests on them."""
        nothing = Decision((), 0.0)
        if question.talk:
            return self._answering.talk(question), nothing, ()
        verdict = self._answering.verdict(question)
        if verdict and max(len(fold(words)) for words in question.quoted) >= SURE_OF_QUOTATION:
            outcome, decision = self._answering.quotation(question, verdict), nothing
        else:
            decision = self._decider.decide(question, hits)
            asked = self._held(question)
            if decision.rows:
                outcome = self._answering.rows(asked, decision, hits)
            elif verdict:
                outcome = self._answering.quotation(question, verdict)
            else:
                searched = bool(self._from_editions and self._from_editions.chapters(question))
                outcome = self._answering.nothing(
                    asked, hits, decision.confidence, decision.bears and not searched, searched
                )
        editions = self._elsewhere(question, outcome.answered, hits)
        if editions:
            draft, words = editions.draft, f"{question.follows}\n{question.text}"
            verified = verify(draft.sentences, draft.citations, self.library, words, editions.cited)
            if verified.citations:
                told = self._answering.from_editions(question, verified, outcome.confidence, editions.answers)
                return told, decision, editions.found
        return outcome, decision, ()

    def _held(self, question: Question) -> Question:
        """The question without the chapters and books that editions have: what is held is not called missing."""
        editions = self._from_editions
        if editions is None:
            return question
        return replace(question, elsewhere=tuple(one for one in question.elsewhere if not editions.holds(*one)))

    def _passages(self, question: Question, ask: Ask) -> list[Hit]:
        if question.talk:
            return []
        query = query_for(question)
        views = [text for asked in (question, *question.parts) for text in (*views_of(asked), asked.follows) if text]
        self.index.encode([query.text, *query.wordings, *views])
        return self._retriever.passages(question, ask.filters, ask.top_k)

    def _shown(self, question: Question, ask: Ask, hits: list[Hit], outcome: Outcome, decision: Decision) -> list[Hit]:
        """The passages shown with an answer: those it rests on, then, in turn, what is ranked best and what the next
        rows rest on, then what else bears on the question."""
        if question.talk:
            return []
        cited = [c.ref for c in outcome.verified.citations]
        wide = self._retriever.widened(question, hits, max(ask.top_k, len(hits)), cited)
        if not decision.nearest:
            return wide[: ask.top_k]
        near = [row.refs[0] for row in decision.nearest if row not in decision.rows]
        return self._retriever.led(question, wide, cited, near)[: ask.top_k]

    def _nearest(self, decision: Decision, hits: Sequence[Hit]) -> list[Hit]:
        """The evidence for a language model: what the nearest rows of the book rest on, then the passages as ranked."""
        score = hits[0].score if hits else 0.0
        own = [
            Hit(unit, score, ("question",))
            for row in decision.nearest
            for ref in row.refs
            for unit in self._own.by_ref(ref)[:1]
        ]
        return list({hit.unit.ref: hit for hit in (*own, *hits)}.values())

    def _elsewhere(self, question: Question, found: bool, hits: Sequence[Hit]) -> Supported | None:
        """What editions answer: what the default texts do not, and what is asked of a book, a chapter or words that
        only they have."""
        editions = self._from_editions
        if editions is None or question.talk:
            return None
        named = bool(editions.named(question, only=True))
        if found and question.chapters and not named:
            return None
        unknown = bool(question.quotes) and not self._retriever.quoting(question.quotes)
        chapter = bool(editions.chapters(question)) and not editions.mentioned(question, hits)
        if found and not (unknown or named or chapter):
            return None
        return editions.answer(question, quoting=found and unknown and not chapter)

    def search(self, text: str, filters: Filters, k: int) -> tuple[Hit, ...]:
        """The ``k`` best passages for a text, best first, one for each reference."""
        question = replace(self._understanding.read(Ask(text)), filters=filters)
        return tuple(self._retriever.widened(question, self._retriever.passages(question, filters, k), k))

    def search_editions(self, text: str, filters: Filters, k: int) -> tuple[Found, ...]:
        """The ``k`` best passages of editions that were added, best first; none where there are none."""
        if self.editions is None:
            return ()
        question = self._understanding.read(Ask(text))
        chapters = question.chapters | (self._from_editions.chapters(question) if self._from_editions else frozenset())
        query = replace(query_for(question), chapters=chapters)
        return tuple(self.editions.find(query, filters, k, self.index.vector(query.text), text))


def _timings(clock: list[float]) -> dict[str, float]:
    names = ("retrieve", "compose", "write")
    parts = {name: after - before for name, before, after in zip(names, clock, clock[1:], strict=False)}
    parts["total"] = clock[-1] - clock[0]
    return {name: round(seconds * 1000, 2) for name, seconds in parts.items()}


def open_parts(settings: Settings, encoder: Encoder | None = None) -> tuple[Library, Index, Terms]:
    """Load the library, its index and the terms; WenliError says what is missing and what to run."""
    library = libraries.load(packs_of(settings.packs))
    encoder = encoder or open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
    return library, open_index(library, encoder, settings.home / "index"), terms_table.load()


def open_wenli(settings: Settings, encoder: Encoder | None = None) -> Wenli:
    """Load the library, the index and, unless it is given, the encoder.

    WenliError says what is missing and what to run.
    """
    encoder = encoder or open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
    library, index, terms = open_parts(settings, encoder)
    return Wenli(library, index, terms, open_model(settings), open_editions(settings, library, encoder))
