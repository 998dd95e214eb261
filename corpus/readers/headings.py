"""Where chapters of the 儀禮 begin in a juan of a Kanripo edition, told by its headings.

    chapters(source)            {11: 2}: line 11 is 「士昏禮第二」

A heading is a name with its number (士昏禮第二) or, in juan that have none of these, a line that is a name alone
(士昏禮, 士昏禮誤字): where it is indented, or where a short line stands above it, as headings have it (家禮二之上).
Lines that name many chapters in a row are a table of contents, and place nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import median

from corpus.canon import ROOT, rows
from corpus.fold import fold
from corpus.people import chapter_names

_NUMBERED = re.compile(r"第[一二三四五六七八九十]+")
_MARKUP = re.compile(r"<pb:[^<>\s]*>|¶")
_VARIANTS = str.maketrans("䘮苐弟", "喪第第")
"""Shapes that editions use in headings."""
_MANY = 3
"""Headings of different chapters in one juan from which it may be a table of contents."""
_CLOSE = 3
"""Lines from one heading to the next, in the middle, up to which they are one."""
_SHORT = 8
"""Characters of a line up to which it can be a heading above another, or the end of what a bare name began."""
_PART = re.compile(r".{1,4}禮[一二三四五六七八九十]+(?:之[上中下])?")
"""What a book that is not divided as the 儀禮 is has above its pieces: 家禮一之下."""
_MISPRINTS = "誤字"
"""What a book of misprints adds to the name of a chapter."""


def chapters(source: str) -> dict[int, int]:
    """Line, from 0 → the chapter that begins with it; 0 where another piece begins after a chapter named alone."""
    lines = source.translate(_VARIANTS).split("\n")
    numbered = {at: chapter for at, line in enumerate(lines) if (chapter := _numbered(line))}
    found = numbered or dict(_bare(lines))
    return {} if _is_contents(found) else found


def following(juan: Sequence[Mapping[int, int]]) -> list[int]:
    """For the headings of each juan, the chapter it begins in the midst of: a juan without any goes on with the
    chapter before, where the next heading is of the same chapter or of the next one; else 0."""
    first = [next((chapter for _, chapter in sorted(places.items()) if chapter), 0) for places in juan]
    opened = [0] * len(juan)
    last = 0
    for at, places in enumerate(juan):
        if first[at]:
            last = [chapter for _, chapter in sorted(places.items())][-1]
        elif last and next(filter(None, first[at:]), 0) in {last, last + 1}:
            opened[at] = last
    return opened


def _numbered(line: str) -> int:
    if not _NUMBERED.search(line):
        return 0
    head = fold(_bare_text(line))
    return next((chapter for name, chapter in _numbered_names() if head.startswith(name)), 0)


def _bare(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The lines that are a name alone, and, with 0, those at which a piece begins that is no chapter."""
    above, running = "", 0
    for at, line in enumerate(lines):
        if line.startswith("#"):
            continue
        printed = "".join(_bare_text(line).split())
        text = fold(printed)
        if not text and not _MARKUP.sub("", line).strip():
            continue
        head = line[:1].isspace() or 0 < len(above) <= _SHORT or above.endswith("撰")
        chapter = _names().get(text.removesuffix(fold(_MISPRINTS)), 0) if head else 0
        if chapter:
            yield at, chapter
            running = chapter
        elif running and 0 < len(text) <= _SHORT and _PART.fullmatch(above):
            yield at, 0
            running = 0
        above = printed


def _bare_text(line: str) -> str:
    """A line without marks of pages and lines, up to its first note."""
    return _MARKUP.sub("", line).partition("(")[0]


def _is_contents(found: Mapping[int, int]) -> bool:
    places = sorted(at for at, chapter in found.items() if chapter)
    if len({found[at] for at in places}) <= _MANY:
        return False
    return median(b - a for a, b in pairwise(places)) <= _CLOSE


@lru_cache(maxsize=1)
def _names() -> Mapping[str, int]:
    """The full name of each chapter, folded, and those that other books have for it."""
    own = ((names.name_hant, number) for number, names in chapter_names().items())
    more = ((name, number) for number, names in chapter_names().items() for name in names.headed)
    return {fold(name): chapter for name, chapter in (*own, *more)}


@lru_cache(maxsize=1)
def _numbered_names() -> Sequence[tuple[str, int]]:
    """Every name of a chapter with its number, folded: 鄉射禮第五."""
    numerals = [ten + one for ten in ("", "十") for one in ("", *"一二三四五六七八九")][1:]
    named = ((row["name"], int(row["chapter"])) for row in rows(ROOT / "aliases.tsv", ("chapter", "name")))
    return [(fold(f"{name}第{numerals[n - 1]}"), n) for name, n in named if 1 <= n <= 17 and not name.isascii()]
