"""What an answer is: values that mirror the HTTP contract, without Flask or pydantic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from index.query import Filters, Hit
from index.shelf.search import Found
from service.texts.language import Lang


class Grounding(StrEnum):
    """How far a question is answered: wholly, every sentence resting on words cited; in part; not, but passages that
    bear on it are shown; not at all."""

    GROUNDED = "grounded"
    PARTIAL = "partial"
    RELATED = "related"
    ABSTAINED = "abstained"


class Verification(StrEnum):
    """How a quotation was found true; nothing else ever leaves the service."""

    EXACT = "exact"
    NORMALIZED = "normalized"
    ELIDED = "elided"


@dataclass(frozen=True)
class Turn:
    """One earlier message of a conversation."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True)
class Ask:
    """A question with everything that may come with it; ``lang`` "auto" means the question's own."""

    question: str
    lang: Lang | Literal["auto"] = "auto"
    history: tuple[Turn, ...] = ()
    filters: Filters = field(default_factory=Filters)
    top_k: int = 8
    mode: Literal["auto", "extractive", "llm"] = "auto"


@dataclass(frozen=True)
class Citation:
    """One marker ``[index]`` of an answer: where the words stand and that they are true.

    ``cited_text == unit.text[start:end]`` for the unit named by ``ref`` and ``witness``; offsets are code points.
    ``translation`` is the meaning of exactly these words, ``speaker`` and ``place`` who says them and where, all in the
    reader's language; ``converted`` the words in simplified script for a reader whose script no witness has.
    """

    index: int
    ref: str
    urn: str
    url: str
    label: str
    chapter: str
    phase: str
    layer: str
    commentator: str | None
    witness: str
    cited_text: str
    start: int
    end: int
    verification: Verification
    translation: str | None = None
    speaker: str | None = None
    place: str = ""
    converted: str | None = None


@dataclass(frozen=True)
class Withdrawn:
    """A sentence that a model wrote and that did not leave: its words, the cause, and the same in words for readers."""

    text: str
    cause: str
    reason: str


@dataclass(frozen=True)
class Generation:
    """What a language model had to do with an answer.

    ``status``: ``written`` by it; ``repaired``, where it was asked once more for what was taken out; ``partial``, where
    sentences stay out; ``completed`` with quotations where it stopped; ``replaced`` by them where nothing of it stands.
    ``outcome`` is what a reader need know: ``verified``; ``withdrawn``, where sentences were; ``failed``, where the
    model did. ``reason`` is why it stopped or was replaced ("" else), ``note`` the outcome as a sentence for readers.
    ``removed`` sentences were taken out – ``withdrawn`` says which –, ``mended`` quotations put right. ``given`` are
    the references of the passages it was given, ``left_out`` of those that did not fit.
    """

    model: str
    status: Literal["written", "repaired", "partial", "completed", "replaced"]
    outcome: Literal["verified", "withdrawn", "failed"] = "verified"
    reason: str = ""
    note: str = ""
    removed: int = 0
    withdrawn: tuple[Withdrawn, ...] = ()
    mended: int = 0
    given: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Passages:
    """The ranked evidence of an answer that is still to come, best first; comes once."""

    hits: tuple[Hit, ...]


@dataclass(frozen=True)
class Answer:
    """A whole answer; ``sentences`` joined without separator are ``text``. ``generation`` is None where no language
    model was asked; ``editions`` is what was found in editions that were added, where it rests on them.

    ``lead`` is the answer itself, without the lines of evidence; ``related`` what bears on the question and is no part
    of the answer. ``confidence`` is the calibrated probability that the answer answers the question, ``answered_by``
    what gave it: ``book:ID`` (rows joined by "+"), quotation, editions, model, talk or none.
    """

    id: str
    lang: Lang
    mode: Literal["extractive", "llm"]
    sentences: tuple[str, ...]
    grounding: Grounding
    citations: tuple[Citation, ...]
    passages: tuple[Hit, ...]
    timings_ms: dict[str, float]
    generation: Generation | None = None
    editions: tuple[Found, ...] = ()
    lead: str = ""
    related: tuple[Citation, ...] = ()
    confidence: float = 0.0
    answered_by: str = "none"

    @property
    def text(self) -> str:
        """The answer as it is read."""
        return "".join(self.sentences)


@dataclass(frozen=True)
class Sentence:
    """A sentence of an answer that is being told; ``urls`` are the pages of its markers: {1: "/read/5.17.1"}."""

    text: str
    urls: Mapping[int, str] = field(default_factory=dict)


Told = Passages | Sentence | Answer
"""What is told of an answer as it comes about: its evidence, its sentences one by one, at last the whole."""
