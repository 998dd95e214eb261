"""What on a page of an edition is heading – series, book, juan, who wrote it, chapter – and no text.

body("儀禮章句卷二同知呉廷華撰士昏禮第二昏禮下達納采用鴈", "儀禮章句")     (18, 26): 昏禮下達納采用鴈
"""

from __future__ import annotations

import re
from functools import lru_cache

from corpus.fold import fold, fold_with_offsets

_NUMBER = "[一二三四五六七八九十]+"
_JUAN = rf"卷第?{_NUMBER}(?:之{_NUMBER})?[上中下]?"


def body(text: str, title: str) -> tuple[int, int]:
    """The span of what is no heading, from 0 to the end where there is none; empty where all is heading.

    ``title`` is the name of the book.
    """
    opening, closing = _patterns(fold(title))
    folded = fold_with_offsets(text)
    first = match.end() if (match := opening.match(folded.text)) else 0
    last = match.start() if (match := closing.search(folded.text, first)) else len(folded.text)
    if (first, last) == (0, len(folded.text)):
        return 0, len(text)
    return folded.stored_span(first, last) if first < last else (0, 0)


@lru_cache(maxsize=64)
def _patterns(title: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What opens a page, and what closes it, of a book by its folded title."""
    own = re.escape(title or fold("儀禮"))
    yili = rf"{fold('儀禮')}.{{0,6}}"
    series = rf"{fold('欽定四庫全書')}(?:{fold('經部')}{_NUMBER})?"
    parts = rf"(?:{fold('提要')}|{fold('目錄')}|{fold('禮類')}{_NUMBER}|{fold('儀禮之屬')})*"
    juan = rf"(?:{own}|{yili}){_JUAN}|{own}(?=.{{1,12}}{fold('撰')})"
    begins = rf"(?:{series}{parts}(?:(?:{own})?{parts}|.{{0,8}}{_JUAN})|{juan})"
    writes = rf"[^{fold('案謹等曰云')}]{{2,24}}?{fold('等')}?[{fold('撰輯編纂')}]"
    annotates = rf"[{fold('漢魏晉唐宋元明')}].{{1,30}}?{fold('注')}(?:.{{2,20}}?疏)?"
    chapter = (
        rf"(?:.{{2,6}}第{_NUMBER}(?:之{_NUMBER})?(?:{fold('儀禮')})?(?:.{{2,4}}{fold('傳')})?(?:{fold('鄭氏注')})?)"
    )
    opening = rf"{begins}(?:{_JUAN})?(?:{writes}|{annotates})?{chapter}?"
    return re.compile(opening), re.compile(rf"(?:{own}|{yili})?{_JUAN}終?$")
