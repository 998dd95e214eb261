"""What replies look like: the HTTP contract as pydantic models, from which the OpenAPI document is made."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from service.contract.reply_parts import LinkReply, NamesReply, ParallelReply, PlaceReply, RenderingReply, StepReply
from service.contract.variant_replies import VariationReply

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
    translation: str | None = Field(
        description="The meaning of exactly the words cited, in the language of the answer; a reading aid, no text."
    )
    speaker: str | None = Field(description="Who says it, in the language of the answer; null of the base text.")
    place: str = Field(description="Chapter and phase, in the language of the answer.")
    converted: str | None = Field(
        description="The words in simplified script, for an answer in it where no sound witness is; else null."
    )


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


class WithdrawnReply(BaseModel):
    """A sentence that a language model wrote and that was taken out. It is not verified: show it only as such."""

    text: str
    cause: Literal["quotation", "marker", "place", "number", "reading", "form"] = Field(
        description="What is wrong with it: its quotation; the passage it names, or that it names none; who or where "
        "it says it is from; a number; what it says otherwise than the passages; its form."
    )
    reason: str = Field(description="The same in words, in the language of the answer.")


class GenerationReply(BaseModel):
    """What a language model had to do with an answer."""

    model: str = Field(description="Its name.")
    status: Literal["written", "repaired", "partial", "completed", "replaced"] = Field(
        description="Written by it; repaired, where it was asked once more; partial, where sentences were taken out; "
        "completed with quotations where it stopped; replaced by them where nothing of it stands."
    )
    outcome: Literal["verified", "withdrawn", "failed"] = Field(
        description="Verified: all that it wrote was; withdrawn: sentences were taken out; failed: it gave no answer, "
        "or stopped."
    )
    reason: str = Field(description="Why it stopped or was replaced; empty else.")
    note: str = Field(description="The outcome as a sentence for readers, in the language of the answer.")
    removed: int = Field(description="Sentences that were taken out.")
    withdrawn: list[WithdrawnReply] = Field(description="These sentences, which no passage bears out.")
    mended: int = Field(description="Quotations in which the true words were put.")
    given: list[str] = Field(description="References of the passages it was given.")
    left_out: list[str] = Field(description="References of passages that did not fit into its context.")


class EditionPassageReply(BaseModel):
    """A passage of an edition that was added: a piece of the large or of the small characters of a page."""

    ref: str
    page: str
    url: str
    label: str
    witness: str
    note: bool = Field(description="Whether it is of the small characters, in which notes are printed.")
    chapter: str = Field(description="The chapter of the 儀禮, where a heading says which; else empty.")
    clauses: list[str] = Field(
        description="References of the clauses that stand in it, or on its page if it is a note."
    )
    provisional: bool = Field(description="Whether these references follow the division of an edition.")
    text: str
    score: float
    why: list[str]
    witnesses: list[str] = Field(description="Pages of other editions where the same clauses stand.")


class AnswerReply(BaseModel):
    """An answer; every marker [n] in it has citation n."""

    id: str
    lang: Literal["zh-Hant", "zh-Hans", "en"]
    mode: Literal["extractive", "llm"]
    answer: str = Field(description="The lead, an empty line, then a line for each piece of evidence.")
    lead: str = Field(description="The answer itself, with its markers.")
    grounding: Literal["grounded", "partial", "related", "abstained"] = Field(
        description="Grounded: the question is answered, and every sentence rests on the words cited; partial: a part "
        "of it is, or what is shown is the nearest answer and may not be what is asked; related: it is not, but what "
        "bears on it is shown; abstained: nothing is."
    )
    confidence: float = Field(description="The calibrated probability that the answer answers the question, 0 to 1.")
    answered_by: str = Field(
        description="What gave the answer: book:ID of a row of the book of answers (several joined by +), quotation, "
        "editions, model, talk or none."
    )
    citations: list[CitationReply]
    related: list[CitationReply] = Field(
        description="What bears on the question and is no part of the answer, at most three; numbered by itself."
    )
    passages: list[EvidenceReply]
    generation: GenerationReply | None = Field(description="Null where no language model was asked.")
    editions: list[EditionPassageReply] = Field(
        description="What was found in editions that were added, where the answer rests on them."
    )
    timings_ms: dict[str, float]


class FoundReply(EvidenceReply):
    """A passage found, with the code-point spans [start, end) of its text that match the search."""

    urn: str
    label: str
    chapter: str
    phase: str
    highlights: list[tuple[int, int]]
    witnesses: list[str] = Field(description="Everything else that prints this clause or comment.")


class SearchReply(BaseModel):
    """Passages found, best first."""

    q: str
    count: int
    results: list[FoundReply]
    editions: list[EditionPassageReply] = Field(
        description="Pages of editions that were added, without those that only print a clause of `results`.",
    )


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


class NamedUnitReply(UnitReply):
    """The same, with what it is called by readers of each language."""

    labels: NamesReply = Field(description="The label.")
    authors: NamesReply | None = Field(description="The commentator's name; null of the base text.")
    speakers: NamesReply | None = Field(description="Who says it, and how: Zheng Xuan’s note; null of the base text.")


class PassageReply(BaseModel):
    """What stands at a reference: the clauses in every witness, all commentary, the neighbours."""

    ref: str
    kind: Literal["chapter", "phase", "clause", "range", "comment", "page"]
    url: str
    zh: str
    en: str
    chapter: PlaceReply
    phase: PlaceReply | None
    provisional: bool = Field(description="Whether its references follow the division of an edition that was added.")
    clauses: list[str] = Field(description="References of the clauses covered, in order.")
    witnesses: list[NamedUnitReply] = Field(description="The base text, clause by clause, in every witness.")
    commentary: list[NamedUnitReply] = Field(description="All commentary on these clauses, pieces in order.")
    apparatus: list[VariationReply] = Field(description="Where the witnesses of these clauses differ, and how.")
    previous: LinkReply | None
    next: LinkReply | None
    renderings: list[RenderingReply] = Field(
        description="Wenli's own renderings of the clauses, then of the comments: a reading aid, never to be cited as "
        "the text. Empty where none is written."
    )
    steps: list[StepReply] = Field(description="What the clauses tell, act by act. Empty where it is not written.")
    stage_url: str | None = Field(
        description="The page that shows the first scene of it; null of chapters, and where no steps are written."
    )
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
    provisional: bool = Field(description="Whether the reference follows the division of an edition that was added.")
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
    provisional: bool = Field(description="Whether its references follow the division of an edition that was added.")
    phases: list[PhaseReply]
    witnesses: list[WitnessReply]
    commentary: list[CommentaryReply]
    without_commentary: list[int] = Field(description="Phases on which no ancient commentary is held.")
    note: str = Field(description="In plain words, what is missing.")


class ChaptersReply(BaseModel):
    """All seventeen chapters."""

    chapters: list[ChapterReply]


class EditionReply(BaseModel):
    """An edition that was added."""

    name: str
    witness: str
    title: str
    edition: str
    pages: int
    characters: int
    chapters: list[int] = Field(description="Chapters of the 儀禮 clauses of which were found in it.")


class EditionsReply(BaseModel):
    """The editions added, and how far they are indexed."""

    editions: list[EditionReply]
    division: str = Field(description="The edition whose division names the provisional chapters; else empty.")
    provisional: list[int]
    passages: int
    vectors: int = Field(description="Passages that are found by meaning as well as by words.")


class EditionPageReply(BaseModel):
    """A page of an edition."""

    page: str
    url: str
    label: str
    witness: str
    juan: str
    chapter: str
    text: str = Field(description="The large characters.")
    notes: str = Field(description="The small characters.")
    clauses: list[str]
    provisional: bool
    previous: LinkReply | None
    next: LinkReply | None


class StatusReply(BaseModel):
    """Whether the service is alive, or ready."""

    status: str


class ReadyReply(StatusReply):
    """What the service stands ready with."""

    units: int
    corpus: str = Field(description="Fingerprint of the texts; it changes when any text does.")
    editions: Literal["none", "ready", "unavailable"] = Field(
        description="Whether added editions can be searched; the default texts answer without them.",
    )


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
