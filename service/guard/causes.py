"""Why a sentence was taken out, as one of a few causes that readers are told; the reasons themselves are for the model.

>>> cause("the passages cited do not say 5")
'number'
"""

from __future__ import annotations

from typing import Literal, get_args

Cause = Literal["quotation", "marker", "place", "number", "reading", "form"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
_BEGINNINGS: tuple[tuple[str, Cause], ...] = (
    ("the words in quotation marks do not stand where", "place"),
    ("the words in quotation marks", "quotation"),
    ("words that it says are written", "quotation"),
    ("a translation is set", "quotation"),
    ("there are other letters", "quotation"),
    ("a quotation mark", "quotation"),
    ("it names no passage", "marker"),
    ("its marker", "marker"),
    ("the passages cited are about something else", "marker"),
    ("the passages cited are", "place"),
    ("the passages cited do not stand", "place"),
    ("there is no ", "place"),
    ("it names a book", "place"),
    ("the passages cited do not say", "number"),
    ("it names a number", "number"),
    ("the passages cited say", "reading"),
)


def cause(reason: str) -> Cause:
    """The cause that a reason is one of; ``form`` of links, tables and what has no end."""
    return next((name for beginning, name in _BEGINNINGS if reason.startswith(beginning)), "form")
