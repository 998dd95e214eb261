"""The passages a model was given, by the number of their marker, and what can be asked of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from corpus.claims.numbers import named
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Unit
from corpus.quotes.concordance import Concordance, Part, Track
from corpus.quotes.standing import Match, Quotation, QuoteUnfit, standing

SMALLEST = 2
"""Han characters that each part of a quotation with 「……」 has at least: single ones stand in order anywhere."""


class Evidence:
    """Passages numbered from 1, in the order in which the model was given them; one object serves one answer.

    ``aids`` are what the model was told beside a passage (number → label, rendering): its numbers may be named, its
    words may not be quoted.
    """

    def __init__(self, units: Sequence[Unit], library: Library, aids: Mapping[int, str] | None = None) -> None:
        self.units = tuple(units)
        self._library = library
        self._order = {ref: at for at, ref in enumerate(library.canon.clauses)}
        aids = aids or {}
        self._numbers = [named(f"{unit.text} {aids.get(at, '')}") for at, unit in enumerate(self.units, 1)]
        self._aids = " ".join(re.findall(r"[a-z]+(?:['’][a-z]+)?", " ".join(aids.values()).lower()))
        self._words = lru_cache(maxsize=64)(self._joined)

    @property
    def every(self) -> tuple[int, ...]:
        """The numbers of all passages."""
        return tuple(range(1, len(self.units) + 1))

    def unit(self, number: int) -> Unit:
        """The passage of a number that is in ``every``."""
        return self.units[number - 1]

    def numbers(self, cited: Iterable[int]) -> set[int]:
        """Every number that the passages cited, or what was told beside them, name."""
        found: set[int] = set()
        for number in cited:
            found |= self._numbers[number - 1]
        return found

    def renders(self, words: str) -> bool:
        """Whether English words, in lower case, stand in what was told beside the passages: a rendering is no text."""
        return f" {words} " in f" {self._aids} "

    def text(self, cited: Iterable[int]) -> str:
        """The folded words of the passages cited."""
        return "\n".join(fold(self.unit(number).text) for number in cited)

    def places(self, cited: Sequence[int], quote: str) -> list[Match]:
        """Where a quotation stands in the passages cited, in one or over several that follow each other."""
        try:
            quotation = Quotation.read(quote)
        except QuoteUnfit:
            return []
        if len(quotation.parts) > 1 and min(map(len, quotation.parts)) < SMALLEST:
            return []
        return standing(self._words(tuple(sorted(set(cited)))), quotation)[0]

    def concordance(self, cited: Sequence[int]) -> Concordance:
        """The words of the passages cited."""
        return self._words(tuple(sorted(set(cited))))

    def of(self, part: Part) -> int:
        """The number of the passage that a part belongs to."""
        return next(at for at, unit in enumerate(self.units, 1) if unit is part.unit)

    def clauses(self, number: int) -> frozenset[str]:
        """The clauses that a passage is, or explains."""
        unit = self.unit(number)
        first, last = unit.base_ref, unit.through or unit.base_ref
        if first not in self._order or last not in self._order:
            return frozenset({first})
        refs = list(self._order)[self._order[first] : self._order[last] + 1]
        return frozenset(refs)

    def _joined(self, cited: tuple[int, ...]) -> Concordance:
        return Concordance(_tracks(sorted((self.unit(n) for n in cited), key=self._place), self._follows))

    def _place(self, unit: Unit) -> tuple[str, int, str, int]:
        piece = unit.ref.removeprefix(unit.whole_ref).strip(".")
        return unit.witness, self._order.get(unit.base_ref, -1), unit.whole_ref, int(piece) if piece.isdigit() else 0

    def _follows(self, one: Unit, other: Unit) -> bool:
        """Whether words may run from one passage into the other."""
        before, after = self._place(one), self._place(other)
        if one.witness != other.witness or one.chapter != other.chapter:
            return False
        if one.layer.is_base and other.layer.is_base:
            return after[1] == before[1] + 1
        return one.whole_ref == other.whole_ref and after[3] == before[3] + 1


def _tracks(units: Sequence[Unit], follows: Callable[[Unit, Unit], bool]) -> Iterator[Track]:
    """Runs of passages that follow each other; base text and comments each by itself."""
    for own in ([u for u in units if u.layer.is_base], [u for u in units if not u.layer.is_base]):
        run: list[Part] = []
        last: Unit | None = None
        for unit in own:
            if last is not None and not follows(last, unit):
                yield run
                run = []
            run.append(Part(unit, 0, len(unit.text)))
            last = unit
        if run:
            yield run
