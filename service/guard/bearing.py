"""Whether a paraphrase is about the passages it cites, as far as words and vectors tell.

bearing = Bearing(library, index.alike)
bearing.astray("The wash-basin stands south-east of the steps.", [1], evidence)    # True: [1] is about the marshal

Two witnesses must agree that it is not. Words first, which cost microseconds: does another passage that was given
share more of the sentence's words, the rare ones above all, itself or in Wenli's renderings? Only where one does, the
vectors of the index: is the sentence far from what it cites, and nearer to another? How far is far was fitted to
questions whose answers are known (``python -m benchmarks.markers``), not to the answers that guards are tested on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Unit
from service.guard.evidence import Evidence
from service.texts.aid import words

Alike = Callable[[str, Sequence[Unit]], Sequence[float]]
"""The cosine of a text with each of some units: ``index.search.Index.alike``."""
FAR = 0.55
"""A sentence is about something else where the cosine with what it cites, less what another passage is nearer by, is
below this."""


class Bearing:
    """Compares sentences with passages. Read-only once made."""

    def __init__(self, library: Library, alike: Alike) -> None:
        self._rites = library.rites
        self._alike = alike
        self._told = lru_cache(maxsize=4096)(self._words)

    def astray(self, sentence: str, cited: Sequence[int], evidence: Evidence) -> bool:
        """Whether a sentence, without its markers, is about another passage that was given than those it cites.

        The clause and the notes on it count as one: who cites either leads to both.
        """
        places = {evidence.unit(number).base_ref for number in cited}
        units = evidence.units
        own = [unit for unit in units if unit.base_ref in places]
        others = [unit for unit in units if unit.base_ref not in places]
        if not others or not self.fewer_words(sentence, own, others):
            return False
        return self.distance(sentence, own, others) < FAR

    def distance(self, sentence: str, own: Sequence[Unit], others: Sequence[Unit]) -> float:
        """What ``FAR`` is a bound of."""
        alike = self._alike(sentence, [*own, *others])
        near = max(alike[: len(own)])
        return near - (max(alike[len(own) :]) - near)

    def fewer_words(self, sentence: str, own: Sequence[Unit], others: Sequence[Unit]) -> bool:
        """Whether one of the others shares more of the sentence's words than each of its own; words count the more the
        fewer passages have them."""
        said = _tokens(sentence)
        held = [said & self._told(unit) for unit in (*own, *others)]
        count = Counter(token for tokens in held for token in tokens)
        shared = [sum(math.log(1 + len(held) / count[token]) for token in tokens) for tokens in held]
        return max(shared[len(own) :]) > max(shared[: len(own)])

    def _words(self, unit: Unit) -> set[str]:
        """The words of a passage and of what renders it."""
        base, _, comment = unit.ref.partition("#")
        note = f"{base}#{'.'.join(comment.split('.')[:2])}"  # of a long comment, all pieces together are rendered
        rendering = self._rites.renderings.get(unit.ref) or self._rites.notes.get(note)
        told = _tokens(unit.text)
        return told | _tokens(rendering.zh) | _tokens(rendering.en) if rendering else told


def _tokens(text: str) -> set[str]:
    """Han characters and pairs of them, folded, and English words in a plain form."""
    folded = fold(text)
    return {*folded, *map("".join, pairwise(folded)), *words(text)}
