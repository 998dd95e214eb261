"""What clients of OpenAI-compatible APIs send, as far as it means anything here, and what they get.

Other fields – temperature, tools, seed – are taken and ignored: clients send them by habit. What would change the shape
of the answer and is not done here is refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from service.contract.replies import CitationReply, GenerationReply

MOST_MESSAGES = 400
MAX_CONTENT = 60_000


class PartBody(BaseModel):
    """A part of a message; only text is understood."""

    type: Literal["text"] = Field(description="Images, sound and files are not understood.")
    text: Annotated[str, Field(max_length=MAX_CONTENT)]


class ChatMessageBody(BaseModel):
    """A message. Those of the system, the developer and tools are read past."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Annotated[str, Field(max_length=MAX_CONTENT)] | list[PartBody] | None = None

    @property
    def text(self) -> str:
        """The text of the message, its parts joined."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content)
        return self.content or ""


class StreamOptionsBody(BaseModel):
    """What a stream is to have."""

    include_usage: StrictBool = Field(default=False, description="Whether the last chunk says how many tokens it was.")


class FormatBody(BaseModel):
    """The form of the answer."""

    type: Literal["text"] = Field(description="Answers are text; JSON is not written.")


class ChatBody(BaseModel):
    """A conversation; its last message of the user is the question."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"model": "wenli", "messages": [{"role": "user", "content": "乡射礼里谁当司马?"}]}
        }
    )

    model: Annotated[str, Field(max_length=200)] = Field(description="One of those that /v1/models lists.")
    messages: Annotated[list[ChatMessageBody], Field(min_length=1, max_length=MOST_MESSAGES)]
    stream: StrictBool | None = False
    stream_options: StreamOptionsBody | None = None
    n: Literal[1] | None = Field(default=1, description="One answer is given.")
    response_format: FormatBody | None = None


class ModelReply(BaseModel):
    """A model that may be asked for."""

    id: str
    object: Literal["model"] = "model"
    created: int
    owned_by: str


class ModelsReply(BaseModel):
    """The models."""

    object: Literal["list"] = "list"
    data: list[ModelReply]


class ModelPath(BaseModel):
    """The model in the address."""

    model: str


class UrlReply(BaseModel):
    """Where a passage can be read; content[start_index:end_index] is the marker, in code points."""

    start_index: int
    end_index: int
    url: str
    title: str


class AnnotationReply(BaseModel):
    """A marker in the content."""

    type: Literal["url_citation"] = "url_citation"
    url_citation: UrlReply


class ChatMessageReply(BaseModel):
    """The answer."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None
    annotations: list[AnnotationReply]


class ChoiceReply(BaseModel):
    """The one choice there is."""

    index: Literal[0] = 0
    message: ChatMessageReply
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class UsageReply(BaseModel):
    """Tokens of the conversation and of the answer, counted as cl100k_base has them."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatReply(BaseModel):
    """A chat completion; what stands beside ``choices`` and ``usage`` is that of /v1/ask."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[ChoiceReply]
    usage: UsageReply
    lead: str
    citations: list[CitationReply]
    related: list[CitationReply]
    grounding: str
    confidence: float
    answered_by: str
    generation: GenerationReply | None


Chunk = dict[str, Any]
"""A chunk of a stream, as JSON values."""
