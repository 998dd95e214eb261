"""The words of the rites where they stand in a text, and the glossary as readers look things up in it.

glosses = Glosses(glossary.load())
[word.text for word in glosses.lines(["賓升自西階，主人升自阼階。"])[0] if word.term]     ["賓", "西階", "主人", "阼階"]
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.fold import fold, fold_with_offsets
from corpus.rites.glossary import Entry, Glossary

PLAIN = frozenset({"act", "direction", "measure"})
"""Kinds of which a single character (拜, 東, 三) is not marked in a text: nearly every word would be."""


@dataclass(frozen=True)
class Word:
    """A stretch of a text; ``term`` is the entry of the glossary it is, "" for none, ``first`` on its first mention."""

    text: str
    term: str = ""
    first: bool = False


@dataclass(frozen=True)
class Term:
    """A word of the glossary with its senses, one for each kind it is of."""

    term: str
    senses: tuple[Entry, ...]


class Glosses:
    """Finds the glossary's words; immutable once built."""

    def __init__(self, glossary: Glossary) -> None:
        grouped: dict[str, list[Entry]] = {}
        for entry in glossary.entries:
            grouped.setdefault(entry.term, []).append(entry)
        self.terms = {term: Term(term, tuple(senses)) for term, senses in grouped.items()}
        marked = (t.term for t in self.terms.values() if len(t.term) > 1 or any(s.kind not in PLAIN for s in t.senses))
        self._by_folded = {fold(term): term for term in marked}
        self._longest = max(map(len, self._by_folded), default=0)

    def lines(self, texts: Iterable[str]) -> list[tuple[Word, ...]]:
        """The texts of one page cut at the words of the glossary; the longest word wins."""
        met: set[str] = set()
        return [tuple(self._cut(text, met)) for text in texts]

    def _cut(self, text: str, met: set[str]) -> Iterable[Word]:
        folded = fold_with_offsets(text)
        at = done = 0
        while at < len(folded.text):
            size = next((n for n in range(self._longest, 0, -1) if self._stands(folded.text, at, n)), 0)
            if size:
                start, end = folded.stored_span(at, at + size)
                if end - start == size:  # no word reaches over a comma
                    if done < start:
                        yield Word(text[done:start])
                    term = self._by_folded[folded.text[at : at + size]]
                    yield Word(text[start:end], term, term not in met)
                    met.add(term)
                    done = end
            at += size or 1
        if done < len(text):
            yield Word(text[done:])

    def _stands(self, folded: str, at: int, size: int) -> bool:
        return at + size <= len(folded) and folded[at : at + size] in self._by_folded

    def of(self, lines: Iterable[Sequence[Word]]) -> list[Term]:
        """The terms met in lines, each once."""
        return [self.terms[word.term] for line in lines for word in line if word.first]

    def find(self, text: str, kind: str = "") -> list[Term]:
        """The terms of a kind in which a text is found, the nearest first; all of them for the empty text.

        Han is compared in either script, Latin without accents and case: ``find("zuojie")`` begins with 阼階.
        """
        ranked = []
        for place, term in enumerate(self.terms.values()):
            senses = tuple(sense for sense in term.senses if kind in ("", sense.kind))
            rank = min((_rank(sense, text) for sense in senses), default=None)
            if rank is not None and rank < _NOWHERE:
                ranked.append((rank, place, Term(term.term, senses)))
        return [term for _, _, term in sorted(ranked, key=lambda one: one[:2])]


_NOWHERE = 4


def _rank(entry: Entry, text: str) -> int:
    """0: the word itself, 1: begins so, 2: has it in it, 3: in the definition, 4: nowhere."""
    if not text.strip():
        return 0
    if wanted := fold(text):
        names = [(fold(name), wanted) for name in (entry.term, *entry.zh.split("；"))]
        definition = fold(entry.definition_zh)
    else:
        wanted = _plain(text)
        names = [(_plain(entry.pinyin).replace(" ", ""), wanted.replace(" ", "")), (_plain(entry.en), wanted)]
        definition = _plain(entry.definition)
    if any(name == sought for name, sought in names):
        return 0
    if any(name.startswith(sought) for name, sought in names):
        return 1
    if any(sought in name for name, sought in names):
        return 2
    return 3 if wanted in definition else _NOWHERE


def _plain(text: str) -> str:
    """Latin letters without accents and case, blanks made one: ``_plain("Zuò jiē") == "zuo jie"``."""
    bare = (char for char in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(char))
    return " ".join("".join(bare).split())
