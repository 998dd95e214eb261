"""Which chapters, books and commentators a text names, in any of the ways people name them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from corpus.canon import ROOT, rows
from corpus.fold import fold, fold_with_offsets
from corpus.people import Commentator, chapter_names


class Mentions:
    """Recognises the names of canon/aliases.tsv, those of canon/spoken.tsv, by which people speak of a rite and which
    refer to nothing, and those of the commentators."""

    def __init__(self, commentators: dict[str, Commentator]) -> None:
        self._names = _chapter_names()
        self._commentators = _commentator_names(commentators)

    def chapters(self, text: str) -> tuple[set[int], tuple[tuple[str, int], ...], str]:
        """Chapters held that are named, names of what is not held, and the text without the former.

        The longest name at a place counts.
        """
        held: set[int] = set()
        elsewhere: list[tuple[str, int]] = []
        folded = fold_with_offsets(text)
        taken: list[tuple[int, int]] = []
        names_held: list[tuple[int, int]] = []
        english = re.search("[A-Za-z]", text) is not None
        for name, pattern, chapter, holds in self._names:
            if pattern:
                found = [m.span() for m in pattern.finditer(text)] if english else []
            else:
                found = [folded.stored_span(*span) for span in _places(name, folded.text)]
            free = [(a, b) for a, b in found if not any(c < b and a < d for c, d in taken)]
            taken.extend(free)
            if free and holds:
                held.add(chapter)
                names_held.extend(free)
            elif free:
                elsewhere.append((text[slice(*free[0])], chapter))
        return held, tuple(elsewhere), without(text, names_held)

    def people(self, text: str) -> tuple[list[str], str]:
        """Commentators named, and the text without their names."""
        folded, lowered = fold_with_offsets(text), text.lower()
        found: list[str] = []
        places: list[tuple[int, int]] = []
        for name, who in self._commentators:
            if name.isascii():
                spans = list(_places(name, lowered)) if len(lowered) == len(text) else []
            else:
                spans = [folded.stored_span(*span) for span in _places(name, folded.text)]
            found.extend(who for _ in spans)
            places.extend(spans)
        return list(dict.fromkeys(found)), without(text, places)


def _places(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a name stands in a text, each place once."""
    at = text.find(name)
    while at >= 0:
        yield at, at + len(name)
        at = text.find(name, at + len(name))


def without(text: str, places: Sequence[tuple[int, int]]) -> str:
    """The text without the characters at some places."""
    out = list(text)
    for start, end in places:
        out[start:end] = [""] * (end - start)
    return "".join(out)


def _chapter_names() -> list[tuple[str, re.Pattern[str] | None, int, bool]]:
    """Name (folded), pattern of an English name, chapter, held or not; longest first."""
    held = {number for number, names in chapter_names().items() if names.held}
    found: list[tuple[str, re.Pattern[str] | None, int, bool]] = []
    told = [*rows(ROOT / "aliases.tsv", ("chapter", "name")), *rows(ROOT / "spoken.tsv", ("chapter", "name"))]
    for row in told:
        name, chapter = row["name"], int(row["chapter"])
        words = re.findall(r"[a-z0-9']+", name.lower())
        pattern = _english(words) if name.isascii() else None
        found.append((name if pattern else fold(name), pattern, chapter, chapter in held))
    return sorted(found, key=lambda n: -len(n[0]))


def _english(words: Sequence[str]) -> re.Pattern[str]:
    """An English name on word boundaries, with what usually follows it: "the district archery ceremonies"."""
    name = r"[\s-]+".join(re.escape(word).replace("'", "['’]?") for word in words)
    kind = r"(?:[\s-]+(?:ceremon(?:y|ies)|rites?|rituals?|meet(?:ing)?|contest|sacrifice))?"
    return re.compile(rf"\b{name}s?{kind}\b", re.IGNORECASE)


def _commentator_names(commentators: dict[str, Commentator]) -> list[tuple[str, str]]:
    """Names as questions have them (folded or lower case) → the name in the data."""
    names: list[tuple[str, str]] = []
    for person in commentators.values():
        own = (person.name_hant, person.name_en, *person.called)
        names.extend((n.lower() if n.isascii() else fold(n), person.name_hant) for n in own)
    return names
