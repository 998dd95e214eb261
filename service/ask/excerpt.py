"""Choosing the words of a passage that bear on a question. What is chosen is always a slice of the stored text."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.fold import fold, fold_with_offsets

_EDGE = " 　，、；：,;:。"


@dataclass(frozen=True)
class Grams:
    """How much a character or pair of characters tells, from how rare it is among the passages held."""

    weight: dict[str, float]
    unseen: float

    @classmethod
    def of(cls, texts: Iterable[str]) -> Grams:
        """Count over folded texts."""
        count: Counter[str] = Counter()
        total = 0
        for text in texts:
            total += 1
            count.update(set(grams(text)))
        return cls({g: math.log(1 + total / n) for g, n in count.items()}, math.log(1 + total))

    def of_gram(self, gram: str) -> float:
        """The weight of a gram; what stands in no passage weighs most."""
        return self.weight.get(gram, self.unseen)


def grams(folded: str) -> list[str]:
    """Characters and pairs of a folded text: ``grams("司馬") == ["司", "馬", "司馬"]`` (folded)."""
    return [*folded, *(folded[i : i + 2] for i in range(len(folded) - 1))]


@dataclass(frozen=True)
class Focus:
    """What a question is about, as weighted grams."""

    weights: dict[str, float]

    @classmethod
    def of(cls, text: str, terms: Sequence[str], table: Grams) -> Focus:
        """From the question's own words and, twice as heavy, the terms recognised in it."""
        weights: dict[str, float] = {}
        for gram in grams(fold(text).replace("的", "")):  # 公的席位 is 公席 in the texts
            weights[gram] = table.of_gram(gram) * (0.5 if len(gram) == 1 else 1.0)
        for term in terms:
            for gram in grams(fold(term)):
                weights[gram] = table.of_gram(gram) * (1.0 if len(gram) == 1 else 2.0)
        return cls(weights)

    def score(self, folded: str) -> float:
        """How much of what is asked stands in a text; each gram counts once."""
        return sum(self.weights.get(gram, 0.0) for gram in set(grams(folded)))


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without the marks and blanks at its edges, and without half a pair of quotation marks."""
    while start < end and text[start] in _EDGE:
        start += 1
    while end > start and text[end - 1] in _EDGE:
        end -= 1
    return _balanced(text, start, end)


def _balanced(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out a quotation mark at the edge whose partner lies outside the span."""
    for opening, closing in ("「」", "『』", "“”", "‘’", "《》", "()", "（）"):
        inner = text[start:end]
        if inner.startswith(opening) and inner.count(opening) > inner.count(closing):
            start += 1
        elif inner.endswith(closing) and inner.count(closing) > inner.count(opening):
            end -= 1
    return start, end


def highlights(text: str, query: str) -> list[tuple[int, int]]:
    """Spans of a stored text in which pairs of characters of the query stand (single ones for a query of one)."""
    wanted = fold(query)
    size = min(2, len(wanted))
    pairs = {wanted[i : i + size] for i in range(len(wanted) - size + 1)} if wanted else set()
    folded = fold_with_offsets(text)
    spans: list[tuple[int, int]] = []
    for at in range(len(folded.text) - size + 1):
        if folded.text[at : at + size] in pairs:
            start, end = folded.stored_span(at, at + size)
            if spans and start <= spans[-1][1]:
                spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
            else:
                spans.append((start, end))
    return spans
