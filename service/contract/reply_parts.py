"""Parts that several replies share: names, places, links, renderings and the steps of a rite."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from corpus.canon import Chapter, Phase


class NamesReply(BaseModel):
    """One name in three forms."""

    zh_hant: str = Field(serialization_alias="zh-Hant")
    zh_hans: str = Field(serialization_alias="zh-Hans")
    en: str


def names_of(place: Chapter | Phase) -> NamesReply:
    """The names of a chapter or phase."""
    return NamesReply(zh_hant=place.name_hant, zh_hans=place.name_hans, en=place.name_en)


class PlaceReply(BaseModel):
    """A chapter or phase that a passage stands in."""

    ref: str
    number: int
    names: NamesReply


class LinkReply(BaseModel):
    """A reference and where to read it."""

    ref: str
    url: str


class RenderingReply(BaseModel):
    """Wenli's rendering of a clause or a comment: a reading aid, never to be cited as the text."""

    ref: str = Field(description="The clause or comment rendered.")
    kind: Literal["rendering", "summary"] = Field(description="All of it, or its sum in one sentence.")
    zh_hant: str = Field(description="In modern Chinese, traditional script.")
    zh_hans: str = Field(description="The same in simplified script.")
    en: str


class SpanReply(BaseModel):
    """Words of a clause's reading text (`text` in /v1/rites): text[start:end], in code points."""

    text: str
    start: int
    end: int


class RoleReply(BaseModel):
    """Who plays whom when something is done again: of 介亦如之 after the guest, 介 plays 賓."""

    role: str
    player: str


class ParallelReply(BaseModel):
    """What corresponds to a passage in another rite, or in another part of the same."""

    ref: str = Field(description="The clause, or the phase or chapter as a whole, that corresponds.")
    url: str = Field(description="Where it is read.")
    of: str = Field(description="The clause, phase or chapter to which it corresponds.")
    chapter: PlaceReply
    phase: PlaceReply | None = Field(description="null where whole chapters correspond.")
    kind: Literal["same_act", "counterpart", "variation"] = Field(
        description="The same act; the same act with other people; the same part of the rite, done differently."
    )
    similarity: float | None = Field(description="How alike two clauses are, 0 to 1; null for phases and chapters.")
    note: NamesReply | None = Field(description="What differs, in Wenli's words; never to be cited as the text.")
    basis: list[str] = Field(description="The clauses on which the note rests.")
    text: str | None = Field(description="The reading text of a clause; null for phases and chapters.")


class StepReply(BaseModel):
    """One thing a clause tells. What is null or empty is not told; terms are in traditional script, as in the text."""

    ref: str = Field(description="The clause it belongs to.")
    ordinal: int = Field(description="Its number in the clause, from 1.")
    kind: Literal["act", "repeat", "description", "speech", "record"] = Field(
        description="An act; acts done again; how things are; words; a usage that 記 records."
    )
    actor: list[str]
    act: str | None
    object: str | None = Field(description="What is acted on; several are joined by 、.")
    recipient: list[str]
    origin: str | None = Field(serialization_alias="from", description="The place left.")
    place: str | None = Field(serialization_alias="to", description="The place reached, or where it is done.")
    facing: str | None = Field(description="One of eight directions, 東 to 西北.")
    words: str | None = Field(description="What is said.")
    count: int | None = Field(description="How often, of bows and the like.")
    span: SpanReply | None = Field(description="The words of the clause that tell it.")
    basis: Literal["stated", "subject", "note", "parallel", "sense"] | None = Field(
        description="How it is known who acts: stated in the clause, or understood – from the subject before, a note, "
        "a parallel passage, or the sense."
    )
    reason: str | None = Field(description="What that rests on.")
    repeats: list[str] = Field(description="The clauses that are done again.")
    roles: list[RoleReply]
    excepts: list[str] = Field(serialization_alias="except", description="Acts that are left out this time.")
    in_words: NamesReply = Field(description="The step in one line, for people; Wenli's words.")
    stage_url: str = Field(description="The page that shows the scene after it.")
