"""The weights of the ranking, varied at random around those in use; what is gained is told by cross-validation."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.tuning.sets import Example
from corpus.library import Library
from index.query import Filters
from index.search import Index
from index.weights import Weights
from service.ask.passages import Retriever
from service.ask.question import Question, Understanding
from service.ask.values import Ask

FIXED = frozenset({"threshold", "phase", "wording"})
DEPTH = 10
FOLDS = 5


@dataclass(frozen=True)
class Trial:
    """Weights and the gain of every question under them, float64 (n,)."""

    weights: Weights
    gains: NDArray[np.float64]


def gain(rank: int) -> float:
    """What a first right passage at this rank is worth: half its reciprocal, half for being among the first five."""
    return 0.5 / rank + 0.5 * (rank <= 5) if rank else 0.0


class Bench:
    """Ranks the same questions under any weights."""

    def __init__(self, library: Library, index: Index, reader: Understanding, examples: Sequence[Example]) -> None:
        self._library, self._index = library, index
        self._examples = [example for example in examples if example.right is not None]
        self._questions: list[Question] = [
            reader.read(Ask(example.question, history=example.history)) for example in self._examples
        ]

    def trial(self, weights: Weights) -> Trial:
        """All questions under these weights."""
        retriever = Retriever(self._library, self._index.weighed(weights))
        return Trial(weights, np.array([gain(rank) for rank in self._ranks(retriever)]))

    def _ranks(self, retriever: Retriever) -> list[int]:
        found = []
        for question, example in zip(self._questions, self._examples, strict=True):
            assert example.right is not None
            hits = retriever.passages(question, Filters(), DEPTH)
            found.append(next((at for at, hit in enumerate(hits, 1) if example.right(hit.unit)), 0))
        return found


def varied(weights: Weights, lot: random.Random, spread: float) -> Weights:
    """Each weight, but for the fixed ones, multiplied by a factor from a log-normal distribution."""
    values = asdict(weights)
    changed = {
        name: round(value * math.exp(lot.gauss(0, spread)), 3) if name not in FIXED else value
        for name, value in values.items()
    }
    return Weights(**changed)


def cross_validated(trials: Sequence[Trial], seed: int) -> float:
    """The mean gain where each fifth of the questions is ranked with the weights best for the other four fifths."""
    n = len(trials[0].gains)
    order = np.random.default_rng(seed).permutation(n)
    total = 0.0
    for fold in range(FOLDS):
        aside = order[fold::FOLDS]
        rest = np.setdiff1d(order, aside)
        chosen = max(trials, key=lambda trial: trial.gains[rest].mean())
        total += float(chosen.gains[aside].sum())
    return total / n
