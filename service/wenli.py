"""The whole flow of an answer, in the order it happens: understand, retrieve, compose or write, verify, respond."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from corpus import library as libraries
from corpus import terms as terms_table
from corpus.fold import fold
from corpus.library import Library
from corpus.quotes.judge import Judge
from corpus.rites.glossary import load as load_glossary
from corpus.terms import Terms
from index.build import open_index
from index.encoder import Encoder, open_encoder
from index.query import Filters, Hit
from index.search import Index
from index.shelf.search import Found
from service.answering.answer import Answer, Ask, Grounding, Passages, Sentence, Told
from service.answering.compose import Composer
from service.answering.excerpt import Grams
from service.answering.known import Known
from service.answering.retrieve import Retriever, query_for
from service.answering.support import Support, speaking_of
from service.answering.understand import Question, Reader
from service.answering.verify import Verified, verify
from service.editions.answering import FromEditions, Supported
from service.editions.opening import Editions, open_editions
from service.guarding.bearing import Bearing
from service.model.client import Model, open_model
from service.settings import Settings
from service.writing.writer import Writer

TALK = ("greeting", "self")
"""Types of questions that are not about the texts."""


class Wenli:
    """Answers questions from one library and its index. Read-only once made, safe to share between threads.

    ``library`` is the one given or, where there are editions, that one widened by them; answers are composed from the
    one given, and from editions only where it has none.
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
        table = Grams.of(fold(unit.text) for unit in library.units)
        self._reader = Reader(terms, library.commentators)
        self._retriever = Retriever(library, index)
        self._known = Known(library, index)
        self._support = Support(index, table)
        self._composer = Composer(library, terms, load_glossary(), table, self._judge)
        bearing = Bearing(library, index.alike)
        self._writer = Writer(model, library, self._judge, self._composer.phrases, bearing) if model else None
        self._from_editions = FromEditions(editions, table, self._composer.phrases, index.vector) if editions else None

    @property
    def model(self) -> Model | None:
        """The language model that writes answers; None where they are put together from quotations."""
        return self._writer.model if self._writer else None

    @cached_property
    def judge(self) -> Judge:
        """Judges quotations against all that is held; with editions it is made when it is first asked for."""
        return Judge(self._own, self.editions.shelf.editions, self.library) if self.editions else self._judge

    def ask(self, ask: Ask) -> Answer:
        """Answer a question; where nothing supports an answer, say so and cite nothing."""
        return next(told for told in self.tell(ask) if isinstance(told, Answer))

    def tell(self, ask: Ask) -> Iterator[Told]:
        """Answer a question while one listens: the evidence first, each sentence when it is verified, the whole at
        last. The evidence comes once more where a model has made a follow-up plain and other passages were found."""
        clock = [time.perf_counter()]
        question = self._reader.read(ask)
        hits = self._found(question, ask)
        clock.append(time.perf_counter())
        ranked = hits
        verified, answers, found = self._extract(question, ask, ranked)
        hits = self._evidence(question, ask, ranked, verified)
        clock.append(time.perf_counter())
        yield Passages(tuple(hits))
        writer = self._writer if ask.mode != "extractive" and question.type not in TALK else None
        if writer and (plain := writer.condensed(ask)):
            question = self._reader.read(replace(ask, question=plain, history=(), lang=question.lang))
            ranked = self._found(question, ask)
            verified, answers, found = self._extract(question, ask, ranked)
            if (again := self._evidence(question, ask, ranked, verified)) != hits:
                hits = again
                yield Passages(tuple(hits))
        generation = None
        if writer and answers:
            asked = f"{question.follows}\n{ask.question}"
            writing = writer.writing(question, ask.history, ranked, verified, asked)
            for text in writing.sentences():
                yield Sentence(text, writing.urls)
            verified, generation = writing.verified, writing.generation
            clock.append(time.perf_counter())
        else:
            urls = {citation.index: citation.url for citation in verified.citations}
            yield from (Sentence(text, urls) for text in verified.sentences)
        yield Answer(
            id=uuid.uuid4().hex,
            lang=question.lang,
            mode="llm" if generation and generation.status != "replaced" else "extractive",
            sentences=verified.sentences,
            grounding=verified.grounding,
            citations=verified.citations,
            passages=tuple(hits),
            timings_ms=_timings(clock),
            generation=generation,
            editions=found,
        )

    def _found(self, question: Question, ask: Ask) -> list[Hit]:
        return [] if question.type in TALK else self._retriever.passages(question, ask.filters, ask.top_k)

    def _evidence(self, question: Question, ask: Ask, hits: list[Hit], verified: Verified) -> list[Hit]:
        """The passages shown with an answer, those it rests on among them."""
        if question.type in TALK:
            return []
        return self._retriever.widened(question, hits, ask.top_k, [c.ref for c in verified.citations])

    def _extract(self, question: Question, ask: Ask, hits: list[Hit]) -> tuple[Verified, bool, tuple[Found, ...]]:
        """The answer made of quotations, verified; whether it answers from the default texts, as a model then may; and
        what was found in editions, where it rests on them."""
        if question.type in TALK:
            return Verified(self._composer.about(question), (), Grounding.ABSTAINED), False, ()
        supported = bool(hits) and (self._support.enough(question, hits) or self._composer.compares(question, hits))
        verdict = self._composer.quoted.verdict(question)
        answered = bool(verdict.parts) if verdict else supported
        asked = f"{question.follows}\n{ask.question}"
        editions = self._elsewhere(question, answered, hits)
        if editions:
            draft = editions.draft
            verified = verify(draft.sentences, draft.citations, self.library, asked, editions.cited)
            return verified, False, editions.found
        searched = self._from_editions and self._from_editions.chapters(question)
        missing = tuple(one for one in question.elsewhere if one[1] not in self.library.provisional)
        question = replace(question, elsewhere=missing)
        if not answered:
            near = hits if self._support.about(question, hits) else []
            told = self._composer.abstention(question, near, verdict)
            if searched:
                told = (*told, self._composer.phrases[question.lang]["editions_searched"])
            return Verified(told, (), Grounding.ABSTAINED), False, ()
        if supported and question.elsewhere and not question.chapters:
            hits = speaking_of(question, hits)  # never what another rite does instead
        known = self._known.passages(question, hits)
        draft = self._composer.answer(question, hits if supported else (), verdict, known)
        verified = verify(draft.sentences, draft.citations, self._own, asked)
        if verified.grounding is Grounding.PARTIAL:
            note = self._composer.phrases[question.lang]["partial"]
            verified = Verified((*verified.sentences, note), verified.citations, verified.grounding)
        return verified, verdict is None and bool(verified.citations), ()

    def _elsewhere(self, question: Question, found: bool, hits: Sequence[Hit]) -> Supported | None:
        """What editions answer: what the default texts do not, and what is asked of a book, a chapter or words that
        only they have."""
        editions = self._from_editions
        if editions is None or (found and question.chapters):
            return None
        unknown = bool(question.quotes) and not self._retriever.quoting(question.quotes)
        chapter = bool(editions.chapters(question)) and not editions.mentioned(question, hits)
        if found and not (unknown or editions.named(question) or chapter):
            return None
        return editions.answer(question, quoting=found and unknown and not chapter)

    def search(self, text: str, filters: Filters, k: int) -> tuple[Hit, ...]:
        """The ``k`` best passages for a text, best first, one for each reference."""
        question = replace(self._reader.read(Ask(text)), filters=filters)
        return tuple(self._retriever.widened(question, self._retriever.passages(question, filters, k), k))

    def search_editions(self, text: str, filters: Filters, k: int) -> tuple[Found, ...]:
        """The ``k`` best passages of editions that were added, best first; none where there are none."""
        if self.editions is None:
            return ()
        question = self._reader.read(Ask(text))
        chapters = question.chapters | (self._from_editions.chapters(question) if self._from_editions else frozenset())
        query = replace(query_for(question), chapters=chapters)
        return tuple(self.editions.find(query, filters, k, self.index.vector(query.text)))


def _timings(clock: list[float]) -> dict[str, float]:
    names = ("retrieve", "compose", "write")
    parts = {name: after - before for name, before, after in zip(names, clock, clock[1:], strict=False)}
    parts["total"] = clock[-1] - clock[0]
    return {name: round(seconds * 1000, 2) for name, seconds in parts.items()}


def packs_of(folder: Path) -> list[Path]:
    """The local packs in a folder, by name; none where there is no such folder."""
    return sorted(p.parent for p in folder.glob("*/works.toml"))


def open_wenli(settings: Settings, encoder: Encoder | None = None) -> Wenli:
    """Load the library, the index and, unless it is given, the encoder.

    WenliError says what is missing and what to run.
    """
    library = libraries.load(packs_of(settings.packs))
    encoder = encoder or open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
    index = open_index(library, encoder, settings.home / "index")
    terms = terms_table.load()
    return Wenli(library, index, terms, open_model(settings), open_editions(settings, library, encoder))
