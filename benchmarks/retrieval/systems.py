"""What is compared: each system turns questions into positions of texts, best first."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.retrieval.measures import DEPTH
from index.encoder import Encoder
from index.lexical import Lexical
from index.tokens import tokens

Floats = NDArray[np.float32]
Ranked = list[list[int]]
"""For each question the positions of the texts found, best first."""

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


@dataclass(frozen=True)
class Vectors:
    """Vectors of texts (m, d) and of questions (n, d), by the same model."""

    texts: Floats
    questions: Floats

    def scores(self) -> Floats:
        """Cosines (n, m)."""
        result: Floats = self.questions @ self.texts.T
        return result


def vectors(encoder: Encoder, home: Path, texts: Sequence[str], questions: Sequence[str]) -> Vectors:
    """Encode both; what a model made of the same texts before is kept under ``home`` and taken from there."""
    return Vectors(
        _kept(encoder, home, "texts", texts, encoder.encode_passages),
        _kept(encoder, home, "questions", questions, encoder.encode_queries),
    )


def _kept(
    encoder: Encoder, home: Path, kind: str, texts: Sequence[str], encode: Callable[[Sequence[str]], Floats]
) -> Floats:
    told = json.dumps([encoder.fingerprint, encoder.backend, kind, list(texts)], ensure_ascii=False)
    path = home / "benchmarks" / f"{hashlib.sha256(told.encode()).hexdigest()[:24]}.npy"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}.npy")
        np.save(fresh, encode(texts))
        fresh.replace(path)
    found: Floats = np.load(path)
    return found


def peer(python: Path, name: str, texts: Sequence[str], questions: Sequence[str], made: Vectors) -> Ranked:
    """What a framework in an environment of its own finds in the same texts, with the same vectors."""
    asked = {
        "texts": list(texts),
        "questions": list(questions),
        "text_vectors": made.texts.tolist(),
        "question_vectors": made.questions.tolist(),
        "depth": DEPTH,
    }
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "asked.json", Path(folder) / "told.json"
        source.write_text(json.dumps(asked), encoding="utf-8")
        subprocess.run([python, PEER, name, source, target], check=True)
        ranked: Ranked = json.loads(target.read_text(encoding="utf-8"))
        return ranked
