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
_IN_WORDS = re.compile(
    r"\b(?:passages?|sources?|excerpts?|citations?|references?)\s*(?:no\.?|nos\.?|number|#)?\s*\d{1,3}(?![\d.]*\.\d)|"
    r"(?:段落|資料|资料|來源|来源|引文|材料)\s*[：:]?\s*(?:第\s*)?(?:\d{1,3}(?!\.\d)|[一二三四五六七八九十]{1,3}(?![個个種种部條条]))|第\s*\d{1,3}\s*(?:段|條|条|則|则)(?:資料|资料|材料|引文)?",
    re.IGNORECASE,
)
"""Passages named by number in words: numbers change when markers are numbered anew."""
_FOREIGN = re.compile(
    r"[\[【［〔]\s*(?:[ivxlc]{1,6}|[a-z*†‡§]|[Ⅰ-ↈ]{1,4})\s*[\]】］〕]|[{｛]{1,2}\s*\^?\d{1,3}\s*[}｝]{1,2}|[₀-₉❶-➓⓫-⓿]+|\^\d|\d\s*[\]】］〕]|<\s*\d{1,3}\s*>|[†‡]\s*\d+|"
    r"〈\s*\d{1,3}\s*〉|[*]{1,2}\d{1,2}[*]{1,2}$",
    re.IGNORECASE,
)
"""What other conventions mark notes with."""
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
    """Whether something that looks like a citation but names no passage is left in a text in ``plain`` shape: other
    brackets, other signs, a passage's number in words."""
    rest = without(text)
    return bool(_STRANGE.search(rest) or _FOREIGN.search(rest) or _IN_WORDS.search(rest))


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
