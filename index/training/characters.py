"""Characters that the vocabulary of the model lacks and the texts need: 觶, 俎, 阼 and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from corpus.fold import is_han


def lacking(known: frozenset[str], own: Iterable[str], others: Iterable[str], least: int) -> tuple[str, ...]:
    """Characters without a piece: all of ``own`` texts, and those that occur ``least`` times in ``others``, sorted.

    >>> lacking(frozenset("賓"), ["賓觶"], [], 1)
    ('觶',)
    """
    needed = {char for text in own for char in text}
    counts: Counter[str] = Counter()
    for text in others:
        counts.update(text)
    needed.update(char for char, count in counts.items() if count >= least)
    return tuple(sorted(char for char in needed if is_han(char) and char not in known))
