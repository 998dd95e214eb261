"""Vectors in a FAISS index whose kind goes by their number, read from disk through a memory map.

============== ======================= ==============================================================================
vectors        kind                    why
============== ======================= ==============================================================================
up to 50,000   flat, 32 bits           exact, and fast enough: 20 ms for 50,000 vectors of 384 numbers
up to 2 million inverted lists, 16 bits half the room, a hundredth of the vectors looked at; built in minutes
more           inverted lists, PQ      one byte for every 4 numbers: ten million vectors of 384 in 1 GB
============== ======================= ==============================================================================

How many lists a search looks into is measured when the index is made: the fewest at which the ten nearest of vectors
drawn by chance are those of an exact search, but for :data:`MISSED`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from index.dense import Vectors

Ids = NDArray[np.int64]
FLAT_MOST, LISTS_MOST = 50_000, 2_000_000
MISSED = 0.02
"""Share of the ten nearest that a search may miss."""
_SEED = 17
_DRAWN = 200
_PER_LIST = 40
"""Vectors from which each list is learnt; FAISS advises 39 at least."""
_QUANTIZED = 4
"""Numbers that PQ packs into one byte."""
_BLOCK = 65_536
_WRITTEN = 1 << 20
"""Bytes written at a time."""


@dataclass(frozen=True)
class Kind:
    """A kind of index as FAISS's factory names it; ``lists`` is 0 for a flat one."""

    factory: str
    lists: int


def kind_of(count: int, dimension: int) -> Kind:
    """The kind for so many vectors.

    >>> kind_of(1_000_000, 256)
    Kind(factory='IVF4096,SQfp16', lists=4096)
    """
    if count <= FLAT_MOST:
        return Kind("Flat", 0)
    lists = 2 ** round(np.log2(4 * np.sqrt(count)))
    if count <= LISTS_MOST:
        return Kind(f"IVF{lists},SQfp16", int(lists))
    return Kind(f"IVF{lists},PQ{dimension // _QUANTIZED}", int(lists))


class Near:
    """Vectors of length 1 by number, nearest by inner product; read-only after ``build`` or ``load``."""

    def __init__(self, index: Any) -> None:  # FAISS's classes have attributes that its stubs lack
        self._index = index

    @classmethod
    def build(cls, blocks: Iterable[tuple[Ids, Vectors]], count: int, dimension: int, kind: Kind | None = None) -> Near:
        """An index of ``count`` vectors that come in blocks of numbers (n,) and vectors float32 (n, dimension).

        The blocks are gone through twice where the kind must first learn its lists, so they must be a list or give a
        new iterator each time.
        """
        kind = kind or kind_of(count, dimension)
        index: Any = faiss.index_factory(
            dimension, f"{kind.factory}" if kind.lists else "IDMap,Flat", faiss.METRIC_INNER_PRODUCT
        )
        if kind.lists:
            index.cp.niter = 8
            index.train(_drawn(blocks, count, min(count, kind.lists * _PER_LIST)))
        for ids, vectors in blocks:
            index.add_with_ids(np.ascontiguousarray(vectors, dtype=np.float32), np.ascontiguousarray(ids))
        if kind.lists:
            index.nprobe = _probes(index, blocks, count, kind)
        return cls(index)

    @property
    def count(self) -> int:
        """How many vectors it has."""
        return int(self._index.ntotal)

    @property
    def probes(self) -> int:
        """How many lists a search looks into; 0 where it looks at everything."""
        return int(getattr(self._index, "nprobe", 0))

    def search(self, queries: Vectors, k: int, among: Ids | None = None) -> Ids:
        """Numbers of the ``k`` nearest of each query (q, dimension), best first, int64 (q, k); -1 where there are none.

        ``among`` are the numbers that may be found.
        """
        # OpenMP's threads wait for each other spinning when processors are busy, and hang in a process that was forked.
        faiss.omp_set_num_threads(1)
        parameters: Any = None
        if among is not None:
            classes: Any = faiss
            selector = faiss.IDSelectorBatch(np.ascontiguousarray(among, dtype=np.int64))
            if self.probes:
                # What may be found can lie in any list.
                parameters = classes.SearchParametersIVF(sel=selector, nprobe=self._index.nlist)
            else:
                parameters = classes.SearchParameters(sel=selector)
        queries = np.ascontiguousarray(queries, dtype=np.float32)
        _, found = self._index.search(queries, k, params=parameters)
        numbers: Ids = found
        return numbers

    def save(self, path: Path) -> None:
        """Write it to a file, to the disk; OSError where there is no room."""
        with path.open("wb") as file:
            failures: list[OSError] = []

            def write(part: bytes) -> None:
                try:
                    file.write(part)
                except OSError as error:  # FAISS would tell of an exception, but not of which
                    failures.append(error)
                    raise

            try:
                classes: Any = faiss
                classes.write_index(self._index, classes.PyCallbackIOWriter(write, _WRITTEN))
            except RuntimeError:
                raise failures[0] if failures else OSError(f"{path} cannot be written") from None
            file.flush()
            os.fsync(file.fileno())

    @classmethod
    def load(cls, path: Path) -> Near:
        """Read what ``save`` wrote, the lists through a memory map; RuntimeError when the file is damaged."""
        return cls(faiss.read_index(str(path), faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY))


def exact(blocks: Iterable[tuple[Ids, Vectors]], queries: Vectors, k: int) -> Ids:
    """Numbers of the ``k`` nearest of each query by looking at every vector, int64 (q, k)."""
    best_scores = np.full((len(queries), k), -np.inf, dtype=np.float32)
    best_ids = np.full((len(queries), k), -1, dtype=np.int64)
    for ids, vectors in blocks:
        for start in range(0, len(ids), _BLOCK):
            scores = queries @ vectors[start : start + _BLOCK].astype(np.float32).T
            top = np.argpartition(-scores, min(k, scores.shape[1]) - 1, axis=1)[:, :k]
            every = np.concatenate([best_scores, np.take_along_axis(scores, top, axis=1)], axis=1)
            both = np.concatenate([best_ids, ids[start : start + _BLOCK][top]], axis=1)
            order = np.argsort(-every, axis=1, kind="stable")[:, :k]
            best_scores = np.take_along_axis(every, order, axis=1)
            best_ids = np.take_along_axis(both, order, axis=1)
    return best_ids


def recall(found: Ids, true: Ids) -> float:
    """Share of the true neighbours that were found."""
    return float(np.mean([len(np.intersect1d(a, b)) / len(b) for a, b in zip(found, true, strict=True)]))


def _drawn(blocks: Iterable[tuple[Ids, Vectors]], count: int, size: int) -> Vectors:
    """``size`` of all vectors, drawn evenly, float32."""
    step = max(1, count // size)
    chosen, at = [], 0
    for _, vectors in blocks:
        chosen.append(np.asarray(vectors[(-at) % step :: step], dtype=np.float32))
        at += len(vectors)
    return np.concatenate(chosen)[:size]


def _probes(index: Any, blocks: Iterable[tuple[Ids, Vectors]], count: int, kind: Kind) -> int:
    """The fewest lists, a power of two, at which no more than ``MISSED`` of the ten nearest are missed."""
    queries = _drawn(blocks, count, _DRAWN)
    noise = np.random.default_rng(_SEED).standard_normal(queries.shape).astype(np.float32)
    # A question is no stored vector: it lies beside one, as far as half its length.
    queries = queries + 0.5 * noise / np.linalg.norm(noise, axis=1, keepdims=True)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    true = exact(blocks, queries, 10)
    probes = 1
    while probes < kind.lists:
        index.nprobe = probes
        if recall(index.search(queries, 10)[1], true) >= 1 - MISSED:
            break
        probes *= 2
    return probes
