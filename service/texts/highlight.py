"""Where the words of a search stand in a passage: matched on the folded text, shown on the stored one."""

from __future__ import annotations

from collections.abc import Iterable

from corpus.fold import fold, fold_with_offsets, is_han
from corpus.terms import Terms

LONGEST_TERM = 20


def highlights(text: str, wordings: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Code-point spans of ``text``, end-exclusive, in order and apart, that stand in one of the wordings.

    Runs of two or more characters count, and a single character only where a wording is that character alone:
    ``highlights("司正為司馬。", ["司马"]) == ((3, 5),)``.
    """
    runs = [fold(run) for wording in wordings for run in _han_runs(wording)]
    terms = {run[at : at + size] for run in runs for size in range(2, LONGEST_TERM + 1) for at in range(len(run) - 1)}
    terms = {term for term in terms if len(term) > 1} | {run for run in runs if len(run) == 1}
    folded = fold_with_offsets(text)
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(folded.text):
        room = min(LONGEST_TERM, len(folded.text) - at)
        longest = next((n for n in range(room, 0, -1) if folded.text[at : at + n] in terms), 0)
        if longest:
            start, end = folded.stored_span(at, at + longest)
            if spans and spans[-1][1] == start:
                start = spans.pop()[0]
            spans.append((start, end))
        at += longest or 1
    return tuple(spans)


def wordings(text: str, terms: Terms) -> list[str]:
    """A search in every form it is matched in: as written, and as the classical terms it names in any language."""
    return [text, *dict.fromkeys(found.term.term for found in terms.find(text))]


def _han_runs(text: str) -> list[str]:
    """Stretches of Han characters: words on two sides of a blank or comma do not touch."""
    return "".join(char if is_han(char) else " " for char in text).split()
