"""The re-ranking: how probable it is that a candidate answers the question at hand, by one learned model.

Gradient-boosted trees over the features of :mod:`service.ask.features`, trained on questions in people's words
(``python -m benchmarks.tuning.reader``), shipped as an ONNX graph; then a calibration that turns the score of the first
candidate into the probability that it answers. docs/answers.md has the figures.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Row
from service.ask.features import NAMES, confidence

Floats = NDArray[np.float32]
HERE = Path(__file__).parent
RANKER, RIGHT, WITHIN = HERE / "ranker.onnx", HERE / "right.onnx", HERE / "within.onnx"
CALIBRATION = HERE / "calibration.json"


@dataclass(frozen=True)
class Calibration:
    """A monotone map from raw scores to probabilities: ``at`` raw scores, rising, ``is_`` what each comes to."""

    at: tuple[float, ...]
    is_: tuple[float, ...]

    def of(self, score: float) -> float:
        """The probability for a raw score, between 0 and 1.

        >>> Calibration((0.0, 1.0), (0.1, 0.9)).of(0.5)
        0.5
        """
        return float(np.interp(score, self.at, self.is_))


@dataclass(frozen=True)
class Confidence:
    """``within``: the probability that the texts answer the question at all; ``right``: that the first candidate does,
    calibrated."""

    within: float
    right: float


class Reranker:
    """Scores candidates and says how sure the first is. Read-only once made, safe to share between threads and with
    forked workers."""

    def __init__(self, ranker: bytes, right: bytes, within: bytes, calibration: Calibration) -> None:
        self._ranker, self._right, self._within = _session(ranker), _session(right), _session(within)
        self.calibration = calibration

    @classmethod
    def load(cls, folder: Path = HERE) -> Reranker:
        """Read the models that ship; ValueError where they were trained on other features."""
        stored = json.loads((folder / CALIBRATION.name).read_text(encoding="utf-8"))
        if tuple(stored["features"]) != NAMES:
            raise ValueError(f"{folder} has models of other features; run python -m benchmarks.tuning.reader")
        calibration = Calibration(tuple(stored["at"]), tuple(stored["is"]))
        ranker, right, within = ((folder / path.name).read_bytes() for path in (RANKER, RIGHT, WITHIN))
        return cls(ranker, right, within, calibration)

    def scores(self, features: Floats) -> Floats:
        """The score of each candidate, float32 (n,); higher answers better, differences count."""
        return _run(self._ranker, features)

    def confidence(self, features: Floats, scores: Floats, rows: Sequence[Row]) -> Confidence:
        """How sure it is that the texts answer the question, and that the candidate with the highest score does."""
        first = confidence(features, scores, rows)
        within, right = _chance(self._within, first), _chance(self._right, first)
        return Confidence(within, self.calibration.of(within * right))


def _chance(session: Any, features: Floats) -> float:
    (raw,) = _run(session, features)
    return float(1 / (1 + np.exp(-raw)))


def _session(graph: bytes) -> Any:
    from onnxruntime import InferenceSession, SessionOptions  # type: ignore[import-untyped]

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # no threads of its own: forks are safe
    return InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _run(session: Any, features: Floats) -> Floats:
    if not len(features):
        return np.zeros(0, dtype=np.float32)
    (raw,) = session.run(None, {"features": np.ascontiguousarray(features, dtype=np.float32)})
    result: Floats = raw.reshape(-1)
    return result
