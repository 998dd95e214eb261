"""儀禮注疏 in the 文淵閣四庫全書, as Kanripo digitises it: base text and 鄭玄's notes large, the rest in small columns.

    大射之儀音義(射食/夜反)○君有命戒射注將有祭祀之事疏(釋曰自此盡西/紘論…注釋曰…)宰戒百官

A note opens with 注 and what ends it is seldom printed: 音義, 疏 and ○ end it where they stand, otherwise base text goes
on in the same line. So what is large is weighed as a whole: that reading is chosen in which the characters called base
text follow the canon with the fewest differences. Small characters stand two to a column, ``(right/left)``, and are
told by the large ones before them: 音義 is 陸德明's, 疏 is 賈公彥's, first on the base text (釋曰), then on the note
(注釋曰). The 四庫 editors' collation notes at the end of a juan (考證) are not read.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import inf

from corpus.canon import Canon, Chapter
from corpus.errors import CorpusError
from corpus.fold import Folded, fold, fold_with_offsets
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers.wrapped import ENTITIES

NOTE_CHARACTER = 0.3  # a large character that is no base text; below 1, so that quotations stay notes
UNANNOUNCED = 6.0  # a note that begins without 注
UNENDED = 1.0  # base text that follows a note with nothing between
RESUMED = 4.0  # a note that goes on behind small characters or ○
SLACK = 12.0  # readings dearer than the best so far by more than this are given up

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
_DIVISION = re.compile(
    r"自此(?:以下|已下)?[盡至](?P<last>.{2,12}?)(?:論|(?=請君行)).{2,40}?(?:之[事節]也?(?!者)|射事(?=鄭)|射法$)"
)
"""賈公彥's words on how the text divides: from here to these words, it is about this."""
_OF_ONE_PHASE = "論三耦與卿大夫取矢之事"
"""The one division whose last words recur, after its phase, before the next division begins."""
_TAKEN_UP = re.compile(r"云(?P<first>.{2,16}?)者")
_WHOLE = 60
"""A comment up to this long is not parted from the words on the division it opens with."""
_ENDS = {"經末": (Layer.JING,), "篇終": (Layer.JING, Layer.JI)}


@dataclass(frozen=True)
class _Char:
    """One character of the text and where in the source it stands."""

    at: int
    char: str


@dataclass
class _Item:
    """A large character; ``after`` says whether small characters or ○ stand before it, ``base`` whether the canon has
    it, and ``place`` where."""

    char: _Char
    after: bool = False
    base: bool = False
    opens: bool = False
    place: int = 0


@dataclass(frozen=True)
class _Small:
    """Small characters of one voice, after ``behind`` large ones."""

    behind: int
    layer: Layer
    commentator: str
    chars: tuple[_Char, ...]


@dataclass
class _Juan:
    """A juan taken apart: what is large, what is small; ``kinds`` grows into the account of every character."""

    chapter: Chapter
    kinds: list[str]
    items: list[_Item] = field(default_factory=list)
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
        _tell_apart(juan)
        stretches.extend(_with_runs(juan, list(_stretches(juan))))
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


def _tokens(source: str, start: int, end: int, kinds: Sequence[str]) -> Iterator[_Char]:
    for found in _TOKEN.finditer(source, start, end):
        token = found[0]
        if token.startswith("<pb:") or token.isspace() or token == "¶" or kinds[found.start()] == Kind.HEADING.value:
            continue
        yield _Char(found.start(), _SPELLED.get(token, LOST) if len(token) > 1 else token)


def _gather(juan: _Juan, tokens: Iterable[_Char]) -> None:
    """Sort the characters into large and small; what announces the small ones is taken off the end of the large."""
    voice: list[_Char] = []
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
                juan.items.append(_Item(token, after))
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


_Ways = dict[int, tuple[float, int]]
"""Place in the canon → cost of the cheapest way there, and where that way came from: ``2 * place + base``."""


def _tell_apart(juan: _Juan) -> None:
    """Say of every large character whether it is base text, opens a note, or belongs to one."""
    canon = juan.chapter.folded
    base: _Ways = _passed_over({0: (0.0, 0)}, canon)
    note: _Ways = {}
    trail: list[tuple[_Ways, _Ways]] = []
    for item in juan.items:
        base, note = _step(item, canon, base, note)
        best = min(cost for ways in (base, note) for cost, _ in ways.values())
        base = {at: way for at, way in base.items() if way[0] <= best + SLACK}
        note = {at: way for at, way in note.items() if way[0] <= best + SLACK}
        trail.append((base, note))
    _, at, is_base = min((cost, at, ways is base) for ways in (base, note) for at, (cost, _) in ways.items())
    for item, (bases, notes) in zip(reversed(juan.items), reversed(trail), strict=True):
        item.base, item.place = is_base, at
        came = (bases if is_base else notes)[at][1]
        at, was_base = divmod(came, 2)
        item.opens = not is_base and bool(was_base)
        is_base = bool(was_base)


def _step(item: _Item, canon: str, base: _Ways, note: _Ways) -> tuple[_Ways, _Ways]:
    """The cheapest ways after one more large character, as base text and as part of a note."""
    opening = 0.0 if item.char.char == "注" else UNANNOUNCED
    notes: _Ways = {at: (cost + NOTE_CHARACTER + RESUMED * item.after, 2 * at) for at, (cost, _) in note.items()}
    for at, (cost, _) in base.items():
        _offer(notes, at, cost + opening, 2 * at + 1)
    bases: _Ways = {}
    folded = fold(item.char.char)
    for ways, price, was_base in ((base, 0.0, 1), (note, 0.0 if item.after else UNENDED, 0)):
        for at, (cost, _) in ways.items():
            came = 2 * at + was_base
            _offer(bases, at, cost + price + 1.0, came)
            if at < len(canon):
                _offer(bases, at + 1, cost + price + (canon[at] != folded), came)
    return _passed_over(bases, canon), notes


def _passed_over(ways: _Ways, canon: str) -> _Ways:
    """Allow for characters of the canon that the edition lacks."""
    limit = min((cost for cost, _ in ways.values()), default=0.0) + SLACK
    for start in sorted(ways):
        at, (cost, came) = start, ways[start]
        while at < len(canon) and cost + 1.0 <= limit and cost + 1.0 < ways.get(at + 1, (inf, 0))[0]:
            at, cost = at + 1, cost + 1.0
            ways[at] = (cost, came)
    return ways


def _offer(ways: _Ways, at: int, cost: float, came: int) -> None:
    if cost < ways.get(at, (inf, 0))[0]:
        ways[at] = (cost, came)


def _stretches(juan: _Juan) -> Iterator[Stretch]:
    """Base text and comments in the order in which they are printed."""
    record = _record(juan.chapter)
    small = iter((*juan.small, None))
    waiting = next(small)
    run: list[_Item] = []
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


def _large(juan: _Juan, run: Sequence[_Item], base: int, record: int) -> Stretch:
    if run[0].base:
        layer = Layer.JI if run[0].place > record else Layer.JING
        return _stretch(juan, layer, [item.char for item in run])
    chars = [item.char for item in run]
    if run[0].opens and chars[0].char == "注":
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
    division = _DIVISION.match(text, opening.end())
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


def _with_runs(juan: _Juan, found: Sequence[Stretch]) -> Iterator[Stretch]:
    """Say of each 疏 which base text it explains, where that is more than the clause it stands at.

    A division begins with the phase that begins in the base text before it, and runs to the words it names: where they
    stand last before the next division, or else where they stand next. A 疏 that takes up the first words of the base
    text before it explains all of that.
    """
    borders = _borders(juan)
    starts: list[int] = []
    heads: dict[int, tuple[int, str]] = {}
    own = Stretch(Layer.JING, "", ())
    end = 0
    for index, stretch in enumerate(found):
        if stretch.layer.is_base:
            own, end = stretch, end + len(stretch.text)
        start = end - len(own.text)
        starts.append(start)
        if division := _DIVISION.match(stretch.text) if stretch.layer is Layer.SHU else None:
            heads[index] = (max([start, *(at for at in borders if at < end)]), division["last"])
    base = fold_with_offsets("".join(stretch.text for stretch in found if stretch.layer.is_base))
    for index, stretch in enumerate(found):
        taken_up = _TAKEN_UP.match(stretch.text) if stretch.layer is Layer.SHU else None
        if index in heads:
            head, words = heads[index]
            nearer = borders if _OF_ONE_PHASE in stretch.text else (at for at, _ in heads.values())
            following = min((at for at in nearer if at > head), default=end)
            last = _end(words, found, base, head, following)
            yield replace(stretch, run=(head, max(last, stretch.anchor)))
        elif taken_up and base.text.startswith(fold(taken_up["first"]), bisect_left(base.offsets, starts[index])):
            yield replace(stretch, run=(starts[index], stretch.anchor))
        else:
            yield stretch


def _borders(juan: _Juan) -> list[int]:
    """How many characters of base text stand before the first of each phase."""
    lengths = accumulate(sum(len(fold(c.text)) for c in phase.clauses) for phase in juan.chapter.phases)
    reached = [item.place for item in juan.items if item.base]
    return [bisect_right(reached, length) for length in (0, *lengths)]


def _end(words: str, found: Sequence[Stretch], base: Folded, head: int, following: int) -> int:
    """How many characters of base text a division runs to that ends with ``words``; 0 where they are not found."""
    if words in _ENDS:
        return sum(len(s.text) for s in found if s.layer in _ENDS[words])
    sought = fold(words)
    first, limit = bisect_left(base.offsets, head), bisect_left(base.offsets, following)
    at = base.text.rfind(sought, first, limit)
    if at < 0:
        at = base.text.find(sought, first)
    return base.stored_span(at, at + len(sought))[1] if at >= 0 else 0


def _stretch(
    juan: _Juan, layer: Layer, chars: Sequence[_Char], commentator: str | None = None, anchor: int = 0
) -> Stretch:
    kind = Kind.BASE if layer.is_base else Kind.COMMENT
    for char in chars:
        juan.mark(char.at, Kind.DAMAGE if char.char in _DAMAGE else kind)
    text, offsets = "".join(char.char for char in chars), tuple(char.at for char in chars)
    return Stretch(layer, text, offsets, commentator, "", juan.chapter.number, None, anchor)
