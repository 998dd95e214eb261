"""What the tools are given: the same bounds as the HTTP API, smaller where an assistant must read the reply."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema

from service.contract.schemas import (
    MAX_QUOTE,
    MAX_REFERENCE,
    MAX_SEARCH,
    Name,
    Names,
    Strict,
    no_controls,
    visible,
)

Reference = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_REFERENCE),
    AfterValidator(no_controls),
    AfterValidator(visible),
]


def _as_text(value: object) -> object:
    """A whole number as its digits, for assistants send 5 as often as "5"; anything else as it is."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Numbered = Annotated[
    Reference,
    BeforeValidator(_as_text),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "minLength": 1, "maxLength": MAX_REFERENCE}, {"type": "integer", "minimum": 1}]}
    ),
]
"""A number or a name."""


class SearchInput(Strict):
    """What to search for, and where."""

    query: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_SEARCH),
        AfterValidator(no_controls),
        AfterValidator(visible),
    ] = Field(description="Words of the text, or a question in Chinese or English; at most 500 characters.")
    limit: Annotated[int, Field(ge=1, le=20)] = Field(default=8, description="How many passages to return.")
    chapter: Names = Field(default=[], description="Only these chapters, by number or name: 5, 鄉射禮, Xiangsheli.")
    layer: Names = Field(default=[], description="Only these layers, by name or code: 經, 記, 注, 疏, zhu, shu.")
    commentator: Names = Field(default=[], description="Only these commentators: 鄭玄, 賈公彥, Zheng Xuan.")
    witness: Names = Field(default=[], description="Only these editions, by name or title: jishi, 儀禮集釋.")


class ReadInput(Strict):
    """What to read."""

    ref: Reference = Field(description="A reference in any form: 5.17.1, 5.17.1-3, 5.17, 鄉射禮 17.1, 5.17.1#zheng.1.")
    witness: Name | None = Field(default=None, description="Only this edition; all without.")
    commentary: bool = Field(default=True, description="Whether to give the commentary as well.")
    renderings: bool = Field(default=True, description="Whether to give Wenli's renderings as well.")


class VerifyInput(Strict):
    """A quotation, and where it is said to stand."""

    quote: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=MAX_QUOTE), AfterValidator(no_controls)
    ] = Field(description="The quotation, in any script and punctuation: 2 to 1,000 Chinese characters.")
    claimed: (
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_REFERENCE), AfterValidator(no_controls)]
        | None
    ) = Field(default=None, description="Where it is said to stand: 鄭玄注, Yili 5.17.1, 《儀禮·大射》.")
    limit: Annotated[int, Field(ge=1, le=10)] = Field(default=3, description="How many places to return.")


class ResolveInput(Strict):
    """A reference in any form."""

    reference: Reference = Field(description="5.21.3, 鄉射禮 21.3, Yili 5.21.3, 鄭玄注·鄉射禮 21.3, a URN, a link …")


class RiteInput(Strict):
    """A rite, or a phase of it."""

    chapter: Numbered = Field(description="A chapter by number or name: 5, 鄉射禮, Xiangsheli.")
    phase: Numbered | None = Field(
        default=None, description="A phase by number or name: 20, 司射誘射. Without it, the phases are listed."
    )
    expand: bool = Field(default=True, description="Whether what is done again (如初) is told act by act.")
    lang: Literal["zh-Hant", "zh-Hans", "en"] = Field(default="en", description="Language of names and steps.")
