"""Whether what a sentence says is borne out by what it rests on: the checker that reads.

``benchmarks.claims`` counts its false alarms on the book of answers, thousands of true sentences; it looks
at every sentence that a language model writes (:mod:`service.guard.meaning`). ``corpus check`` asks for ``unborne``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from corpus.claims.directions import directions
from corpus.claims.features import NAMES, Ground, Noted, noted, values
from corpus.claims.frames import Frame, Reader
from corpus.claims.lexicon import Lexicon
from corpus.claims.numbers import claimed, named
from corpus.claims.sweeping import sweeping
from corpus.claims.vocabulary import Vocabulary, texts_of, words
from corpus.claims.weigh import Contradiction, Witnesses, contradictions, strangers
from corpus.fold import fold, is_han
from corpus.library import Library
from corpus.model import whole
from corpus.rites.data import Step
from corpus.rites.glossary import Glossary
from corpus.rites.parallels import phase_of

_LIST_NUMBER = re.compile(r"^\s*(?:\d{1,2}[.、)）]|[一二三四五六七八九十]{1,2}、)\s*", re.MULTILINE)
NOBODY = Witnesses(())
_PLACES = 256
"""Places whose support is kept: answers on the same clause mostly follow each other."""
NOTHING = Ground(())
_AROUND = 3
"""Clauses before and after what a claim rests on by which it is told what comes before what."""
_STRANGE = 2
"""Words that no text of the project has, from which a sentence says what no passage can."""
_DENIED, _TURNED = 0.8, 0.6
"""How surely the very thing that is denied is told, and the same where the clause as a whole is told the other way."""
_UNLIKE = 0.72
"""Share of what a text says that may stand nowhere, where it is said to be shown by a quotation."""
_ENOUGH = (40.0, 14.0)
"""Weight of words from which a text before a quotation claims something: in Chinese, where a character counts twice, and
in English."""  # noqa: E501
_SAME = 0.6
"""Share of the characters of the shorter of two quotations that both have, above which they are of the same words."""
_COMMON = 3
"""Characters of a person's name in Chinese from which its parts may be named for the whole."""


@dataclass(frozen=True)
class Support:
    """What may bear a claim out: numbers and directions that are named, the words, folded and in English, and the
    clauses that may speak against it (none where only words are asked for)."""

    numbers: frozenset[int]
    directions: frozenset[str]
    folded: str
    english: str
    witnesses: Witnesses = NOBODY
    ground: Ground = NOTHING


@dataclass(frozen=True)
class Unborne:
    """Something claimed that nothing given bears out, or that is told otherwise: ``Unborne("direction", "west")``."""

    kind: str
    what: str


class ClaimChecker:
    """Checks claims against one library. Safe to share between threads.

    >>> checker.unborne("The overseer faces west.", checker.support(["5.17.1"]))
    [Unborne(kind='direction', what='west')]
    >>> checker.misread("The guest notifies the host.", checker.resting(["5.1.1"]))
    [Unborne(kind='actor', what='賓 notify')]
    """

    def __init__(self, library: Library, glossary: Glossary) -> None:
        self._library = library
        self._glossary = glossary
        self._reader = Reader(Lexicon(glossary))
        self._vocabulary = Vocabulary(texts_of(library, glossary))
        self._clauses = list(library.canon.clauses)
        self._order = {ref: at for at, ref in enumerate(self._clauses)}
        self._told_text = lru_cache(maxsize=8192)(self._taken)
        self._standing_at = lru_cache(maxsize=_PLACES)(lambda ref: _support(self._at(ref)))

    @cached_property
    def _roles(self) -> list[tuple[str, str, re.Pattern[str]]]:
        """Persons by their names, longest first: folded, English, and the pattern of the English name."""
        found = {(fold(e.term), e.en.split(";")[0].strip().lower()) for e in self._glossary.entries if e.kind == "role"}
        named = [(term, en, re.compile(rf"\b{re.escape(en)}s?\b", re.IGNORECASE)) for term, en in found if len(en) > 2]
        return sorted(named, key=lambda role: -len(role[1]))

    def support(self, refs: Collection[str], more: str = "") -> Support:
        """All that stands at some references: the texts of their clauses, what renders them, the steps, and the notes
        on them; ``more`` are further words."""
        bases = dict.fromkeys(ref.split("#")[0] for ref in refs)
        notes = dict.fromkeys(whole(ref) for ref in refs if "#" in ref)
        parts = [_support([more]), *map(self._standing_at, (*bases, *notes))]
        return Support(
            frozenset().union(*(part.numbers for part in parts)),
            frozenset().union(*(part.directions for part in parts)),
            "\n".join(part.folded for part in parts),
            "\n".join(part.english for part in parts),
        )

    def resting(self, refs: Iterable[str], *without: str) -> Support:
        """Only what stands at these references themselves: the words, their renderings, the steps, and the rows of the
        book of answers that rest on nothing else, less the rows ``without``."""
        asked = dict.fromkeys(refs)
        texts: list[str] = []
        frames: list[Frame] = []
        for ref in asked:
            texts += self._own(ref)
            steps = () if "#" in ref else self._library.rites.steps.get(ref, ())
            texts += map(_told, steps)
            frames += (frame for step in steps for frame in self._reader.step(step))
        held = {*asked, *map(whole, asked)}
        less: frozenset[str] = frozenset()
        rows = {row.id: row for ref in asked for row in self._library.book.by_ref.get(ref, ())}
        for row in rows.values():
            if row.id in without:
                less |= words(f"{row.zh} {row.en}")
            elif held.issuperset(row.refs):
                texts += (row.zh, row.en)
        read = [self._told_text(text) for text in dict.fromkeys(texts)]
        witnesses = Witnesses((*frames, *(frame for one in read for frame in one.frames)))
        phases = (phase_of(ref.partition("#")[0]) for ref in asked)
        return replace(
            _support(texts, witnesses),
            ground=Ground(read, frames, phases, less, self._course(asked)),
        )

    def quoting(self, refs: Iterable[str], quoted: str, *without: str) -> Ground:
        """What tells of some words that stand at these references: their renderings, and the rows of the book of answers
        that rest on these words alone."""  # noqa: E501
        asked = dict.fromkeys(refs)
        words = _characters(quoted)
        texts = [text for ref in asked for text in self._rendered(ref)]
        held = {*asked, *map(whole, asked)}
        rows = {row.id: row for ref in asked for row in self._library.book.by_ref.get(ref, ())}
        for row in rows.values():
            if row.id not in without and held.issuperset(row.refs):  # noqa: SIM102
                if any(_shared(words, _characters(one.words)) for one in row.evidence):
                    texts += (row.zh, row.en)
        return Ground([self._told_text(text) for text in dict.fromkeys(texts)])

    def _course(self, refs: Iterable[str]) -> Iterator[Noted]:
        """The renderings of the clauses around some, in the order of the text."""
        at = {place for ref in refs if (place := self._order.get(ref.partition("#")[0])) is not None}
        around = sorted({near for place in at for near in range(place - _AROUND, place + _AROUND + 1)})
        chapters = {self._clauses[place].partition(".")[0] for place in at}
        for place in around:
            if 0 <= place < len(self._clauses) and self._clauses[place].partition(".")[0] in chapters:
                yield from map(self._told_text, self._rendered(self._clauses[place]))

    def _rendered(self, ref: str) -> Iterator[str]:
        if rendering := self._library.rites.renderings.get(ref) or self._library.rites.notes.get(whole(ref)):
            yield from (rendering.zh, rendering.en)

    def rendered(self, refs: Iterable[str]) -> Support:
        """What stands at these references, without the book of answers: what a line that leads over is read against."""
        texts = [text for ref in dict.fromkeys(refs) for text in self._own(ref)]
        steps = [step for ref in dict.fromkeys(refs) for step in self._library.rites.steps.get(ref, ())]
        frames = [frame for text in texts for frame in self._told_text(text).frames]
        frames += [frame for step in steps for frame in self._reader.step(step)]
        return _support([*texts, *map(_told, steps)], Witnesses(frames))

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

    def asserts(self, text: str) -> bool:
        """Whether a text says of anything what it does, where it is, or how many it is, as a heading does not."""
        frames = self._taken(text).frames
        return any(frame.acts or frame.counted or frame.sides or frame.lacking for frame in frames)

    def misread(self, text: str, support: Support) -> list[Unborne]:
        """What a text says otherwise than the clauses that may bear it out, and what it says of more than they do."""
        return [one for one in self.read(text, support)[0] if one.kind != "direction"]

    def compared(self, text: str, support: Support, quoted: Ground | None = None) -> list[float]:
        """How a text compares with what may bear it out: the values of ``corpus.claims.features.NAMES``."""
        return self.read(text, support, quoted)[1]

    def read(self, text: str, support: Support, quoted: Ground | None = None) -> tuple[list[Unborne], list[float]]:
        """What the rules find in a text – what is told otherwise, and directions that nothing names –, and how it
        compares with what may bear it out."""
        bare = _LIST_NUMBER.sub("", text)
        claim = self._taken(bare)
        opposite = self._reader.lexicon.opposite
        found = [one for frame in claim.frames for one in contradictions(frame, support.witnesses, opposite)]
        both = {noun for frame in claim.frames for noun in frame.lacking | frame.having if _contrasted(noun, claim)}
        found = [one for one in found if one.kind != "absence" or one.what.removeprefix("no ") not in both]
        denied = {act.concept for frame in claim.frames for act in frame.acts if act.denied}
        found = [one for one in found if one.kind != "negation" or one.what.removeprefix("False ") not in denied]
        found += [Contradiction(kind, what) for kind, what in sweeping(bare, f"{support.folded}\n{support.english}")]
        said = {side for frame in claim.frames if not frame.denies for side in directions(frame.text)}
        directed = sorted((claim.sides & said) - support.directions)
        unnamed = (
            len(directed),
            sum(not _follows(number, support.numbers) for number in claim.claims - support.numbers),
            sum(fold(person) not in support.folded for person in strangers(claim.frames, support.witnesses)),
        )
        told = [Unborne(one.kind, one.what) for one in found] + [Unborne("direction", side) for side in directed]
        compared = values(claim, support.ground, found, unnamed, opposite, self._vocabulary, quoted)
        beside = list(self._beside(claim, support.ground, dict(zip(NAMES, compared, strict=True))))
        if any(one.kind == "denial" for one in beside):
            told = [one for one in told if one.kind != "negation"]
        told += beside
        return list(dict.fromkeys(told)), compared

    def _beside(self, claim: Noted, ground: Ground, compared: dict[str, float]) -> Iterator[Unborne]:
        """What the words of a text alone say against it."""
        if compared["misordered"]:
            yield Unborne("order", "")
        both = min(compared["denied"], compared["turned"])
        if compared["denied"] > _DENIED or both > _TURNED:
            yield Unborne("denial", "")
        strange = self._vocabulary.strange(claim.words - ground.words, ground.less)
        if len(strange) >= _STRANGE:
            yield Unborne("unknown", ", ".join(sorted(strange)))

    def unlike(self, text: str, quoted: Ground, support: Support) -> bool:
        """Whether a text that is said to be shown by a quotation says what neither those words nor anything told beside
        them says, for the most part."""
        claim = self._taken(text)
        weigh = self._vocabulary.weights
        whole = weigh(claim.words)
        if not quoted.told or whole < _ENOUGH[claim.english]:
            return False
        return whole - weigh(claim.words & (quoted.words | support.ground.words)) > _UNLIKE * whole

    def _taken(self, text: str) -> Noted:
        return noted(text, self._reader)

    def strangers(self, text: str, support: Support) -> list[Unborne]:
        """The persons that a text names and nothing of its support does, in either language."""
        found = strangers(self._reader.frames(text), support.witnesses)
        return [Unborne("person", person) for person in sorted(found) if fold(person) not in support.folded]

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

    def _own(self, ref: str) -> Iterator[str]:
        """The words at one reference, as one witness has them, and what renders them."""
        if "#" in ref:
            yield from self._noted(whole(ref))
            return
        if ref in self._library.canon.clauses:
            yield self._library.canon.clauses[ref].text
        yield from dict.fromkeys(unit.text for unit in self._library.by_ref(ref))
        if rendering := self._library.rites.renderings.get(ref):
            yield from (rendering.zh, rendering.en)

    def _at(self, base: str) -> Iterator[str]:
        if "#" in base:
            yield from self._noted(base)
            return
        yield from self._own(base)
        for step in self._library.rites.steps.get(base, ()):
            yield _told(step)
        for ref in dict.fromkeys(unit.whole_ref for unit in self._library.commentary(base)):
            yield from self._noted(ref)

    def _noted(self, ref: str) -> Iterator[str]:
        yield from (unit.text for unit in self._library.by_ref(ref))
        if note := self._library.rites.notes.get(ref):
            yield from (note.zh, note.en)


def _support(texts: Iterable[str], witnesses: Witnesses | None = None) -> Support:
    text = "\n".join(texts)
    numbers = frozenset(named(text) | claimed(text))
    return Support(numbers, frozenset(directions(text)), fold(text), text.lower(), witnesses or NOBODY)


def _characters(text: str) -> str:
    return "".join(char for char in fold(text) if is_han(char))


def _shared(one: str, other: str) -> bool:
    """Whether two quotations are of the same words, or mostly so."""
    if not one or not other:
        return False
    return one in other or other in one or len(set(one) & set(other)) > _SAME * min(len(set(one)), len(set(other)))


def _contrasted(noun: str, claim: Noted) -> bool:
    """Whether a text says of one thing both that it is there and that it is not, as of two rites."""
    there = any(noun in frame.nouns - frame.lacking for frame in claim.frames)
    return there and any(noun in frame.lacking for frame in claim.frames)


def _told(step: Step) -> str:
    """The cells of a step that name persons, places, directions and numbers."""
    cells = (*step.actor, *step.recipient, step.object, step.origin, step.place, step.facing, step.words, step.reason)
    return " ".join((*filter(None, cells), str(step.count or "")))


def _follows(number: int, known: frozenset[int]) -> bool:
    """True if a number is the sum, difference or product of two that are known."""
    return any(
        number in (one + other, abs(one - other), one * other) for one in known for other in known if one and other
    )
