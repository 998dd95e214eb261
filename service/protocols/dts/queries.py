"""What may be asked of the DTS endpoints. Parameters that the specification does not know are passed over, as clients
of many servers send those of others; one that is empty counts as not given, as in a URI template."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from service.problems import FieldError, RequestInvalid

Identifier = Annotated[str, StringConstraints(max_length=200)]
PageNumber = Annotated[int, Field(ge=1, le=1_000_000)]


class Lenient(BaseModel):
    """A query of which only what is known is read."""

    model_config = ConfigDict(populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _given(cls, values: Any) -> Any:
        return {k: v for k, v in values.items() if v not in ("", [""])} if isinstance(values, dict) else values


class CollectionQuery(Lenient):
    """Which collection, and whether its children or its parents."""

    id: Identifier | None = Field(default=None, description="A collection or resource; without it, all that is held.")
    page: PageNumber | None = Field(default=None, description="A page of the members; without it, all of them.")
    nav: Literal["children", "parents"] = Field(default="children", description="What the members are.")


class SpanQuery(Lenient):
    """Which passages of which resource."""

    resource: Identifier = Field(description="The identifier of a resource.")
    ref: Identifier | None = Field(default=None, description="One passage, such as 21.3 or 21.")
    start: Identifier | None = Field(default=None, description="The first passage of a range; with `end`.")
    end: Identifier | None = Field(default=None, description="The last passage of a range; with `start`.")
    tree: Identifier | None = Field(default=None, description="A citation tree other than the default: `page`.")


class NavigationQuery(SpanQuery):
    """Which passages, and how far down the tree."""

    down: Annotated[int, Field(ge=-1, le=100)] | None = Field(
        default=None, description="How many levels below; -1 is all, 0 the passages beside `ref`."
    )
    page: PageNumber | None = Field(default=None, description="A page of the members; without it, all of them.")


class DocumentQuery(SpanQuery):
    """Which passages, in which media type."""

    media_type: Identifier | None = Field(
        default=None, alias="mediaType", description="`application/tei+xml` (the default) or `text/plain`."
    )


def unfit(field: str, message: str) -> RequestInvalid:
    """A parameter that may not stand where it does: ``unfit("end", "Give both start and end.")``."""
    return RequestInvalid("request-invalid", f"{field}: {message}", (FieldError(field, message),))
