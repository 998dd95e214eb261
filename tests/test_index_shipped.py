"""Vectors that are shipped serve their model and their texts, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corpus import library as libraries
from index.context import contexts
from index.encoder import Encoder
from index.rows import name_of, texts_of
from index.shipped import SHIPPED, read_shipped, text_hash, write_shipped

pytest_plugins = ["tests.index_fixtures"]


def vectors(*texts: str) -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    found = random.normal(size=(len(texts), 384)).astype(np.float32)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return dict(zip(map(text_hash, texts), found, strict=True))


def test_what_is_written_is_read_within_a_thousandth(tmp_path: Path) -> None:
    written = vectors("主人", "賓", "介")
    write_shipped("a" * 64, written, tmp_path / "vectors.npz")
    read = read_shipped("a" * 64, tmp_path / "vectors.npz")
    assert read.keys() == written.keys()
    for name, vector in written.items():
        assert float(vector @ read[name]) > 0.999
        assert float(np.linalg.norm(read[name])) == pytest.approx(1, abs=1e-5)


def test_another_model_gets_nothing(tmp_path: Path) -> None:
    write_shipped("a" * 64, vectors("主人"), tmp_path / "vectors.npz")
    assert read_shipped("b" * 64, tmp_path / "vectors.npz") == {}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"\x93NUMPY"])
def test_a_file_that_is_damaged_or_missing_is_done_without(tmp_path: Path, content: bytes) -> None:
    assert read_shipped("a" * 64, tmp_path / "none.npz") == {}
    (tmp_path / "vectors.npz").write_bytes(content)
    assert read_shipped("a" * 64, tmp_path / "vectors.npz") == {}


def test_what_is_shipped_are_the_default_texts_by_the_default_model(encoder: Encoder) -> None:
    held = read_shipped(encoder.fingerprint)
    assert held, "written by another model: python -m index.ship"
    library = libraries.load()
    around = contexts(library.units, library.canon, library.rites)
    texts = {unit.text for unit in library.units} | {text for c in around for text in (*c.around, *c.renderings)}
    texts |= {text for question in library.book.asked for text in (question.zh, question.en)}
    names = {text_hash(text) for text in texts}
    names |= {name_of(field, text) for row in library.book.rows.values() for field, text in texts_of(row)}
    lacking = [name for name in names if name not in held]
    assert len(lacking) <= 0.01 * len(names), f"{len(lacking)} texts are not shipped: python -m index.ship"
    assert SHIPPED.stat().st_size < 46_000_000


def test_a_shipped_vector_is_that_of_the_text(encoder: Encoder) -> None:
    held = read_shipped(encoder.fingerprint)
    text = libraries.load().book.asked[0].zh
    [vector] = encoder.encode_passages([text])
    assert float(vector @ held[text_hash(text)]) > 0.999
