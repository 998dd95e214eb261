"""Source 004: 朱熹, 儀禮經傳通解, a fragment of 鄉飲酒禮 in simplified script, unpunctuated.

After each clause stands 【note　疏曰 …　今按 …】: 鄭玄's note first and unnamed, the glosses of 音義 (觯之防反,
徧音遍下同) before or behind it, the rest named. 右 … heads the phase just ended; 记 introduces sentences of the 記
that 朱熹 moved to the phase they explain, and among them sentences of another book, named at the end (少仪).
The fragment starts in the middle of a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from corpus.canon import Canon, Chapter
from corpus.fold import fold
from corpus.model import Kind, Layer, Reading, Stretch

CHAPTER = 4
OTHER = "other"
"""The copy that holds the words of another book: the aligner keeps it apart from the base text."""
LIKENESS = 80.0
"""Likeness (0 to 100) from which a sentence after 记 is one of the 記 of the canon."""

LOST = "防"
"""What the digitisation puts for characters its fonts lacked (all of CJK extension A). All five are such: the
文淵閣 edition, 卷七, has 告㫖 (11b, 12a, 14a; the canon's 告旨), 不敢䙝 (14b) and 觶之䜴反 (12b)."""

_BRACKET = re.compile(r"【([^】]*)】")
_COMMENT_TAG = re.compile(r"<!--.*?-->", re.DOTALL)
_WORD = re.compile(r"\S+")
_NAMED = re.compile(r"疏曰|今按")
_GLOSS = re.compile(r"(?P<head>\w)(?:音\w|\w\w反)(?:下同)?")
_TAKEN_UP = re.compile(r"云(\w{2,30}?)者")
_SOURCE = re.compile(r"少仪$")
_SPEAKER = {Layer.ZHU: "鄭玄", Layer.SHU: "賈公彥", Layer.JINAN: "朱熹", Layer.YIN: "陸德明"}


@dataclass
class _Book:
    """The reading as it grows. ``base`` counts the base text so far in each copy; ``copy`` is the one being read;
    ``record`` is true from 记 to the end of its line."""

    source: str
    kinds: list[str]
    stretches: list[Stretch] = field(default_factory=list)
    base: dict[str, int] = field(default_factory=lambda: {"": 0, OTHER: 0})
    copy: str = ""
    record: bool = False

    def mark(self, start: int, end: int, kind: Kind) -> None:
        self.kinds[start:end] = kind.value * (end - start)

    def put(self, layer: Layer, spans: Sequence[tuple[int, int]]) -> None:
        """Add the source spans as one stretch; a lost character stays in its text and is counted as damage."""
        offsets = tuple(at for start, end in spans for at in range(start, end))
        for at in offsets:
            kind = Kind.BASE if layer.is_base else Kind.COMMENT
            self.kinds[at] = (Kind.DAMAGE if self.source[at] == LOST else kind).value
        if layer.is_base:
            self.base[self.copy] += len(offsets)
        self.stretches.append(self._stretch(layer, offsets))

    def join(self, spans: Sequence[tuple[int, int]]) -> None:
        """Go on with the last comment, which a page break has cut in two."""
        last = self.stretches.pop()
        self.put(last.layer, [*last.extents, *spans])

    def _stretch(self, layer: Layer, offsets: tuple[int, ...]) -> Stretch:
        text = "".join(self.source[at] for at in offsets)
        # The 疏 on another book is not 賈公彥's, and the source does not say whose it is.
        speaker = None if layer is Layer.SHU and self.copy else _SPEAKER.get(layer)
        anchor = 0 if layer.is_base else self.base[self.copy]
        begun = _TAKEN_UP.search(text) if layer is Layer.SHU and not any(self.base.values()) else None
        lemma = (begun[1], begun[1]) if begun else None
        return Stretch(layer, text, offsets, speaker, self.copy, CHAPTER, lemma, anchor)


def read(source: str, canon: Canon) -> Reading:
    """Read the fragment; the 疏 it starts in the middle of has anchor 0 and, as lemma, the words it takes up first.

    ``read("主人坐取觯于篚【将献宾也】", canon).stretches[1].anchor == 7``
    """
    book = _Book(source, list(Kind.FURNITURE.value * len(source)))
    text = _COMMENT_TAG.sub(lambda tag: " " * len(tag[0]), source)
    at = 0
    after_base = True
    for bracket in _BRACKET.finditer(text):
        after_base = _read_base(book, text, at, bracket.start(), canon.chapters[CHAPTER]) or not book.stretches
        book.mark(bracket.start(), bracket.start() + 1, Kind.MARKER)
        book.mark(bracket.end() - 1, bracket.end(), Kind.MARKER)
        _read_bracket(book, text, bracket.start(1), bracket.end(1), joins=not after_base)
        at = bracket.end()
    _read_base(book, text, at, len(text), canon.chapters[CHAPTER])
    return Reading("".join(book.kinds), tuple(book.stretches))


def _read_base(book: _Book, text: str, start: int, end: int, chapter: Chapter) -> bool:
    """Headings, 记 and base text between two brackets; whether any base text stands there."""
    book.record = book.record and "\n" not in text[start:end]
    spans: list[tuple[int, int]] = []
    for word in _WORD.finditer(text, start, end):
        begin = word.start() + _heading(word.group(), chapter)
        book.mark(word.start(), begin, Kind.HEADING)
        if text.startswith("记", begin):
            book.mark(begin, begin + 1, Kind.MARKER)
            book.record, begin = True, begin + 1
        if begin < word.end():
            spans.append((begin, word.end()))
    if spans:
        words = "".join(text[a:b] for a, b in spans)
        book.copy = OTHER if book.record and not _is_record(words, chapter) else ""
        book.put(Layer.JI if book.record else Layer.JING, spans)
    return bool(spans)


def _heading(word: str, chapter: Chapter) -> int:
    """How many characters of a word are a heading, 右 and the name of a phase: 5 of 右宾酢主人."""
    names = (fold(phase.name_hant) for phase in chapter.phases)
    fits = [len(name) for name in names if word.startswith("右") and fold(word[1:]).startswith(name)]
    return 1 + max(fits) if fits else 0


def _is_record(words: str, chapter: Chapter) -> bool:
    record = "".join(fold(clause.text) for clause in chapter.clauses if clause.layer is Layer.JI)
    return fuzz.partial_ratio(fold(words), record) >= LIKENESS


def _read_bracket(book: _Book, text: str, start: int, end: int, joins: bool) -> None:
    """The comments in one bracket. ``joins``: no base text stands before it, so it goes on with the last comment."""
    source = _SOURCE.search(text, start, end) if book.copy == OTHER else None
    if source:
        book.mark(source.start(), end, Kind.MARKER)
        end = source.start()
    marks = list(_NAMED.finditer(text, start, end))
    unnamed_end = marks[0].start() if marks else end
    _read_unnamed(book, text, start, unnamed_end, joins)
    stops = [mark.start() for mark in marks[1:]] + [end]
    for mark, stop in zip(marks, stops, strict=False):
        book.mark(mark.start(), mark.end(), Kind.MARKER)
        layer = Layer.SHU if mark.group() == "疏曰" else Layer.JINAN
        book.put(layer, [w.span() for w in _WORD.finditer(text, mark.end(), stop)])


def _read_unnamed(book: _Book, text: str, start: int, end: int, joins: bool) -> None:
    """鄭玄's note and the glosses about it; at the very start of the fragment, the rest of a 疏."""
    note: list[tuple[int, int]] = []
    sounds: list[tuple[int, int]] = []
    near = text[start:end] + next((s.text for s in reversed(book.stretches) if s.layer.is_base), "")
    for word in _WORD.finditer(text, start, end):
        at = word.start()
        while (gloss := _GLOSS.match(text, at, word.end())) and near.count(gloss["head"]) > 1:
            at = gloss.end()
        if at > word.start():
            sounds.append((word.start(), at))
        if at < word.end():
            note.append((at, word.end()))
    parts = [(Layer.YIN, sounds), (_unnamed_layer(book, text[start:end]), note)]
    for layer, spans in sorted((p for p in parts if p[1]), key=lambda part: part[1][0]):
        if joins and layer is Layer.ZHU:
            book.join(spans)
        else:
            book.put(layer, spans)


def _unnamed_layer(book: _Book, words: str) -> Layer:
    """A fragment that starts by taking up words with 云 … 者 starts in a 疏; all else unnamed is 鄭玄's."""
    return Layer.SHU if not book.stretches and _TAKEN_UP.search(words) else Layer.ZHU
