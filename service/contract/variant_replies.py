"""What replies about variant readings look like."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

VariantClass = Literal[
    "variant_character", "substantive", "omission", "addition", "transposition", "damage", "punctuation"
]


class PrintedReply(BaseModel):
    """What one witness prints at a place: the characters of [start, end) of its text, without punctuation."""

    witness: str
    text: str
    start: int
    end: int


class ReadingReply(BaseModel):
    """A reading and who has it; "" where the words are lacking."""

    model_config = ConfigDict(serialize_by_alias=True)

    text: str
    kind: VariantClass | None = Field(
        serialization_alias="class",
        description="How it differs from the canon's reading, script and punctuation aside; null for that one.",
    )
    standing: Literal["shared", "slip", "error"] | None = Field(
        description="What an editor says: editions share it, it is a slip of this one, or an error that editions "
        "share. Null where nobody has judged."
    )
    canon: bool = Field(description="Whether it is the canon's.")
    witnesses: list[PrintedReply] = Field(description="The witnesses held that print it, each in its own script.")
    parties: list[str] = Field(description="Whoever a collator says has it: 今文, 古文, 唐石經, 監本 …")
    reported: bool = Field(description="Whether editions that are not held have it; `evidence` says which.")


class RemarkReply(BaseModel):
    """What a collator says of a reading, in their own words."""

    ref: str | None = Field(description="The comment it stands in; null where its book is not held.")
    url: str | None
    page: str | None = Field(description="The page it stands on, where its book is not held.")
    source: str
    commentator: str
    party: str
    quote: str
    reading: str | None = Field(description="What the party reads; null where that is not certain.")


class VariationReply(BaseModel):
    """A place where the parties part: text[start:end] of the clause as the canon has it, in code points."""

    ref: str
    through: str | None = Field(description="The last clause of a passage that is lacking as a whole.")
    url: str
    text: str = Field(description="The clause in the canon's wording.")
    start: int
    end: int
    readings: list[ReadingReply] = Field(description="The canon's first.")
    remarks: list[RemarkReply]
    evidence: str | None = Field(description="Which editions have what, as the canon's notes say.")
    reason: str | None = Field(description="Why the canon reads as it does.")


class VariantsReply(BaseModel):
    """The places where witnesses differ, in the order of the canon."""

    total: int = Field(description="How many places there are for this request, on all pages.")
    limit: int
    offset: int
    classes: dict[str, int] = Field(description="How many of them have a reading of each class.")
    variants: list[VariationReply]
