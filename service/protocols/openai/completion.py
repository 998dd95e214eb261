"""An answer in the shapes of OpenAI-compatible APIs: markers as links, annotations, chunks, usage.

「司正為司馬」[1]。  →  「司正為司馬」[[1]](https://wenli.example/read/5.17.1)。
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from prompts.tokens import Counter
from service.ask.values import Answer, Citation, Sentence, Told
from service.contract.wire import citation_reply, generation_reply
from service.guard.markers import MARKER
from service.protocols.openai.schemas import (
    AnnotationReply,
    ChatMessageReply,
    ChatReply,
    ChoiceReply,
    Chunk,
    UrlReply,
    UsageReply,
)

DONE = "data: [DONE]\n\n"
_COUNTER = Counter()


def linked(text: str, urls: Mapping[int, str], site: str) -> str:
    """A sentence whose markers are links to the pages of ``site`` (https://wenli.example, without a slash)."""
    return MARKER.sub(lambda m: f"[{m[0]}]({site}{urls[int(m[1])]})" if int(m[1]) in urls else m[0], text)


def placed(content: str, citations: Sequence[Citation], site: str) -> list[AnnotationReply]:
    """One annotation for each link in the content, in order."""
    found = []
    for citation in citations:
        link = f"[[{citation.index}]]({site}{citation.url})"
        at = content.find(link)
        while at >= 0:
            place = UrlReply(
                start_index=at, end_index=at + len(link), url=f"{site}{citation.url}", title=citation.label
            )
            found.append(AnnotationReply(url_citation=place))
            at = content.find(link, at + len(link))
    return sorted(found, key=lambda annotation: annotation.url_citation.start_index)


def usage(prompt: Sequence[str], content: str) -> UsageReply:
    """The tokens of a conversation and its answer."""
    asked, said = _COUNTER.of_messages(list(prompt)), _COUNTER.of(content)
    return UsageReply(prompt_tokens=asked, completion_tokens=said, total_tokens=asked + said)


class Completion:
    """One completion: ``head`` is its id, time and model; ``prompt`` the contents of the messages that came."""

    def __init__(self, model: str, created: int, site: str, prompt: Sequence[str]) -> None:
        self._model = model
        self._created = created
        self._site = site
        self._prompt = prompt

    def whole(self, answer: Answer) -> ChatReply:
        """The answer at once."""
        urls = {citation.index: citation.url for citation in answer.citations}
        content = linked(answer.text, urls, self._site)
        message = ChatMessageReply(content=content, annotations=placed(content, answer.citations, self._site))
        return ChatReply(
            id=f"chatcmpl-{answer.id}",
            created=self._created,
            model=self._model,
            choices=[ChoiceReply(message=message)],
            usage=usage(self._prompt, content),
            **_beside(answer),
        )

    def chunks(self, telling: Iterator[Told], id: str, with_usage: bool) -> Iterator[str]:
        """The answer as server-sent events, without the last one, ``DONE``. With its end come the annotations and,
        beside ``choices``, the citations."""
        content = ""
        yield self._event(id, {"role": "assistant", "content": ""})
        for told in telling:
            if isinstance(told, Sentence):
                text = linked(told.text, told.urls, self._site)
                content += text
                yield self._event(id, {"content": text})
            elif isinstance(told, Answer):
                found = placed(content, told.citations, self._site)
                rich = {name: _dumped(value) for name, value in _beside(told).items()}
                yield self._event(id, {"annotations": [a.model_dump() for a in found]}, more=rich)
                yield self._event(id, {}, finish="stop")
        if with_usage:
            chunk = self._chunk(id) | {"choices": [], "usage": usage(self._prompt, content).model_dump()}
            yield f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"

    def _chunk(self, id: str) -> Chunk:
        return {"id": id, "object": "chat.completion.chunk", "created": self._created, "model": self._model}

    def _event(self, id: str, delta: Chunk, finish: str | None = None, more: Chunk | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        chunk = self._chunk(id) | {"choices": [choice]} | (more or {})
        return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


def _beside(answer: Answer) -> dict[str, Any]:
    """What no client of these APIs expects and ours read: the answer as /v1/ask has it, without what is said."""
    return {
        "lead": answer.lead,
        "citations": [citation_reply(citation) for citation in answer.citations],
        "related": [citation_reply(citation) for citation in answer.related],
        "grounding": answer.grounding.value,
        "confidence": answer.confidence,
        "answered_by": answer.answered_by,
        "generation": generation_reply(answer.generation) if answer.generation else None,
    }


def _dumped(value: Any) -> Any:
    if isinstance(value, list):
        return [one.model_dump() for one in value]
    return value.model_dump() if isinstance(value, BaseModel) else value
