"""Replies about quotations: the verdict, where the words stand, how they differ; and those of a whole document."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from service.contract.replies import Layers

Verdicts = Literal["exact", "normalized", "elided", "altered", "misattributed", "not_found"]


class ChangeReply(BaseModel):
    """A run of the comparison; the `quote` of all runs joined is the quotation, the `text` of all the stored words."""

    op: Literal["equal", "replace", "insert", "delete"] = Field(
        description="insert: the text has more than the quotation; delete: the quotation has what does not stand there."
    )
    quote: str
    text: str


class QuotePartReply(BaseModel):
    """The words within one unit: text[start:end] of the unit with this `ref` and `witness` is `cited_text`."""

    ref: str
    witness: str
    cited_text: str
    start: int
    end: int


class ContextReply(BaseModel):
    """What stands before and after, as stored, at most 40 characters of each."""

    before: str
    after: str


class MatchReply(BaseModel):
    """A place where the words stand, or nearly: text[start:end] is cited_text, in code points."""

    ref: str
    through: str | None = Field(description="The last reference, where the words run over several units.")
    urn: str | None
    url: str | None
    label: str
    witness: str
    layer: str = Layers
    commentator: str | None
    chapter: str
    phase: str
    text: str = Field(description="The stored text of the unit; of several, their texts joined.")
    cited_text: str
    start: int
    end: int
    claimed_matches: bool | None = Field(description="Whether it stands where claimed; null where nothing was claimed.")
    verdict: Literal["exact", "normalized", "elided", "altered"] = Field(description="Of this place alone.")
    distance: int = Field(description="Characters that differ after folding.")
    diff: list[ChangeReply] = Field(description="The comparison with the quotation; empty where nothing differs.")
    diff_text: str = Field(description="The same in one line: 大侯[八→九]十, [+text], [−quote].")
    parts: list[QuotePartReply]
    context: ContextReply


class ClaimReply(BaseModel):
    """How what is claimed was understood; what is empty claims nothing."""

    understood: bool
    chapters: list[int]
    clauses: list[str]
    layers: list[str]
    commentators: list[str]
    witnesses: list[str]
    elsewhere: str | None = Field(description="A book or chapter named that is not held.")


class QuoteReply(BaseModel):
    """The verdict on a quotation."""

    quote: str
    verdict: Verdicts
    claimed: str | None
    claim: ClaimReply | None
    matches: list[MatchReply] = Field(description="The best of `total` places, best first.")
    nearest: MatchReply | None = Field(description="Only of what is not found: the passage that is most like it.")
    nearest_witness: str | None = Field(description="Of what is altered: the witness whose wording is nearest.")
    total: int
    truncated: bool = Field(description="Whether there are more places than `matches` lists.")


class DocumentQuoteReply(QuoteReply):
    """A quotation of a document: text[start:end] is `quote`, save for line breaks within it."""

    start: int
    end: int
    line: int = Field(description="The line of the extracted text in which it begins, from 1.")
    paragraph: int = Field(description="The paragraph in which it begins, from 1; an empty line stands between two.")
    block: bool = Field(description="Whether it is set off rather than set in quotation marks.")


class DocumentReply(BaseModel):
    """Every quotation of a document with its verdict."""

    format: Literal["txt", "md", "html", "docx"]
    text: str = Field(description="The extracted text, in which positions are counted.")
    summary: dict[Verdicts, int] = Field(description="How many quotations have each verdict.")
    quotations: list[DocumentQuoteReply]
    total: int
    truncated: bool = Field(description="Whether the document has more quotations than were judged.")
