"""Quotation marks and characters in disguise: what a model may use to say words as if they were the text.

>>> cleaned("司\\u200b正為司⾺")
'司正為司馬'
>>> plainer("«司正為司馬» ｢無介｣")
'“司正為司馬” 「無介」'
"""

from __future__ import annotations

import itertools
import re
import unicodedata

from corpus.quotes.marks import PAIRS

_AS = str.maketrans(
    {
        **dict.fromkeys("«‹❝„‟〟❮", "“"),
        **dict.fromkeys("»›❞❯", "”"),
        **dict.fromkeys("‚‛❛", "‘"),
        "❜": "’",
        **dict.fromkeys("｢〖⟦⌈", "「"),
        **dict.fromkeys("｣〗⟧⌉", "」"),
        **dict.fromkeys("＂″‶", '"'),
        **dict.fromkeys("＇′‵", "'"),
        "〈": "《",
        "〉": "》",
        "⟨": "《",
        "⟩": "》",
    }
)
"""Marks that are read as others, one for one, so that places stay."""
_LENTICULAR = re.compile(r"【([^【】\n]*)】")
_SINGLE = re.compile(r"(?<![A-Za-z])['`]{1,2}([^'`\n]{2,400})'{1,2}(?![A-Za-z])")
_RADICALS = range(0x2F00, 0x2FE0)
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


def cleaned(text: str) -> str:
    """A text without characters that cannot be seen, and with radicals as the characters that they look like."""
    return "".join(map(_seen, text)) if not text.isascii() else text


def _seen(char: str) -> str:
    if ord(char) in _RADICALS:
        return unicodedata.normalize("NFKC", char)
    hidden = unicodedata.category(char) == "Cf" or any(ord(char) in selectors for selectors in _SELECTORS)
    return "" if hidden else char


def plainer(text: str) -> str:
    """A text of the same length with every kind of quotation marks as one of the usual pairs."""
    plain = text.translate(_AS)
    plain = _LENTICULAR.sub(lambda m: m[0] if any(map(str.isdigit, m[1])) else f"「{m[1]}」", plain)
    plain = _SINGLE.sub(_as_paired, plain)
    plain = _alternating(plain, "“”")
    return plain if "’" in plain else _alternating(plain, "‘’")


def _alternating(text: str, pair: str) -> str:
    """The text with one mark that is used for both, as in “司正為司馬“, as opening and closing mark by turns."""
    opened, closed = map(text.count, pair)
    if opened == closed or (opened + closed) % 2:
        return text
    marks = itertools.cycle(pair)
    return re.sub(f"[{pair}]", lambda _: next(marks), text)


def _as_paired(match: re.Match[str]) -> str:
    before, after = match.start(1) - match.start(), match.end() - match.end(1)
    return f"{'‘':“>{before}}{match[1]}{'’':”<{after}}"


def unclosed(text: str) -> bool:
    """Whether a quotation mark is left open, or closed that was never opened: what follows would stand within it."""
    plain = plainer(text)
    for pair in (*PAIRS, "《》"):
        opening, closing = pair[0], pair[1]
        if opening == "‘":  # ’ is an apostrophe as well
            continue
        depth = 0
        for char in plain:
            depth += (char == opening) - (char == closing)
            if depth < 0:
                return True
        if depth:
            return True
    return plain.count('"') % 2 == 1
