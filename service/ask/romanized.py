"""Words of the texts in an English question, and what they are in English: “the jie”, “the 介” is the assistant guest.

Neither the vectors nor the words of the book's English answers know them; the glossary does.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from corpus.fold import fold
from corpus.rites.glossary import load

_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_HAN = re.compile('(?<![「『“‘"《\u3400-\u9fff])[\u3400-\u9fff]{1,4}(?![」』”’"》\u3400-\u9fff])')
_LONGEST = 3
"""Words of a question that may write one word of the texts: xiang yin jiu."""
_MEANINGS = 2
"""Names in English that are given for one that may stand for several words."""
_AS_ENGLISH = (
    "a an ban bang bo can chin dan dang di die ding do fan fang gang hang he huh lie long men pan pin ran san sang she "
    "song sun tie to women you"
)
_ENGLISH = frozenset(_AS_ENGLISH.split(" "))
"""Words of English that could also be read as Chinese ones."""


def glossed(text: str) -> str:
    """An English question with the English names beside words of the texts in Latin letters.

    >>> glossed("Who is the jie?")
    'Who is the jie (assistant guest)?'
    """
    table = _table()
    marked = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in marked if not unicodedata.combining(char))
    words = list(_WORD.finditer(plain))
    text = unicodedata.normalize("NFC", text)
    if len(plain) != len(text):
        text = plain
    found, done = [], 0
    for at, first in enumerate(words):
        if first.start() < done:
            continue
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            last = words[at + length - 1]
            between = plain[first.start() : last.end()]
            names = table.get(_letters(between))
            if names and not re.search(r"[^A-Za-z '’-]", between) and between.lower() not in _ENGLISH:
                found += [text[done : last.end()], f" ({', '.join(names)})"]
                done = last.end()
                break
    return "".join([*found, text[done:]])


def named(text: str) -> str:
    """An English question with the English names behind Chinese words of the glossary that are not quoted, where it
    does not have them.

    >>> named("How is 侯 explained?"), named("Why is the target called 侯?")
    ('How is 侯 (target) explained?', 'Why is the target called 侯?')
    """

    def with_name(found: re.Match[str]) -> str:
        name = _names().get(fold(found[0]), "")
        return f"{found[0]} ({name})" if name and name.lower() not in text.lower() else found[0]

    return _HAN.sub(with_name, text)


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Words of the glossary, folded → English names, the first of each."""
    found: dict[str, str] = {}
    for entry in load().entries:
        found.setdefault(fold(entry.term), entry.en)
    return found


def _letters(text: str) -> str:
    """The letters of a word in lower case, without tones and what divides syllables: Shì'huò zhě → shihuozhe."""
    marked = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in marked if "a" <= char <= "z")


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[str, ...]]:
    """Letters of pinyin → English names; of roles only, where it may be one."""
    found: dict[str, dict[str, str]] = {}
    for entry in load().entries:
        if entry.kind not in ("place", "direction", "act"):
            found.setdefault(_letters(entry.pinyin), {}).setdefault(entry.en, entry.kind)
    table = {}
    for letters, names in found.items():
        roles = [name for name, kind in names.items() if kind == "role"]
        told = [name for name in roles or names if _letters(name) != letters]
        if told:
            table[letters] = tuple(told[:_MEANINGS])
    return table
