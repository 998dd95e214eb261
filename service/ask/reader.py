"""The re-ranking: how probable it is that a candidate answers the question at hand, by one learned model.

Gradient-boosted trees over the features of :mod:`service.ask.features`, trained on the wordings of the book of answers
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
        """The score of each candidate, float32 (n,), a logit; higher answers better."""
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


def write_graph(trees: Sequence[NDArray[np.void]], baseline: float, width: int) -> bytes:
    """An ONNX graph of the trees of scikit-learn's HistGradientBoostingClassifier (``_predictors`` and
    ``_baseline_prediction``) over ``width`` features, giving the raw logit; the format holds no code."""
    from onnx import TensorProto, helper

    nodes: dict[str, list[object]] = {
        name: []
        for name in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids", "missing")
    }
    leaves: dict[str, list[object]] = {"treeids": [], "nodeids": [], "ids": [], "weights": []}
    for tree, table in enumerate(trees):
        for number, node in enumerate(table):
            leaf = bool(node["is_leaf"])
            nodes["treeids"].append(tree)
            nodes["nodeids"].append(number)
            nodes["featureids"].append(0 if leaf else int(node["feature_idx"]))
            nodes["values"].append(0.0 if leaf else float(node["num_threshold"]))
            nodes["modes"].append("LEAF" if leaf else "BRANCH_LEQ")
            nodes["truenodeids"].append(0 if leaf else int(node["left"]))
            nodes["falsenodeids"].append(0 if leaf else int(node["right"]))
            nodes["missing"].append(0)
            if leaf:
                leaves["treeids"].append(tree)
                leaves["nodeids"].append(number)
                leaves["ids"].append(0)
                leaves["weights"].append(float(node["value"]))
    node = helper.make_node(
        "TreeEnsembleRegressor",
        ["features"],
        ["raw"],
        domain="ai.onnx.ml",
        n_targets=1,
        base_values=[float(baseline)],
        aggregate_function="SUM",
        post_transform="NONE",
        nodes_treeids=nodes["treeids"],
        nodes_nodeids=nodes["nodeids"],
        nodes_featureids=nodes["featureids"],
        nodes_values=nodes["values"],
        nodes_modes=nodes["modes"],
        nodes_truenodeids=nodes["truenodeids"],
        nodes_falsenodeids=nodes["falsenodeids"],
        nodes_missing_value_tracks_true=nodes["missing"],
        target_treeids=leaves["treeids"],
        target_nodeids=leaves["nodeids"],
        target_ids=leaves["ids"],
        target_weights=leaves["weights"],
    )
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, width])
    raw = helper.make_tensor_value_info("raw", TensorProto.FLOAT, [None, 1])
    graph = helper.make_graph([node], "reader", [features], [raw])
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    content: bytes = model.SerializeToString()
    return content
