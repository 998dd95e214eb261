"""Editions in Kanripo's mandoku format, read from folders on disk: every page with its address, for looking up words.

    edition = read(Path("KR1d0026"))
    edition.title, edition.pages[0].ref            # 儀禮, KR1d0026_SBCK_001-1a

A juan is a file. ``<pb:KR1d0026_SBCK_005-1a>`` begins a page and ``¶`` ends a line. Small notes in two columns stand as
``(right/left)`` and are closed and opened again on every line; what is opened again with nothing between is one note.
An indented line is a heading, or commentary printed lower than the text. ``&KR1114;`` and ``[孑*(焉-正+?)]`` are
characters that could not be typed: each is kept as one :data:`LOST`. Blanks are typography and not kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from corpus.errors import WenliError
from corpus.model import Leaf
from corpus.quotes.concordance import Part, Track
from corpus.readers.headings import chapters, following
from corpus.readers.wrapped import ENTITIES

LOST = "〓"
"""Stands for a character that the digitisation could not type."""
_TOKEN = re.compile(
    r"[^<&\[()¶/\s]+|<pb:(?P<page>[^<>\s]+)>|(?P<lost>&[A-Za-z0-9-]+;|\[[^\[\]\n]*[*+@/-][^\[\]\n]*\])|.", re.DOTALL
)
"""Plain characters by the run, for there are millions; what may mean something one by one."""
_HEADER = re.compile(r"#\+(?P<key>[A-Z]+):\s*(?P<value>.*?)\s*$")
_UNSPOKEN = re.compile(r"[\[\]「」『』“”‘’〔〕\"]")
"""What answers mean something by, and no name of a book may bring into them."""
_LONGEST_NAME = 60
"""Characters of the name of a book or juan that are kept."""

Voice = Literal["text", "lower", "note"]


class EditionUnreadable(WenliError):
    """A folder, or a file (``folder``), cannot be read as pages in mandoku format (``reason``)."""

    def __init__(self, folder: Path, reason: str = "") -> None:
        self.folder = folder
        self.reason = reason or "no file here has pages in mandoku format, such as <pb:KR1d0026_SBCK_001-1a>"
        super().__init__(f"{folder}: {self.reason}.")


@dataclass(frozen=True)
class Edition:
    """A whole repository. ``texts`` has each run of text and each note; ``joined`` what stands in large characters as
    one; ``printed`` everything in the order in which it is printed, a juan each, and ``voices`` the voice of each part
    of it."""

    name: str
    title: str
    pages: tuple[Leaf, ...]
    texts: tuple[Track, ...]
    joined: tuple[Track, ...]
    printed: tuple[Track, ...]
    voices: tuple[tuple[Voice, ...], ...] = ()


@dataclass
class _Run:
    """Consecutive characters of one voice on one page; runs of one voice with the same ``group`` belong together."""

    page: int
    voice: Voice
    group: int
    start: int
    end: int


@dataclass
class _Juan:
    """A juan while it is read: the characters of each page, large and small, how many, and the runs they stand in."""

    pages: list[tuple[str, str, int]] = field(default_factory=list)
    large: list[list[str]] = field(default_factory=list)
    small: list[list[str]] = field(default_factory=list)
    sizes: list[list[int]] = field(default_factory=list)
    runs: list[_Run] = field(default_factory=list)
    title: str = ""

    def turn(self, address: str, juan: str, chapter: int) -> None:
        """Begin a page."""
        self.pages.append((address, juan, chapter))
        self.large.append([])
        self.small.append([])
        self.sizes.append([0, 0])

    def add(self, chars: str, voice: Voice, group: int) -> None:
        """Put more characters on the page."""
        page, small = len(self.pages) - 1, voice == "note"
        at = self.sizes[page][small]
        last = self.runs[-1] if self.runs else None
        if last is None or (last.page, last.voice, last.group) != (page, voice, group):
            last = _Run(page, voice, group, at, at)
            self.runs.append(last)
        (self.small if small else self.large)[page].append(chars)
        self.sizes[page][small] = last.end = at + len(chars)


def read_all(folders: Iterable[Path]) -> list[Edition]:
    """The editions in some folders, each a repository or a folder of them; EditionUnreadable where there is none."""
    found: list[Edition] = []
    for folder in folders:
        inner = [folder] if any(folder.glob("*.txt")) else sorted(f for f in folder.glob("*/") if any(f.glob("*.txt")))
        if not inner:
            raise EditionUnreadable(folder)
        found.extend(map(read, inner))
    return found


def read(folder: Path) -> Edition:
    """The edition in a folder; EditionUnreadable where no file of it has pages, or one is no UTF-8."""
    title = ""
    pages: list[Leaf] = []
    texts: list[Track] = []
    joined: list[Track] = []
    printed: list[Track] = []
    spoken: list[tuple[Voice, ...]] = []
    paths = sorted(folder.glob("*.txt"))
    sources = [_source(path) for path in paths]
    headings = [chapters(source) for source in sources]
    for path, source, places, begun in zip(paths, sources, headings, following(headings), strict=True):
        juan = _juan(source, path.stem, places, begun)
        title = title or juan.title
        large, small = _leaves(juan, folder.name, title)
        pages.extend(leaf for leaf in (*large, *small) if leaf.text)
        parts = [Part((small if r.voice == "note" else large)[r.page], r.start, r.end) for r in juan.runs]
        voices: dict[tuple[Voice, int], list[Part]] = {}
        for run, part in zip(juan.runs, parts, strict=True):
            voices.setdefault((run.voice, run.group), []).append(part)
        texts.extend(voices.values())
        joined.append([part for run, part in zip(juan.runs, parts, strict=True) if run.voice != "note"])
        printed.append(parts)
        spoken.append(tuple(run.voice for run in juan.runs))
    if not pages:
        raise EditionUnreadable(folder)
    return Edition(folder.name, title, tuple(pages), tuple(texts), tuple(joined), tuple(printed), tuple(spoken))


def _source(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise EditionUnreadable(path, f"byte {error.start} is not UTF-8") from error


def _leaves(juan: _Juan, witness: str, title: str) -> tuple[list[Leaf], list[Leaf]]:
    large, small = (
        [
            Leaf(ref, "".join(chars), witness, title, name, note, chapter)
            for (ref, name, chapter), chars in zip(juan.pages, voice, strict=True)
        ]
        for voice, note in ((juan.large, False), (juan.small, True))
    )
    return large, small


def _juan(source: str, stem: str, places: Mapping[int, int], chapter: int) -> _Juan:
    """Read a file, whose headings stand in ``places`` and which begins in ``chapter``; what stands before the first
    page is no text."""
    juan = _Juan()
    name, lower, note, opened = stem, 0, 0, False
    was_lower = False
    for number, line in enumerate(source.split("\n")):
        if header := _HEADER.match(line):
            name, juan.title = _header(header, name, juan.title)
            continue
        if line.startswith("# "):
            continue
        chapter = places.get(number, chapter)
        if places.get(number) and juan.pages:  # the page on which a chapter begins is its
            juan.pages[-1] = (*juan.pages[-1][:2], chapter)
        indented, counted = line[:1].isspace(), False
        within = False  # a bracket left open by mistake costs one line
        for token in _TOKEN.finditer(line):
            chars = ENTITIES.get(token[0], LOST) if token["lost"] else token[0]
            if token["page"]:
                juan.turn(token["page"], name, chapter)
            elif chars in {"(", ")"}:
                within = chars == "("
                note += within and not opened
                opened = True
            elif not juan.pages or chars.isspace() or chars == "¶" or (within and chars == "/"):
                continue
            elif within:
                juan.add(chars, "note", note)
            else:
                lower += indented and not was_lower and not counted
                counted, opened, was_lower = True, False, indented
                juan.add(chars, "lower" if indented else "text", lower if indented else 0)
    return juan


def _header(header: re.Match[str], juan: str, title: str) -> tuple[str, str]:
    """The names of juan and book after a line such as ``#+PROPERTY: JUAN 卷五``."""
    key, value = header["key"], header["value"]
    if key == "TITLE":
        return juan, name_in(value)
    named = key == "PROPERTY" and value.startswith("JUAN")
    return (name_in(value.removeprefix("JUAN")) if named else juan), title


def name_in(text: str) -> str:
    """The name of a book or juan, fit to stand in a sentence: without quotation marks, square brackets and characters
    that cannot be seen, at most 60 characters.

    >>> name_in("儀禮[1]「釋宮」")
    '儀禮1釋宮'
    """
    shown = (char for char in _UNSPOKEN.sub("", text) if not unicodedata.category(char).startswith("C"))
    return "".join(shown).strip()[:_LONGEST_NAME]
