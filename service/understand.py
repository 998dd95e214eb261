"""Reading the question: its language, the chapters, commentators and things it names, what type it is.

Nothing here looks at the texts; it turns words as people use them into the words the texts use.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.canon import ROOT, rows
from corpus.fold import fold, fold_with_offsets, is_han
from corpus.library import Commentator
from corpus.model import Layer
from corpus.script import is_simplified_only, is_traditional_only
from corpus.terms import Found, Terms
from index.query import EVERYTHING, Filters
from service.answer import Ask, Lang

CUES = Path(__file__).parent / "cues.toml"
_QUOTED = re.compile('[「『“‘"]([^「」『』“”‘’"]{2,400})[」』”’"]')
_ELISION = re.compile(r"\s*(?:…+|⋯+|\.{3,})\s*")


@dataclass(frozen=True)
class Question:
    """A question understood.

    ``subject`` is the question without the names of chapters and commentators: they say where to look.
    ``type`` is one of the names in cues.toml, or "other". ``chapters`` are those named and held. ``elsewhere`` are
    the works or chapters named that are not held, as written, with the chapter's number (0: another book).
    ``quotes`` are the parts (folded) of each quotation in the question, more than one where it has an ellipsis.
    ``follows`` is the question before, where there is one. ``filters`` bound what may be quoted.
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
    follows: str = ""
    filters: Filters = EVERYTHING

    @property
    def asks_commentary(self) -> bool:
        """Whether commentary, rather than base text, should lead the answer."""
        return self.type in ("why", "term", "commentator", "variant") or bool(self.commentators)


class Reader:
    """Understands questions with the terms of the field, the chapters' names and the cues of cues.toml."""

    def __init__(self, terms: Terms, commentators: dict[str, Commentator]) -> None:
        self._terms = terms
        self._names = _chapter_names()
        self._commentators = _commentator_names(commentators)
        cues = tomllib.loads(CUES.read_text(encoding="utf-8"))
        self._types: dict[str, re.Pattern[str]] = {name: _any(patterns) for name, patterns in cues["types"].items()}
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
        chapters = question.chapters or (frozenset() if question.elsewhere else earlier.chapters)
        return replace(question, chapters=chapters, follows=before[-1])

    def _read(self, text: str, lang: str) -> Question:
        spoken = language(text) if lang == "auto" else lang
        chapters, elsewhere, subject = self._chapters(text)
        people, subject = self._people(subject)
        return Question(
            text=text,
            subject=subject if len(subject.strip(" ，,。.？?：:、")) > 1 else text,
            lang=spoken,  # type: ignore[arg-type]  # the request model admits only these three
            type=self._type(text),
            chapters=frozenset(chapters),
            elsewhere=elsewhere,
            commentators=tuple(people),
            layers=_layers(text),
            terms=self._terms.find(text),
            quotes=quotations(text),
        )

    def _type(self, text: str) -> str:
        named = (name for name, pattern in (*self._about.items(), *self._types.items()) if pattern.search(text))
        return next(named, "other")

    def _chapters(self, text: str) -> tuple[set[int], tuple[tuple[str, int], ...], str]:
        """Chapters held that are named, names of what is not held, and the text without the former.

        The longest name at a place counts.
        """
        held: set[int] = set()
        elsewhere: list[tuple[str, int]] = []
        folded = fold_with_offsets(text)
        taken: list[tuple[int, int]] = []
        names_held: list[tuple[int, int]] = []
        for name, pattern, chapter, holds in self._names:
            if pattern:
                found = [m.span() for m in pattern.finditer(text)]
            else:
                places = (m.span() for m in re.finditer(re.escape(name), folded.text))
                found = [folded.stored_span(*span) for span in places]
            free = [(a, b) for a, b in found if not any(c < b and a < d for c, d in taken)]
            taken.extend(free)
            if free and holds:
                held.add(chapter)
                names_held.extend(free)
            elif free:
                elsewhere.append((text[slice(*free[0])], chapter))
        return held, tuple(elsewhere), _without(text, names_held)

    def _people(self, text: str) -> tuple[list[str], str]:
        """Commentators named, and the text without their names."""
        folded = fold_with_offsets(text)
        found: list[str] = []
        places: list[tuple[int, int]] = []
        for name, who in self._commentators:
            if name.isascii():
                spans = [m.span() for m in re.finditer(re.escape(name), text, re.IGNORECASE)]
            else:
                spans = [folded.stored_span(*m.span()) for m in re.finditer(re.escape(name), folded.text)]
            found.extend(who for _ in spans)
            places.extend(spans)
        return list(dict.fromkeys(found)), _without(text, places)


def _without(text: str, places: Sequence[tuple[int, int]]) -> str:
    out = list(text)
    for start, end in places:
        out[start:end] = [""] * (end - start)
    return "".join(out)


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
    outside = [c for c in _QUOTED.sub("", text) if is_han(c)] or han
    simplified = sum(map(is_simplified_only, outside))
    traditional = sum(map(is_traditional_only, outside))
    return "zh-Hans" if simplified > traditional else "zh-Hant"


def quotations(text: str) -> tuple[tuple[str, ...], ...]:
    """The quotations in a question, folded, each cut at its ellipses: ``(("揖讓升", "眾賓序升即席"),)``, folded."""
    found = []
    for match in _QUOTED.finditer(text):
        parts = tuple(p for p in (fold(part) for part in _ELISION.split(match[1])) if len(p) >= 2)
        if parts and sum(map(len, parts)) >= 3:
            found.append(parts)
    return tuple(found)


def _any(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE)


def _chapter_names() -> list[tuple[str, re.Pattern[str] | None, int, bool]]:
    """Name (folded), pattern of an English name, chapter, held or not; longest first."""
    held = {int(r["chapter"]) for r in rows(ROOT / "chapters.tsv", _CHAPTER_COLUMNS) if r["held"] == "yes"}
    names: list[tuple[str, re.Pattern[str] | None, int, bool]] = []
    for row in rows(ROOT / "aliases.tsv", ("chapter", "name")):
        name, chapter = row["name"], int(row["chapter"])
        words = re.findall(r"[a-z0-9']+", name.lower())
        pattern = _english(words) if name.isascii() else None
        names.append((name if pattern else fold(name), pattern, chapter, chapter in held))
    return sorted(names, key=lambda n: -len(n[0]))


def _english(words: Sequence[str]) -> re.Pattern[str]:
    """An English name on word boundaries, with what usually follows it: "the district archery ceremonies"."""
    name = r"[\s-]+".join(map(re.escape, words))
    kind = r"(?:[\s-]+(?:ceremon(?:y|ies)|rites?|rituals?|meet(?:ing)?|contest|sacrifice))?"
    return re.compile(rf"\b{name}s?{kind}\b", re.IGNORECASE)


_CHAPTER_COLUMNS = ("chapter", "name_hant", "name_hans", "name_pinyin", "name_en", "held")


def _commentator_names(commentators: dict[str, Commentator]) -> list[tuple[str, str]]:
    """Names as questions have them (folded or lower case) → the name in the data."""
    short = {"鄭玄": ("鄭注", "鄭氏", "康成"), "賈公彥": ("賈疏", "賈氏"), "張載": ("張子",), "楊復": ("楊氏",)}
    more = {"朱熹": ("朱子",), "四庫館臣": ("四庫", "案語", "siku", "collation note")}
    names: list[tuple[str, str]] = []
    for person in commentators.values():
        own = (person.name_hant, person.name_en, *short.get(person.name_hant, ()), *more.get(person.name_hant, ()))
        names.extend((n.lower() if n.isascii() else fold(n), person.name_hant) for n in own)
    return names


def _layers(text: str) -> frozenset[Layer]:
    """Layers a question names outright: the note, the sub-commentary, the record, the collation notes."""
    folded, lowered = fold(text), text.lower()
    cues = {
        Layer.JI: ("記文", "记文", "the record"),
        Layer.AN: ("案語", "集釋", "collation note"),
        Layer.SHU: ("賈疏", "sub-commentary", "subcommentary"),
        Layer.ZHU: ("鄭注",),
        Layer.JINAN: ("今按",),
    }
    return frozenset(
        layer
        for layer, names in cues.items()
        if any((n in lowered) if n.isascii() else (fold(n) in folded) for n in names)
    )
