"""BM25 over tokens: how much of the wording asked for stands in each document."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import bm25s
import numpy as np
from numpy.typing import NDArray

logging.getLogger("bm25s").setLevel(logging.WARNING)  # it asks to be heard at every step, amid what a build tells


class Lexical:
    """A BM25 index over documents given as lists of tokens; read-only after ``build`` or ``load``.

    >>> Lexical.build([["司", "射"], ["主", "人"]]).scores(["射"]).argmax()
    0
    """

    def __init__(self, bm25: bm25s.BM25) -> None:
        self._bm25 = bm25

    @classmethod
    def build(cls, documents: Sequence[Sequence[str]]) -> Lexical:
        """Index the documents (at least one); a document without tokens never scores."""
        vocabulary = {token: at for at, token in enumerate(sorted({t for document in documents for t in document}))}
        vocabulary.setdefault("", len(vocabulary))
        bm25 = bm25s.BM25(method="lucene", backend="numpy")
        # Numbers instead of tokens, so that two builds from one corpus give the same files.
        bm25.index(([[vocabulary[t] for t in document] for document in documents], vocabulary), show_progress=False)
        return cls(bm25)

    def scores(self, tokens: Sequence[str]) -> NDArray[np.float32]:
        """The score of every document, float32 (n,); 0 where no token occurs. A repeated token counts again."""
        known: list[int] = self._bm25.get_tokens_ids(list(tokens))
        if not known:
            return np.zeros(self._bm25.scores["num_docs"], dtype=np.float32)
        scores: NDArray[np.float32] = self._bm25.get_scores_from_ids(known)
        return scores

    def save(self, folder: Path) -> None:
        """Write the index into a new folder, as arrays and JSON."""
        self._bm25.save(folder, show_progress=False)

    @classmethod
    def load(cls, folder: Path) -> Lexical:
        """Read what ``save`` wrote; nothing in it is executed."""
        return cls(bm25s.BM25.load(folder, show_progress=False, allow_pickle=False))
