"""Words given out as the text's without quotation marks, and the books that are said to speak.

Spans and patterns are of a sentence whose marks are ``plainer`` (service.guard.marks).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from corpus.fold import is_han
from service.guard.marks import plainer

SAID = re.compile(
    r"(?:[曰云說说言道][：:，,]?|[：:]|\b(?:says?|reads?|states?|writes?|explains?|adds|comments|glosses)[,:]?|"
    r"\baccording to [^,.;]{1,40},)\s*$",
    re.IGNORECASE,
)
"""Before words that somebody is said to say."""
_LED = re.compile(r"[^。！？!?;；\n]*[：:]\s*$")
_SOURCE = re.compile(
    r"[經经文注疏記记原書书篇章曰云說说言寫写載载讀读引鄭郑賈贾玄彥彦氏語语話话](?<!一句話)(?<!一句话)|"
    r"\b(?:texts?|classics?|notes?|passages?|sources?|records?|commentar\w+|zheng|jia|yili|chapters?|lines?|words?|quot\w+|original\w*|"
    r"sa(?:y|ys|id)|states?|writes?|written|reads?|explains?|adds|comments|glosses)\b",
    re.IGNORECASE,
)
"""What names a source, or says that something is said."""
_LITERAL = re.compile(
    r"(?:原[文句](?:是|為|为|作|如下|[說说])?|逐字(?:是)?|\b(?:literally|verbatim|word for word|original(?: text)?|"
    r"text (?:is|has|runs))\b)[^「『“‘\"，。,.:：]{0,12}[：:，,]?\s*$",
    re.IGNORECASE,
)
_COLON = "[：:︰﹕∶]"
_UNMARKED = re.compile(
    rf"(?:(?<=[曰云]){_COLON}|(?:[經经注疏正原]文|原句|[鄭郑](?:[玄氏])?注|[賈贾](?:公彥|公彦|氏)?疏)(?:是|為|为|作|如下)?(?:{_COLON}|\|)|"
    rf"逐字(?:是)?{_COLON}|(?<=[曰云說说言])[—–-]{{1,2}}|(?<=[曰云說说言])\s*[（({{｛｜|︵])\s*"
    r"([^「」『』“”《》\"\[。！？!?;；\n—–|｜*_（）(){}｛｝︶]+)"
)
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3}|~~)([^*_~\n]+)\1")
_LATIN = re.compile(r"[A-Za-zÀ-ɏḀ-ỿ]")
_HAN = r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_RUN = re.compile(rf"{_HAN}(?:[，、；：,\s]{{0,2}}{_HAN})*")
_TITLE = re.compile(r"《([^《》\n]{2,200})》")
_SPEAKING = re.compile(
    r"《([^《》\n]{2,40})》\s*(?:[曰云說说言載载記记]|\b(?:says?|reads?|states?|writes?|explains?|has it)\b)"
)


def is_said(before: str) -> bool:
    """Whether what follows these words is said by somebody, or called literal."""
    return bool(SAID.search(before) or _LITERAL.search(before))


def is_emphasis(before: str) -> bool:
    """Whether words in bold or italics after these are the writer's own: after a colon, and nobody named who says them,
    as in “In short: **…**”."""
    match = _LED.search(before)
    return match is not None and not _SOURCE.search(match[0])


def said_without_marks(sentence: str) -> Iterator[tuple[int, int]]:
    """Spans of words that are said in bold or italics, in brackets, or after 云 and a colon: 經云：司正為司馬."""
    for match in _EMPHASIS.finditer(sentence):
        if is_said(sentence[: match.start()]) and not is_emphasis(sentence[: match.start()]):
            yield match.span(2)
    for match in _UNMARKED.finditer(sentence):
        yield match.span(1)


def han_in_english(sentence: str, is_title: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Spans of Han characters in a sentence of English, which can be nothing but the text's; not names of chapters or
    books."""
    if len(_LATIN.findall(sentence)) <= sum(map(is_han, sentence)):
        return
    inside = [match.span() for match in _TITLE.finditer(sentence)]
    for match in _RUN.finditer(sentence):
        if not any(a <= match.start() < b for a, b in inside) and not is_title(match[0]):
            yield match.span()


def speaking(sentence: str) -> list[str]:
    """The titles of what is said to speak: 《禮記》云 …, 《射義》 says …"""
    return [match[1] for match in _SPEAKING.finditer(plainer(sentence))]
