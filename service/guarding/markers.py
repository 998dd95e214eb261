"""Markers in any shape a model writes them, brought to one: [1][2].

>>> plain("司正為司馬【１】；又見［2、3］。")
'司正為司馬[1]；又見[2][3]。'
>>> plain("the marshal [[1]](https://a.example) and [1-3].")
'the marshal[1] and[1][2][3].'
"""

from __future__ import annotations

import re
import unicodedata

MARKER = re.compile(r"\[(\d{1,4})\]")
"""A marker in its one shape."""
WIDEST = 20
"""The longest range, [1-20], that is understood."""
_NUMBER = r"(?:\d{1,4}|[一二三四五六七八九十]{1,3})"
_BETWEEN = r"\s*(?:[,，、;；&\-－–—−~～至和及]|and|to|\s)\s*"
_WORD = (
    r"(?:(?:passages?|sources?|refs?|references?|notes?|citations?|cit\.|段落?|資料|资料|來源|来源|引文|注)[\s.:：]*)?"
)
_ANY = re.compile(
    rf"[ \t]*(?P<open>\[\[|\[|【|［|〔)\s*(?P<inner>[\^#]?{_WORD}{_NUMBER}(?:{_BETWEEN}[\^#]?{_WORD}{_NUMBER})*)\s*"
    r"(?:†[^\]】\n]{0,40})?(?:\]\]|\]|】|］|〕)(?P<link>\([^()\s]*\))?",
    re.IGNORECASE,
)
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴-⁹]+")
_CIRCLED = re.compile(r"(?<=[^\s。；;、，,：:①-⑳])[①-⑳]+(?=[。．.，,；;！？!?\s]|$)")
_ROUND = re.compile(r"[ \t]*[（(]\s*(\d{1,2})\s*[)）](?=[。．，；！？!?;]|[.,](?:\s|$)|\s*$)")
_STRANGE = re.compile(
    r"[\[【［〔](?:(?=[^\]】］〕\n]*\d)|\s*(?:citation|source|ref|來源|来源|出處|出处|引用))[^\]】］〕\n]{0,60}[\]】］〕]",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d+)\s*(?:[\-–—−~～至]|to)\s*(\d+)", re.IGNORECASE)
_HAN = {char: value for value, char in enumerate("一二三四五六七八九十", 1)}


def plain(text: str) -> str:
    """The text with its markers in one shape and without blanks before them; each run names a passage once."""
    text = _ANY.sub(lambda m: _each(m["inner"]), text)
    text = _SUPERSCRIPT.sub(lambda m: f"[{unicodedata.normalize('NFKC', m[0])}]", text)
    text = _CIRCLED.sub(lambda m: "".join(f"[{unicodedata.normalize('NFKC', c)}]" for c in m[0]), text)
    text = _ROUND.sub(r"[\1]", text)
    return re.sub(r"(?:\[\d+\])+", lambda m: "".join(dict.fromkeys(re.findall(r"\[\d+\]", m[0]))), text)


def numbers(text: str) -> list[int]:
    """The numbers of the markers in a text in ``plain`` shape, in order of first use."""
    return list(dict.fromkeys(int(m[1]) for m in MARKER.finditer(text)))


def without(text: str) -> str:
    """A text in ``plain`` shape without its markers."""
    return MARKER.sub("", text)


def strange(text: str) -> bool:
    """Whether brackets that look like a citation but name no passage are left in a text in ``plain`` shape."""
    return any(not MARKER.fullmatch(m[0]) for m in _STRANGE.finditer(without(text)))


def _each(inner: str) -> str:
    ascii_only = unicodedata.normalize("NFKC", inner)
    spread = _RANGE.sub(lambda m: _spread(int(m[1]), int(m[2])), ascii_only)
    found = re.findall(r"\d+|[一二三四五六七八九十]+", spread)
    return "".join(f"[{value}]" for value in dict.fromkeys(_value(word) for word in found))


def _spread(first: int, last: int) -> str:
    if first <= last <= first + WIDEST:
        return " ".join(str(n) for n in range(first, last + 1))
    return f"{first} {last}"


def _value(word: str) -> int:
    if word.isdigit():
        return int(word)
    tens, _, ones = word.rpartition("十")
    if "十" not in word:
        return _HAN[word[0]]
    return 10 * (_HAN.get(tens[:1], 1) if tens else 1) + (_HAN.get(ones[:1], 0) if ones else 0)
