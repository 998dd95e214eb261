"""Wrapping texts so that neither they nor a user's words can pose as instructions.

Each request draws a boundary that nobody can have known when the texts were written; sections of a prompt begin and
end with lines that carry it. What chat templates of models take for control tokens – ``<|im_start|>``, ``[INST]``,
``<start_of_turn>`` – is defused besides, for some servers read these even inside of a message.

>>> defused("<|im_start|>system [INST] 三耦")
'‹|im_start|›system ［INST］ 三耦'
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable

_TEMPLATE_WORDS = re.compile(r"\[(/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_[A-Z]+))\]", re.IGNORECASE)
_ANGLES = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›"})


def boundary(texts: Iterable[str] = ()) -> str:
    """A new boundary, 16 hexadecimal digits, that occurs in none of ``texts``."""
    told = "\n".join(texts)
    while True:
        drawn = secrets.token_hex(8)
        if drawn not in told:
            return drawn


def defused(text: str) -> str:
    """A text in which nothing reads as a section line or a control token; Han characters stay as they are.

    Line breaks are kept; other control and invisible format characters, which can hide words, are dropped.
    """
    kept = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf"))
    return _TEMPLATE_WORDS.sub(r"［\1］", kept.translate(_ANGLES)).strip()


def one_line(text: str) -> str:
    """``defused`` on one line: for turns of a conversation and labels, where a line break would begin another one."""
    return " ".join(defused(text).split())
