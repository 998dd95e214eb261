"""What is compared: each system turns questions into positions of texts, best first."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.retrieval.measures import DEPTH
from index.encoder import Encoder
from index.lexical import Lexical
from index.tokens import tokens

Ranked = list[list[int]]
Floats = NDArray[np.float32]
System = Callable[[Sequence[str]], Ranked]
"""Questions → for each the positions of the texts found, best first."""

PEER = Path(__file__).with_name("peer.py")


def top(scores: Floats) -> Ranked:
    """The best ``DEPTH`` positions of each row of scores (n questions, m texts)."""
    return [[int(at) for at in np.argsort(-row, kind="stable")[:DEPTH]] for row in scores]


def standard(scores: Floats) -> Floats:
    """Scores of each row in standard deviations from its mean, so that two kinds of scores can be added."""
    spread = np.maximum(scores.std(axis=1, keepdims=True), 1e-9)
    result: Floats = (scores - scores.mean(axis=1, keepdims=True)) / spread
    return result


def bm25_scores(texts: Sequence[str], questions: Sequence[str]) -> Floats:
    """BM25 over characters and pairs of characters, Wenli's own folding of variants and scripts: (n, m)."""
    lexical = Lexical.build([tokens(text) for text in texts])
    return np.stack([lexical.scores(tokens(question)) for question in questions])


def dense_scores(encoder: Encoder, texts: Sequence[str], questions: Sequence[str]) -> Floats:
    """Cosines (n, m)."""
    result: Floats = encoder.encode_queries(questions) @ encoder.encode_passages(texts).T
    return result


def peer(python: Path, name: str, model: Path, texts: Sequence[str]) -> System:
    """A framework in an environment of its own, over the same texts with the same model."""

    def rank(questions: Sequence[str]) -> Ranked:
        with tempfile.TemporaryDirectory() as folder:
            asked, told = Path(folder) / "asked.json", Path(folder) / "told.json"
            asked.write_text(
                json.dumps({"texts": list(texts), "questions": list(questions), "model": str(model), "depth": DEPTH}),
                encoding="utf-8",
            )
            subprocess.run([python, PEER, name, asked, told], check=True)
            ranked: Ranked = json.loads(told.read_text(encoding="utf-8"))
            return ranked

    return rank
