"""What an answer is: values that mirror the HTTP contract, without Flask or pydantic."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from index.query import Filters, Hit

Lang = Literal["zh-Hant", "zh-Hans", "en"]


class Grounding(StrEnum):
    """How far an answer rests on the sources."""

    GROUNDED = "grounded"
    PARTIAL = "partial"
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


@dataclass(frozen=True)
class Answer:
    """A whole answer; ``sentences`` joined without separator are ``text``."""

    id: str
    lang: Lang
    mode: Literal["extractive", "llm"]
    sentences: tuple[str, ...]
    grounding: Grounding
    citations: tuple[Citation, ...]
    passages: tuple[Hit, ...]
    timings_ms: dict[str, float]

    @property
    def text(self) -> str:
        """The answer as it is read."""
        return "".join(self.sentences)
