"""儀禮注疏 in the 文淵閣四庫全書, as Kanripo digitises it: base text and 鄭玄's notes large, the rest in small columns.

    大射之儀音義(射食/夜反)○君有命戒射注將有祭祀之事疏(釋曰自此盡西/紘論…注釋曰…)宰戒百官

Which large characters are base text and which a note is told in ``large``. Small characters stand two to a column,
``(right/left)``, and are told by the large ones before them: 音義 is 陸德明's, 疏 is 賈公彥's, first on the base text
(釋曰), then on the note (注釋曰). The 四庫 editors' collation notes at the end of a juan (考證) are not read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from corpus.canon import Canon, Chapter
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers.divisions import DIVISION, with_runs
from corpus.readers.large import OPENING, Char, Large, tell_apart
from corpus.readers.wrapped import ENTITIES

LOST = "〓"
"""Stands for a character that the digitisation could not type and that no other edition tells."""
_DAMAGE = frozenset("□" + LOST)
_SPELLED = {**ENTITIES, "(目/木)": "相"}
"""Characters the digitisation names, or takes for two small ones."""
_TOKEN = re.compile(r"<pb:[^<>]*>|&[A-Za-z0-9-]+;|\(目/木\)|.", re.DOTALL)
_JUAN = re.compile(r"^# -\*-", re.MULTILINE)
_HEADING = re.compile(r"^\s+(.+?)第[一二三四五六七八九十]+¶$", re.MULTILINE)
_APPENDIX = re.compile(r"^#\+PROPERTY: JUAN .*考證$", re.MULTILINE)
_SPEAKERS = {"音義": (Layer.YIN, "陸德明"), "疏": (Layer.SHU, "賈公彥")}
_SHU = re.compile(r"注?釋曰")
_INNER = re.compile(r"注[釋辭拜]曰")
_WHOLE = 60
"""A comment up to this long is not parted from the words on the division it opens with."""


@dataclass(frozen=True)
class _Small:
    """Small characters of one voice, after ``behind`` large ones."""

    behind: int
    layer: Layer
    commentator: str
    chars: tuple[Char, ...]


@dataclass
class _Juan:
    """A juan taken apart: what is large, what is small; ``kinds`` grows into the account of every character."""

    chapter: Chapter
    kinds: list[str]
    items: list[Large] = field(default_factory=list)
    small: list[_Small] = field(default_factory=list)

    def mark(self, at: int, kind: Kind) -> None:
        self.kinds[at] = kind.value


def read(source: str, canon: Canon) -> Reading:
    """Read juan of the edition, one after another: ``大射之儀注…疏(…)`` gives 大射之儀 (jing), a zhu and a shu.

    CorpusError where a juan is on a chapter that is not held, or small characters have no speaker.
    """
    kinds = list(Kind.FURNITURE.value * len(source))
    stretches: list[Stretch] = []
    starts = [found.start() for found in _JUAN.finditer(source)] or [0]
    for start, end in zip(starts, [*starts[1:], len(source)], strict=True):
        juan = _take_apart(source, start, end, canon, kinds)
        tell_apart(juan.items, juan.chapter.folded)
        stretches.extend(with_runs(list(_stretches(juan)), _borders(juan)))
    return Reading("".join(kinds), tuple(stretches))


def _take_apart(source: str, start: int, end: int, canon: Canon, kinds: list[str]) -> _Juan:
    heading = _HEADING.search(source, start, end)
    chapter = next((c for c in canon.held if heading and fold(c.name_hant) == fold(heading[1])), None)
    if heading is None or chapter is None:
        raise CorpusError(f"At character {start}: no heading names a chapter that is held.")
    appendix = _APPENDIX.search(source, heading.end(), end)
    for line in re.finditer(r".+", source[start : appendix.start() if appendix else end]):
        if line[0][:1].isspace() or line[0].startswith("欽定"):
            for at in range(start + line.start(), start + line.end()):
                if not source[at].isspace() and source[at] != "¶":
                    kinds[at] = Kind.HEADING.value
    juan = _Juan(chapter, kinds)
    _gather(juan, _tokens(source, heading.end(), appendix.start() if appendix else end, kinds))
    return juan


def _tokens(source: str, start: int, end: int, kinds: Sequence[str]) -> Iterator[Char]:
    for found in _TOKEN.finditer(source, start, end):
        printed = found[0]
        layout = printed.startswith("<pb:") or printed.isspace() or printed == "¶"
        if not layout and kinds[found.start()] != Kind.HEADING.value:
            yield Char(found.start(), _SPELLED.get(printed, LOST) if len(printed) > 1 else printed)


def _gather(juan: _Juan, tokens: Iterable[Char]) -> None:
    """Sort the characters into large and small; what announces the small ones is taken off the end of the large."""
    voice: list[Char] = []
    speaker: tuple[Layer, str] | None = None
    after = within = False
    for token in tokens:
        if token.char in "()":
            within = token.char == "("
            juan.mark(token.at, Kind.MARKER)
            if within and not voice:
                speaker = _announced(juan, token.at)
        elif within:
            if token.char == "/":
                juan.mark(token.at, Kind.MARKER)
            else:
                voice.append(token)
        else:
            if voice and speaker:
                juan.small.append(_Small(len(juan.items), *speaker, tuple(voice)))
                voice, after = [], True
            if token.char == "○":
                juan.mark(token.at, Kind.MARKER)
                after = True
            else:
                juan.items.append(Large(token, after))
                after = False
    if voice and speaker:
        juan.small.append(_Small(len(juan.items), *speaker, tuple(voice)))


def _announced(juan: _Juan, at: int) -> tuple[Layer, str]:
    for name, speaker in _SPEAKERS.items():
        if "".join(item.char.char for item in juan.items[-len(name) :]) == name:
            for item in juan.items[-len(name) :]:
                juan.mark(item.char.at, Kind.MARKER)
            del juan.items[-len(name) :]
            return speaker
    raise CorpusError(f"At character {at}: nothing says whose the small characters are.")


def _stretches(juan: _Juan) -> Iterator[Stretch]:
    """Base text and comments in the order in which they are printed."""
    record = _record(juan.chapter)
    small = iter((*juan.small, None))
    waiting = next(small)
    run: list[Large] = []
    base = 0
    for number, item in enumerate((*juan.items, None)):
        turned = item is None or (run and (item.base != run[-1].base or item.opens))
        ends = turned or (waiting is not None and waiting.behind == number)
        if run and ends:
            yield _large(juan, run, base, record)
            base += len(run) if run[-1].base else 0
            run = []
        while waiting is not None and waiting.behind == number:
            yield from _spoken(juan, waiting, base)
            waiting = next(small)
        if item is not None:
            run.append(item)


def _large(juan: _Juan, run: Sequence[Large], base: int, record: int) -> Stretch:
    if run[0].base:
        layer = Layer.JI if run[0].place > record else Layer.JING
        return _stretch(juan, layer, [item.char for item in run])
    chars = [item.char for item in run]
    if run[0].opens and chars[0].char == OPENING:
        juan.mark(chars[0].at, Kind.MARKER)
        del chars[0]
    return _stretch(juan, Layer.ZHU, chars, "鄭玄", base)


def _spoken(juan: _Juan, small: _Small, base: int) -> Iterator[Stretch]:
    """The comments of one run of small characters: a 疏 on base text, on its division, on the note."""
    if small.layer is not Layer.SHU:
        yield _stretch(juan, small.layer, small.chars, small.commentator, base)
        return
    text = "".join(char.char for char in small.chars)
    opening = _SHU.match(text)
    if opening is None:
        raise CorpusError(f"At character {small.chars[0].at}: no 釋曰 opens {text[:20]}")
    division = DIVISION.match(text, opening.end())
    markers = [opening.span(), *(found.span() for found in _INNER.finditer(text, opening.end()))]
    ends = [*(start for start, _ in markers[1:]), len(text)]
    if division and ends[0] - opening.end() > _WHOLE and text[division.end()] not in "故知但":
        markers.insert(1, (division.end(), division.end()))
        ends.insert(0, division.end())
    for (start, first), last in zip(markers, ends, strict=True):
        for char in small.chars[start:first]:
            juan.mark(char.at, Kind.MARKER)
        if first < last:
            yield _stretch(juan, small.layer, small.chars[first:last], small.commentator, base)


def _record(chapter: Chapter) -> int:
    """Where in the folded canon the 記 begins."""
    return sum(len(fold(c.text)) for c in chapter.clauses if c.layer is Layer.JING)


def _borders(juan: _Juan) -> list[int]:
    """How many characters of base text stand before the first of each phase."""
    lengths = accumulate(sum(len(fold(c.text)) for c in phase.clauses) for phase in juan.chapter.phases)
    reached = [item.place for item in juan.items if item.base]
    return [bisect_right(reached, length) for length in (0, *lengths)]


def _stretch(
    juan: _Juan, layer: Layer, chars: Sequence[Char], commentator: str | None = None, anchor: int = 0
) -> Stretch:
    kind = Kind.BASE if layer.is_base else Kind.COMMENT
    for char in chars:
        juan.mark(char.at, Kind.DAMAGE if char.char in _DAMAGE else kind)
    text, offsets = "".join(char.char for char in chars), tuple(char.at for char in chars)
    return Stretch(layer, text, offsets, commentator, "", juan.chapter.number, None, anchor)
