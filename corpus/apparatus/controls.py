"""鄭玄's notes as other editions print them, clause by clause: what those that are held are controlled by.

    control = read_control(Path("../shared/kanripo/KR1d0026"), canon.chapters[7])
    control.notes["7.1.2"]              # 宰於天子冢宰治官卿也作大事則掌以君命戒於百官

Both editions print base text large and the notes small: 《儀禮》鄭注 of the 四部叢刊 has nothing but 鄭玄, 張爾岐's
《儀禮鄭註句讀》 has his words first and behind ○ 張爾岐's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.align import owners
from corpus.canon import Chapter
from corpus.fold import fold
from corpus.readers import mandoku

CONTROLS = ("KR1d0026", "KR1d0038")


@dataclass(frozen=True)
class Control:
    """One edition of a chapter: the clauses it has, and on which of them which words of 鄭玄's."""

    name: str
    clauses: frozenset[str]
    notes: Mapping[str, str]


def read_control(folder: Path, chapter: Chapter) -> Control:
    """The notes of one edition on a chapter; the file of the juan has the chapter's number."""
    edition = mandoku.read(folder)
    juan = [path.stem for path in sorted(folder.glob("*.txt"))].index(f"{folder.name}_{chapter.number:03}")
    base = ""
    found: list[tuple[int, str]] = []
    for part, voice in zip(edition.printed[juan], edition.voices[juan], strict=True):
        if voice == "text":
            base += part.text
        elif voice == "note" and found and found[-1][0] == len(base):
            found[-1] = (len(base), found[-1][1] + part.text)
        elif voice == "note":
            found.append((len(base), part.text))
    owner = owners(chapter.clauses, base)
    notes: dict[str, str] = {}
    for at, text in found:
        ref = owner[at - 1] if at else None
        own = text.partition("○")[0]
        if ref and fold(own):
            notes[ref] = notes.get(ref, "") + own
    return Control(folder.name, frozenset(filter(None, owner)), notes)
