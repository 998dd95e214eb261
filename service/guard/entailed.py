"""The small model that reads beside the rules: how probable it is that a sentence says what its passages do not.

Gradient-boosted trees over ``corpus.claims.features``, trained on true rows of the book of answers and on the same made
false by rule (``python -m benchmarks.tuning.entailing``), shipped as an ONNX graph. ``entailed.json`` has the bounds:
above ``bound`` a sentence is taken out, and above ``unsure`` where a rule that is wrong now and then speaks against it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from corpus.claims.features import NAMES

HERE = Path(__file__).parent
MODEL, BOUNDS = HERE / "entailed.onnx", HERE / "entailed.json"


class Entailed:
    """Scores what ``ClaimChecker.compared`` says. Read-only once made, safe to share between threads and with forks."""

    def __init__(self, graph: bytes, bound: float, unsure: float) -> None:
        from onnxruntime import InferenceSession, SessionOptions  # type: ignore[import-untyped]

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # no threads of its own: forks are safe
        self._session: Any = InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        self.bound, self.unsure = bound, unsure

    @classmethod
    def load(cls, folder: Path = HERE) -> Entailed:
        """Read the model that ships; ValueError where it was trained on other features."""
        stored = json.loads((folder / BOUNDS.name).read_text(encoding="utf-8"))
        if tuple(stored["features"]) != NAMES:
            raise ValueError(f"{folder} has a model of other features; run python -m benchmarks.tuning.entailing")
        return cls((folder / MODEL.name).read_bytes(), float(stored["bound"]), float(stored["unsure"]))

    def score(self, values: Sequence[float]) -> float:
        """The logit that a text is false."""
        (raw,) = self._session.run(None, {"features": np.array([values], dtype=np.float32)})
        return float(raw[0][0])

    def false(self, values: Sequence[float], spoken: bool) -> bool:
        """Whether a text is to be taken out; ``spoken`` where a rule speaks against it."""
        return self.score(values) > (self.unsure if spoken else self.bound)
