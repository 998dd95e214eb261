"""Ranking: eight views of every unit, one score, the best witness of each reference."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Asked
from corpus.fold import fold, is_han
from corpus.model import Unit
from index.asked import Questions
from index.dense import Dense
from index.encoder import Encoder
from index.lexical import Lexical
from index.query import EVERYTHING, Filters, Hit, Query
from index.rows import RowIndex
from index.tokens import tokens
from index.weights import Weights

Floats = NDArray[np.float32]
_REMEMBERED = 512
_AT_HAND = 32
"""For how many texts the nearness of everything is kept: those that threads are answering just now."""
_TOLD = np.array([0.2, 0.1, 0, 0, 0, 0, 0, 0], dtype=np.float32)
RANKED = 5
"""How many of the known questions most like the one at hand speak for what answers them by their place."""


@dataclass(frozen=True)
class Parts:
    """The indexes: fine sees a unit alone, wide with what stands around it.

    ``fine_rows[i]`` is the row of unit i in ``fine_dense``, which holds every distinct text once; the other three
    have one entry per unit, in the order of the units. ``renderings[i]`` are the rows there of what renders unit i, in
    modern Chinese and in English, -1 where nothing does.
    """

    fine_lexical: Lexical
    fine_dense: Dense
    fine_rows: NDArray[np.int64]
    renderings: NDArray[np.int64]
    wide_lexical: Lexical
    wide_dense: Dense
    questions: Questions | None = None
    rows: RowIndex | None = None


class Index:
    """All units of a library, ready to be searched; read-only and safe to share between threads.

    ``version`` is the name of the folder it was read from.
    """

    def __init__(
        self, units: Sequence[Unit], parts: Parts, encoder: Encoder, weights: Weights, version: str = ""
    ) -> None:
        self.version = version
        self.units = tuple(units)
        self.rows = parts.rows
        self._parts = parts
        self._encoder = encoder
        self._weights = weights
        w = weights
        own = (w.fine_lexical, w.fine_dense, w.wide_lexical, w.wide_dense, w.rendering)
        self._shares = np.array([*own, w.asked_lexical, w.asked_dense, w.asked_first], dtype=np.float32)
        self._vectors: OrderedDict[str, Floats] = OrderedDict()
        self._nearness: OrderedDict[str, Floats] = OrderedDict()
        self._lock = Lock()
        self._chapters = np.array([u.chapter for u in units])
        self._phases = np.array([u.phase for u in units])
        self._layers = np.array([str(u.layer) for u in units])
        self._commentators = np.array([u.commentator or "" for u in units])
        self._witnesses = np.array([u.witness for u in units])
        numbers: dict[str, int] = {}
        self._refs = np.array([numbers.setdefault(u.ref, len(numbers)) for u in units])
        self._at = {unit.key: at for at, unit in enumerate(units)}

    def weighed(self, weights: Weights) -> Index:
        """The same index under other weights; what it has encoded is shared."""
        other = Index(self.units, self._parts, self._encoder, weights)
        other._vectors, other._lock = self._vectors, self._lock
        return other

    def search(self, query: Query, filters: Filters = EVERYTHING, k: int = 10) -> list[Hit]:
        """The ``k`` best units, best first, one per reference; fewer where the filters leave fewer.

        >>> [hit.unit.ref for hit in index.search(Query("司射在哪裡"), Filters(chapters=frozenset({5})), 3)]
        ['5.21.3', '5.17.1', '5.22.1']
        """
        parts = self._deviations(query)
        scores = np.einsum("p,pn->n", self._shares, parts) + self._bonus(query)
        allowed = np.flatnonzero(self._mask(filters))
        order = allowed[np.argsort(-scores[allowed], kind="stable")]
        _, firsts = np.unique(self._refs[order], return_index=True)
        best = order[np.sort(firsts)[: max(k, 0)]]
        return [Hit(self.units[at], float(scores[at]), self._why(parts[:, at])) for at in best.tolist()]

    def asked(self, text: str, k: int, chapters: frozenset[int] = frozenset()) -> tuple[Asked, ...]:
        """The ``k`` known questions most like a text, in words and in meaning, best first; of some chapters only.

        >>> index.asked("誰來喊射中了？", 1)[0].refs
        ('5.21.14',)
        """
        questions = self._parts.questions
        if questions is None:
            return ()
        scores = self._like(questions, Query(text), self._near(text))
        best = questions.best(self._weighed(scores), chapters, k)
        return tuple(questions.asked[at] for at in best)

    def nearness(self, text: str) -> float:
        """The cosine of a text and the unit nearest to it in meaning, −1 to 1: how far anything here is about it.

        >>> index.nearness("司射在哪裡") > index.nearness("How is bread baked?")
        True
        """
        return float(self._near(text).max())

    def alike(self, text: str, units: Sequence[Unit]) -> list[float]:
        """The cosine of a text with each of some units of the index, or with what renders it where that is nearer.

        >>> own, other = index.alike("The overseer serves as marshal.", [marshal, wash_basin])
        >>> own > other
        True
        """
        (vector,) = self._encoded((text,))
        found = []
        for unit in units:
            at = self._at[unit.key]
            rows = [int(row) for row in (self._parts.fine_rows[at], *self._parts.renderings[at]) if row >= 0]
            found.append(float(np.einsum("nd,d->n", self._parts.fine_dense.vectors[rows], vector).max()))
        return found

    def _deviations(self, query: Query) -> Floats:
        """The z-scores of every unit in the parts, and what known questions say, float32 (8, n)."""
        parts = self._parts
        vector = self._vector(query)
        asked = self._near(query.text)
        near = parts.fine_dense.scores(vector) if query.wordings else asked
        wide = _deviation(parts.wide_dense.scores(vector))
        return np.stack(
            [
                _deviation(self._lexical_scores(parts.fine_lexical, query)),
                _deviation(near[parts.fine_rows]),
                _deviation(self._lexical_scores(parts.wide_lexical, query)),
                wide,
                self._rendered(query, asked, wide),
                *self._asked(query, asked),
            ]
        )

    def _rendered(self, query: Query, near: Floats, instead: Floats) -> Floats:
        """How near the renderings in the language of the question come to it; units without one are not the worse
        for it: theirs is what their context says."""
        rows = self._parts.renderings[:, 0 if any(map(is_han, query.text)) else 1]
        held = rows >= 0
        found = instead.copy()
        if held.any():
            found[held] = _deviation(near[rows[held]])
        return found

    def _asked(self, query: Query, near: Floats) -> Floats:
        """How like the question is to one that a unit answers, in words, in meaning, and by its place among the
        questions most like it; 0 where none is known. float32 (3, n)."""
        found = np.zeros((3, len(self.units)), dtype=np.float32)
        questions = self._parts.questions
        if questions is not None:
            scores = self._like(questions, query, near)
            for part, own in zip(found, scores, strict=False):
                part[questions.nearest.held] = questions.nearest.of(own)
            best = questions.best(self._weighed(scores), query.chapters, RANKED)
            for place, at in reversed(list(enumerate(best))):
                found[2, list(questions.answered[at])] = 1 / (1 + place)
        return found

    def _like(self, questions: Questions, query: Query, near: Floats) -> tuple[Floats, Floats]:
        """The z-scores of every known question, in words and in meaning."""
        words = questions.lexical.scores(_distinct(tokens(query.text)))
        return _deviation(words), _deviation(near[questions.rows])

    def _weighed(self, scores: tuple[Floats, Floats]) -> Floats:
        return np.float32(self._weights.asked_lexical) * scores[0] + np.float32(self._weights.asked_dense) * scores[1]

    def _lexical_scores(self, lexical: Lexical, query: Query) -> Floats:
        scores = lexical.scores(_distinct(tokens(_ASKING.sub(" ", query.text))))
        if query.wordings:
            found = _distinct(token for wording in query.wordings for token in tokens(wording))
            scores = scores + np.float32(self._weights.wording) * lexical.scores(found)
        if query.terms:
            found = _distinct(token for term in query.terms for token in _term_tokens(term))
            scores = scores + np.float32(self._weights.term) * lexical.scores(found)
        return scores

    def _vector(self, query: Query) -> Floats:
        """One vector for the question and its further wordings: their weighted sum."""
        first, *others = self._encoded((query.text, *query.wordings))
        if not others:
            return first
        return first + np.float32(self._weights.wording / len(others)) * np.sum(others, axis=0, dtype=np.float32)

    def _near(self, text: str) -> Floats:
        """The similarity of a text with every text of the index, float32 (n,), kept while its question is answered:
        several steps want it, and reading all vectors is the second slowest of them. Not to be written to."""
        with self._lock:
            found = self._nearness.get(text)
        if found is None:
            (vector,) = self._encoded((text,))
            found = self._parts.fine_dense.scores(vector)
            found.flags.writeable = False
            with self._lock:
                self._nearness[text] = found
                while len(self._nearness) > _AT_HAND:
                    self._nearness.popitem(last=False)
        return found

    def encode(self, texts: Sequence[str]) -> None:
        """Encode texts side by side that are asked for one by one soon after."""
        self._encoded(texts)

    def vector(self, text: str) -> Floats:
        """The vector of a text as a question; encoded once, where it was asked for lately."""
        (vector,) = self._encoded((text,))
        return vector

    def _encoded(self, texts: Sequence[str]) -> list[Floats]:
        """The vectors of texts, encoding only those not asked for lately."""
        with self._lock:
            known = {text: self._vectors[text] for text in texts if text in self._vectors}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            known.update(zip(missing, self._encoder.encode_queries(missing), strict=True))
        with self._lock:
            for text in texts:
                self._vectors[text] = known[text]
                self._vectors.move_to_end(text)
            while len(self._vectors) > _REMEMBERED:
                self._vectors.popitem(last=False)
        return [known[text] for text in texts]

    def _bonus(self, query: Query) -> Floats:
        weights = self._weights
        bonus = np.zeros(len(self.units), dtype=np.float32)
        if query.chapters:
            bonus += np.float32(weights.chapter) * np.isin(self._chapters, list(query.chapters))
        for chapter, phase in query.phases:
            bonus += np.float32(weights.phase) * ((self._chapters == chapter) & (self._phases == phase))
        for layer, extra in query.layers.items():
            bonus += np.float32(weights.layer * extra) * (self._layers == str(layer))
        return bonus

    def _mask(self, filters: Filters) -> NDArray[np.bool_]:
        mask = np.ones(len(self.units), dtype=np.bool_)
        for values, allowed in (
            (self._chapters, list(filters.chapters)),
            (self._layers, [str(layer) for layer in filters.layers]),
            (self._commentators, list(filters.commentators)),
            (self._witnesses, list(filters.witnesses)),
        ):
            if allowed:
                mask &= np.isin(values, allowed)
        return mask

    def _why(self, deviations: Floats) -> tuple[str, ...]:
        """Which parts put one unit well above the average; the strongest where none does.

        A unit's own words and meaning weigh little beside those with its context, in which they are contained; to a
        reader they count as much as in ``_TOLD``.
        """
        told = np.maximum(self._shares, _TOLD) * deviations
        lexical, dense, wide_lexical, wide_dense, rendering, *asked = told.tolist()
        dense += rendering  # the unit's own meaning, in its own words or in those that render it
        wide = (wide_lexical, wide_dense)
        values = {"lexical": lexical, "dense": dense, "neighbour": max(wide), "question": sum(asked)}
        strong = [name for name, value in values.items() if value >= self._weights.threshold]
        if sum(wide) <= lexical + dense and "neighbour" in strong and len(strong) > 1:
            strong.remove("neighbour")  # its own text says as much as what stands around it
        return tuple(strong) or (max(values, key=lambda name: values[name]),)


def _deviation(scores: Floats) -> Floats:
    """Standard deviations above the mean; zeros where all scores are alike."""
    spread = float(scores.std())
    return (scores - scores.mean()) / np.float32(spread) if spread > 1e-6 else np.zeros_like(scores)


_ASKING = re.compile(
    "(?:有|是|為|为)?(?:什麼|什么|甚麼|甚么|怎麼|怎么|怎樣|怎样|哪些|哪裡|哪里)(?:樣|样)?|多少|如何|為何|为何"
)
"""Words that ask; in the renderings they mean something else (有什麼就上什麼), so they are not looked for."""


def _term_tokens(term: str) -> list[str]:
    """The pairs of a term, which are rarer than its characters; a term of one character is its own token."""
    folded = fold(term)
    return [a + b for a, b in pairwise(folded)] or list(folded)


def _distinct(found: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(found))
