"""Vectors in a flat FAISS index: how near in meaning each document is."""

from __future__ import annotations

from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Dense:
    """Vectors of length 1, compared by inner product (= cosine); read-only after ``build`` or ``load``.

    >>> Dense.build(np.eye(3, dtype=np.float32)).scores(np.float32([0, 1, 0])).tolist()
    [0.0, 1.0, 0.0]
    """

    def __init__(self, index: faiss.Index) -> None:
        self._index = index
        # A ranking by z-scores needs the similarity of every vector; FAISS's search would sort them all for nothing.
        self.vectors: Vectors = index.reconstruct_n(0, index.ntotal)

    @classmethod
    def build(cls, vectors: Vectors) -> Dense:
        """Index float32 vectors (n, dimension)."""
        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(np.ascontiguousarray(vectors, dtype=np.float32))
        return cls(index)

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return int(self._index.d)

    def scores(self, query: Vectors) -> Vectors:
        """The similarity of every vector with one query vector, float32 (n,)."""
        # Not "@": BLAS would share this half millisecond among threads, and wait for them when others are busy.
        similarities: Vectors = np.einsum("nd,d->n", self.vectors, query)
        return similarities

    def save(self, path: Path) -> None:
        """Write the index to a file; OSError says why that cannot be, which FAISS would not."""
        path.write_bytes(faiss.serialize_index(self._index).tobytes())

    @classmethod
    def load(cls, path: Path) -> Dense:
        """Read what ``save`` wrote; RuntimeError when the file is damaged."""
        return cls(faiss.read_index(str(path)))
