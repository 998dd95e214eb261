"""The seal of a shelf: the SHA-256 of its files when it was last at rest, by which damage is noticed before it is read.

A writer breaks the seal before it changes anything and sets it when it is done. A shelf without one was left in the
middle of writing: SQLite answers for its own file then, as far as it can, and FAISS for the other.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from index.folders import sha256
from index.shelf.near import Near

SEAL, MENDED = "seal.json", "mended"
FILE, NEAR, MANIFEST = "shelf.sqlite", "near.faiss", "near.json"
_SEALED = (FILE, NEAR, MANIFEST)


def set_seal(folder: Path) -> None:
    """Note what the files are; nobody may be writing them."""
    held = {name: sha256(folder / name) for name in _SEALED if (folder / name).exists()}
    fresh = folder / f".{SEAL}.tmp"
    fresh.write_text(json.dumps(held, indent=2) + "\n", encoding="utf-8")
    fresh.replace(folder / SEAL)


def break_seal(folder: Path) -> None:
    """Say that the files are about to change."""
    (folder / SEAL).unlink(missing_ok=True)


def damages(folder: Path) -> tuple[str, ...]:
    """The names of files that are not what they were, or cannot be read; none of a folder without a shelf."""
    sealed = _sealed(folder)
    if sealed is not None:
        changed = tuple(name for name in _SEALED if _digest(folder / name) != sealed.get(name, ""))
        if _sealed(folder) == sealed:  # else somebody began to write meanwhile
            return changed
    found = (FILE,) if (folder / FILE).exists() and not _sound(folder / FILE) else ()
    return (*found, NEAR) if (folder / MANIFEST).exists() and not _readable(folder / NEAR) else found


def mend(folder: Path) -> tuple[str, ...]:
    """Remove what is damaged and what was made from it, to be made anew; the names of what was damaged."""
    found = damages(folder)
    if found:
        break_seal(folder)
        lost = [MANIFEST, NEAR] if FILE not in found else [MANIFEST, NEAR, f"{FILE}-wal", f"{FILE}-shm", FILE]
        for name in lost:
            (folder / name).unlink(missing_ok=True)
    return found


def note_mended(folder: Path) -> None:
    """Let running services know that what they could not use can be used again."""
    (folder / MENDED).write_text(_digest(folder / SEAL) + "\n", encoding="ascii")


def mended(folder: Path) -> str:
    """What changes whenever a shelf was mended; "" where none ever was."""
    try:
        return (folder / MENDED).read_text(encoding="ascii").strip()[:12]
    except (OSError, UnicodeDecodeError):
        return ""


def _sealed(folder: Path) -> dict[str, str] | None:
    try:
        held = json.loads((folder / SEAL).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def _digest(path: Path) -> str:
    try:
        return sha256(path)
    except OSError:
        return ""


def _sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def _readable(path: Path) -> bool:
    try:
        Near.load(path)
    except RuntimeError:
        return False
    return True
