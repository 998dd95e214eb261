"""From a request that asks a question to the question as the domain has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.ask.values import Answer, Ask, Turn
from service.contract.schemas import AskBody
from service.problems import PROBLEMS, FieldError, RequestInvalid
from service.texts.filters import read_filters

if TYPE_CHECKING:
    from service.wenli import Wenli


def read_ask(body: AskBody, wenli: Wenli) -> Ask:
    """The question as the domain has it; RequestInvalid where it wants what is not there."""
    if body.mode == "llm" and wenli.model is None:
        meaning = PROBLEMS["mode-unavailable"].meaning
        raise RequestInvalid("mode-unavailable", meaning, (FieldError("mode", meaning),))
    return Ask(
        question=body.question,
        lang=body.lang,
        history=tuple(Turn(turn.role, turn.content) for turn in body.history),
        filters=read_filters(body.filters, wenli.library),
        top_k=body.top_k,
        mode=body.mode,
    )


def answer_now(wenli: Wenli, body: AskBody) -> Answer:
    """The answer to a checked question, for pages and the command line."""
    return wenli.ask(read_ask(body, wenli))
