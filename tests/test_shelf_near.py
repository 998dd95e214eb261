"""FAISS by size: which kind, how much it finds of what an exact search finds, and what it reads from disk."""

from pathlib import Path

import numpy as np
import pytest

from index.dense import Vectors
from index.shelf.near import FLAT_MOST, LISTS_MOST, MISSED, Ids, Kind, Near, exact, kind_of, recall


@pytest.fixture(scope="module")
def blocks() -> list[tuple[Ids, Vectors]]:
    """Vectors around a few centres, as those of texts are, in three blocks with numbers of their own."""
    rng = np.random.default_rng(3)
    centres = rng.standard_normal((40, 48))
    vectors = (centres[rng.integers(0, 40, 6000)] + 0.7 * rng.standard_normal((6000, 48))).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    ids = np.arange(6000) * 3 + 7
    return [(ids[at : at + 2000], vectors[at : at + 2000]) for at in (0, 2000, 4000)]


@pytest.fixture(scope="module")
def queries(blocks: list[tuple[Ids, Vectors]]) -> Vectors:
    found = blocks[1][1][::40] + 0.05 * np.random.default_rng(4).standard_normal((50, 48)).astype(np.float32)
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


def test_the_kind_goes_by_the_number() -> None:
    assert kind_of(FLAT_MOST, 384) == Kind("Flat", 0)
    assert kind_of(FLAT_MOST + 1, 384) == Kind("IVF1024,SQfp16", 1024)
    assert kind_of(1_000_000, 384) == Kind("IVF4096,SQfp16", 4096)
    assert kind_of(LISTS_MOST + 1, 384).factory == "IVF4096,PQ96"


@pytest.mark.parametrize("kind", [Kind("Flat", 0), Kind("IVF64,SQfp16", 64)])
def test_it_finds_what_an_exact_search_finds(
    kind: Kind, blocks: list[tuple[Ids, Vectors]], queries: Vectors, tmp_path: Path
) -> None:
    near = Near.build(blocks, 6000, 48, kind)
    true = exact(blocks, queries, 10)
    near.save(tmp_path / "near.faiss")
    again = Near.load(tmp_path / "near.faiss")
    assert again.count == 6000
    found = again.search(queries, 10)
    assert recall(found, true) >= (1.0 if not kind.lists else 1 - 3 * MISSED)
    assert (again.probes > 0) == bool(kind.lists) and again.probes < 64
    assert np.array_equal(found, near.search(queries, 10))


@pytest.mark.parametrize("kind", [Kind("Flat", 0), Kind("IVF64,SQfp16", 64)])
def test_only_what_is_admitted_is_found(kind: Kind, blocks: list[tuple[Ids, Vectors]], queries: Vectors) -> None:
    near = Near.build(blocks, 6000, 48, kind)
    among = blocks[2][0][:5]
    found = near.search(queries[:3], 8, among)
    assert all(set(row[:5]) == set(among) and set(row[5:]) == {-1} for row in found.tolist())


def test_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "near.faiss").write_bytes(b"nothing")
    with pytest.raises(RuntimeError):
        Near.load(tmp_path / "near.faiss")
