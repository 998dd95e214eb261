"""The words of the project: which it uses at all, how seldom, and in which phases of the rites.

vocabulary = Vocabulary(texts_of(library, glossary))
vocabulary.weight("bow") < vocabulary.weight("threshold")       # the rarer the more it tells
vocabulary.strange({"bow", "refrigerat"})                       # {"refrigerat"}: no rendering, note or answer has it

Words are the stems of English words, and Han characters and pairs of them, in one script.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from corpus.claims.everyday import EVERYDAY
from corpus.claims.lexicon import plain
from corpus.library import Library
from corpus.rites.glossary import Glossary
from corpus.rites.parallels import phase_of

_ENGLISH = re.compile(r"[a-z]{2,}")
_HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]+")
_COMMON = frozenset(
    (  # noqa: SIM905 - words, to be read
        "the a an of to and in on at is are was were be by for with it its his her their they he she him them this "
        "that these those as from or one who which when then there has have had having into out up down so no not "
        "does do did each also both all any only own itself himself while but if than been being where what how "
        "will would can may must should could just very here such some other same like after before about over"
    ).split()
)
_GRAMMAR = re.compile(f"[{plain('的了是在也就都和與及於之而其以把將被他它她們個這那此時候著過到要會能可有')}]")
"""Characters of grammar, which say nothing of what is told."""
_ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ed", "ers", "er", "est", "ies", "ied", "ly", "es", "s", "y")
_SHORTEST = 3
EVERYWHERE = ""
"""The phase of what is of no phase, as the glossary is."""
Words = frozenset[str]


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """An English word without its ending: presenting, presented, presents → present."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)]
            break
    if len(word) > _SHORTEST and word[-1] == word[-2]:
        word = word[:-1]
    return word.rstrip("ei") if len(word) > _SHORTEST else word


def words(text: str) -> Words:
    """The words of a text that say something."""
    flat = plain(text).lower()
    found = {stem(word) for word in _ENGLISH.findall(flat) if word not in _COMMON}
    if not flat.isascii():
        for run in _HAN.findall(flat):
            telling = [part for part in _GRAMMAR.split(run) if part]
            found.update(*telling)
            for part in telling:
                found.update(map("".join, pairwise(part)))
    return frozenset(found)


class Vocabulary:
    """Counts of words over texts. Read-only once made; texts are pairs of the phase, "5.17", and the text."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self.count: Counter[str] = Counter()
        self.by_phase: dict[str, Counter[str]] = {}
        self._texts = 0
        for phase, text in texts:
            found = words(text)
            self.count.update(found)
            self.by_phase.setdefault(phase, Counter()).update(found)
            self._texts += 1
        self._everyday = frozenset(words(EVERYDAY))
        self.weight = lru_cache(maxsize=65536)(self._weight)

    def _weight(self, word: str) -> float:
        """How much a word tells: the logarithm of how seldom it is."""
        if word in self._everyday:
            return 0.5
        return math.log((1 + self._texts) / (1 + self.count[word]))

    def weights(self, found: Iterable[str]) -> float:
        """How much words tell together."""
        return sum(map(self.weight, found))

    def strange(self, found: Iterable[str], less: Collection[str] = ()) -> set[str]:
        """Those of some English stems and single characters that no text has; ``less`` are the words of one text that
        does not count."""
        return {
            word
            for word in found
            if (word.isascii() or len(word) == 1)
            and self.count[word] <= (word in less)
            and word not in self._everyday
            and not word.isdigit()
        }

    def odd(self, found: Iterable[str], less: Collection[str] = ()) -> set[str]:
        """Those pairs of characters that no text has."""
        return {
            word
            for word in found
            if not word.isascii()
            and len(word) > 1
            and self.count[word] <= (word in less)
            and word not in self._everyday
        }

    def far(self, found: Iterable[str], phases: Collection[str], less: Collection[str] = ()) -> set[str]:
        """Those that no text of some phases has, nor what is of no phase."""
        near = [self.by_phase[phase] for phase in (*phases, EVERYWHERE) if phase in self.by_phase]
        return {
            word
            for word in found
            if word not in self._everyday and sum(count[word] for count in near) <= (word in less)
        }


def texts_of(library: Library, glossary: Glossary) -> Iterator[tuple[str, str]]:
    """Every text of the project with its phase: renderings, notes, written answers, the classical texts, the
    glossary."""
    rites = library.rites
    for table in (rites.renderings, rites.notes):
        for ref, rendering in table.items():
            yield phase_of(ref.partition("#")[0]), f"{rendering.zh} {rendering.en}"
    for row in library.book.rows.values():
        if row.origin == "written":
            yield phase_of(row.clause), f"{row.zh} {row.en}"
    for unit in library.units:
        yield phase_of(unit.base_ref), unit.text
    for entry in glossary.entries:
        yield EVERYWHERE, " ".join((entry.term, entry.zh, entry.en, entry.definition, entry.definition_zh))
