"""Source 002: 儀禮注疏, 鄉飲酒禮, as a punctuated web page prints it.

After the furniture of the page come paragraphs, one a line: base text, 鄭玄's note, then 賈公彥's sub-commentary,
none of them named. What a paragraph is follows from comparing it with the canon, never from its place alone: it is
sub-commentary where it opens with 釋曰 behind the words it takes up, base text where it reads on in the canon, and
鄭玄's note where it does neither and stands right after base text. One base sentence with its note is printed at
the end of a 疏; the canon misses it there and finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from rapidfuzz import fuzz

from corpus.canon import Canon, Chapter
from corpus.errors import CorpusError
from corpus.fold import fold, fold_with_offsets
from corpus.model import Kind, Layer, Reading, Stretch

CHAPTER = 4
LIKENESS = 75.0
"""Likeness (0 to 100) from which a paragraph is the next piece of the canon: base text reaches 85, notes 67."""
LIKENESS_BEYOND_GAP = 85.0
REACH = 40
"""How many folded characters of the canon may be missing before a paragraph that is at least LONG."""
SLACK = 3
LONG = 6

_WORDS = r"「(?P<{0}>[^」]+)」(?:至「(?P<{0}_last>[^」]+)」)?。?"
_OWN, _NOTE = _WORDS.format("own"), _WORDS.format("note")
_OPENING = re.compile(rf"(?:疏\s)?(?:{_OWN})?(?:○?注{_NOTE})?○?注?[釋辭]曰[︰：:]")
_INNER = re.compile(rf"○(?:注{_NOTE}○)?注?釋曰[︰：:]")
_DAMAGE = re.compile(r"[●■□]|元缺一字|元缺起[比此]|元缺止此")
_LINE = re.compile(r"\S(?:.*\S)?")
_CLOSING = "。,，;；、:：?？!！」』"


class _Sort(Enum):
    FURNITURE = auto()
    HEADING = auto()
    BASE = auto()
    NOTE = auto()
    SHU = auto()


@dataclass
class _Paragraph:
    """A line without its outer blanks; ``place`` is its span in the folded canon, ``fused`` the span (in the
    paragraph) of base text printed at its end."""

    start: int
    text: str
    sort: _Sort = _Sort.FURNITURE
    place: tuple[int, int] = (0, 0)
    fused: tuple[int, int] | None = None


@dataclass
class _Page:
    """The reading as it grows: a kind for every character, the stretches, the length of base text so far."""

    source: str
    kinds: list[str]
    stretches: list[Stretch] = field(default_factory=list)
    base: int = 0

    def mark(self, start: int, end: int, kind: Kind) -> None:
        self.kinds[start:end] = kind.value * (end - start)

    def put(
        self, start: int, end: int, layer: Layer, commentator: str | None = None, lemma: tuple[str, str] | None = None
    ) -> None:
        """Add ``source[start:end]`` as a stretch; damage stays in its text and is counted as damage."""
        text = self.source[start:end]
        self.mark(start, end, Kind.BASE if layer.is_base else Kind.COMMENT)
        for gap in _DAMAGE.finditer(text):
            self.mark(start + gap.start(), start + gap.end(), Kind.DAMAGE)
        if layer.is_base:
            self.base += len(text)
        anchor = 0 if layer.is_base else self.base
        self.stretches.append(Stretch(layer, text, tuple(range(start, end)), commentator, "", CHAPTER, lemma, anchor))


def read(source: str, canon: Canon) -> Reading:
    """Read the page: ``read(source, canon).stretches[0].text == "鄉飲酒之禮。主人就先生而謀賓、介。"``.

    CorpusError names the line that is neither base text nor note nor sub-commentary.
    """
    chapter = canon.chapters[CHAPTER]
    record = sum(len(fold(c.text)) for c in chapter.clauses if c.layer is Layer.JING)
    page = _Page(source, list(Kind.FURNITURE.value * len(source)))
    layer = Layer.JING
    for paragraph in _sorted(source, chapter):
        start, end = paragraph.start, paragraph.start + len(paragraph.text)
        if paragraph.sort is _Sort.HEADING:
            page.mark(start, end, Kind.HEADING)
        elif paragraph.sort is _Sort.BASE:
            layer = Layer.JI if paragraph.place[1] > record else Layer.JING
            page.put(start, end, layer)
        elif paragraph.sort is _Sort.NOTE:
            page.put(start, end, Layer.ZHU, "鄭玄")
        elif paragraph.sort is _Sort.SHU:
            _put_shu(page, paragraph, layer)
    return Reading("".join(page.kinds), tuple(page.stretches))


def _sorted(source: str, chapter: Chapter) -> list[_Paragraph]:
    """Every line with what it is, in order."""
    done: list[_Paragraph] = []
    at = 0
    for line in _LINE.finditer(source):
        paragraph = _Paragraph(line.start(), line.group())
        shu = _OPENING.match(paragraph.text) is not None
        title = at == 0 and _is_title(paragraph.text, chapter)
        place = None if shu or title else _place(fold(paragraph.text), chapter.folded, at)
        if place is not None:
            paragraph.sort, paragraph.place = _Sort.BASE, place
            if at and place[0] - at > SLACK:
                _find_fused(done, chapter.folded[at : place[0]])
            at = place[1]
        elif title:
            paragraph.sort = _Sort.HEADING
        elif at and shu:
            paragraph.sort = _Sort.SHU
        elif at and done[-1].sort is _Sort.BASE:
            paragraph.sort = _Sort.NOTE
        elif 0 < at < len(chapter.folded) - REACH:
            number = source.count("\n", 0, paragraph.start) + 1
            raise CorpusError(f"line {number} is neither base text nor note nor 疏: {paragraph.text[:30]}")
        done.append(paragraph)
    return done


def _is_title(text: str, chapter: Chapter) -> bool:
    return "《儀禮注疏》" in text or fold(text).endswith(fold(f"{chapter.name_hant}第四"))


def _place(text: str, folded: str, at: int) -> tuple[int, int] | None:
    """Where in the folded canon a folded paragraph stands, if it reads on there from ``at``."""
    best: tuple[float, int, int] | None = None
    for reach, likeness, shortest in ((SLACK, LIKENESS, 1), (REACH, LIKENESS_BEYOND_GAP, LONG)):
        window = folded[at : at + len(text) + reach]
        if len(text) >= shortest and len(window) >= len(text) / 2:
            found = fuzz.partial_ratio_alignment(text, window, score_cutoff=likeness)
            if found and (best is None or found.score > best[0]):
                best = (found.score, at + found.dest_start, at + found.dest_end)
    return best[1:] if best else None


def _find_fused(done: list[_Paragraph], lost: str) -> None:
    """Find base text that the canon has and no paragraph of its own: it may end the 疏 before."""
    for paragraph in reversed(done):
        if paragraph.sort is _Sort.BASE:
            return
        folded = fold_with_offsets(paragraph.text)
        at = folded.text.rfind(lost)
        if paragraph.sort is _Sort.SHU and at >= 0:
            start, end = folded.stored_span(at, at + len(lost))
            while end < len(paragraph.text) and paragraph.text[end] in _CLOSING:
                end += 1
            paragraph.fused = (start, end)
            return


def _put_shu(page: _Page, paragraph: _Paragraph, layer: Layer) -> None:
    whole = len(paragraph.text)
    start, end = paragraph.fused or (whole, whole)
    for marker, first, last, lemma in _sections(paragraph.text[:start]):
        page.mark(paragraph.start + marker, paragraph.start + first, Kind.MARKER)
        page.put(paragraph.start + first, paragraph.start + last, Layer.SHU, "賈公彥", lemma)
    if paragraph.fused:
        page.put(paragraph.start + start, paragraph.start + end, layer)
        if end < whole:
            page.put(paragraph.start + end, paragraph.start + whole, Layer.ZHU, "鄭玄")


def _sections(text: str) -> Iterator[tuple[int, int, int, tuple[str, str] | None]]:
    """The comments of one 疏 paragraph: start of the marker, of the text, its end, and the words it takes up.

    The words are the base text's where the marker names both base text and note: the comment is on both.
    """
    opening = _OPENING.match(text)
    if opening is None:
        raise CorpusError(f"no 釋曰 opens {text[:30]}")
    markers = [opening, *_INNER.finditer(text, opening.end())]
    ends = [marker.start() for marker in markers[1:]] + [len(text)]
    for marker, end in zip(markers, ends, strict=True):
        words = marker.groupdict()
        kind = "own" if words.get("own") else "note"
        first = words[kind]
        yield marker.start(), marker.end(), end, (first, words[f"{kind}_last"] or first) if first else None
