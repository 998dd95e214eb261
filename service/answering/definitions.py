"""What a word means: the glossary's definition, with the passages it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from corpus.fold import fold, is_han
from corpus.library import Library
from corpus.model import Unit
from corpus.rites.glossary import Entry, Glossary
from service.aid import simplified
from service.answering.answer import Lang
from service.answering.draft import Computed
from service.answering.understand import Question

WORDS = 2
"""Words defined in one answer at the most."""
BASES = 2
"""Passages cited for one definition at the most."""
_THINGS = frozenset({"object", "dress", "food", "music", "place", "measure"})
_MARKED = re.compile(r"[「『“‘\"(（]([^「」『』“”‘’\"()（）]{1,12})[」』”’\")）]")
_OFFICE = re.compile(
    r"什[麼么]官|何官|身[分份]|什[麼么]人|是[誰谁]|何人|"
    + r"\bwhat office|\bwho (is|are|was|were) the\b|\bwhat is (the|an?)\b",
    re.IGNORECASE,
)


class Definitions:
    """Answers what a word of the rites means; None where the question asks for none that is in the glossary."""

    def __init__(self, library: Library, glossary: Glossary, phrases: dict[str, dict[str, str]]) -> None:
        self._library = library
        self._phrases = phrases
        self._entries: dict[str, list[Entry]] = {}
        for entry in glossary.entries:
            self._entries.setdefault(fold(entry.term), []).append(entry)

    def computed(self, question: Question) -> Computed | None:
        """The definitions asked for, in one sentence, and the passages they rest on."""
        office = question.type in ("who", "other") and _OFFICE.search(question.text)
        if question.type not in ("term", "compare") and not office:
            return None
        asked = list(dict.fromkeys(self._asked(question)))
        entries = [entry for entry in asked if not office or self._holds_office(entry, question)][:WORDS]
        if question.type == "compare" and len(entries) < WORDS:
            return None
        units = [unit for entry in entries for unit in self._bases(entry, question)]
        if not units:
            return None
        words = "".join(self._defined(entry, question.lang) for entry in entries)
        return Computed(words, tuple(dict.fromkeys(units)))

    def _holds_office(self, entry: Entry, question: Question) -> bool:
        """Whether an entry says who somebody is at the rite asked about: at another, another may go by that name."""
        chapters = {int(re.split(r"[.#]", ref)[0]) for ref in entry.basis}
        return entry.kind == "role" and (not question.chapters or bool(chapters & question.chapters))

    def _asked(self, question: Question) -> Iterator[Entry]:
        """The words set in marks, else the terms met in the question if they are few enough to be what it is about."""
        marked = [fold(m[1]) for m in _MARKED.finditer(question.text) if any(map(is_han, m[1]))]
        # 「拾取矢」的「拾」: the longer word says in which sense the shorter one is meant.
        whole = [word for word in marked if not any(word in other and word != other for other in marked)]
        held = [entries[0] for word in whole if (entries := self._entries.get(word) or self._within(word))]
        if held or marked:
            yield from held
            return
        met = [fold(f.term.term) for f in question.terms if f.term.kind not in ("text", "person", "concept", "act")]
        compared = question.type == "compare" and self._only_things(question)
        if len(set(met)) == (WORDS if compared else 1):
            yield from (self._entries[word][0] for word in dict.fromkeys(met) if word in self._entries)

    def _only_things(self, question: Question) -> bool:
        """Whether a comparison is of things, 觶 and 爵, and of nothing done with them or by anyone."""
        return {f.term.kind for f in question.terms} <= _THINGS

    def _within(self, word: str) -> list[Entry]:
        """The entries of the longest compound within a word that is no entry itself: 拾取 for 拾取矢."""
        compounds = (term for term in self._entries if len(term) > 1 and term in word)
        return self._entries.get(max(compounds, key=len, default=""), [])

    def _bases(self, entry: Entry, question: Question) -> Sequence[Unit]:
        """The passages a definition rests on, comments first, those of the chapters asked about before others."""
        found = [unit for ref in entry.basis for unit in self._library.by_ref(ref)[:1]]
        away = [bool(question.chapters) and unit.chapter not in question.chapters for unit in found]
        ranked = sorted(zip(away, found, strict=True), key=lambda pair: (pair[0], pair[1].layer.is_base))
        return [unit for _, unit in ranked][:BASES]

    def _defined(self, entry: Entry, lang: Lang) -> str:
        definition = entry.definition if lang == "en" else entry.definition_zh
        text = self._phrases[lang]["defined"].format(
            term=entry.term,
            pinyin=entry.pinyin,
            name=entry.en,
            definition=definition.rstrip(".。"),
            markers="{markers}",
        )
        return simplified(text) if lang == "zh-Hans" else text
