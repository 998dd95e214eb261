"""The quotations in a sentence of a model: in marks of any kind, in 《》, in code, or set off as a block.

What ``corpus.quotes`` finds in the documents of people is found here too, and more: a model that is to be caught may
leave a mark open, use code, or pass words off as a title.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from corpus.fold import fold, is_han
from corpus.quotes.marks import MINIMUM, PAIRS, enough, marked
from service.guard.marks import plainer
from service.guard.unmarked import SAID, han_in_english, said_without_marks

_PAIRS = (*PAIRS, "〔〕")
_CODE = re.compile(r"```[a-z]*\n?(.*?)(?:```|\Z)|`([^`\n]+)`", re.DOTALL)
_BLOCK = re.compile(r"^[ \t]{0,3}(?:[-*][ \t]+)?>[ \t>]*(.*)$|^(?: {4,}|\t)(.+)$", re.MULTILINE)
_TITLE = re.compile(r"《([^《》\n]{2,200})》")
_TITLE_MARK = re.compile(r"[，。；：！？,;:!?]")
_SHORT = re.compile(
    r"(?:[曰云說说言道][：:，,]?|\b(?:says?|reads?|states?|writes?)[,:]?)"
    r"((?:(?:[\s、，,和與与及又]|\band\b)*[「『“‘\"][^「」『』“”‘’\"\n]{1,24}[」』”’\"])+)",
    re.IGNORECASE,
)
_WORDS_THERE = re.compile(
    r"(?:[有作]|\b(?:has|word|words|terms?|characters?|phrase))\s*[「『“‘\"]([^「」『』“”‘’\"\n]{1,24})[」』”’\"]|"
    r"[「『“‘\"]([^「」『』“”‘’\"\n]{1,24})[」』”’\"]\s*(?:[一二兩两三]?[字詞词語语])",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"[「『“‘\"]([^「」『』“”‘’\"\n]+)[」』”’\"]")
_ATTRIBUTION = re.compile(r"(?:\[\d+\]|[（(〔—–―-]{1,2}[^（()）\n]{0,60}[)）〕]?|\s)+$")
LONGEST_TITLE = 8
"""Han characters from which words in 《》 are a quotation and no title."""


@dataclass(frozen=True)
class Found:
    """A quotation, ``text[start:end]`` of the sentence."""

    start: int
    end: int
    words: str


def quotations(text: str, is_title: Callable[[str], bool]) -> list[Found]:
    """Every quotation of ``MINIMUM`` Han characters or more, outer before inner, in order.

    ``is_title`` tells whether words in 《》 are the name of a book or chapter that is known.
    """
    sentence = plainer(text)
    spans = dict.fromkeys(marked(sentence, _PAIRS))
    spans |= dict.fromkeys(_left_open(sentence))
    spans |= dict.fromkeys(_titles(sentence, is_title))
    for pattern in (_CODE, _BLOCK):
        for match in pattern.finditer(sentence):
            group = 1 if match[1] is not None else 2
            span = _bare(sentence, *match.span(group))
            within = sum(sum(map(is_han, sentence[a:b])) for a, b in spans if span[0] <= a and b <= span[1])
            if enough(sentence, *span) and within * 2 < sum(map(is_han, sentence[slice(*span)])):
                spans[span] = None
    for span in (*said_without_marks(sentence), *han_in_english(sentence, is_title)):
        if enough(sentence, *span) and not any(a <= span[0] and span[1] <= b for a, b in spans):
            spans[span] = None
    ordered = sorted(spans, key=lambda span: (span[0], -span[1]))
    return [Found(start, end, text[start:end]) for start, end in ordered]


def short_words(sentence: str) -> list[str]:
    """Words of two or three Han characters that are said to be said, 經云「無介」, or to be there, 「無介」二字. Longer
    ones are quotations."""
    plain = plainer(sentence)
    said = (match[1] for match in _SHORT.finditer(plain))
    found = [fold(match[1]) for chain in said for match in _WITHIN.finditer(chain)]
    found += [fold(match[1] or match[2]) for match in _WORDS_THERE.finditer(plain)]
    return [words for words in found if 2 <= len(words) < MINIMUM]


def _left_open(sentence: str) -> Iterator[tuple[int, int]]:
    """From a mark that is never closed to the end of the sentence, or from its beginning to one never opened."""
    for pair in _PAIRS:
        opening, closing = pair[0], pair[1]
        if opening == "‘":  # ’ is an apostrophe as well
            continue
        depth = 0
        first = 0
        for at, char in enumerate(sentence):
            if char == opening:
                first = at + 1 if depth == 0 else first
                depth += 1
            elif char == closing:
                if depth == 0 and enough(sentence, 0, at):
                    yield 0, at
                depth = max(depth - 1, 0)
        if depth and enough(sentence, first, len(sentence)):
            yield first, len(sentence)
    if sentence.count('"') % 2 and enough(sentence, sentence.rindex('"') + 1, len(sentence)):
        yield sentence.rindex('"') + 1, len(sentence)


def _titles(sentence: str, is_title: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    for match in _TITLE.finditer(sentence):
        words = match[1]
        if is_title(words) or not enough(words, 0, len(words)):
            continue
        size = sum(map(is_han, words))
        said = SAID.search(sentence[: match.start()]) or sentence.startswith("[", match.end())
        if size > LONGEST_TITLE or _TITLE_MARK.search(words) or said:
            yield match.span(1)


def _bare(sentence: str, start: int, end: int) -> tuple[int, int]:
    """A block without the markers and the source at its end."""
    tail = _ATTRIBUTION.search(sentence, start, end)
    return start, tail.start() if tail else end
