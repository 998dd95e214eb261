from pathlib import Path

import numpy as np
import pytest

from index.dense import Dense


def test_scores_are_inner_products_in_the_order_given() -> None:
    vectors = np.array([[1, 0], [0, 1], [0.6, 0.8]], dtype=np.float32)
    dense = Dense.build(vectors)
    assert dense.scores(np.array([0, 1], dtype=np.float32)).tolist() == pytest.approx([0, 1, 0.8])
    assert dense.dimension == 2


def test_saved_and_loaded_it_is_the_same(tmp_path: Path) -> None:
    vectors = np.random.default_rng(7).normal(size=(20, 8)).astype(np.float32)
    Dense.build(vectors).save(tmp_path / "v.faiss")
    assert np.array_equal(Dense.load(tmp_path / "v.faiss").vectors, vectors)


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.faiss"
    Dense.build(np.eye(16, dtype=np.float32)).save(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(RuntimeError):
        Dense.load(path)
