"""Which words of the passages found are quoted, in which order, and whether they answer what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Unit
from index.shelf.search import Found
from service.ask.excerpt import Focus, Grams
from service.ask.question import Question
from service.editions.matter import LITTLE, Asked, Matter, asked, singly
from service.editions.quoting import EditionQuote, quote

QUOTES = 3
TOLD = 0.5
"""Share of the question's matter that must stand in the words quoted from one passage for them to answer; with less,
they are only related."""
STEP = 0.02
"""How much of the matter a passage must have more of to be put before the one above it."""
NOTE = 0.1
"""How much of it a note counts more where something is to be explained."""
FAR = 0.5
"""Share of what the best words have of it below which others are not shown."""


@dataclass(frozen=True)
class Chosen:
    """Words to quote, the passages they are of before the others found, and whether they answer."""

    quotes: tuple[EditionQuote, ...]
    found: tuple[Found, ...]
    answers: bool


def choose(question: Question, matter: Matter, found: Sequence[Found], library: Library, table: Grams) -> Chosen | None:
    """The words that bear most on a question; None where all that was found is headings.

    They answer where most of what is asked, and more than one piece of it, stands in the words of one passage, or
    where its phase is named after it (筮日); or where the words that the question quotes stand there.
    """
    quoted = ["".join(parts) for parts in question.quotes]
    focus = Focus.of(" ".join(matter.words), [*matter.terms, *quoted], table)
    sought = asked(matter, table, texts_of(found))
    if not sought.weights:
        sought = singly(matter, table)
    pairs = [(words, one) for one in found if (words := quote(one.passage, library, focus))]
    quotes: list[EditionQuote] = []
    shown: list[Found] = []
    for words, one in _ranked(pairs, sought, library, explains=question.asks_commentary):
        if not any(fold(words.text) in fold(other.text) for other in quotes):
            quotes.append(words)
            shown.append(one)
        if len(quotes) == QUOTES:
            break
    if not quotes:
        return None
    answers = any(_answers(words, sought, matter, library) for words in quotes)
    answers = answers or any(quotes_words(question, one) for one in shown)
    return Chosen(tuple(quotes), (*shown, *(one for one in found if one not in shown)), answers)


def texts_of(found: Sequence[Found]) -> str:
    """The folded texts of what was found."""
    return " ".join(fold(one.passage.text) for one in found)


def quotes_words(question: Question, found: Found) -> bool:
    """Whether words that the question quotes stand in a passage."""
    text = fold(found.passage.text)
    return any(all(part in text for part in parts) for parts in question.quotes)


def _ranked(
    pairs: Sequence[tuple[EditionQuote, Found]], sought: Asked, library: Library, *, explains: bool
) -> list[tuple[EditionQuote, Found]]:
    """Words by how much of what is asked stands in them, then as they were found; without those that have far less of
    it than the best."""
    shares = [sought.share(f"{_phase(words, library)} {fold(words.text)}") for words, _ in pairs]
    least = FAR * max(shares, default=0.0)
    scores = {
        at: share + (NOTE if explains and one.passage.note else 0.0) - STEP * at
        for at, (share, (_, one)) in enumerate(zip(shares, pairs, strict=True))
        if share >= least
    }
    return [pairs[at] for at in sorted(scores, key=lambda at: -scores[at])]


def _answers(words: EditionQuote, sought: Asked, matter: Matter, library: Library) -> bool:
    phase, text = _phase(words, library), fold(words.text)
    if sought.share(f"{phase} {text}") < TOLD:
        return False
    named = bool(phase) and any(phase in asked_for for asked_for in (*matter.words, *map(fold, matter.terms)))
    return named or sought.standing(text) >= LITTLE


def _phase(words: EditionQuote, library: Library) -> str:
    """The folded name of the phase of a clause, "" of a piece of a page."""
    unit = words.unit
    return fold(library.canon.phase(unit.chapter, unit.phase).name_hant) if isinstance(unit, Unit) else ""
