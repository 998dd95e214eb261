import hashlib
import multiprocessing
import time
from pathlib import Path

from index.folders import hashes, locked, settle, sweep, temporary


def test_a_folder_appears_whole_and_replaces_what_stood_there(tmp_path: Path) -> None:
    place = tmp_path / "model"
    for content in ("old", "new"):
        fresh = temporary(place)
        (fresh / "weights").write_text(content, encoding="ascii")
        settle(fresh, place)
        assert (place / "weights").read_text(encoding="ascii") == content
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_what_killed_writers_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    for name in (".model.12.tmp", ".model.old.12.tmp", ".other.12.tmp", "model"):
        (tmp_path / name).mkdir()
    sweep(tmp_path, "model")
    assert {path.name for path in tmp_path.iterdir()} == {".other.12.tmp", "model"}


def test_hashes_name_every_file_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_bytes(b"x" * 3_000_000)
    assert hashes(tmp_path) == {"a/b": hashlib.sha256(b"x" * 3_000_000).hexdigest()}


def _hold(place: Path, seconds: float) -> None:
    with locked(place):
        (place.parent / "held").touch()
        time.sleep(seconds)


def test_the_lock_keeps_another_process_waiting(tmp_path: Path) -> None:
    place = tmp_path / "model"
    holder = multiprocessing.get_context("spawn").Process(target=_hold, args=(place, 0.5))
    holder.start()
    while not (tmp_path / "held").exists():
        time.sleep(0.01)
    start = time.monotonic()
    with locked(place):
        waited = time.monotonic() - start
    holder.join()
    assert waited > 0.2
