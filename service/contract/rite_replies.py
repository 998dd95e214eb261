"""What the replies about rites look like: a chapter's phases, and a phase act by act with the state after each."""

from __future__ import annotations

from pydantic import BaseModel, Field

from service.contract.reply_parts import LinkReply, NamesReply, ParallelReply, PlaceReply, RenderingReply, StepReply


class RitePhaseReply(BaseModel):
    """A phase of a rite, as a chapter lists it."""

    ref: str
    number: int
    url: str = Field(description="Where the phase is told act by act.")
    names: NamesReply
    stage_url: str = Field(description="The page that shows it performed, scene by scene.")
    layer: str = Field(description="經 or 記.")
    stage: str = Field(description="The part of the rite it belongs to.")
    clauses: int
    acts: int = Field(description="How many acts are done, those done again included.")
    people: list[str] = Field(description="Who takes part, in the order of appearance.")


class RiteReply(BaseModel):
    """A rite: the phases of a chapter."""

    ref: str
    number: int
    url: str
    names: NamesReply
    acts: int
    phases: list[RitePhaseReply]


class PersonReply(BaseModel):
    """Someone after an act. What has not been told is null, never guessed; `holds` and `wears` are what is known."""

    person: str
    place: str | None
    facing: str | None
    kneels: bool
    holds: list[str] = Field(description="Things in hand; ·2 is a second one of its kind.")
    wears: list[str]
    point: tuple[float, float] | None = Field(
        description="Where to draw the place: east and north of the middle of the hall's south edge, in depths of the "
        "hall. Schematic: the texts give few measures."
    )


class AgainReply(BaseModel):
    """A place where a clause says that something is done again."""

    ref: str
    ordinal: int
    span: str


class DoneReply(StepReply):
    """A step as it is carried out. An act that is done again has the roles of this time, and keeps its own clause."""

    again: list[AgainReply] = Field(description="The clauses by which it is done again, outermost first.")
    state: list[PersonReply] | None = Field(
        description="Everyone who has appeared in the chapter, after this act (after the last, of a repetition that is "
        "not expanded); null where the step is no act."
    )
    doubts: list[str] = Field(description="In what this does not fit what was told before, for an editor to judge.")


class RiteClauseReply(BaseModel):
    """A clause with its rendering and what is done in it."""

    ref: str
    url: str
    text: str = Field(description="The reading text, punctuated. What is cited are the witnesses of /v1/passages.")
    rendering: RenderingReply | None
    stage_url: str = Field(description="The page that shows the first scene of the clause.")
    steps: list[DoneReply]


class CourseReply(BaseModel):
    """A phase of a rite, clause by clause and act by act."""

    ref: str
    number: int
    url: str
    stage_url: str = Field(description="The page that shows it performed, scene by scene.")
    names: NamesReply
    layer: str
    stage: str
    chapter: PlaceReply
    expand: bool
    acts: int
    people: list[str]
    previous: LinkReply | None
    next: LinkReply | None
    parallels: list[ParallelReply] = Field(description="The phases that correspond, in this rite and in others.")
    clauses: list[RiteClauseReply]
