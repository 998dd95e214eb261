"""Whether an answer's numbers, directions and persons are borne out by what it rests on.

It looks at every row of the book of answers, where its false alarms can be counted on thousands of true sentences. The
guard of what language models write shares its numbers (:mod:`corpus.claims.numbers`), not yet directions and persons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from corpus.claims.directions import directions
from corpus.claims.numbers import claimed, named
from corpus.fold import fold, is_han
from corpus.library import Library
from corpus.model import whole
from corpus.rites.data import Step
from corpus.rites.glossary import Glossary

_LIST_NUMBER = re.compile(r"^\s*(?:\d{1,2}[.、)）]|[一二三四五六七八九十]{1,2}、)\s*", re.MULTILINE)
_COMMON = 3
"""Characters of a person's name in Chinese from which its parts may be named for the whole."""


@dataclass(frozen=True)
class Support:
    """What may bear a claim out: numbers and directions that are named, and the words, folded and in English."""

    numbers: frozenset[int]
    directions: frozenset[str]
    folded: str
    english: str


@dataclass(frozen=True)
class Unborne:
    """Something claimed that nothing given bears out: ``Unborne("direction", "west")``."""

    kind: str
    what: str


class ClaimChecker:
    """Checks claims against one library. Read-only once made.

    >>> checker.unborne("The overseer faces west.", checker.support(["5.17.1"]))
    [Unborne(kind='direction', what='west')]
    """

    def __init__(self, library: Library, glossary: Glossary) -> None:
        self._library = library
        self._glossary = glossary

    @cached_property
    def _roles(self) -> list[tuple[str, str, re.Pattern[str]]]:
        """Persons by their names, longest first: folded, English, and the pattern of the English name."""
        found = {(fold(e.term), e.en.split(";")[0].strip().lower()) for e in self._glossary.entries if e.kind == "role"}
        named = [(term, en, re.compile(rf"\b{re.escape(en)}s?\b", re.IGNORECASE)) for term, en in found if len(en) > 2]
        return sorted(named, key=lambda role: -len(role[1]))

    def support(self, refs: Iterable[str], more: str = "") -> Support:
        """All that stands at some references: the texts of their clauses, what renders them, the steps, and the notes
        on them; ``more`` are further words."""
        texts = [more]
        for base in dict.fromkeys(ref.split("#")[0] for ref in refs):
            texts += self._at(base)
        for ref in refs:
            if "#" in ref:
                texts += self._noted(whole(ref))
        text = "\n".join(texts)
        numbers = frozenset(named(text) | claimed(text))
        return Support(numbers, frozenset(directions(text)), fold(text), text.lower())

    def unborne(self, text: str, support: Support, persons: bool = True) -> list[Unborne]:
        """What a text claims that the support does not bear out; sums and differences of its numbers are allowed."""
        plain = _LIST_NUMBER.sub("", text)
        found = [
            Unborne("number", str(number))
            for number in sorted(claimed(plain) - support.numbers)
            if not _follows(number, support.numbers)
        ]
        found += [Unborne("direction", name) for name in sorted(directions(plain) - support.directions)]
        if persons:
            found += [Unborne("person", name) for name in self._persons(plain, support)]
        return found

    def _persons(self, text: str, support: Support) -> Iterator[str]:
        if any(map(is_han, text)) and not re.search("[A-Za-z]{3}", text):
            return
        rest = re.sub(r"\([^()]*\)", " ", text)
        for term, en, pattern in self._roles:
            if not pattern.search(rest):
                continue
            rest = pattern.sub(" ", rest)
            if en in support.english or term in support.folded:
                continue
            if len(term) >= _COMMON and any(term[at : at + 2] in support.folded for at in range(len(term) - 1)):
                continue
            yield en

    def _at(self, base: str) -> Iterator[str]:
        rites = self._library.rites
        yield from (unit.text for unit in self._library.by_ref(base))
        if base in self._library.canon.clauses:
            yield self._library.canon.clauses[base].text
        if rendering := rites.renderings.get(base):
            yield from (rendering.zh, rendering.en)
        for step in rites.steps.get(base, ()):
            yield _told(step)
        for ref in dict.fromkeys(unit.whole_ref for unit in self._library.commentary(base)):
            yield from self._noted(ref)

    def _noted(self, ref: str) -> Iterator[str]:
        yield from (unit.text for unit in self._library.by_ref(ref))
        if note := self._library.rites.notes.get(ref):
            yield from (note.zh, note.en)


def _told(step: Step) -> str:
    """The cells of a step that name persons, places, directions and numbers."""
    cells = (*step.actor, *step.recipient, step.object, step.origin, step.place, step.facing, step.words, step.reason)
    return " ".join((*filter(None, cells), str(step.count or "")))


def _follows(number: int, known: frozenset[int]) -> bool:
    """True if a number is the sum, difference or product of two that are known."""
    return any(
        number in (one + other, abs(one - other), one * other) for one in known for other in known if one and other
    )
