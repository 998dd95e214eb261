"""From the messages of a chat to a question with its history, checked as /v1/ask checks them."""

from __future__ import annotations

import unicodedata

from pydantic import ValidationError

from service.contract.schemas import MAX_TURN, MAX_TURNS, AskBody
from service.problems import FieldError, RequestInvalid
from service.protocols.openai.schemas import ChatBody

MODELS = {"wenli": "auto", "wenli-extractive": "extractive"}
"""Models that may be asked for → the mode of /v1/ask."""


def ask_body(body: ChatBody) -> AskBody:
    """The question: the last message of the user; what was said before it is the history, its last turns.

    Messages of the system are not among it: who operates a chat can neither add instructions nor take checks away.
    Raises RequestInvalid, its field named ``messages`` or ``model``.
    """
    if body.model not in MODELS:
        names = " or ".join(MODELS)
        raise RequestInvalid("model-unknown", f"There is no such model; ask for {names}.", (FieldError("model", ""),))
    said = [(message.role, message.text) for message in body.messages if message.role in ("user", "assistant")]
    last = max((at for at, (role, _) in enumerate(said) if role == "user"), default=None)
    if last is None:
        detail = "There is no message of the user."
        raise RequestInvalid("question-empty", detail, (FieldError("messages", detail),))
    history = [{"role": role, "content": shown[:MAX_TURN]} for role, text in said[:last] if (shown := _visible(text))]
    values = {"question": said[last][1], "history": history[-MAX_TURNS:], "mode": MODELS[body.model]}
    try:
        return AskBody.model_validate(values)
    except ValidationError as error:
        found = RequestInvalid.from_pydantic(error)
        raise RequestInvalid(found.kind, str(found), (FieldError("messages", str(found)),)) from None


def _visible(text: str) -> str:
    """An earlier message without control characters, "" where nothing is left: it is no reason to refuse a question."""
    kept = "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs"))
    return kept.strip()
