"""What the overview of a rite looks like as a reply: stages, people, things and measures."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from service.contract.reply_parts import NamesReply
from service.contract.rite_replies import RitePhaseReply


class NumberReply(BaseModel):
    """A number that the text states."""

    number: int
    each: list[str] = Field(description="Roles of whom each has so many; empty where it is the number of all.")
    total: int = Field(description="What that makes in all, as far as the numbers of these roles are stated.")
    ref: str = Field(description="The clause that states it.")
    url: str
    quote: str = Field(description="Its words; several are joined by ;.")
    note: NamesReply | None = Field(description="What the number is of, or its unit.")


class ParticipantReply(BaseModel):
    """Someone, or a company, who takes part."""

    role: str
    names: NamesReply
    definition: NamesReply | None
    acts: int = Field(description="How many acts the role has; 0 of one who is only acted towards.")
    ref: str = Field(description="Where it comes up first.")
    url: str
    same_as: list[str] = Field(description="Other names of the same person, at least for some phases.")
    part_of: list[str] = Field(description="The company that the person belongs to.")
    various: bool = Field(description="Whether these are other people from clause to clause.")
    numbers: list[NumberReply]


class NeedReply(BaseModel):
    """A thing to be provided."""

    thing: str
    names: NamesReply
    definition: NamesReply | None
    category: Literal[
        "seat", "wine", "wash", "cup", "dish", "food", "archery", "target", "tally", "music", "piece", "dress", "other"
    ]
    ref: str = Field(description="Where it comes up first.")
    url: str
    numbers: list[NumberReply]


class MeasureReply(NumberReply):
    """A distance, a length or the like that the text states; `note` names the unit."""

    name: str
    names: NamesReply


class StageReply(BaseModel):
    """Phases of one stage that follow one another."""

    stage: str
    names: NamesReply
    gist: NamesReply = Field(description="What is done in it, in one sentence; Wenli's words.")
    acts: int
    phases: list[RitePhaseReply]


class OverviewReply(BaseModel):
    """A rite at a glance: what happens in which order and length, who takes part, and what is needed."""

    ref: str
    number: int
    url: str
    names: NamesReply
    acts: int
    stages: list[StageReply]
    people: list[ParticipantReply]
    needs: list[NeedReply]
    measures: list[MeasureReply]
