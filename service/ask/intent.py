"""What a question asks for – who, where, how many, why … –, of which rite, and whether a turn of a conversation leaves
its subject to those before: linear classifiers over its words.

``python -m benchmarks.tuning.reader`` trains them on the wordings of the book of answers, on questions in people's
words, whose rows have types and chapters, and on conversations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from corpus.fold import fold, is_han

Floats = NDArray[np.float32]
PATH = Path(__file__).parent / "intent.npz"
BUCKETS = 1 << 14
"""Hash buckets of n-grams; 2 ** 14 of them, 23 weights each in half precision, are three quarters of a megabyte."""
LONGEST = 15
"""Words or Han characters from which on questions are alike long."""
RITES = (4, 5, 7, 15)
"""Chapters that rows are told apart by; what is said of several is a class of its own, the last."""
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


def sized(text: str) -> list[int]:
    """The buckets of a text's n-grams, and that of its length."""
    length = sum(map(is_han, text)) or len(_PART.findall(text.lower()))
    return [*ngrams(text), crc32(f"length {min(length, LONGEST)}".encode()) % BUCKETS]


@dataclass(frozen=True)
class Linear:
    """One classifier: ``weights`` float32 (buckets, classes), ``bias`` (classes,)."""

    weights: Floats
    bias: Floats

    def of(self, found: Sequence[int]) -> Floats:
        """The probability of each class for a text of these buckets, float32 (classes,)."""
        scale = np.float32(1 / np.sqrt(max(len(found), 1)))
        logits = self.bias + scale * self.weights[found].sum(axis=0)
        raised = np.exp(logits - logits.max())
        result: Floats = (raised / raised.sum()).astype(np.float32)
        return result


class Intents:
    """The classifiers of types, of rites, and of turns that lean on those before."""

    def __init__(self, types: Linear, rites: Linear, leaning: Linear) -> None:
        self._own = {"types": types, "rites": rites, "leaning": leaning}

    @classmethod
    def load(cls, path: Path = PATH) -> Intents:
        """Read what ``save`` wrote."""
        with np.load(path, allow_pickle=False) as file:
            own = {name: file[name].astype(np.float32) for name in file.files}
        return cls(*(Linear(own[name], own[f"{name}_bias"]) for name in ("types", "rites", "leaning")))

    def save(self, path: Path = PATH) -> None:
        """Write the weights in half precision."""
        stored: dict[str, Any] = {name: own.weights.astype(np.float16) for name, own in self._own.items()}
        stored |= {f"{name}_bias": own.bias for name, own in self._own.items()}
        np.savez_compressed(path, **stored)

    def of(self, text: str) -> Floats:
        """The probability of each type in ``TYPES``, float32 (16,).

        >>> TYPES[intents.of("Who is the umpire?").argmax()]
        'who'
        """
        return self._own["types"].of(ngrams(text))

    def rites(self, text: str) -> Floats:
        """The probability of each chapter in ``RITES``, and of what is said of several, float32 (5,)."""
        return self._own["rites"].of(ngrams(text))

    def leans(self, text: str) -> float:
        """The probability that a later turn of a conversation leaves its subject to the turns before, by its words.

        >>> intents.leans("on which side?") > 0.5 > intents.leans("Who was Confucius?")
        True
        """
        return float(self._own["leaning"].of(sized(text))[1])


def rite_of(chapters: Sequence[int]) -> int:
    """The class of a row that rests on these chapters: ``rite_of((7,)) == 2``, ``rite_of((5, 7)) == 4``."""
    return RITES.index(chapters[0]) if len(chapters) == 1 and chapters[0] in RITES else len(RITES)
