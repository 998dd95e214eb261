"""The decision whether to answer: a logistic regression over its signs, and how it does on questions kept aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.tuning.sets import Example
from index.query import Filters
from service.answering.answer import Ask
from service.answering.retrieve import Retriever
from service.answering.support import Support
from service.answering.understand import Reader

FOLDS = 5


@dataclass(frozen=True)
class Fitted:
    """The regression on all questions, and its log-odds for each question when that was kept aside."""

    constant: float
    weights: dict[str, float]
    aside: NDArray[np.float64]


def signs(
    reader: Reader, retriever: Retriever, support: Support, examples: Sequence[Example]
) -> tuple[list[str], NDArray[np.float64], NDArray[np.bool_]]:
    """Names of the signs, their values (n, names) and whether each question is answered by the texts (n,)."""
    rows = []
    for example in examples:
        question = reader.read(Ask(example.question, history=example.history))
        rows.append(support.signs(question, retriever.passages(question, Filters(), 8)))
    names = list(rows[0])
    return (
        names,
        np.array([[row[name] for name in names] for row in rows]),
        np.array([e.right is not None for e in examples]),
    )


def fit(names: Sequence[str], values: NDArray[np.float64], answered: NDArray[np.bool_], seed: int = 0) -> Fitted:
    """Both classes weighed alike, L2; five folds for the log-odds aside."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    model = LogisticRegression(C=3.0, class_weight="balanced", max_iter=1000)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    aside = cross_val_predict(model, values, answered, cv=folds, method="decision_function")
    model.fit(values, answered)
    weights = {name: round(float(value), 2) for name, value in zip(names, model.coef_[0], strict=True)}
    return Fitted(round(float(model.intercept_[0]), 2), weights, np.asarray(aside))


def curve(aside: NDArray[np.float64], answered: NDArray[np.bool_]) -> list[tuple[float, float, float]]:
    """Risk and coverage: threshold, share of answerable questions answered, share of the others declined."""
    return [
        (round(float(at), 2), float((aside[answered] > at).mean()), float((aside[~answered] <= at).mean()))
        for at in np.arange(-2.5, 2.51, 0.25)
    ]
