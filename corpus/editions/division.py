"""Provisional references: the chapters whose canon is not written, divided as an edition divides them.

張爾岐's 儀禮鄭註句讀 (KR1d0038) ends every phase with its name (右筮日), in the records too (記笄女敎女之事), and
sets a note after every clause; 儀禮鄭註 (KR1d0026) has the notes alone, so that a chapter is one phase. A clause is the
text between two notes, as the canon's are. These references hold only as long as the edition is there and as it is:
they are marked provisional wherever they appear, and no reference of the canon is ever among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from corpus.canon import Canon, Chapter, Clause, Phase
from corpus.fold import fold
from corpus.model import Layer
from corpus.readers.mandoku import Edition, Voice
from corpus.script import to_simplified

DIVIDING = ("KR1d0038", "KR1d0026")
"""The editions whose division is taken, the better one first."""
WHOLE = "全篇"
_NUMERAL = "一二三四五六七八九十"
_HEADING = re.compile(rf"^.{{0,24}}?第[{_NUMERAL}]+(?:儀禮)?(?:鄭氏[注註])?(?!篇)")
_SERIES = "欽定四庫全書"
"""Stands at the head of every juan of that series."""
_COLOPHON = re.compile(rf"儀禮(?:鄭註句讀)?[卷巻]第?[{_NUMERAL}]+.*$")
_NAME = re.compile(r"[右記](?P<name>.{1,28})")
_LONGEST = 29


@dataclass
class _Open:
    """A chapter while it is read: its phases so far, each a name and clauses, and the clause that is open."""

    phases: list[tuple[str, list[str]]] = field(default_factory=lambda: [("", [])])
    clause: str = ""

    def close_clause(self) -> None:
        if fold(self.clause):
            self.phases[-1][1].append(self.clause)
        self.clause = ""

    def close_phase(self, name: str) -> None:
        """End the phase with its name; what has no clause takes none."""
        self.close_clause()
        if self.phases[-1][1]:
            self.phases[-1] = (name, self.phases[-1][1])
            self.phases.append(("", []))


def divided(canon: Canon, editions: Sequence[Edition], names: Sequence[str]) -> tuple[Canon, str]:
    """The canon with provisional chapters, and the edition that divides them ("" where none does)."""
    for name in DIVIDING:
        for edition, own in zip(editions, names, strict=True):
            if own == name:
                return _with(canon, edition), name
    return canon, ""


def _with(canon: Canon, edition: Edition) -> Canon:
    found = dict(_read(edition))
    chapters = {
        number: replace(chapter, phases=_phases(chapter, found[number]))
        if not chapter.phases and number in found
        else chapter
        for number, chapter in canon.chapters.items()
    }
    return Canon(chapters)


def _read(edition: Edition) -> Iterator[tuple[int, _Open]]:
    """Chapter → what is read of it; a chapter that goes on in the next juan is one."""
    opened: dict[int, _Open] = {}
    for track, voices in zip(edition.printed, edition.voices, strict=True):
        before: Voice | None = None
        lower = ""
        for part, voice in zip(track, voices, strict=True):
            chapter = getattr(part.unit, "chapter", 0)
            own = opened.setdefault(chapter, _Open())
            if before == "lower" and voice != "lower":
                _named(own, lower)
                lower = ""
            if voice == "note":
                own.close_clause()
            elif voice == "lower":
                lower += part.text
            else:
                begins = not own.clause and len(own.phases) == 1 and not own.phases[0][1]
                text = part.text.replace(_SERIES, "")
                own.clause += _HEADING.sub("", text) if begins else text
            before = voice
        if lower:
            _named(opened[chapter], lower)
        for own in opened.values():
            own.clause = _COLOPHON.sub("", own.clause)
            own.close_clause()
    yield from ((number, own) for number, own in opened.items() if number)


def _named(own: _Open, text: str) -> None:
    match = _NAME.match(text)
    if match and len(text) <= _LONGEST:
        own.close_phase(match["name"] if text.startswith("右") else text)


def _phases(chapter: Chapter, read: _Open) -> tuple[Phase, ...]:
    phases: list[Phase] = []
    layer = Layer.JING
    title = fold(chapter.name_hant)
    kept = [(name, texts) for name, texts in read.phases if texts]
    if len(kept) > 1 and kept[-1][1] == [kept[-1][1][0]] and title.startswith(fold(kept[-1][1][0])):
        kept.pop()  # the title once more at the end of the juan
    for number, (name, texts) in enumerate(kept, 1):
        if texts[0].startswith("記"):
            layer = Layer.JI
        shown = name or (WHOLE if len(read.phases) == 1 else f"{texts[0][:6]}…")
        clauses = tuple(Clause(chapter.number, number, str(at), text, layer) for at, text in enumerate(texts, 1))
        names = (shown, to_simplified(shown), f"section {number}")
        phases.append(Phase(chapter.number, number, layer, *names, "", clauses))
    return tuple(phases)
