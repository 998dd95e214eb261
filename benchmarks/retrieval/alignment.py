"""Modern sentence → the classical one it renders, over books that the model has never seen: 禮記 and 周禮."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from index.training.pairs import HELD_OUT, read_alignment

QUESTIONS = 1500


class Alignment(NamedTuple):
    """Modern sentences, all classical sentences of the books, and for each question those that are the right ones."""

    questions: list[str]
    texts: list[str]
    relevant: list[frozenset[int]]


def held_out(path: Path, most: int = QUESTIONS, seed: int = 0) -> Alignment:
    """At most ``most`` questions, drawn by a seeded lot; the texts are all of those books. OSError without the file."""
    pairs = [pair for _, pair in read_alignment(path, HELD_OUT.__contains__)]
    texts = list(dict.fromkeys(pair.passage for pair in pairs))
    places = {text: at for at, text in enumerate(texts)}
    drawn = random.Random(seed).sample(pairs, min(most, len(pairs)))
    return Alignment([pair.query for pair in drawn], texts, [frozenset({places[pair.passage]}) for pair in drawn])
