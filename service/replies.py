"""What replies look like: the HTTP contract as pydantic models, from which the OpenAPI document is made."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from service.reply_parts import LinkReply, NamesReply, ParallelReply, PlaceReply, RenderingReply, StepReply
from service.variant_replies import VariationReply

Layers = Field(description="The layer: 經, 記, 注, 疏, 案, 今按, 音義 …")
Verified = Literal["exact", "normalized", "elided"]


class CitationReply(BaseModel):
    """What a marker [n] in an answer rests on; text[start:end] of the unit is cited_text, in code points."""

    index: int
    ref: str
    urn: str
    url: str
    label: str
    chapter: str
    phase: str
    layer: str = Layers
    commentator: str | None
    witness: str
    cited_text: str
    start: int
    end: int
    verification: Verified


class EvidenceReply(BaseModel):
    """A passage that was considered, best first."""

    ref: str
    layer: str = Layers
    witness: str
    text: str
    score: float
    why: list[str] = Field(description="How it was found: lexical, dense, neighbour.")
    commentator: str | None
    url: str


class AnswerReply(BaseModel):
    """An answer; every marker [n] in it has citation n."""

    id: str
    lang: Literal["zh-Hant", "zh-Hans", "en"]
    mode: Literal["extractive", "llm"]
    answer: str
    grounding: Literal["grounded", "partial", "abstained"]
    citations: list[CitationReply]
    passages: list[EvidenceReply]
    timings_ms: dict[str, float]


class FoundReply(EvidenceReply):
    """A passage found, with the code-point spans [start, end) of its text that match the search."""

    urn: str
    label: str
    chapter: str
    phase: str
    highlights: list[tuple[int, int]]


class SearchReply(BaseModel):
    """Passages found, best first."""

    q: str
    count: int
    results: list[FoundReply]


class UnitReply(BaseModel):
    """A clause, or one piece of a comment, as one witness prints it."""

    ref: str
    clause: str = Field(description="The clause it is, or stands at.")
    through: str | None = Field(description="The last clause of the run that a comment explains.")
    urn: str
    url: str
    label: str
    layer: str = Layers
    layer_code: str
    commentator: str | None
    witness: str
    script: str = Field(description="Hant or Hans.")
    pages: list[str] = Field(description="The pages of its edition that it stands on, where they are known.")
    text: str


class PassageReply(BaseModel):
    """What stands at a reference: the clauses in every witness, all commentary, the neighbours."""

    ref: str
    kind: Literal["chapter", "phase", "clause", "range", "comment", "page"]
    url: str
    zh: str
    en: str
    chapter: PlaceReply
    phase: PlaceReply | None
    clauses: list[str] = Field(description="References of the clauses covered, in order.")
    witnesses: list[UnitReply] = Field(description="The base text, clause by clause, in every witness.")
    commentary: list[UnitReply] = Field(description="All commentary on these clauses, pieces in order.")
    apparatus: list[VariationReply] = Field(description="Where the witnesses of these clauses differ, and how.")
    previous: LinkReply | None
    next: LinkReply | None
    renderings: list[RenderingReply] = Field(
        description="Wenli's own renderings of the clauses, then of the comments: a reading aid, never to be cited as "
        "the text. Empty where none is written."
    )
    steps: list[StepReply] = Field(description="What the clauses tell, act by act. Empty where it is not written.")
    parallels: list[ParallelReply] = Field(
        description="What corresponds in another rite: of a phase or chapter as a whole, else clause by clause."
    )


class ResolveReply(BaseModel):
    """The one passage that a reference names."""

    ref: str
    kind: Literal["chapter", "phase", "clause", "range", "comment", "page"]
    url: str
    zh: str
    en: str
    witness: str | None
    clauses: list[str]
    urns: list[str] = Field(description="The names of the units in every witness.")


class PhaseReply(BaseModel):
    """A ritual phase."""

    ref: str
    number: int
    names: NamesReply
    layer: str = Layers
    stage: str
    clauses: int
    commented: bool = Field(description="Whether any ancient commentary on it is held.")


class WitnessReply(BaseModel):
    """An edition that a chapter is held in."""

    witness: str
    label: str
    label_en: str
    title: str
    author: str
    dynasty: str
    edition: str
    script: str
    licence: str
    layers: list[str]


class CommentaryReply(BaseModel):
    """A commentary held on a chapter."""

    layer: str = Layers
    commentator: str | None
    witnesses: list[str]
    comments: int


class ChapterReply(BaseModel):
    """A chapter of the 儀禮, held or only known by name."""

    number: int
    names: NamesReply
    pinyin: str
    held: bool
    phases: list[PhaseReply]
    witnesses: list[WitnessReply]
    commentary: list[CommentaryReply]
    without_commentary: list[int] = Field(description="Phases on which no ancient commentary is held.")
    note: str = Field(description="In plain words, what is missing.")


class ChaptersReply(BaseModel):
    """All seventeen chapters."""

    chapters: list[ChapterReply]


class StatusReply(BaseModel):
    """Whether the service is alive, or ready."""

    status: str


class ReadyReply(StatusReply):
    """What the service stands ready with."""

    units: int
    corpus: str = Field(description="Fingerprint of the texts; it changes when any text does.")


class FieldProblem(BaseModel):
    """What is wrong with one field."""

    field: str
    message: str


class ProblemReply(BaseModel):
    """RFC 9457 problem details; `type` is stable and its page explains it."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldProblem]
    suggestions: list[str] = Field(default=[], description="For references: the nearest that exist.")
    readings: list[str] = Field(default=[], description="For an ambiguous reference: what it can mean.")
    instance: str = ""
    request_id: str = ""
