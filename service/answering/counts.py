"""How many there are of what a question counts: the numbers that the text states (corpus/rites/stated.tsv).

「每位射手射幾支箭？」 asks of the 矢 that each archer has, 「箭籌要準備多少？」 of the 箭籌; a question may ask
of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from corpus.library import Library
from corpus.rites import effects as effect_tables
from corpus.rites.stated import Stated
from corpus.rites.stated import load as load_stated
from corpus.terms import Found
from index.query import Hit
from service import rite_words
from service.aid import simplified
from service.answering.answer import Lang
from service.answering.draft import Computed
from service.answering.names import Names
from service.answering.understand import Question

AMONG = 5
"""Passages among which the clause of a number must stand, unless it is of what each has and that is asked."""
MOST = 3
"""Numbers told in one answer."""
_CUE = re.compile(r"幾|几|多少|\bhow many\b|\bnumber of\b", re.IGNORECASE)
_EACH = re.compile(r"每|各|人均|\beach\b|\bevery\b|\bper\b|\bapiece\b|\ba single\b|\ban archer\b", re.IGNORECASE)
_BREAK = re.compile(r"[，,。.？?；;、：:]|\band\b", re.IGNORECASE)
_NEAR = {"zh-Hant": 6, "zh-Hans": 6, "en": 24}
"""Characters between the word that asks and what it counts."""


class Counts:
    """Answers how many; None where the texts state no number of what is counted."""

    def __init__(self, library: Library, names: Names, phrases: Mapping[str, Mapping[str, str]]) -> None:
        self._library = library
        self._names = names
        self._phrases = phrases
        self._stated = load_stated().stated
        self._effects = effect_tables.load()

    def computed(self, question: Question, hits: Sequence[Hit]) -> Computed | None:
        """The numbers asked for, each with the clause that states it; a rite that is not named is not left out."""
        if question.type != "count" or question.commentators or question.elsewhere:
            return None
        found: list[Stated] = []
        for counted in self._counted(question):
            own = [one for one in self._meant(counted, question, hits) if one not in found]
            if not own and not found:
                return None  # what is asked first has no number here: the rest would pass for its answer
            found += own
        found = found[:MOST]
        refs = list(dict.fromkeys(one.ref for one in found))
        units = [unit for ref in refs for unit in self._library.by_ref(ref)[:1]]
        if not found or len(units) < len(refs) or not all(map(question.filters.admits, units)):
            return None
        say, lang = self._phrases[question.lang], question.lang
        parts = []
        for chapter in dict.fromkeys(one.chapter for one in found):
            told = [self._told(one, lang, f"{{{refs.index(one.ref)}}}") for one in found if one.chapter == chapter]
            numbers = say["counted_and"].join(told)
            parts.append(say["counted_of"].format(chapter=self._names.chapter(chapter, lang), numbers=numbers))
        return Computed(say["counted_and"].join(parts) + say["counted_end"], tuple(units), alone=False)

    def _counted(self, question: Question) -> Iterator[Found]:
        """What is counted: for each word that asks how many the thing after it, or else the one before it."""
        text = question.text
        edges = [0, *(m.end() for m in _BREAK.finditer(text)), len(text)]
        near = _NEAR[question.lang]
        for cue in _CUE.finditer(text):
            left = max(edge for edge in edges if edge <= cue.start())
            right = min(edge for edge in edges if edge >= cue.end())
            within = [f for f in question.terms if left <= f.start and f.end <= right and self._named(f)]
            after = [f for f in within if 0 <= f.start - cue.end() <= near]
            before = [f for f in within if f.end <= cue.start()]
            if after:
                yield min(after, key=lambda f: f.start)
            elif before:
                yield max(before, key=lambda f: f.end)

    def _named(self, found: Found) -> bool:
        return any(self._of(one, found) for one in self._stated)

    def _of(self, one: Stated, found: Found) -> bool:
        """Whether a number is of what a term names: 箭籌 are 算."""
        return found.term.term in (one.name, self._effects.sort(one.name).counts_as)

    def _meant(self, counted: Found, question: Question, hits: Sequence[Hit]) -> list[Stated]:
        """The numbers of what is counted, one of each rite asked about: what each has where that is asked, else what
        the best passages state, best first."""
        own = [one for one in self._stated if self._of(one, counted)]
        own = [one for one in own if not question.chapters or one.chapter in question.chapters]
        each = [one for one in own if one.each]
        if each and _EACH.search(question.text):
            return each
        refs = [hit.unit.base_ref for hit in hits[:AMONG]]
        own = sorted((one for one in own if one.ref in refs and not one.each), key=lambda one: refs.index(one.ref))
        first: dict[int, Stated] = {}
        for one in own:
            first.setdefault(one.chapter, one)
        return list(first.values())

    def _told(self, one: Stated, lang: Lang, marker: str) -> str:
        say = self._phrases[lang]
        kind = "role" if one.kind == "person" else "place" if one.kind == "measure" else "object"
        note = one.note_en if lang == "en" else simplified(one.note_zh) if lang == "zh-Hans" else one.note_zh
        return say["counted"].format(
            name=rite_words.load().name(one.name, kind, lang),
            number=one.number,
            note=say["counted_note"].format(note=note) if note else "",
            marker=marker,
        )
