"""What the DTS endpoints send, in JSON-LD as version 1.0 of the specification has it.

A member that does not apply is left out, so replies are written with what was set and nothing else.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

CONTEXT = "https://dtsapi.org/context/v1.0.json"
VERSION = "1.0"
Template = str
Text = dict[str, str]


class EntryReply(BaseModel):
    """Where the endpoints are."""

    context: str = Field(serialization_alias="@context")
    id: str = Field(serialization_alias="@id")
    type: Literal["EntryPoint"] = Field(serialization_alias="@type")
    dts_version: str = Field(serialization_alias="dtsVersion")
    collection: Template = Field(description="A URI template, as RFC 6570 has it.")
    navigation: Template
    document: Template


class CiteStructureReply(BaseModel):
    """A level of a citation tree, and those below it."""

    type: Literal["CiteStructure"] = Field(serialization_alias="@type")
    cite_type: str = Field(serialization_alias="citeType")
    cite_structure: list[CiteStructureReply] = Field(default=[], serialization_alias="citeStructure")


class CitationTreeReply(BaseModel):
    """A way of citing a resource; the default one has no identifier."""

    type: Literal["CitationTree"] = Field(serialization_alias="@type")
    identifier: str = ""
    description: str = ""
    cite_structure: list[CiteStructureReply] = Field(serialization_alias="citeStructure")


class PaginationReply(BaseModel):
    """The pages of a list; the first has no previous and the last no next one."""

    id: str = Field(serialization_alias="@id")
    type: Literal["Pagination"] = Field(serialization_alias="@type")
    first: str
    previous: str | None
    next: str | None
    last: str


class MemberReply(BaseModel):
    """A collection or a resource."""

    id: str = Field(serialization_alias="@id")
    type: Literal["Collection", "Resource"] = Field(serialization_alias="@type")
    title: str
    description: str = ""
    total_parents: int = Field(serialization_alias="totalParents")
    total_children: int = Field(serialization_alias="totalChildren")
    dublin_core: dict[str, Any] = Field(default={}, serialization_alias="dublinCore")
    collection: Template
    navigation: Template = ""
    document: Template = ""
    download: str = ""
    media_types: list[str] = Field(default=[], serialization_alias="mediaTypes")
    citation_trees: list[CitationTreeReply] = Field(default=[], serialization_alias="citationTrees")


class CollectionReply(MemberReply):
    """A collection or a resource with its children or parents."""

    context: str = Field(serialization_alias="@context")
    dts_version: str = Field(serialization_alias="dtsVersion")
    member: list[MemberReply] = []
    view: PaginationReply | None = None


class CitableUnitReply(BaseModel):
    """A passage that can be cited."""

    id: str = Field(
        default="", serialization_alias="@id", description="The URN of the passage, which /v1/resolve takes."
    )
    identifier: str
    type: Literal["CitableUnit"] = Field(serialization_alias="@type")
    level: int
    parent: str | None
    cite_type: str = Field(serialization_alias="citeType")
    dublin_core: dict[str, list[Text]] = Field(default={}, serialization_alias="dublinCore")


class NavigationReply(BaseModel):
    """Passages of a resource."""

    context: str = Field(serialization_alias="@context")
    dts_version: str = Field(serialization_alias="dtsVersion")
    id: str = Field(serialization_alias="@id")
    type: Literal["Navigation"] = Field(serialization_alias="@type")
    resource: MemberReply
    ref: CitableUnitReply | None = None
    start: CitableUnitReply | None = None
    end: CitableUnitReply | None = None
    member: list[CitableUnitReply] = []
    view: PaginationReply | None = None
