"""The five tools: what each takes, what it replies, and how. The words about them are in ``prompts/tools``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from corpus.library import Library
from service.contract.quote_replies import QuoteReply
from service.contract.quote_wire import quote_reply
from service.contract.replies import SearchReply
from service.contract.rite_wire import Telling
from service.contract.wire import search_reply
from service.problems import RequestInvalid
from service.protocols.mcp import words
from service.protocols.mcp.inputs import ReadInput, ResolveInput, RiteInput, SearchInput, VerifyInput
from service.protocols.mcp.links import linked
from service.protocols.mcp.reading import read_reply, resolved_reply, rite_reply
from service.protocols.mcp.replies import ReadReply, ResolvedReply, RiteStepsReply
from service.rites import words as rite_words
from service.texts.filters import read_filters
from service.wenli import Wenli


@dataclass(frozen=True)
class Tool:
    """One tool: ``run`` takes an instance of ``takes``; ``tell`` turns the JSON of the reply into paragraphs."""

    name: str
    title: str
    takes: type[BaseModel]
    gives: type[BaseModel]
    run: Callable[[Any], BaseModel]
    tell: Callable[[dict[str, Any]], Iterator[str]]


@dataclass(frozen=True)
class Told:
    """What a tool found: as JSON values that fit the schema of its reply, and as text."""

    values: dict[str, Any]
    text: str


class Tools:
    """The tools over one Wenli; ``host`` stands before every link. Read-only once made, safe between threads."""

    def __init__(self, wenli: Wenli, host: str = "") -> None:
        self._wenli = wenli
        self._host = host
        self._telling = Telling(wenli.library, rite_words.load())
        listed = (
            Tool("search", "Search the 儀禮", SearchInput, SearchReply, self._search, words.of_search),
            Tool("read_passage", "Read a passage", ReadInput, ReadReply, self._read, words.of_reading),
            Tool("verify_quotation", "Verify a quotation", VerifyInput, QuoteReply, self._verify, words.of_verdict),
            Tool(
                "resolve_reference",
                "Resolve a reference",
                ResolveInput,
                ResolvedReply,
                self._resolve,
                words.of_reference,
            ),
            Tool("rite_steps", "Follow a rite", RiteInput, RiteStepsReply, self._rite, words.of_rite),
        )
        self.by_name = {tool.name: tool for tool in listed}

    @property
    def library(self) -> Library:
        """The texts that are read."""
        return self._wenli.library

    def call(self, name: str, arguments: Mapping[str, Any]) -> Told:
        """Call a tool; RequestInvalid says what is wrong with the arguments, or which tools there are."""
        tool = self.by_name.get(name)
        if tool is None:
            held = ", ".join(self.by_name)
            raise RequestInvalid("not-found", f"There is no tool “{name[:60]}”. Tools: {held}.")
        try:
            given = tool.takes.model_validate(dict(arguments))
        except ValidationError as error:
            raise RequestInvalid.from_pydantic(error) from None
        values = linked(tool.run(given), self._host)
        return Told(values, "\n\n".join(tool.tell(values)))

    def _search(self, asked: SearchInput) -> SearchReply:
        filters = read_filters(asked, self.library, prefix="")
        hits = self._wenli.search(asked.query, filters, asked.limit)
        return search_reply(asked.query, hits, self.library, self._wenli.terms)

    def _read(self, asked: ReadInput) -> ReadReply:
        return read_reply(asked, self.library, self._telling)

    def _verify(self, asked: VerifyInput) -> QuoteReply:
        return quote_reply(self._wenli.judge.judge(asked.quote, asked.claimed, asked.limit), self.library)

    def _resolve(self, asked: ResolveInput) -> ResolvedReply:
        return resolved_reply(asked.reference, self.library)

    def _rite(self, asked: RiteInput) -> RiteStepsReply:
        return rite_reply(asked, self._telling)
