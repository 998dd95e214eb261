"""Folders that appear whole or not at all, however the writer dies.

A folder is written beside its place under a temporary name, flushed to disk and renamed. A lock that dies with
its holder lets two processes (two workers of one service) ask for the same folder; the second finds it made.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_CHUNK = 1 << 20


@contextmanager
def locked(place: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold the lock of ``place`` (a file ``.<name>.lock`` beside it); calls ``waiting`` and waits for other processes
    where one holds it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with (place.parent / f".{place.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waiting:
                waiting()
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def sweep(parent: Path, name: str = "*") -> None:
    """Remove the folders that killed writers of ``name`` (of anything) left in ``parent``; hold the lock."""
    for stale in parent.glob(f".{name}.*.tmp"):
        shutil.rmtree(stale, ignore_errors=True)


def temporary(place: Path) -> Path:
    """A new empty folder beside ``place``; hold the lock."""
    sweep(place.parent, place.name)
    folder = place.parent / f".{place.name}.{os.getpid()}.tmp"
    folder.mkdir(parents=True)
    return folder


def settle(folder: Path, place: Path) -> None:
    """Flush ``folder`` to disk and rename it to ``place``; what stood there is removed afterwards."""
    flush(folder)
    old = place.parent / f".{place.name}.old.{os.getpid()}.tmp"
    if place.exists():
        place.rename(old)
    folder.rename(place)
    flush_entry(place.parent)
    shutil.rmtree(old, ignore_errors=True)


def flush(folder: Path) -> None:
    """Make sure that every file and folder under ``folder`` is on disk."""
    for path in sorted(folder.rglob("*"), reverse=True):
        flush_entry(path)
    flush_entry(folder)


def flush_entry(path: Path) -> None:
    """Make sure that one file, or the list of names in one folder, is on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def hashes(folder: Path) -> dict[str, str]:
    """Path relative to ``folder`` → SHA-256, of every file under it, sorted: ``{"config.json": "9f86…"}``."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path) for path in files}
