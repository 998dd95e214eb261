"""What an index folder says of itself, and whether that fits the library and the model at hand.

CURRENT                    the name of the version in use; replaced atomically
<version>/manifest.json    what this module reads and writes
<version>/keys.json        the units in order, and which vector belongs to each
<version>/vectors.faiss    one vector per distinct text
<version>/wide.faiss       one vector per unit with its context
<version>/lexical-fine/    BM25 over the units
<version>/lexical-wide/    BM25 over the units with their contexts
<version>/rows.faiss       one vector per text of the book of answers; rows.json and rows.npz say whose it is
<version>/row-asks/        BM25 over the wordings of each row, row-answers/ over its answers
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from index.errors import IndexMismatch
from index.folders import hashes

FORMAT = 5
"""To be raised whenever an index made before would be read or ranked wrongly (layout, tokens, contexts)."""

MANIFEST = "manifest.json"
CURRENT = "CURRENT"


@dataclass(frozen=True)
class Identity:
    """What an index must agree on with the library and the model."""

    format: int
    corpus: str
    units: int
    fingerprint: str
    dimension: int
    metric: str = ""


@dataclass(frozen=True)
class Manifest:
    """``identity``, then for people the model's name and Wenli's version, then path → SHA-256 of every file."""

    identity: Identity
    model: str
    wenli: str
    files: dict[str, str]

    def write(self, version: Path) -> None:
        """Write into a version's folder."""
        content = json.dumps(asdict(self), ensure_ascii=False, indent=2)
        (version / MANIFEST).write_text(content + "\n", encoding="utf-8")


def current(folder: Path) -> Path:
    """The folder of the version in use; IndexMismatch where there is none."""
    try:
        version = folder / (folder / CURRENT).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise IndexMismatch((f"there is no index in {folder}",)) from None
    if version.parent != folder or not version.is_dir():
        raise IndexMismatch((f"the version that {folder / CURRENT} names is missing",))
    return version


def in_use(folder: Path) -> str:
    """The name of the version in use; "" where there is none."""
    try:
        return current(folder).name
    except IndexMismatch:
        return ""


def read_manifest(version: Path) -> Manifest:
    """Read a version's manifest; IndexMismatch when it is missing or damaged."""
    try:
        content = json.loads((version / MANIFEST).read_text(encoding="utf-8"))
        identity = Identity(**content["identity"])
        files = {str(path): str(digest) for path, digest in content["files"].items()}
        return Manifest(identity, str(content["model"]), str(content["wenli"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexMismatch((f"{MANIFEST} cannot be read ({error or type(error).__name__})",)) from None


def check(version: Path, manifest: Manifest, wanted: Identity) -> None:
    """IndexMismatch unless the manifest fits ``wanted`` and every file is as it was written."""
    found = manifest.identity
    differences = [
        f"{field.name}: the index has {_short(have)}, {_SOURCES[field.name]} {_short(want)}"
        for field in fields(Identity)
        if (have := getattr(found, field.name)) != (want := getattr(wanted, field.name))
    ]
    if not differences:
        differences = damages(version, manifest)
    if differences:
        raise IndexMismatch(tuple(differences))


def damages(version: Path, manifest: Manifest) -> list[str]:
    """Which files are missing, added or changed since they were written."""
    held = {path: digest for path, digest in hashes(version).items() if path != MANIFEST}
    paths = sorted(held.keys() | manifest.files.keys())
    return [
        f"{path} is missing" if path not in held else f"{path} is damaged"
        for path in paths
        if held.get(path) != manifest.files.get(path)
    ]


_SOURCES = {
    "format": "this version of Wenli writes",
    "corpus": "the library has",
    "units": "the library has",
    "fingerprint": "the model has",
    "metric": "Wenli has",
    "dimension": "the model gives",
}


def _short(value: int | str) -> str:
    return value[:12] if isinstance(value, str) else str(value)
