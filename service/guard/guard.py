"""The guard: it takes what a model writes, piece by piece, and gives out verified sentences, one by one.

    guard = Guard(Checker(library, judge), Evidence(units, library), asked=question)
    for sentence in guard.released(pieces):     # pieces: an iterator of str, cut anywhere
        ...                                     # each sentence may be shown at once; markers are [1], [2] …
    guard.uses                                  # passage → the words of it that are rested on
    guard.cut                                   # what was taken out, with the reason
    guard.repair(pieces)                        # what the model writes when asked once more for it
    for sentence in guard.flushed(): …          # the rest in order, each repaired sentence in its place

What follows a sentence that was taken out is held until ``flushed``. Markers of the evidence are numbered anew in order
of first use, so that what has been sent stays right. It ends by itself what does not end: too much text, too many
sentences in a row that fail, the same sentence again and again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from corpus.fold import is_han
from service.guard import markers, speech
from service.guard.check import Checker, Ruling, Used
from service.guard.evidence import Evidence
from service.guard.sentences import Splitter, without_thoughts

MOST_CHARACTERS = 8000
"""Characters read of one stream, unless less is asked for."""
MOST_SENTENCES = 40
MOST_FAILING = 12
"""Sentences in a row that fail, or that were said before, after which nothing good is waited for."""
ECHO_FROM = 16
"""Letters or Han characters from which a sentence that stands in the prompt's instructions is an echo of them."""


INSTEAD = 3
"""Sentences that may take the place of one."""
LETTER = re.compile(r"^\s*[(（]([a-h])[)）]\s*")
"""The letter by which a sentence that is written once more names the one it is for."""


class Ending(StrEnum):
    """How a stream came to its end."""

    COMPLETE = "complete"
    LENGTH = "length"
    FAILING = "failing"


@dataclass
class Removed:
    """A sentence that was taken out, and why; ``instead`` are those that take its place."""

    text: str
    reason: str
    instead: list[Ruling] = field(default_factory=list)


@dataclass
class Guard:
    """Guards one answer. ``instructions`` is the prompt, of which no sentence may come back."""

    checker: Checker
    evidence: Evidence
    asked: str = ""
    instructions: str = ""
    most_characters: int = MOST_CHARACTERS
    removed: list[Removed] = field(default_factory=list)
    uses: dict[int, list[Used]] = field(default_factory=dict)
    """Number of a passage in the evidence → what was used of it, in order of first use."""
    sentences: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """All that may leave with the markers of the evidence, as the model knows them."""
    silences: int = 0
    """How many of them say only that the passages do not tell something."""
    mended: int = 0
    ending: Ending = Ending.COMPLETE
    _seen: set[str] = field(default_factory=set)
    _waiting: list[str] = field(default_factory=list)
    _held: list[Ruling | Removed] = field(default_factory=list)
    _failing: int = 0
    _lost: bool = False
    _above: str = ""
    _open: str = ""
    _told: str | None = None

    def released(self, pieces: Iterable[str]) -> Iterator[str]:
        """The sentences that may leave, each as soon as it is verified; none after one that was taken out. What
        ``pieces`` raises is passed on, after which ``sentences`` are those already given out."""
        for ruling, sentence in self._rulings(pieces):
            if ruling.fault and not ruling.silent:
                self.removed.append(Removed(sentence, ruling.fault))
                self._held.append(self.removed[-1])
            elif ruling.fault:
                self._lost = self._lost or bool(sentence)
            elif self._held:
                self._held.append(ruling)
            else:
                yield from self._given(ruling)
        if not self._held:
            self._waiting.clear()

    def repair(self, pieces: Iterable[str]) -> None:
        """Take what the model wrote in the place of what was taken out: a line for each, by its letter, (a), or by the
        words that it shares with it."""
        for ruling, sentence in self._rulings(pieces, again=True):
            place = None if ruling.fault else self._repaired(sentence)
            if place is not None:
                place.instead.append(ruling)

    def flushed(self) -> Iterator[str]:
        """What was held, in order; what was taken out and has nothing in its place is left out."""
        held, self._held = self._held, []
        for one in held:
            if isinstance(one, Removed):
                self._lost = self._lost or not one.instead
            for ruling in one.instead if isinstance(one, Removed) else (one,):
                yield from self._given(ruling)
        self._waiting.clear()

    @property
    def cut(self) -> list[Removed]:
        """What was taken out, and nothing took its place."""
        return [one for one in self.removed if not one.instead]

    def _rulings(self, pieces: Iterable[str], again: bool = False) -> Iterator[tuple[Ruling, str]]:
        """The ruling on each sentence that says something new, and the sentence."""
        self.ending = Ending.COMPLETE
        self._failing = 0
        splitter = Splitter()
        read = 0
        for piece in without_thoughts(pieces):
            read += len(piece)
            for sentence in self._joined(splitter.feed(piece)):
                yield from self._ruled(sentence, again)
            if self._ended(read):
                return
        for sentence in (*self._joined(splitter.finish()), *self._opening()):
            yield from self._ruled(sentence, again)

    def _joined(self, sentences: Iterable[str]) -> Iterator[str]:
        """Sentences; a short one without a marker waits for the next, with which it may lead to a list."""
        for sentence in sentences:
            before = "".join(self._opening())
            if before and speech.opens(before, sentence):
                yield before + sentence
                continue
            if before:
                yield before
            if speech.may_open(sentence):
                self._open = sentence
            else:
                yield sentence

    def _opening(self) -> Iterator[str]:
        """The sentence that waits, if one does."""
        waiting, self._open = self._open, ""
        if waiting:
            yield waiting

    def _repaired(self, sentence: str) -> Removed | None:
        """The sentence taken out that another is written for."""
        open_ones = [one for one in self.removed if len(one.instead) < INSTEAD]
        letter = LETTER.match(sentence)
        if letter:
            at = ord(letter[1].lower()) - ord("a")
            return self.removed[at] if at < len(self.removed) and self.removed[at] in open_ones else None
        words = _words(sentence)
        alike = max(open_ones, key=lambda one: len(words & _words(one.text)), default=None)
        return alike if alike and words & _words(alike.text) else None

    @property
    def numbers(self) -> dict[int, int]:
        """Number of a passage in the evidence → its marker in what was released."""
        return {old: new for new, old in enumerate(self.uses, 1)}

    @property
    def refuses(self) -> bool:
        """Whether all that was said is that the passages do not answer."""
        return bool(self.silences) and self.silences == len(self.sentences) and not self.cut

    def _ended(self, read: int) -> bool:
        if read > self.most_characters or len(self.kept) >= MOST_SENTENCES:
            self.ending = Ending.LENGTH
        elif self._failing >= MOST_FAILING:
            self.ending = Ending.FAILING
        return self.ending is not Ending.COMPLETE

    def _ruled(self, sentence: str, again: bool) -> Iterator[tuple[Ruling, str]]:
        """The ruling, if the sentence says something that was not said before."""
        marked = LETTER.sub("", sentence) if again else self._with_markers(sentence)
        ruling = self.checker.rule(marked, self.evidence, self.asked)
        said = speech.key(markers.without(ruling.text))
        if said and said in self._seen:
            self._failing += 1
            return
        if ruling.fault or self._echoes(said):
            quiet = ruling.silent or not said or self._echoes(said)
            self._failing += not speech.is_empty(ruling.text)
            yield replace(ruling, fault=ruling.fault or "it echoes the prompt", silent=quiet), ruling.text.strip()
            return
        self._seen.add(said)
        self._failing = 0
        if ruling.claims or not speech.is_lead(ruling.text):
            self.kept.append(ruling.text)
        yield ruling, sentence

    def _with_markers(self, sentence: str) -> str:
        """A sentence; an item of a list without a marker has those of the line that leads to the list."""
        text = markers.plain(sentence)
        own = "".join(match[0] for match in markers.MARKER.finditer(text))
        if speech.is_item(text):
            if own or not self._above:
                return sentence
            body = text.rstrip()
            end = len(body) - len(body.rstrip("。.;；"))
            return f"{body[: len(body) - end]}{self._above}{body[len(body) - end :]}{text[len(body) :]}"
        if text.strip():
            self._above = own if markers.without(text).rstrip(" *_\n").endswith((":", "：")) else ""
        return sentence

    def _given(self, ruling: Ruling) -> Iterator[str]:
        if not ruling.claims and speech.is_lead(ruling.text):
            # What leads over is said when something follows: a heading with its first line, if not all of it failed.
            self._waiting = [ruling.text] if self._lost else [*self._waiting, ruling.text]
            self._lost = False
            return
        for use in ruling.used:
            self.uses.setdefault(use.number, [])
        for use in ruling.used:
            self.uses[use.number].append(use)
        self.mended += ruling.mended
        self.silences += speech.is_silence(markers.without(ruling.text))
        number = self.numbers
        text = markers.MARKER.sub(lambda m: f"[{number[int(m[1])]}]", ruling.text)
        waiting, self._waiting = self._waiting, []
        self._lost = False
        for whole in (*waiting, text):
            apart = self.sentences and self.sentences[-1][-1:] in ".!?]" and whole[:1].isascii() and whole[:1].isalnum()
            given = f" {whole}" if apart else whole if self.sentences else whole.lstrip()
            self.sentences.append(given)
            yield given

    def _echoes(self, said: str) -> bool:
        """Whether a sentence stands in the instructions of the prompt."""
        if self._told is None:
            self._told = speech.key(self.instructions)
        return len(said) >= ECHO_FROM and said in self._told


def _words(text: str) -> set[str]:
    """What two sentences about the same share: Han characters, and words of more than three letters."""
    return {char for char in text if is_han(char)} | set(re.findall(r"[a-z]{4,}", text.lower()))
