"""The numbers that a text names, in digits, in English words and in Chinese numerals.

>>> sorted(named("ninety bow-lengths; 三耦, 十有一月"))
[1, 3, 10, 90]
>>> sorted(claimed("侯道五十弓，共有三個侯，一位司馬。"))
[3, 50]
"""

from __future__ import annotations

import re
import unicodedata

_DIGITS = {c: v for v, c in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "兩": 2,
    "两": 2,
    "壹": 1,
    "弌": 1,
    "貳": 2,
    "參": 3,
}
_DIGITS |= {"再": 2, "肆": 4, "伍": 5, "陸": 6, "柒": 7, "捌": 8, "玖": 9}
_UNITS = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "廿": 20, "卅": 30, "萬": 10000, "万": 10000}
_HAN = re.compile("[" + "".join({*_DIGITS, *_UNITS} - {"再"}) + "]+")
_MEASURED = re.compile(
    "([" + "".join({*_DIGITS, *_UNITS} - {"再"}) + "]+)(?:餘|余|來|来|多|幾|几)?"
    "(?:[個个位次人尺寸丈弓步日天年遍支枝枚條条名張张耦席爵觶觯層层重篇章節节里種种拜揖獻献箭矢筭算項项點点段世篇歲岁月隻只件杯巡番輪轮級级階阶]|"
    "[終终口聲声根顆颗粒匹頭头]|(?<!第[一二三四五六七八九十])回(?![敬拜答禮礼]))"
)
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
)
_ONES += "eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = "third fourth fifth sixth seventh eighth ninth tenth"
_WORDS = {word: value for value, word in enumerate(_ONES.split())}
_WORDS |= {w: 10 * v for v, w in enumerate(_TENS.split(), 2)}
_WORDS |= {"hundred": 100, "thousand": 1000, "dozen": 12}
_WORDS |= {w: v for v, w in enumerate(_ORDINALS.split(), 3)}
_WORDS |= {"thrice": 3, "once": 1, "twice": 2, "first": 1, "second": 2, "half": 2}
_ENGLISH = re.compile(rf"\b(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?:s|th)?\b", re.IGNORECASE)
_RUN = re.compile(
    rf"{_ENGLISH.pattern}(?:(?:[\s-]+|(?:(?<=hundred)|(?<=thousand))\s+and\s+){_ENGLISH.pattern})*", re.IGNORECASE
)
_NO_NUMBER = re.compile(
    r"十分|一定|一般|一些|一起|一同|一直|萬一|万一|千萬|千万|四庫|四库|三禮|三礼|十三經|十三经|百官|百姓"
)
SMALL = 2
"""Numbers up to this one are said of anything – “one of them”, 兩邊 – and are not taken for claims."""


def named(text: str) -> set[int]:
    """Every number that a text can be read to name, also parts of one: 九十 is 90, 9 and 10."""
    plain = unicodedata.normalize("NFKC", text)
    found = {int(d) for d in re.findall(r"\d{1,9}", plain)}
    for run in _HAN.findall(plain):
        found |= {_han(run), *(_han(char) for char in run)}
    if "再" in plain:
        found.add(2)
    for match in _RUN.finditer(plain):
        parts = [_word(word) for word in _ENGLISH.findall(match[0])]
        found |= {_sum(parts), *parts}
    return found


def claimed(text: str) -> set[int]:
    """The numbers above ``SMALL`` that a text says of something: in digits, in English, in Chinese above ten
    or with a measure."""
    plain = _NO_NUMBER.sub(" ", unicodedata.normalize("NFKC", text))
    found = {int(d) for d in re.findall(r"\d{1,9}", plain)}
    found |= {_han(match[1]) for match in _MEASURED.finditer(plain)}
    found |= {_han(run) for run in _HAN.findall(plain) if len(run) > 1 and set(run) & set(_UNITS)}
    found |= {_sum([_word(word) for word in _ENGLISH.findall(match[0])]) for match in _RUN.finditer(plain)}
    return {number for number in found if number > SMALL}


def _han(run: str) -> int:
    """The value of Chinese numerals: 五十 is 50, 一百二十 is 120, 二〇 is 20."""
    if not any(char in _UNITS for char in run):
        return int("".join(str(_DIGITS[char]) for char in run))
    total = current = 0
    for char in run:
        if char in _DIGITS:
            current = _DIGITS[char]
        elif char in "廿卅":
            total += _UNITS[char]
        else:
            total, current = total + (current or 1) * _UNITS[char], 0
    return total + current


def _word(word: str) -> int:
    lowered = word.lower()
    for form in (lowered, lowered.removesuffix("s"), lowered.removesuffix("th")):
        if form in _WORDS:
            return _WORDS[form]
    return 0


def _sum(parts: list[int]) -> int:
    """Words in a row as one number: ninety-six, one hundred and twenty."""
    total = 0
    for part in parts:
        total = max(total, 1) * part if part in (100, 1000) else total + part
    return total
