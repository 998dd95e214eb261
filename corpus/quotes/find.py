"""Every quotation in a text, and where the words around it say that it stands.

    [found] = find("《儀禮·鄉射禮》：「三耦皆執弓」。", read=judge.claim)
    found.words, found.claimed            # 三耦皆執弓, 《儀禮·鄉射禮》

A claim is read only from words that are set to the quotation: a source and 曰 or a colon before it, a source in
brackets after it. Other words of the sentence may name other passages; a claim not made is better than one made up.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from corpus.fold import is_han
from corpus.quotes.claim import Claim
from corpus.quotes.marks import MINIMUM, enough, marked
from corpus.quotes.standing import LONGEST

Read = Callable[[str], Claim | None]
Span = tuple[int, int]

BEFORE, AFTER = 80, 90
"""Characters before and after a quotation in which its source is looked for."""
TAIL = 14
"""Characters of a phrase without 《》 that are read as a source; what stands farther off is about something else."""
_STOP = re.compile(r"[。！？!?；;…」』”’〞]|\n[ \t\u3000]*\n|\.\s")
_COMMA = re.compile(r"[，,、]")
_LEAD = re.compile(r"[「『“‘〝﹁﹃\"＂\s>*_]*$")
_SAYS = re.compile(
    r"(?:[曰云謂谓言載载稱称作說说道讀读引]|(?:,\s*)?\b(?:says?|said|writes?|wrote|reads?|has|states?)\b)?\s*[:：，,]?\s*$"
)
_NO_SOURCE = re.compile(
    r"[已曾]經|[已曾]经|經[過过常歷历由典學学]|经[過过常歷历由典學学]|[關关]注|注[意重目视視解釋释]|記[載载錄录述得]|记[載载錄录述得]|"
    r"疏[忽於于漏]|[按案]照|[按案](?=[:：，,《]|$)|^[按案]|校[訂订對对]"
)
_AND = re.compile(r"(?<=[,，] )and |^and ", re.IGNORECASE)
_BARE_LAYER = re.compile(r".{0,3}[經经記记注疏案按校](?:文|語|语|釋|释)?[中裡里上]?")
_BRACKETS = re.compile(
    r"[」』”’〞﹂﹄\"＂]?[，,。.；;、]?\s*(?:[（(\[〔]([^（）()\[\]〔〕\n]{2,80})[）)\]〕]|[—–―─-]{1,2}\s*([^\n—]{2,60}))"
)
_TRAIL = re.compile(r"[\s>]*(?:[（(〔]([^（）()〔〕\n]{2,80})[）)〕]|[—–―─]{1,2}\s*([^\n—]{2,60}))\s*$")
_NAMES = re.compile(r"[A-Za-z\u3400-\u9fff]|\d+\.\d")
_BREAK = re.compile(r"[ \t]*\n[ \t\u3000]*(?:>[ \t]*)*")
_PARAGRAPH = re.compile(r"\n(?:[ \t\u3000>]*\n)+")
_IN_MARKS: tuple[bool, str | None] = (False, None)
_SENTENCE = re.compile(r"[。！？；\n]")


@dataclass(frozen=True)
class Quoted:
    """A quotation, ``text[start:end]``, and the words that say where it stands. ``within`` is the number, in the list
    of quotations, of the one it stands in; ``block`` tells one that is set off rather than set in marks."""

    start: int
    end: int
    words: str
    claimed: str | None = None
    within: int | None = None
    block: bool = False


def spans(text: str, blocks: Sequence[Span] = ()) -> dict[Span, tuple[bool, str | None]]:
    """The span of each quotation, outer before inner → whether it is set off, and the source at its end if so.

    ``blocks`` are the stretches that are set off.
    """
    inner = marked(text)
    found = dict.fromkeys(inner, _IN_MARKS) | dict(_set_off(text, blocks, inner))
    return dict(sorted(found.items(), key=lambda item: (item[0][0], -item[0][1])))


def find(text: str, blocks: Sequence[Span] = (), read: Read = lambda _: None) -> Iterator[Quoted]:
    """The quotations of a text in order, outer before inner, each with its claim.

    Quotations longer than can be judged are cut at the ends of sentences.
    """
    around: list[tuple[int, Span]] = []
    floor = number = 0
    for (start, end), (block, trailing) in spans(text, blocks).items():
        while around and around[-1][1][1] <= start:
            around.pop()
        within, (low, high) = around[-1] if around else (None, (0, len(text)))
        low = max(floor, low) if floor <= start else low
        claimed = _claimed(text, (start, end), (low, high), trailing, read)
        around.append((number, (start, end)))
        for first, last in _pieces(text, start, end):
            yield Quoted(first, last, _BREAK.sub("", text[first:last]).lstrip("> "), claimed, within, block)
            number += 1
        floor = end if within is None else floor


def _set_off(
    text: str, blocks: Sequence[Span], inner: Sequence[Span]
) -> Iterator[tuple[Span, tuple[bool, str | None]]]:
    """The paragraphs of blocks that are quotations, without the source at their end; not what sets off marked words."""
    for start, end in blocks:
        trail = _TRAIL.search(text, max(start, end - AFTER), end)
        trailing = (trail[1] or trail[2]) if trail and trail.start() > start else None
        last = trail.start() if trail and trailing else end
        size = sum(map(is_han, text[start:last]))
        within = inner[bisect_left(inner, (start, 0)) : bisect_left(inner, (last, 0))]
        quoted = max((sum(map(is_han, text[a:b])) for a, b in within if b <= last), default=0)
        if size < MINIMUM or quoted * 2 >= size:
            continue
        begin = start
        for match in (*_PARAGRAPH.finditer(text, start, last), None):
            stop = match.start() if match else last
            if enough(text, begin, stop):
                yield (begin, stop), (True, trailing)
            begin = match.end() if match else last


def _claimed(text: str, span: Span, bounds: Span, trailing: str | None, read: Read) -> str | None:
    """The source the words around a quotation give for it, as they write it."""
    start, end = span
    before = _before(text[max(bounds[0], start - BEFORE) : start], read)
    after = trailing
    if after is None and (match := _BRACKETS.match(text, end, min(bounds[1], end + AFTER))):
        after = match[1] or match[2]
    after = after.strip() if after and _NAMES.search(after) and _understood(after, read) else None
    if before and after:
        first = read(before)
        named = first is not None and (first.chapters or first.works or first.elsewhere)
        return after if named else f"{before} {after}"
    return after or before


def _before(words: str, read: Read) -> str | None:
    """The source that stands before a quotation: 《鄉射禮》曰, 鄭玄注：, “Zheng Xuan on 5.1.1 says”."""
    words = _LEAD.sub("", words)
    words = words[max((m.end() for m in _STOP.finditer(words)), default=0) :]
    words = _AND.sub("", _SAYS.sub("", _NO_SOURCE.sub("", words)).strip())
    title = words.rfind("《")
    commas = [m.end() for m in _COMMA.finditer(words, 0, title if title >= 0 else len(words))]
    phrase = words[max(commas, default=0) :].strip()
    if title < 0 and sum(map(is_han, phrase)) * 2 > len(phrase):
        phrase = phrase[-TAIL:]
    claim = read(phrase) if phrase else None
    if claim is None or not claim.understood:
        return None
    only_layer = not (claim.chapters or claim.commentators or claim.works or claim.yili or claim.elsewhere)
    return None if only_layer and not _BARE_LAYER.fullmatch(phrase) else phrase


def _understood(words: str, read: Read) -> bool:
    claim = read(words)
    return claim is not None and claim.understood


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """The span itself or, where it is longer than can be judged, as many sentences at a time as can be."""
    if end - start <= LONGEST or sum(map(is_han, text[start:end])) <= LONGEST:
        yield start, end
        return
    begin = start
    while begin < end:
        last = min(begin + LONGEST, end)
        stops = [m.end() for m in _SENTENCE.finditer(text, begin, last)] if last < end else []
        last = stops[-1] if stops else last
        yield begin, last
        begin = last
