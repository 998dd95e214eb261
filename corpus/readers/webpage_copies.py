"""Pulling a scraped page apart: which paragraph is base text, of which chapter and which copy, and what the rest is.

The page strings several copies of several chapters together, a paragraph of one after a paragraph of another, and
the chapters share whole formulae. So a paragraph is never placed by its words alone: every copy met so far remembers
how far it has come in its chapter, and a paragraph goes to the copy it continues.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from corpus.canon import Canon, Chapter
from corpus.fold import fold

MARKER = re.compile(r"[((](\d+)[))]|[\[〔][记記][\]〕]")
"""What the page sets into a text by way of reference: a note's number ``(12)``, and ``[记]`` before the 記."""

NOTE_HEAD = re.compile(r"(?:[((]\d+[))][、,,]?)+")
"""The number or numbers a note begins with: ``(7)``, ``(49)、(51)``."""

_PARAGRAPH = re.compile(r"(?P<indent>[^\S\n]*)(?P<text>\S(?:[^\S\n]?\S)*)")
_HEADING = re.compile(r"【[^【】]*】")
_FURNITURE = re.compile(r"网址|網址|官网|官網|互联网|互聯網|转载|轉載|资讯|資訊|^关键词|^關鍵詞|^摘要|^来源|^來源")
_TRANSLATION, _NOTES = fold("譯文"), fold("注釋")

_REACH = 60  # how many characters of a copy may be lost, or printed again, between two of its paragraphs
_OPENING = 20  # what it costs to suppose one more copy, in characters
_LIKENESS = 80.0  # of 100; on the page this was written for base text scores 87 and more, a translation 67 at most
_SHORT = 3  # folded characters below which words prove nothing
_STRAY = 8  # folded characters below which an unplaced paragraph is a scrap of the text before it


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of the page; ``text[i]`` stands at ``start + i`` of the source. Two blanks end one, too."""

    text: str
    start: int
    indented: bool


@dataclass(frozen=True)
class Copy:
    """One copy of a chapter, put together: ``offsets`` as in ``Stretch``, ``breaks`` where its paragraphs begin.

    ``marks`` are the printed note numbers with the number of characters of ``text`` before each.
    """

    chapter: int
    label: str
    text: str
    offsets: tuple[int, ...]
    breaks: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    marker_spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Page:
    """The page taken apart; every paragraph stands in exactly one place, copies hold theirs joined.

    ``translations`` has one run of paragraphs for every heading 【译文】; ``introductions`` are with their chapter.
    """

    copies: tuple[Copy, ...]
    headings: tuple[Paragraph, ...]
    markers: tuple[Paragraph, ...]
    furniture: tuple[Paragraph, ...]
    notes: tuple[Paragraph, ...]
    translations: tuple[tuple[Paragraph, ...], ...]
    introductions: tuple[tuple[int, Paragraph], ...]


@dataclass
class _Track:
    """A copy in the making: how far it has come (``end``, in folded characters of its chapter)."""

    chapter: int
    end: int = 0
    members: list[Paragraph] = field(default_factory=list)

    @property
    def numbered(self) -> int:
        return sum(len(list(MARKER.finditer(p.text))) for p in self.members)


def paragraphs(source: str) -> Iterator[Paragraph]:
    """The paragraphs of a page, without the blanks around them.

    >>> [p.text for p in paragraphs("  甲乙。 丙。\\n\\n广告,  丁。")]
    ['甲乙。 丙。', '广告,', '丁。']
    """
    for found in _PARAGRAPH.finditer(source):
        yield Paragraph(found["text"], found.start("text"), bool(found["indent"]))


def take_apart(source: str, canon: Canon) -> Page:
    """Sort the paragraphs of a page by what they are; raises nothing: what is nothing else is an introduction."""
    chapters = {chapter.number: chapter for chapter in canon.held}
    piles: dict[str, list[Paragraph]] = {"heading": [], "marker": [], "furniture": [], "note": []}
    tracks: list[_Track] = []
    last: _Track | None = None
    translations: list[list[Paragraph]] = []
    introductions: list[tuple[int, Paragraph]] = []
    zone = ""
    for paragraph in paragraphs(source):
        if outward := _outward(paragraph.text):
            piles[outward].append(paragraph)
            if outward == "heading":
                zone = fold(paragraph.text)
                translations += [[]] if zone == _TRANSLATION else []
        elif track := _continued(paragraph, tracks, chapters):
            track.members.append(paragraph)
            last = track
        elif translations:
            translations[-1].append(paragraph)
        elif zone == _NOTES and piles["note"]:
            piles["note"].append(paragraph)
        elif last and len(fold(paragraph.text)) < _STRAY:
            last.members.append(paragraph)
        else:
            introductions.append((_named(paragraph.text, chapters, last), paragraph))
    return Page(
        tuple(_labelled(tracks)),
        tuple(piles["heading"]),
        tuple(piles["marker"]),
        tuple(piles["furniture"]),
        tuple(piles["note"]),
        tuple(map(tuple, translations)),
        tuple(introductions),
    )


def _outward(text: str) -> str:
    """What a paragraph is by its outward form, "" where only its words can tell."""
    if _HEADING.fullmatch(text):
        return "heading"
    if MARKER.fullmatch(text):
        return "marker"
    if _FURNITURE.search(text):
        return "furniture"
    return "note" if NOTE_HEAD.match(text) else ""


def _continued(paragraph: Paragraph, tracks: list[_Track], chapters: dict[int, Chapter]) -> _Track | None:
    """The copy a paragraph continues or opens, moved on behind it; None when it is not base text.

    What decides is the sum of the characters that differ and the characters skipped or repeated; copies that have
    come equally far are told apart by note numbers and indentation, then the one begun first goes first.
    """
    folded = fold(MARKER.sub("", paragraph.text))
    if len(folded) < _SHORT:
        return None
    options: list[tuple[float, int, _Track, int]] = []
    for order, track in enumerate(tracks):
        if fit := _fit(folded, chapters[track.chapter].folded, track.end):
            misfit, start = fit
            strange = 0.5 * (track.members[-1].indented != paragraph.indented)
            strange += 5.0 * (not track.numbered and bool(MARKER.search(paragraph.text)))
            options.append((misfit + abs(start - track.end) + strange, order, track, start))
    for number, chapter in chapters.items():
        if fit := _fit(folded, chapter.folded, 0):
            misfit, start = fit
            options.append((misfit + start + _OPENING, len(tracks), _Track(number), start))
    if not options:
        return None
    _, order, track, start = min(options, key=lambda option: option[:2])
    if order == len(tracks):
        tracks.append(track)
    track.end = start + len(folded)
    return track


def _fit(folded: str, text: str, at: int) -> tuple[float, int] | None:
    """How a paragraph fits a chapter about ``at``: characters that differ, and where it starts; None if it does not."""
    low = max(0, at - _REACH)
    window = text[low : at + len(folded) + _REACH]
    if len(window) < len(folded):
        return None
    found = fuzz.partial_ratio_alignment(folded, window, score_cutoff=_LIKENESS)
    return ((1 - found.score / 100) * len(folded), low + found.dest_start) if found else None


def _named(text: str, chapters: dict[int, Chapter], last: _Track | None) -> int:
    """The chapter an introduction names first, else the one the page is in."""
    folded = fold(text)
    named = [(at, n) for n, c in chapters.items() if (at := folded.find(fold(c.name_hant))) >= 0]
    return min(named)[1] if named else last.chapter if last else min(chapters)


def _labelled(tracks: list[_Track]) -> Iterator[Copy]:
    """The copies, chapter by chapter: "a" the one with most note numbers, the others in the order they begin."""
    for number in sorted({track.chapter for track in tracks}):
        ranked = sorted((t for t in tracks if t.chapter == number), key=lambda t: -t.numbered)
        for label, track in zip("abcdefghijklmnopqrstuvwxyz", ranked, strict=False):
            yield _joined(track, label)


def _joined(track: _Track, label: str) -> Copy:
    text: list[str] = []
    offsets: list[int] = []
    breaks: list[int] = []
    marks: list[tuple[int, int]] = []
    spans: list[tuple[int, int]] = []
    for paragraph in track.members:
        breaks.append(len(text))
        at = 0
        for found in [*MARKER.finditer(paragraph.text), None]:
            for i in range(at, found.start() if found else len(paragraph.text)):
                if not paragraph.text[i].isspace():
                    text.append(paragraph.text[i])
                    offsets.append(paragraph.start + i)
            if found:
                at = found.end()
                spans.append((paragraph.start + found.start(), paragraph.start + at))
                if found[1]:
                    marks.append((int(found[1]), len(text)))
    return Copy(track.chapter, label, "".join(text), tuple(offsets), tuple(breaks), tuple(marks), tuple(spans))
