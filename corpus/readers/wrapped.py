"""The lines of a hard-wrapped source whose indentation is lost: their characters, width and looks.

In such an edition base text runs to 21 characters a line and notes, once indented, to 20; small characters in
parentheses stand two to a column. What each line *is* is decided in ``following``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from corpus.fold import fold

ENTITIES = {"&KR0925;": "楣", "&KR0871;": "𦠆"}
"""Characters the digitisation names instead of printing them."""

_PIECE = re.compile(r"&[A-Za-z0-9-]+;|.", re.DOTALL)


@dataclass(frozen=True)
class Token:
    """One character of the text and the ``size`` source characters at ``at`` that stand for it."""

    at: int
    size: int
    char: str

    @property
    def is_lost(self) -> bool:
        """True of an entity that is not known: its name stands for a character we cannot give."""
        return len(self.char) > 1


@dataclass(frozen=True)
class Line:
    """A line of the source; ``base`` is its folded text without what is in parentheses, ``columns`` its width."""

    tokens: tuple[Token, ...]
    base: str
    base_at: tuple[int, ...]
    columns: int
    announced: bool


def tokens(source: str, start: int, end: int) -> tuple[Token, ...]:
    """The characters of ``source[start:end]``: blanks left out, entities resolved to one token."""
    return tuple(
        Token(found.start(), len(found.group()), ENTITIES.get(found.group(), found.group()))
        for found in _PIECE.finditer(source, start, end)
        if not found.group().isspace()
    )


def lines(source: str, announcement: re.Pattern[str]) -> list[Line]:
    """The lines of the source that are not blank; ``announcement`` matches the beginning of a note."""
    found: list[Line] = []
    start = 0
    for text in source.splitlines(keepends=True):
        pieces = tokens(source, start, start + len(text))
        start += len(text)
        if pieces:
            found.append(_line(pieces, announcement))
    return found


def _line(pieces: tuple[Token, ...], announcement: re.Pattern[str]) -> Line:
    base: list[str] = []
    base_at: list[int] = []
    columns = small = 0
    for piece in pieces:
        if piece.char == "(":
            small = 1
        elif piece.char == ")":
            columns += small // 2  # two small characters stand side by side in one column
            small = 0
        elif small:
            small += 1
        else:
            columns += 1
            folded = "" if piece.is_lost else fold(piece.char)
            base.append(folded)
            base_at.extend([piece.at] * len(folded))
    return Line(pieces, "".join(base), tuple(base_at), columns, bool(announcement.match(text_of(pieces))))


def text_of(pieces: Iterable[Token]) -> str:
    """The characters the tokens stand for."""
    return "".join(piece.char for piece in pieces)
