"""The whole flow of an answer, in the order it happens: understand, retrieve, compose, verify, respond."""

from __future__ import annotations

import time
import uuid
from pathlib import Path

from corpus import library as libraries
from corpus import terms as terms_table
from corpus.fold import fold
from corpus.library import Library
from corpus.quotes.judge import Judge
from corpus.rites.glossary import load as load_glossary
from corpus.terms import Terms
from index.build import open_index
from index.encoder import open_encoder
from index.query import Filters, Hit
from index.search import Index
from service.answer import Answer, Ask, Grounding
from service.compose import Composer
from service.excerpt import Grams
from service.known import Known
from service.retrieve import Retriever
from service.settings import Settings
from service.support import Support
from service.understand import Reader
from service.verify import Verified, verify


class Wenli:
    """Answers questions from one library and its index. Read-only once made, safe to share between threads."""

    def __init__(self, library: Library, index: Index, terms: Terms) -> None:
        self.library = library
        self.index = index
        self.terms = terms
        self.judge = Judge(library)
        table = Grams.of(fold(unit.text) for unit in library.units)
        self._reader = Reader(terms, library.commentators)
        self._retriever = Retriever(library, index)
        self._known = Known(library, index)
        self._support = Support(index, table)
        self._composer = Composer(library, terms, load_glossary(), table, self.judge)

    def ask(self, ask: Ask) -> Answer:
        """Answer a question; where nothing supports an answer, say so and cite nothing."""
        clock = [time.perf_counter()]
        question = self._reader.read(ask)
        if question.type in ("greeting", "self"):
            hits: list[Hit] = []
            verified = Verified(self._composer.about(question), (), Grounding.ABSTAINED)
            clock += [clock[0], time.perf_counter()]
        else:
            hits = self._retriever.passages(question, ask.filters, ask.top_k)
            clock.append(time.perf_counter())
            supported = bool(hits) and (self._support.enough(question, hits) or self._composer.compares(question, hits))
            verdict = self._composer.quoted.verdict(question)
            if verdict.parts if verdict else supported:
                draft = self._composer.answer(
                    question, hits if supported else (), verdict, self._known.passages(question, hits)
                )
                asked = f"{question.follows}\n{ask.question}"
                verified = verify(draft.sentences, draft.citations, self.library, asked)
                if verified.grounding is Grounding.PARTIAL:
                    note = self._composer.phrases[question.lang]["partial"]
                    verified = Verified((*verified.sentences, note), verified.citations, verified.grounding)
            else:
                near = hits if self._support.about(question, hits) else []
                verified = Verified(self._composer.abstention(question, near, verdict), (), Grounding.ABSTAINED)
            clock.append(time.perf_counter())
        return Answer(
            id=uuid.uuid4().hex,
            lang=question.lang,
            mode="extractive",
            sentences=verified.sentences,
            grounding=verified.grounding,
            citations=verified.citations,
            passages=tuple(hits),
            timings_ms=_timings(clock),
        )

    def search(self, text: str, filters: Filters, k: int) -> tuple[Hit, ...]:
        """The ``k`` best passages for a text, best first, one for each reference."""
        question = self._reader.read(Ask(text))
        return tuple(self._retriever.passages(question, filters, k))


def _timings(clock: list[float]) -> dict[str, float]:
    start, retrieved, composed = clock
    parts = {"retrieve": retrieved - start, "compose": composed - retrieved, "total": composed - start}
    return {name: round(seconds * 1000, 2) for name, seconds in parts.items()}


def packs_of(folder: Path) -> list[Path]:
    """The local packs in a folder, by name; none where there is no such folder."""
    return sorted(p.parent for p in folder.glob("*/works.toml"))


def open_wenli(settings: Settings) -> Wenli:
    """Load the library, the encoder and the index; WenliError says what is missing and what to run."""
    library = libraries.load(packs_of(settings.packs))
    encoder = open_encoder(settings.embedding_model, settings.home)
    index = open_index(library, encoder, settings.home / "index")
    return Wenli(library, index, terms_table.load())
