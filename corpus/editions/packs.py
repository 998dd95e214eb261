"""Editions in the Kanripo format as local packs: added whole, listed, removed.

    pack = add(Path("KR1d0026"), Path(".wenli/packs"))
    pack.name, pack.title, pack.pages                     # KR1d0026, 儀禮, 724

A pack is a folder named after the edition: its files as they were, and ``edition.toml``, which says what they are and
by which SHA-256 they are known. It is written beside its place and renamed, so that it is there whole or not at all.
One command at a time writes; another waits.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from corpus.errors import WenliError
from corpus.model import Leaf
from corpus.readers.mandoku import Edition, EditionUnreadable, name_in, read

DESCRIPTION = "edition.toml"
_ID = re.compile(r"KR\d[a-z]\d{4}")


class EditionUnknown(WenliError):
    """No edition of this name was added (``name``, ``held``)."""

    def __init__(self, name: str, held: tuple[str, ...]) -> None:
        self.name = name
        self.held = held
        super().__init__(f"No edition {name} was added. Added: {', '.join(held) or 'none'}.")


@dataclass(frozen=True)
class EditionPack:
    """An edition that was added. ``edition`` is what Kanripo calls the print (SBCK, WYG); ``characters`` counts them
    all, large and small; ``sha256`` is over the names and contents of its files."""

    name: str
    title: str
    edition: str
    pages: int
    characters: int
    sha256: str
    folder: Path

    @property
    def witness(self) -> str:
        """The name of the edition among witnesses: ``kr1d0026``."""
        return self.name.lower()


def add(source: Path, packs: Path) -> tuple[EditionPack, bool]:
    """Take the edition in a folder into ``packs``; an earlier one of its name is replaced.

    Also says whether anything changed. EditionUnreadable where the folder holds no pages in mandoku format, a file
    without any, or pages of more than one work.
    """
    edition = read(source)
    name = name_of(edition)
    if name is None:
        raise EditionUnreadable(source, "the pages are not those of one work, named such as KR1d0026_SBCK_001-1a")
    empty = next((path for path in sorted(source.glob("*.txt")) if b"<pb:" not in path.read_bytes()), None)
    if empty:
        raise EditionUnreadable(empty, "it has no page marks, as the others have; the file may be broken")
    digest = digest_of(source)
    large = [leaf for leaf in edition.pages if not leaf.note]
    pack = EditionPack(
        name=name,
        title=edition.title or name,
        edition=_printing(large),
        pages=len({leaf.ref for leaf in edition.pages}),
        characters=sum(len(leaf.text) for leaf in edition.pages),
        sha256=digest,
        folder=packs / name,
    )
    with _alone(packs):
        before = next((pack for pack in held(packs) if pack.name == name), None)
        if before and before.sha256 == digest and digest_of(before.folder) == digest:
            return before, False
        _settle(source, pack)
    return pack, True


def held(packs: Path) -> tuple[EditionPack, ...]:
    """The editions added, by name; what a killed command left unfinished is none."""
    return tuple(_read(path) for path in sorted(packs.glob(f"[!.]*/{DESCRIPTION}")))


def state_of(packs: Path) -> str:
    """What changes whenever an edition is added, replaced or removed; "" where there is none.

    >>> state_of(Path(".wenli/packs"))
    '1f0c9b7e3a52'
    """
    found = [(path.parent.name, path.stat().st_mtime_ns) for path in sorted(packs.glob(f"[!.]*/{DESCRIPTION}"))]
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12] if found else ""


def remove(name: str, packs: Path) -> EditionPack:
    """Take an edition out again; EditionUnknown names those that are there."""
    if not packs.is_dir():
        raise EditionUnknown(name, ())
    with _alone(packs):
        editions = held(packs)
        pack = next((pack for pack in editions if pack.name.lower() == name.lower()), None)
        if pack is None:
            raise EditionUnknown(name, tuple(pack.name for pack in editions))
        gone = packs / f".{pack.name}.removed.tmp"
        pack.folder.rename(gone)
        shutil.rmtree(gone)
    return pack


def name_of(edition: Edition) -> str | None:
    """The Kanripo number of which every page bears the name; None where they differ or bear none."""
    names = {leaf.ref.partition("_")[0] for leaf in edition.pages}
    return next(iter(names)) if len(names) == 1 and _ID.fullmatch(next(iter(names))) else None


def digest_of(folder: Path) -> str:
    """SHA-256 over the names and contents of an edition's text files."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.txt")):
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _printing(pages: Iterable[Leaf]) -> str:
    """What most pages say they are of: ``SBCK`` in ``KR1d0026_SBCK_001-1a``."""
    names = [leaf.ref.split("_")[1] for leaf in pages if leaf.ref.count("_") == 2]
    return max(set(names), key=names.count) if names else ""


def _read(path: Path) -> EditionPack:
    values = tomllib.loads(path.read_text(encoding="utf-8"))
    title = name_in(values["title"]) or values["name"]  # versions before did not look at what stands in a name
    return EditionPack(**{**values, "title": title}, folder=path.parent)


@contextmanager
def _alone(packs: Path) -> Iterator[None]:
    """Hold the folder for writing, with what a killed command left in it put right."""
    packs.mkdir(parents=True, exist_ok=True)
    folder = os.open(packs, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        for old in packs.glob(".KR*.old.tmp"):  # it was killed between two renames
            place = packs / old.name.split(".")[1]
            if not place.exists():
                old.rename(place)
        for stale in packs.glob(".KR*.tmp"):
            shutil.rmtree(stale, ignore_errors=True)
        yield
    finally:
        os.close(folder)


def _settle(source: Path, pack: EditionPack) -> None:
    """Copy the files beside the place, and rename; a command that is killed, or fails, leaves what was there."""
    fresh, old = (pack.folder.with_name(f".{pack.name}.{what}.tmp") for what in ("new", "old"))
    try:
        fresh.mkdir()
        for path in (*sorted(source.glob("*.txt")), *source.glob("Readme.org")):
            shutil.copyfile(path, fresh / path.name)
        values = {key: value for key, value in asdict(pack).items() if key != "folder"}
        lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
        (fresh / DESCRIPTION).write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    if pack.folder.exists():
        pack.folder.rename(old)
    fresh.rename(pack.folder)
    shutil.rmtree(old, ignore_errors=True)
