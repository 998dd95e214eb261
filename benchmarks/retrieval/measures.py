"""Figures of ranked lists, with bootstrap intervals. The measures are those of ``ir-measures``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import ir_measures
import numpy as np
from ir_measures import RR, Qrel, ScoredDoc, Success, nDCG
from numpy.typing import NDArray

MEASURES = (Success @ 1, Success @ 3, Success @ 5, Success @ 10, RR @ 10, nDCG @ 10)
NAMES = ("hit@1", "hit@3", "hit@5", "hit@10", "MRR@10", "nDCG@10")
DEPTH = 10
_SAMPLES = 2000


@dataclass(frozen=True)
class Interval:
    """A mean with the interval in which 95 % of the means of resampled questions lie."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f}–{self.high:.3f})"


def values(ranked: Sequence[Sequence[int]], relevant: Sequence[frozenset[int]]) -> dict[str, NDArray[np.float64]]:
    """Name of a measure → its value for every question, float64 (n,).

    ``ranked[q]`` are positions of documents, best first; ``relevant[q]`` those that answer question q.

    >>> values([[3, 1]], [frozenset({1})])["MRR@10"]
    array([0.5])
    """
    qrels = [Qrel(str(q), str(doc), 1) for q, docs in enumerate(relevant) for doc in docs]
    run = [
        ScoredDoc(str(q), str(doc), float(DEPTH - rank))
        for q, docs in enumerate(ranked)
        for rank, doc in enumerate(docs[:DEPTH])
    ]
    found = {name: np.zeros(len(relevant)) for name in NAMES}
    names = dict(zip(map(str, MEASURES), NAMES, strict=True))
    for metric in ir_measures.iter_calc(MEASURES, qrels, run):
        found[names[str(metric.measure)]][int(metric.query_id)] = metric.value
    return found


def interval(found: NDArray[np.float64], seed: int = 0) -> Interval:
    """The mean and its bootstrap interval (percentiles of 2,000 resamplings, seeded)."""
    lots = np.random.default_rng(seed).integers(0, len(found), (_SAMPLES, len(found)))
    low, high = np.percentile(found[lots].mean(axis=1), [2.5, 97.5])
    return Interval(float(found.mean()), float(low), float(high))
