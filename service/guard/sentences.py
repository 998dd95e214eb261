"""From a stream of pieces to whole sentences, each with the markers that follow it.

    splitter = Splitter()
    splitter.feed("司正為司馬。[")      # nothing yet: the marker may belong to the sentence
    splitter.feed("1] 其後")           # ["司正為司馬。[1] "]
    splitter.finish()                  # ["其後"]

The sentences joined are the stream. A line is never part of two sentences' quotation: a line break ends a sentence,
except within a block of code, which is one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

LONGEST = 1500
"""Characters after which a sentence without an end is cut off."""
_BLANKS = 100
THOUGHTS = 20_000
"""Characters of thinking aloud, between <think> and </think>, that are passed over."""
_OPENING, _CLOSING = "「『“〝﹁﹃（(《〈", "」』”〞﹂﹄）)》〉"
_ENDS = "。！？!?"
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|ch|no|nos|vol|pp?|mr|dr|st|ca|viz|vs|fol|resp)|\b[A-Z]|^\s*\d{1,3})$", re.I
)
_CLOSERS = "」』”’〞﹂﹄）)》〉\"'*_`"
_TRAILING = re.compile(
    r"(?:[ \t]*(?:[\[【［〔]{1,2}[^\[\]【】［］〔〕\n]{1,30}[\]】］〕]{1,2}(?:\([^()\s]*\))?|[⁰¹²³⁴-⁹]+))*[。.]?"
)
_MAYBE_MARKER = re.compile(r"[ \t]*[\[【［〔⁰¹²³⁴-⁹][^\]】］〕\n]{0,30}$")
_LOOKED_FOR = re.compile(r"[。！？!?.\n`」』”\"]")


class Splitter:
    """Cuts a stream into sentences as soon as they are whole."""

    def __init__(self) -> None:
        self._held = ""
        self._ripe = False

    def feed(self, piece: str) -> list[str]:
        """The sentences that a further piece completes."""
        self._held += piece
        if not (self._ripe or _LOOKED_FOR.search(piece) or len(self._held) > LONGEST):
            return []
        found: list[str] = []
        while (end := _end(self._held)) is not None:
            found.append(self._held[:end])
            self._held = self._held[end:]
        self._ripe = bool(_LOOKED_FOR.search(self._held))
        return found

    def finish(self) -> list[str]:
        """What is left when the stream has ended, as sentences; the last may lack its end."""
        found: list[str] = []
        while self._held:
            end = _end(self._held, final=True) or len(self._held)
            found.append(self._held[:end])
            self._held = self._held[end:]
        return found


def _end(text: str, final: bool = False) -> int | None:
    """Where the first sentence of ``text`` ends, with its markers and the blanks after it; None if it is not whole."""
    start = len(text) - len(text.lstrip())
    if text.startswith("```", start):
        return _end_of_code(text, start, final)
    depth = 0
    straight = False
    for at in range(start, min(len(text), LONGEST)):
        char = text[at]
        if char == "\n":
            return at + 1
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth = max(depth - 1, 0)
            if depth == 0 and at and text[at - 1] in _ENDS and char in "」』”":
                end = _after(text, at + 1, final)
                if end is None:
                    return None
                if end > at + 1 and text[at + 1 : end].strip():
                    return end
        elif char == '"':
            straight = not straight
            if not straight and at and text[at - 1] in _ENDS + ".":
                return _after(text, at + 1, final)
        elif depth == 0 and not straight and (char in _ENDS or (char == "." and _full_stop(text, at, final))):
            return _after(text, at + 1, final)
    if len(text) >= LONGEST:
        return LONGEST
    return None


def _full_stop(text: str, at: int, final: bool) -> bool:
    """Whether a point ends a sentence: not within 5.17.1, after e.g. or an initial, or the number of a list."""
    after = text[at + 1 : at + 2]
    if not after:
        return final
    if not (after.isspace() or after in _CLOSERS or after in "[【［〔"):
        return False
    return not _ABBREVIATION.search(text[max(at - 8, 0) : at])


def _after(text: str, at: int, final: bool) -> int | None:
    """The end of a sentence whose last mark is before ``at``: closing marks, markers and blanks belong to it."""
    while at < len(text) and text[at] in _CLOSERS:
        at += 1
    match = _TRAILING.match(text, at)
    at = match.end() if match else at
    rest = text[at:]
    if not final and (not rest.strip(" \t") or _MAYBE_MARKER.fullmatch(rest)):
        return None
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _end_of_code(text: str, start: int, final: bool) -> int | None:
    close = text.find("```", start + 3)
    if close < 0:
        return LONGEST if len(text) >= LONGEST else len(text) if final else None
    return _after(text, close + 3, final)


def without_thoughts(pieces: Iterable[str]) -> Iterator[str]:
    """A stream without the thinking aloud that some models begin with, between <think> and </think>."""
    held = ""
    begun = False
    for piece in pieces:
        if begun:
            yield piece
            continue
        held += piece
        start = held.lstrip()
        if start.startswith("<think>"):
            close = start.find("</think>")
            if close < 0 and len(held) < THOUGHTS:
                continue
            held = start[close + len("</think>") :].lstrip() if close >= 0 else ""
        elif "<think>".startswith(start) and len(held) < _BLANKS:
            continue
        begun = True
        yield held
    if not begun and not held.lstrip().startswith("<think"):
        yield held
