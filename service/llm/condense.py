"""A follow-up made into a question that can be understood alone, by the model; bounded, and never needed."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from corpus.fold import fold
from prompts.asking import Said, condensing
from prompts.tokens import Counter
from prompts.wrapping import boundary
from service.ask.values import Ask
from service.llm.client import Model, ModelFailed

log = logging.getLogger("wenli")
WITHIN = 4.0
"""Seconds that the model may take; the rules need none."""
TOKENS = 160
LONGEST = 400
"""Characters of a question; what is longer is no question."""
SHARED = 0.5
"""Share of its words that must stand in what was said before; the rest are words that join them."""
ROOM = 1200
"""Tokens of earlier turns that are given for it."""


def condensed(ask: Ask, model: Model, counter: Counter) -> str:
    """The last question in words that need no conversation; "" where there is none, or the model gives none."""
    if not ask.history:
        return ""
    history = [Said(turn.role, turn.content) for turn in ask.history]
    texts = [ask.question, *(turn.content for turn in history)]
    messages = condensing(ask.question, history, ROOM, counter, boundary(texts))
    try:
        written = "".join(model.stream(messages, TOKENS, WITHIN))
    except ModelFailed:
        return ""
    return _question(written, texts)


def _question(written: str, texts: Sequence[str]) -> str:
    """What the model wrote, where it is one line that says little that was not said."""
    line = written.rpartition("</think>")[2].strip().strip('"“”「」')
    if not line or "\n" in line or len(line) > LONGEST:
        return ""
    said = _words(" ".join(texts))
    own = _words(line)
    return line if own and len(own & said) >= SHARED * len(own) else ""


def _words(text: str) -> set[str]:
    """Han characters, folded, and words of other scripts."""
    latin = "".join(char.lower() if char.isascii() and char.isalnum() else " " for char in text)
    return {*fold(text), *latin.split()}
