"""Reading the question: its language, the chapters, commentators and things it names, what type it is.

Nothing here looks at the texts; it turns words as people use them into the words the texts use.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.fold import fold, is_han
from corpus.library import Commentator
from corpus.mentions import Mentions
from corpus.model import Layer
from corpus.script import is_simplified_only, is_traditional_only
from corpus.terms import Found, Terms
from index.query import EVERYTHING, Filters
from service.answering.answer import Ask, Lang

CUES = Path(__file__).parent / "cues.toml"
_QUOTED = re.compile('[「『“‘"]([^「」『』“”‘’"]{2,400})[」』”’"]')
_OF_QUOTATIONS = ("quote", "commentator", "where", "who", "other")
"""Types of questions that can be about where quoted words come from; others only mention words in passing."""
_NAMES = "鄉飲酒禮 鄉射禮 大射儀 特牲饋食禮 儀禮 注 疏 經 記 案 經文 注文 目錄 今按 張子 楊氏"
_WHERE_TO_LOOK = frozenset(_NAMES.split())
_REFERENCE = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}\.\d{1,3}[a-z]?(?![\d.]*\d)")
"""A clause as an answer names it: 5.21.3, or 5.52.10a."""
_ELISION = re.compile(r"\s*(?:…+|⋯+|\.{3,})\s*")


@dataclass(frozen=True)
class Question:
    """A question understood.

    ``subject`` is the question without the names of chapters and commentators: they say where to look.
    ``type`` is one of the names in cues.toml, or "other". ``chapters`` are those named and held. ``elsewhere`` are
    the works or chapters named that are not held, as written, with the chapter's number (0: another book).
    ``quotes`` are the parts (folded) of each quotation in the question, more than one where it has an ellipsis.
    ``quoted`` are the same as written, where the question asks what they are (of the turn before, for 「這句話」);
    ``asks_quote`` is whether it asks outright where they come from or whether they are real.
    ``follows`` is the question before, where there is one, ``places`` the references that its answer named, in order.
    ``filters`` bound what may be quoted.
    """

    text: str
    subject: str
    lang: Lang
    type: str
    chapters: frozenset[int]
    elsewhere: tuple[tuple[str, int], ...]
    commentators: tuple[str, ...]
    layers: frozenset[Layer]
    terms: tuple[Found, ...]
    quotes: tuple[tuple[str, ...], ...]
    quoted: tuple[str, ...] = ()
    asks_quote: bool = False
    follows: str = ""
    places: tuple[str, ...] = ()
    filters: Filters = EVERYTHING

    @property
    def asks_sounds(self) -> bool:
        """Whether it may be answered by how characters are read: nobody else is told 與音預."""
        layers, speakers = self.layers | self.filters.layers, {*self.commentators, *self.filters.commentators}
        return Layer.YIN in layers or "陸德明" in speakers

    @property
    def script(self) -> str:
        """The script in which the reader is quoted Chinese: ``Hans`` or ``Hant``."""
        return "Hans" if self.lang == "zh-Hans" else "Hant"

    @property
    def telling(self) -> tuple[str, ...]:
        """The terms that say what is asked about; names of books, layers and people say where to look."""
        own = (f.term.term for f in self.terms if f.term.kind != "person" and f.term.term not in _WHERE_TO_LOOK)
        return tuple(dict.fromkeys(own))

    @property
    def asks_commentary(self) -> bool:
        """Whether commentary, rather than base text, should lead the answer."""
        return self.type in ("why", "term", "commentator", "variant") or bool(self.commentators)


class Reader:
    """Understands questions with the terms of the field, the chapters' names and the cues of cues.toml."""

    def __init__(self, terms: Terms, commentators: dict[str, Commentator]) -> None:
        self._terms = terms
        self._mentions = Mentions(commentators)
        cues = tomllib.loads(CUES.read_text(encoding="utf-8"))
        self._types: dict[str, re.Pattern[str]] = {name: _any(patterns) for name, patterns in cues["types"].items()}
        self._quoted: dict[str, re.Pattern[str]] = {name: _any(patterns) for name, patterns in cues["quoted"].items()}
        self._about: dict[str, re.Pattern[str]] = {name: _any(patterns) for name, patterns in cues["about"].items()}

    def read(self, ask: Ask) -> Question:
        """The question, with what it lacks taken from the turns before."""
        question = replace(self._read(ask.question, ask.lang), filters=ask.filters)
        before = [turn.content for turn in ask.history if turn.role == "user"]
        if not before or question.type in self._about:
            return question
        earlier = self._read(before[-1], ask.lang)
        for text in reversed(before[:-1]):
            if not earlier.chapters:
                earlier = replace(earlier, chapters=self._read(text, ask.lang).chapters)
        if not question.quotes and self._quoted["this"].search(question.text):
            asks = bool(self._quoted["asks"].search(question.text))
            question = replace(question, quoted=_raw(before[-1], 2) if asks else (), asks_quote=asks)
        if question.chapters and not question.telling and not question.asks_commentary:
            question = _of_another_rite(question, earlier)
        chapters = question.chapters or (frozenset() if question.elsewhere else earlier.chapters)
        answers = [turn.content for turn in ask.history if turn.role == "assistant"]
        places = tuple(dict.fromkeys(_REFERENCE.findall(answers[-1]))) if answers else ()
        return replace(question, chapters=chapters, follows=before[-1], places=places)

    def _read(self, text: str, lang: str) -> Question:
        spoken = language(text) if lang == "auto" else lang
        chapters, elsewhere, subject = self._mentions.chapters(text)
        people, subject = self._mentions.people(subject)
        kind = self._type(text)
        asks_quote = kind in _OF_QUOTATIONS and bool(self._quoted["asks"].search(_QUOTED.sub(" ", text)))
        return Question(
            text=text,
            subject=subject if len(subject.strip(" ，,。.？?：:、")) > 1 else text,
            lang=spoken,  # type: ignore[arg-type]  # the request model admits only these three
            type=kind,
            chapters=frozenset(chapters),
            elsewhere=elsewhere,
            commentators=tuple(people),
            layers=_layers(text),
            terms=self._terms.find(text),
            quotes=quotations(text),
            quoted=_raw(text, 2 if asks_quote else 3) if asks_quote or kind == "quote" else (),
            asks_quote=asks_quote,
        )

    def _type(self, text: str) -> str:
        named = (name for name, pattern in (*self._about.items(), *self._types.items()) if pattern.search(text))
        return next(named, "other")


def _of_another_rite(question: Question, earlier: Question) -> Question:
    """The question before, asked of another rite: 「鄉射禮也這樣嗎？」, “And at the Great Archery?”"""
    kind = earlier.type if question.type in ("other", "how") else question.type
    return replace(question, subject=earlier.subject, terms=earlier.terms, type=kind)


def language(text: str) -> Lang:
    """The language a question is asked in; Han text without telling characters counts as traditional.

    ``language("谁当司马?") == "zh-Hans"``, ``language("What is 侯?") == "en"``.
    """
    han = [c for c in text if is_han(c)]
    words = re.findall(r"[A-Za-z]{2,}", _QUOTED.sub(" ", text))
    if len(words) >= 2 and len(words) * 2 >= len([c for c in _QUOTED.sub(" ", text) if is_han(c)]):
        return "en"
    if not han:
        return "en" if words or text.isascii() else "zh-Hant"
    outside = [c for c in _QUOTED.sub("", text) if is_han(c)]
    for chars in (outside, han):  # where the question's own words do not tell, those it quotes may
        simplified = sum(map(is_simplified_only, chars))
        traditional = sum(map(is_traditional_only, chars))
        if simplified != traditional:
            return "zh-Hans" if simplified > traditional else "zh-Hant"
    return "zh-Hant"


def quotations(text: str) -> tuple[tuple[str, ...], ...]:
    """The quotations in a question, folded, each cut at its ellipses: ``(("揖讓升", "眾賓序升即席"),)``, folded."""
    found = []
    for match in _QUOTED.finditer(text):
        parts = tuple(p for p in (fold(part) for part in _ELISION.split(match[1])) if len(p) >= 2)
        if parts and sum(map(len, parts)) >= 3:
            found.append(parts)
    return tuple(found)


def _raw(text: str, least: int) -> tuple[str, ...]:
    """The quotations of ``least`` Han characters or more, as written."""
    return tuple(match[1] for match in _QUOTED.finditer(text) if len(fold(match[1])) >= least)


def _any(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE)


def _layers(text: str) -> frozenset[Layer]:
    """Layers a question names outright: the note, the sub-commentary, the record, the collation notes, the sounds."""
    folded, lowered = fold(text), text.lower()
    cues = {
        Layer.JI: ("記文", "记文", "the record"),
        Layer.AN: ("案語", "集釋", "collation note"),
        Layer.SHU: ("賈疏", "sub-commentary", "subcommentary"),
        Layer.ZHU: ("鄭注",),
        Layer.JINAN: ("今按",),
        Layer.YIN: ("音義", "釋文", "讀音", "怎麼念", "怎麼讀", "讀作什麼", "phonetic", "pronounc"),
    }
    return frozenset(
        layer
        for layer, names in cues.items()
        if any((n in lowered) if n.isascii() else (fold(n) in folded) for n in names)
    )
