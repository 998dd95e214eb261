"""One English word for one term: where a translation departs from the glossary.

``rivals.tsv`` lists terms with the English they have here and with other translations of the same term, which are
known to be wrong here. A cell departs from it if the term stands in the Chinese and a rival in the English, once the
right English is taken away: for 匕, "meat ladle" is right and "ladle" is not. ``unless`` are characters that may be
meant by the rival instead, such as 觚 where 觶 is called a beaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from corpus.canon import rows
from corpus.rites.data import ROOT
from corpus.rites.glossary import Glossary

PATH = ROOT / "rivals.tsv"
COLUMNS = ("term", "en", "rivals", "unless")


@dataclass(frozen=True)
class Rival:
    """A term, its English here (``en``), and translations that are not to stand for it (``rivals``)."""

    term: str
    en: str
    rivals: tuple[str, ...]
    unless: tuple[str, ...] = ()

    def found(self, chinese: str, english: str) -> tuple[str, ...]:
        """The rivals in ``english``, if the term stands in ``chinese`` and nothing else they may be meant for."""
        if self.term not in chinese or any(other in chinese for other in self.unless):
            return ()
        return tuple(dict.fromkeys(match[0] for match in self._pattern.finditer(self._right.sub(" ", english))))

    @cached_property
    def _right(self) -> re.Pattern[str]:
        return re.compile(rf"\b{re.escape(self.en)}s?\b", re.IGNORECASE)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, self.rivals))})s?\b", re.IGNORECASE)


def load(path: Path = PATH) -> tuple[Rival, ...]:
    """Read the table; CorpusError names the file and the line that cannot be read."""
    return tuple(
        Rival(row["term"], row["en"], tuple(row["rivals"].split(";")), tuple(filter(None, row["unless"].split(";"))))
        for row in rows(path, COLUMNS)
    )


def problems(rivals: Iterable[Rival], glossary: Glossary) -> Iterator[tuple[str, str]]:
    """What breaks a rule of the table, with the term: a term of the glossary has the glossary's English here."""
    for rival in rivals:
        own = [entry.en.lower() for entry in glossary.find(rival.term)]
        if own and not any(rival.en.lower() in en for en in own):
            yield rival.term, f"is {rival.en!r} here, but {' or '.join(map(repr, own))} in the glossary"
        if wrong := [word for word in rival.rivals if any(word.lower() in en.split("; ") for en in own)]:
            yield rival.term, f"has {', '.join(wrong)} among its rivals, which is its English in the glossary"


def departures(rivals: Iterable[Rival], chinese: str, english: str) -> Iterator[str]:
    """Where the English of a cell departs from the table; ``chinese`` is what it translates."""
    for rival in rivals:
        if found := rival.found(chinese, english):
            yield f"has {', '.join(found)} for {rival.term}, which is {rival.en!r} here"
