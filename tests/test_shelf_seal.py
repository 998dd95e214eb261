"""A shelf that was damaged: noticed before it is read, whatever was done to it, and mended."""

from pathlib import Path

import numpy as np
import pytest
from test_shelf_store import DIMENSION, fill, some, vector

from index.shelf.contract import StoreUnavailable, Wanted, pairs
from index.shelf.local import LocalStore
from index.shelf.seal import FILE, MANIFEST, NEAR, SEAL, damages, mend, mended, note_mended, set_seal


def opened(folder: Path) -> LocalStore:
    return LocalStore(folder, "m1", DIMENSION)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A shelf at rest."""
    store = opened(tmp_path)
    store.put("KR1d0001", some("KR1d0001", 4))
    fill(store)
    store.seal()
    store.close()
    assert damages(tmp_path) == ()
    return tmp_path


def damage(path: Path, how: str) -> None:
    whole = path.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) * 2 // 3] ^= 1
    path.write_bytes({"cut": whole[: len(whole) // 2], "flip": bytes(changed), "empty": b""}.get(how, whole))
    if how == "gone":
        path.unlink()


@pytest.mark.parametrize("how", ["cut", "flip", "empty", "gone"])
@pytest.mark.parametrize("name", [FILE, NEAR, MANIFEST])
def test_damage_is_noticed_and_mended(folder: Path, name: str, how: str) -> None:
    damage(folder / name, how)
    with pytest.raises(StoreUnavailable, match=f"{name} is damaged; run `wenli build`"):
        opened(folder)
    assert mend(folder) == (name,)
    store = opened(folder)
    assert store.put("KR1d0001", some("KR1d0001", 4)) == (name == FILE), "passages are put again only if they are lost"
    assert (fill(store) > 0) == (name == FILE), "and so are vectors"
    store.seal()
    asked = some("KR1d0001", 4)[3]
    assert store.by_words(pairs(asked.text), Wanted(), 5)[0] == asked.ref
    assert asked.ref in store.by_vector(vector(asked.text), Wanted(), 3)
    store.close()
    assert damages(folder) == () == mend(folder)


@pytest.mark.parametrize("how", ["cut", "empty"])
@pytest.mark.parametrize("name", [FILE, NEAR])
def test_what_was_left_in_the_middle_of_writing_is_looked_at_as_well(folder: Path, name: str, how: str) -> None:
    (folder / SEAL).unlink()
    assert damages(folder) == ()
    damage(folder / name, how)
    assert (damages(folder) == (name,)) == (how == "cut" or name == NEAR), "an empty file is an empty shelf to SQLite"


def test_writing_breaks_the_seal_and_reading_does_not(folder: Path) -> None:
    store = opened(folder)
    store.by_words(["主人"], Wanted(), 3)
    assert (folder / SEAL).exists()
    changes = (
        lambda: store.put("KR1d0002", some("KR1d0002", 5)),
        lambda: store.fill(["甲"], np.stack([vector("甲")])),
        store.settle,
        lambda: store.drop("KR1d0002"),
    )
    for change in changes:
        set_seal(folder)
        change()
        assert not (folder / SEAL).exists()
    store.close()
    assert damages(folder) == ()


def test_another_model_does_not_look_like_damage(folder: Path) -> None:
    LocalStore(folder, "m2", DIMENSION).close()
    assert damages(folder) == ()


def test_a_seal_that_is_damaged_is_damage(folder: Path) -> None:
    (folder / SEAL).write_text("{", encoding="utf-8")
    assert damages(folder) == (FILE, NEAR, MANIFEST)


def test_a_mended_shelf_is_another_one_to_a_running_service(folder: Path) -> None:
    assert mended(folder) == ""
    note_mended(folder)
    before = mended(folder)
    assert before
    store = opened(folder)
    store.put("KR1d0002", some("KR1d0002", 5))
    store.close()
    assert mended(folder) == before


def test_damage_while_it_is_open_is_told_and_is_no_failure(folder: Path) -> None:
    store = opened(folder)
    damage(folder / NEAR, "cut")
    with pytest.raises(StoreUnavailable, match="near"):
        store.by_vector(vector("甲"), Wanted(), 3)
    damage(folder / FILE, "cut")
    with pytest.raises(StoreUnavailable):
        store.read([one.ref for one in some("KR1d0001", 4)])
    store.close()


def test_no_folder_has_no_damage(tmp_path: Path) -> None:
    assert damages(tmp_path / "nothing") == () == mend(tmp_path / "nothing")
