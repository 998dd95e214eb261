"""What requests look like: pydantic models that refuse what they do not know. Replies are in replies.py."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints
from pydantic_core import PydanticCustomError

from service.contract.variant_replies import VariantClass
from service.texts.citing.style import Style

MAX_QUESTION = 2000
MAX_SEARCH = 500
MAX_REFERENCE = 200
MAX_QUOTE = 8000
MAX_TURNS = 20
MAX_TURN = 4000
MAX_REASON = 1000


def no_controls(text: str) -> str:
    """Line breaks and tabs are text; other control characters are not."""
    for char in text:
        if unicodedata.category(char) == "Cc" and char not in "\n\t\r":
            raise PydanticCustomError(
                "control-characters", "Contains the control character U+{code}.", {"code": f"{ord(char):04X}"}
            )
    return text


def visible(text: str) -> str:
    """Blanks and invisible format characters alone are no question."""
    if all(unicodedata.category(char) in ("Cf", "Cc", "Zs", "Zl", "Zp") for char in text):
        raise PydanticCustomError("question-empty", "Write at least one visible character.")
    return text


Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
Names = Annotated[list[Name], Field(max_length=20)]
Lang = Literal["auto", "zh-Hant", "zh-Hans", "en"]


class Strict(BaseModel):
    """A part of a request; a field that is not known is an error."""

    model_config = ConfigDict(extra="forbid")


class TurnBody(Strict):
    """One earlier message of the conversation."""

    role: Literal["user", "assistant"]
    content: Annotated[str, StringConstraints(min_length=1, max_length=MAX_TURN), AfterValidator(no_controls)] = Field(
        description="What was said, at most 4,000 characters."
    )


class FilterBody(Strict):
    """What to look in; an empty list means everything."""

    chapter: Annotated[list[StrictInt | Name], Field(max_length=20)] = Field(
        default=[], description="Chapters by number or name: 5, 鄉射禮, 乡射礼, Xiangsheli."
    )
    layer: Names = Field(default=[], description="Layers by name or code: 經, 记, 注, zhu, shu.")
    commentator: Names = Field(default=[], description="Commentators by name in either script, English name or slug.")
    witness: Names = Field(default=[], description="Witnesses by name (jishi) or title (儀禮集釋).")


class AskBody(Strict):
    """A question; only `question` is required."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"question": "乡射礼里谁当司马?", "filters": {"chapter": [5]}}}
    )

    question: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_QUESTION),
        AfterValidator(no_controls),
        AfterValidator(visible),
    ] = Field(description="The question, 1 to 2,000 characters, in any language.")
    lang: Lang = Field(default="auto", description="Language of the answer; auto is the question's.")
    history: Annotated[list[TurnBody], Field(max_length=MAX_TURNS)] = Field(
        default=[], description="Earlier messages of the conversation, oldest first, at most 20."
    )
    filters: FilterBody = Field(default_factory=FilterBody)
    top_k: Annotated[StrictInt, Field(ge=1, le=20)] = Field(default=8, description="How many passages to consider.")
    mode: Literal["auto", "extractive", "llm"] = Field(
        default="auto", description="auto uses a language model where one is configured, else answers by quoting."
    )
    stream: StrictBool = Field(default=False, description="Answer with server-sent events.")


class FeedbackBody(Strict):
    """A reader's judgement of an answer."""

    id: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,64}$")] = Field(
        description="The `id` of an answer that was given lately."
    )
    rating: Literal["up", "down"] = Field(description="Whether it helped.")
    reason: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=MAX_REASON), AfterValidator(no_controls)
    ] = Field(default="", description="Why, in a few words, at most 1,000 characters.")


class SearchQuery(Strict):
    """What to search for, and where."""

    q: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_SEARCH),
        AfterValidator(no_controls),
        AfterValidator(visible),
    ] = Field(description="Words or a question in any language, at most 500 characters.")
    k: Annotated[int, Field(ge=1, le=50)] = Field(default=10, description="How many passages to return.")
    chapter: Names = Field(default=[], description="Chapters by number or name.")
    layer: Names = Field(default=[], description="Layers by name or code.")
    commentator: Names = Field(default=[], description="Commentators by name or slug.")
    witness: Names = Field(default=[], description="Witnesses by name or title.")


class QuoteBody(Strict):
    """A quotation to be looked for; only `quote` is required."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"example": {"quote": "大侯八十，参七十，干五十", "claimed": "《儀禮·大射》"}},
    )

    quote: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=MAX_QUOTE), AfterValidator(no_controls)
    ] = Field(description="The quotation, in any script and punctuation: 2 to 1,000 Chinese characters.")
    claimed: (
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_REFERENCE), AfterValidator(no_controls)]
        | None
    ) = Field(
        default=None, description="Where it is said to stand, as a person writes it: 鄭玄注, “Yili 5”, 《儀禮·大射》."
    )
    limit: Annotated[StrictInt, Field(ge=1, le=100)] = Field(default=20, description="How many places to return.")


class DocumentBody(Strict):
    """A text whose quotations are to be checked."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"text": "《儀禮·鄉射禮》：「三耦皆執弓」。", "format": "txt"}}
    )

    text: Annotated[str, AfterValidator(no_controls), AfterValidator(visible)] = Field(
        description="The text, at most WENLI_MAX_DOCUMENT bytes in all."
    )
    format: Literal["txt", "md", "html"] = Field(default="txt", description="How quotations are set off in it.")


class ResolveQuery(Strict):
    """A reference in any form a person may write."""

    q: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_REFERENCE),
        AfterValidator(no_controls),
        AfterValidator(visible),
    ] = Field(description="5.21.3, 鄉射禮 21.3, Yili 5.21.3, 鄭玄注·鄉射禮 21.3, a URN …")


class PassagePath(BaseModel):
    """The reference in the address."""

    ref: str = Field(description="A reference in any form, such as 5.21.3, 5.21.3-5, 5.21 or 5.21.3%23zheng.1.")


class EditionPath(BaseModel):
    """The page in the address."""

    page: str = Field(description="A page of an edition as Kanripo names it, such as KR1d0026_SBCK_005-1a.")


class RitePath(BaseModel):
    """The chapter in the address."""

    chapter: str = Field(description="A chapter by number or any of its names: 5, 鄉射禮, 乡射礼, Xiangsheli.")


class RitePhasePath(RitePath):
    """The chapter and the phase in the address."""

    phase: str = Field(description="A phase by number or name: 20, 司射誘射, 司射诱射.")


class ExpandQuery(Strict):
    """How much to tell."""

    expand: bool = Field(
        default=True, description="Whether what a clause only says is done again (如初) is told act by act."
    )


class VariantsQuery(Strict):
    """Which places, and which page of the list."""

    chapter: Names = Field(default=[], description="Chapters by number or name.")
    kind: Annotated[list[VariantClass], Field(max_length=20)] = Field(
        default=[], alias="class", description="Classes of readings."
    )
    witness: Names = Field(
        default=[], description="Witnesses by name or title; `canon` for the places where no witness is with the canon."
    )
    punctuation: bool = Field(
        default=False, description="Whether to list where punctuated witnesses have other marks, as well."
    )
    limit: Annotated[int, Field(ge=1, le=200)] = Field(default=50, description="How many places a page has.")
    offset: Annotated[int, Field(ge=0, le=1_000_000)] = Field(default=0, description="How many places to pass over.")


class CiteQuery(Strict):
    """How to cite."""

    style: Style = Field(default="plain", description="The form of the citation.")
    witness: Name | None = Field(default=None, description="The witness to cite from, by name or title.")
    lang: Lang = Field(default="auto", description="Language of names and titles; auto is what suits the style.")


class Nothing(Strict):
    """For endpoints without parameters: an unknown one is an error there as well."""
