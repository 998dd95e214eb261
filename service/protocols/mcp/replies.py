"""What the tools reply beside the replies of the HTTP API: passages and rites, cut to what an assistant can read."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from service.contract.replies import Layers, ResolveReply, UnitReply
from service.contract.reply_parts import LinkReply, RenderingReply


class ReadReply(BaseModel):
    """A passage: its texts in reading order, each clause followed by the commentary on it."""

    ref: str
    kind: Literal["chapter", "phase", "clause", "range", "comment", "page"]
    url: str
    zh: str
    en: str
    texts: list[UnitReply] = Field(description="Base text (經, 記) and commentary; quote slices of `text` only.")
    renderings: list[RenderingReply] = Field(description="Wenli's own: a reading aid, never to be quoted as the text.")
    previous: LinkReply | None
    next: LinkReply | None
    left_out: list[str] = Field(description="References for which there was no room, in order, at most 50 of them.")
    left_out_total: int


class ResolvedReply(ResolveReply):
    """The one passage that a reference names; of long ones the first clauses and URNs."""

    clauses_total: int
    urns_total: int


class PhaseLineReply(BaseModel):
    """A phase in the list of a rite's phases."""

    ref: str
    number: int
    url: str
    name: str
    stage: str
    acts: int
    people: list[str]


class StepLineReply(BaseModel):
    """One step in one line; ``words`` is Wenli's, never to be quoted as the text."""

    clause: str = Field(description="The clause whose act it is; of an act done again, the clause that first tells it.")
    kind: Literal["act", "repeat", "description", "speech", "record"]
    words: str
    basis: str | None = Field(description="stated, or understood: subject, note, parallel, sense.")
    reason: str | None = Field(description="What that rests on.")


class RiteClauseLines(BaseModel):
    """A clause with its steps."""

    ref: str
    url: str
    layer: str = Layers
    text: str = Field(description="The punctuated reading text.")
    steps: list[StepLineReply]


class RiteStepsReply(BaseModel):
    """The phases of a rite, or one phase of it clause by clause; the other list is empty."""

    ref: str
    url: str
    name: str
    people: list[str] = Field(description="Who takes part in the phase, in the order of appearance.")
    phases: list[PhaseLineReply]
    clauses: list[RiteClauseLines]
    previous: LinkReply | None
    next: LinkReply | None
    left_out: list[str] = Field(description="Clauses of the phase for which there was no room.")
