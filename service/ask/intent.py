"""What a question asks for: who, where, how many, why … – a linear classifier over its words, trained on the book.

``python -m benchmarks.tuning.reader`` trains it on the wordings of the book of answers, whose rows have types.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from corpus.fold import fold, is_han

Floats = NDArray[np.float32]
PATH = Path(__file__).parent / "intent.npz"
BUCKETS = 1 << 14
"""Hash buckets of n-grams; 2 ** 14 of them, sixteen weights each in half precision, are half a megabyte."""
_PART = re.compile(r"[a-z']+|[0-9]+|[?？]")


def ngrams(text: str) -> list[int]:
    """The buckets of a text's n-grams: words alone and in pairs, Han characters by one, two and three.

    >>> len(ngrams("誰射？")) == len({"誰", "射", "誰射", "?"})
    True
    """
    found: set[str] = set()
    words = _PART.findall(text.lower().replace("？", "?"))
    found.update(words)
    found.update(f"{a} {b}" for a, b in pairwise(words))
    if words:
        found.add(f"^ {words[0]}")
    for run in re.split(r"[^\w]+|[a-zA-Z0-9_]+", "".join(c if is_han(c) else " " for c in text)):
        folded = fold(run)
        for size in (1, 2, 3):
            found.update(folded[at : at + size] for at in range(len(folded) - size + 1))
    return sorted({crc32(gram.encode()) % BUCKETS for gram in found})


class Intents:
    """The classifier: ``weights`` float32 (buckets, types), ``bias`` (types,)."""

    def __init__(self, weights: Floats, bias: Floats) -> None:
        self._weights = weights
        self._bias = bias

    @classmethod
    def load(cls, path: Path = PATH) -> Intents:
        """Read what ``save`` wrote."""
        with np.load(path, allow_pickle=False) as file:
            return cls(file["weights"].astype(np.float32), file["bias"].astype(np.float32))

    def save(self, path: Path = PATH) -> None:
        """Write the weights in half precision."""
        np.savez_compressed(path, weights=self._weights.astype(np.float16), bias=self._bias)

    def of(self, text: str) -> Floats:
        """The probability of each type in ``TYPES``, float32 (16,).

        >>> TYPES[intents.of("Who is the umpire?").argmax()]
        'who'
        """
        found = ngrams(text)
        scale = np.float32(1 / np.sqrt(max(len(found), 1)))
        logits = self._bias + scale * self._weights[found].sum(axis=0)
        raised = np.exp(logits - logits.max())
        result: Floats = (raised / raised.sum()).astype(np.float32)
        return result
