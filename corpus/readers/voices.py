"""From the lines of a hard-wrapped source to a reading: which chapter it is, who speaks, and where each note stands.

A work's own habits – its widths, the words that announce its commentators, its title lines – are a ``House``;
the readers of the single works (``jishi``, ``shuzhu``) hold nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from corpus.canon import Canon, Chapter
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers.following import Placed, Role, Wrap, end_of, place
from corpus.readers.wrapped import Line, Token, lines, text_of

LOST = "□■●"
_TITLE = re.compile(r"(.{2,}?)(?:[第苐][一二三四五六七八九十]+)?")
_UNKNOWN_SPEAKER = re.compile(r"(?!又曰)[^曰]{1,4}曰")


@dataclass(frozen=True)
class Speaker:
    """Who speaks where a note opens with ``opening`` (a pattern); what it matches is a marker, not text."""

    opening: str
    layer: Layer
    commentator: str | None


@dataclass(frozen=True)
class House:
    """How one work is laid out: its widths, its speakers, and the lines that name the work and its author."""

    wrap: Wrap
    speakers: tuple[Speaker, ...]
    heading: str

    @cached_property
    def announcement(self) -> re.Pattern[str]:
        """Matches the beginning of a line that opens a note."""
        return re.compile("○?(?:" + "|".join(speaker.opening for speaker in self.speakers) + ")")

    def speaker(self, text: str) -> tuple[Speaker, int] | None:
        """Who is announced at the beginning of ``text`` and how many characters announce him."""
        for speaker in self.speakers:
            if found := re.match(speaker.opening, text):
                return speaker, found.end()
        return None


COLLATOR = Speaker(r"\(", Layer.AN, "四庫館臣")


def read(source: str, canon: Canon, house: House) -> Reading:
    """Read a whole source. CorpusError where its chapter is not held or a note names a speaker not known."""
    found = lines(source, house.announcement)
    first, last = _body(found, canon, house)
    chapter = _chapter(source, found[:first], canon)
    placed = place(found[first:last], chapter.folded, house.wrap)
    scribe = _Scribe(source, house, chapter.number, _layers(placed, chapter))
    for line in (*found[:first], *found[last:]):
        scribe.mark(line.tokens, Kind.HEADING)
    for is_base, block in groupby(placed, key=lambda line: line.role is Role.BASE):
        tokens = [token for line in block for token in line.line.tokens]
        if is_base:
            scribe.base(tokens)
        else:
            scribe.note(tokens)
    return Reading("".join(kind.value for kind in scribe.kinds), tuple(scribe.stretches))


def _named(text: str, canon: Canon) -> Chapter | None:
    """The chapter a title line such as 鄉射禮第五 or 鄉射禮 names."""
    title = _TITLE.fullmatch(text)
    names = {fold(chapter.name_hant): chapter for chapter in canon.chapters.values()}
    return names.get(fold(title[1])) if title else None


def _body(found: list[Line], canon: Canon, house: House) -> tuple[int, int]:
    """The lines between the titles at the head and the title repeated at the end."""
    heading = re.compile(house.heading)

    def is_title(line: Line) -> bool:
        text = text_of(line.tokens)
        return bool(heading.match(text)) or _named(text, canon) is not None

    first, last = 0, len(found)
    while first < last and is_title(found[first]):
        first += 1
    while last > first and heading.match(text_of(found[last - 1].tokens)):
        last -= 1
    return first, last


def _chapter(source: str, titles: list[Line], canon: Canon) -> Chapter:
    """The chapter the title lines name; without a title, the one whose words recur most often."""
    for line in titles:
        if (chapter := _named(text_of(line.tokens), canon)) is not None:
            if not chapter.phases:
                raise CorpusError(f"{chapter.name_hant} is not held: there is no base text to read this source by.")
            return chapter
    folded = fold(source)
    grams = {folded[k : k + 6] for k in range(len(folded) - 5)}

    def shared(chapter: Chapter) -> int:
        return sum(chapter.folded[k : k + 6] in grams for k in range(len(chapter.folded) - 5))

    best = max(canon.held, key=shared, default=None)
    if best is None or not shared(best):
        raise CorpusError("The source has no chapter title and no words of a chapter that is held.")
    return best


def _layers(placed: list[Placed], chapter: Chapter) -> list[tuple[int, Layer]]:
    """Source positions from which on the base text is 經 or 記, in order; the first holds from the beginning."""
    bases = [line for line in placed if line.role is Role.BASE]
    starts: list[tuple[int, Layer]] = []
    at = 0
    for phase in chapter.phases:
        if not starts or starts[-1][1] is not phase.layer:
            starts.append((_source_position(bases, at, chapter.folded), phase.layer))
        at += sum(len(fold(clause.text)) for clause in phase.clauses)
    return starts


def _source_position(bases: list[Placed], at: int, canon: str) -> int:
    """Where in the source the canon's folded position ``at`` begins."""
    for placed in bases:
        if placed.start >= at:
            return placed.line.tokens[0].at
        if placed.end > at:
            ends = (end_of(placed.line.base[: k + 1], canon, placed.start) for k in range(len(placed.line.base)))
            return next(where for where, end in zip(placed.line.base_at, ends, strict=True) if end > at)
    return bases[-1].line.tokens[-1].at + 1 if bases else 0


class _Scribe:
    """Writes down kinds and stretches in reading order, and keeps count of the base text."""

    def __init__(self, source: str, house: House, chapter: int, layers: list[tuple[int, Layer]]) -> None:
        self.kinds = [Kind.FURNITURE] * len(source)
        self.stretches: list[Stretch] = []
        self._house = house
        self._chapter = chapter
        self._layers = layers
        self._length = 0

    def mark(self, tokens: Iterable[Token], kind: Kind) -> None:
        """Set the kind of the source characters; a character known to be lost is damage whatever it stands in."""
        for token in tokens:
            lost = token.is_lost or token.char in LOST
            for at in range(token.at, token.at + token.size):
                self.kinds[at] = Kind.DAMAGE if lost and kind is not Kind.HEADING else kind

    def base(self, tokens: list[Token]) -> None:
        """A run of base text, with the collators' notes inside it."""
        for is_collation, run in self._runs(tokens):
            if is_collation:
                self.stretches += self._stretch(run, COLLATOR.layer, COLLATOR.commentator, Kind.COMMENT)
                continue
            for (is_circle, layer), part in groupby(run, key=lambda token: (token.char == "○", self._layer(token))):
                if is_circle:
                    self.mark(part, Kind.MARKER)
                    continue
                for stretch in self._stretch(list(part), layer, None, Kind.BASE):
                    self.stretches.append(stretch)
                    self._length += len(stretch.text)

    def note(self, tokens: list[Token]) -> None:
        """The notes after a run of base text: each speaker's words, with the collators' notes taken out of them."""
        words: list[Token] = []
        stretches: list[Stretch] = []
        for is_collation, run in self._runs(tokens):
            if is_collation:
                stretches += self._stretch(run, COLLATOR.layer, COLLATOR.commentator, Kind.COMMENT)
            else:
                words += run
        for speaker, said in self._speeches(words):
            stretches += self._stretch(said, speaker.layer, speaker.commentator, Kind.COMMENT)
        self.stretches += sorted(stretches, key=lambda stretch: stretch.offsets[0])

    def _layer(self, token: Token) -> Layer:
        which = bisect_right(self._layers, token.at, key=lambda start: start[0])
        return self._layers[max(0, which - 1)][1]

    def _runs(self, tokens: list[Token]) -> list[tuple[bool, list[Token]]]:
        """Runs outside (False) and inside (True) parentheses; a parenthesis taken up again is one run.

        A collators' note too long for its line is printed as several parentheses with nothing between them;
        only the first begins with 案.
        """
        runs: list[tuple[bool, list[Token]]] = []
        inside = fresh = False
        for token in tokens:
            if token.char in "()":
                self.mark([token], Kind.MARKER)
                inside = token.char == "("
                fresh = True
                continue
            begins = inside and fresh and token.char == "案"
            if begins or not runs or runs[-1][0] is not inside:
                runs.append((inside, []))
            runs[-1][1].append(token)
            fresh = False
        return runs

    def _speeches(self, tokens: list[Token]) -> Iterator[tuple[Speaker, list[Token]]]:
        """Who says what: a speaker is announced where the notes begin and after a ○.

        A ○ that announces nobody leaves the word with the same speaker; a name that is not known is an error,
        for its words would otherwise pass for the last speaker's.
        """
        speaker = Speaker("", Layer.ZHU, None)
        for is_circle, part in groupby(tokens, key=lambda token: token.char == "○"):
            said = list(part)
            if is_circle:
                self.mark(said, Kind.MARKER)
                continue
            text = text_of(said)
            opening = 0
            if announced := self._house.speaker(text):
                speaker, opening = announced
            elif _UNKNOWN_SPEAKER.match(text):
                raise CorpusError(f"At character {said[0].at}: no speaker is known for “{text[:8]}”.")
            self.mark(said[:opening], Kind.MARKER)
            yield speaker, said[opening:]

    def _stretch(self, tokens: list[Token], layer: Layer, commentator: str | None, kind: Kind) -> Iterator[Stretch]:
        """The tokens as one stretch – none where there are no tokens."""
        self.mark(tokens, kind)
        text = text_of(tokens)
        offsets = tuple(token.at + k for token in tokens for k in range(len(token.char)))
        if text:
            yield Stretch(layer, text, offsets, commentator, chapter=self._chapter, anchor=self._length)
