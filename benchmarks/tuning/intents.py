"""The linear classifiers of ``service.ask.intent``, learned from questions with what answers them and from turns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import SGDClassifier

from corpus.answers.book import TYPES, Row
from service.ask.intent import BUCKETS, RITES, Intents, Linear, ngrams, rite_of, sized


def train_intents(asks: Sequence[tuple[str, Row]], turns: Sequence[tuple[str, bool]]) -> Intents:
    """Logistic regressions over hashed n-grams, each text scaled to length one: of types and of rites from questions
    with what answers them, of leaning from turns and whether they do."""
    table = _table([ngrams(text) for text, _ in asks])
    types = np.array([TYPES.index(row.type) for _, row in asks])
    rites = np.array([rite_of(row.chapters) for _, row in asks])
    leaning = np.array([int(leans) for _, leans in turns])
    return Intents(
        _regression(table, types, len(TYPES)),
        _regression(table, rites, len(RITES) + 1),
        _regression(_table([sized(text) for text, _ in turns]), leaning, 2),
    )


def _table(found: Sequence[Sequence[int]]) -> csr_matrix:
    data = np.concatenate([np.full(len(own), 1 / np.sqrt(max(len(own), 1)), dtype=np.float32) for own in found])
    starts = np.cumsum([0, *map(len, found)])
    return csr_matrix(
        (data, np.concatenate([np.array(own, dtype=int) for own in found]), starts), (len(found), BUCKETS)
    )


def _regression(table: csr_matrix, labels: NDArray[np.int64], classes: int) -> Linear:
    model = SGDClassifier(loss="log_loss", alpha=3e-6, max_iter=12, tol=None, random_state=0).fit(table, labels)
    weights = np.zeros((BUCKETS, classes), dtype=np.float32)
    bias = np.full(classes, -20.0, dtype=np.float32)
    if classes == 2:  # one line of weights, for the second class
        weights[:, 1], bias[:] = model.coef_[0], (0.0, model.intercept_[0])
        return Linear(weights, bias)
    weights[:, model.classes_] = model.coef_.T
    bias[model.classes_] = model.intercept_
    return Linear(weights, bias)
