"""Whether an index folder can be believed: only those who could change Wenli itself may be able to change it.

The hashes in a manifest find damage, not malice: who can write the files can write the manifest, too.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from index.errors import IndexMismatch

_CODE = Path(__file__)


def check_trust(folder: Path, version: Path) -> None:
    """IndexMismatch where someone else could have written the index, or it leads out of its folder.

    Everything must belong to root, to the user who runs this or to the owner of Wenli's code, be writable by no one
    outside of its group, and be an ordinary file or folder.

    >>> check_trust(Path(".wenli/index"), Path(".wenli/index/18ea3f7b81dd9a00"))
    """
    owners = {0, os.geteuid(), _CODE.stat().st_uid}
    for path in _entries(folder, version):
        state = path.lstat()
        name = path.relative_to(folder.parent).as_posix()
        if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
            raise IndexMismatch((f"{name} is a link or no ordinary file",))
        if state.st_uid not in owners:
            raise IndexMismatch((f"{name} belongs to another user ({state.st_uid})",))
        if state.st_mode & stat.S_IWOTH and not state.st_mode & stat.S_ISVTX:
            raise IndexMismatch((f"anyone may write {name}; `chmod -R o-w` closes it",))


def _entries(folder: Path, version: Path) -> Iterator[Path]:
    """The folder, what points to the version in use, and everything in that version."""
    yield folder
    yield from folder.glob("CURRENT")
    yield version
    yield from version.rglob("*")
