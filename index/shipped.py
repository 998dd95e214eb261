"""Vectors of the default texts by the default model, shipped so that a first index takes seconds instead of minutes.

The file holds, for each text, the first 16 bytes of its SHA-256 and how its vector differs from the mean of all, in
steps of an eighth of the standard deviation, and the fingerprint of the model that made them: it serves that model
only, and only texts that are still the same. What is not in it is encoded. The vectors of one model have much in
common, so the difference to their mean is small: the cosine of a vector and what is kept of it is above 0.9996, and a
number takes less than five and a half bits once compressed.

    python -m index.ship          write it anew, after the corpus or the recipe of the model has changed
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from index.dense import Vectors

SHIPPED = Path(__file__).parent / "vectors.npz"
_HASH = 16
_STEPS = 8
"""Steps to a standard deviation; twelve make the file a thirteenth larger and keep twice as much of what is left."""


def text_hash(text: str) -> str:
    """The name of a text among vectors: 32 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[: 2 * _HASH]


def read_shipped(fingerprint: str, path: Path = SHIPPED) -> dict[str, Vectors]:
    """Text hash → vector of length 1, for the model of this fingerprint; nothing for another, or without a file."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if str(file["fingerprint"]) != fingerprint:
                return {}
            names = [row.tobytes().hex() for row in file["hashes"]]
            vectors = file["vectors"].astype(np.float32) * file["step"] + file["mean"].astype(np.float32)
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile):  # what is not shipped is encoded
        return {}
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return dict(zip(names, vectors, strict=True))


def write_shipped(fingerprint: str, vectors: dict[str, Vectors], path: Path = SHIPPED) -> None:
    """Write vectors by text hash, in the order of the hashes, so that the same vectors give the same file."""
    names = sorted(vectors)
    found = np.stack([vectors[name] for name in names])
    mean = found.mean(axis=0)
    step = np.float32(max(float((found - mean).std()), 1e-9) / _STEPS)
    steps = np.clip(np.rint((found - mean) / step), -128, 127).astype(np.int8)
    hashes = np.frombuffer(b"".join(map(bytes.fromhex, names)), dtype=np.uint8).reshape(-1, _HASH)
    np.savez_compressed(
        path,
        fingerprint=np.array(fingerprint),
        hashes=hashes,
        mean=mean.astype(np.float32),
        step=step,
        vectors=steps,
    )
