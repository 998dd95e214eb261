"""Local packs: texts that whoever holds a file can index beside the default corpus, without publishing them.

A pack is a folder of the same form as ``corpus/texts``: works.toml and a TSV file for each witness. A file that
is the source of a default witness adds only what is not held of it (the modern layers of the web page); any other
file in one of the six formats becomes a witness of its own.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.canon import Canon
from corpus.errors import CorpusError, WenliError
from corpus.extract import READERS, entries, number
from corpus.model import Layer
from corpus.script import is_simplified_only
from corpus.texts import Entry, Work, read_texts, read_works, write_texts

SIGNS: tuple[tuple[str, str], ...] = (
    ("tongxing", r"【注释】|【题解】|【译文】"),
    ("zhushu-siku", r"疏\(注?釋"),
    ("zhushu", r"○注?釋曰"),
    ("shuzhu", r"(?m)^註曰"),
    ("jishi", r"(?m)^鄭注"),
    ("tongjie", r"【[^】]*　?疏曰"),
)
"""What shows the format of a file: the witness whose reader reads it, and a pattern that only this format has."""


class PackInvalid(WenliError):
    """A file cannot become a pack (``path``, ``reason``)."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} cannot be added: {reason}")


@dataclass(frozen=True)
class Pack:
    """What was added: the folder, its witnesses and how many entries of each layer."""

    folder: Path
    witnesses: tuple[str, ...]
    layers: dict[Layer, int]


def add(path: Path, packs: Path, canon: Canon) -> Pack:
    """Read a file and put it into ``packs`` as a pack named after it; an earlier pack of this name is replaced.

    PackInvalid says why a file cannot be read: missing, not UTF-8, in no format that is known, or about nothing
    that is held.
    """
    source = _source(path)
    kind = next((witness for witness, sign in SIGNS if re.search(sign, source)), None)
    if kind is None:
        raise PackInvalid(path, "it is in none of the six formats that can be read (see docs/corpus.md)")
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40] or "text"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    default = read_works()
    known = [w for w, work in default.items() if work.sha256 == digest]
    try:
        found, _ = entries(known[0] if known else f"pack-{name}", READERS[kind](source, canon), canon)
    except (CorpusError, ValueError, KeyError, IndexError) as error:
        raise PackInvalid(path, f"its text does not fit the format of {kind} ({error})") from error
    if known:
        own = {(e.witness, e.ref, e.layer) for e in read_texts()}
        found = [e for e in number(found) if (e.witness, e.ref, e.layer) not in own and not e.layer.is_base]
        found = [e for e in found if e.ref != "-" and e.layer.is_modern]
    else:
        found = [e for e in number(found) if e.ref != "-"]
    if not found:
        raise PackInvalid(path, "everything in it is held already" if known else "nothing in it is about these rites")
    works = {w: default[w] if known else _work(w, path, digest, found) for w in dict.fromkeys(e.witness for e in found)}
    _write(packs / name, found, works)
    return Pack(packs / name, tuple(works), dict(Counter(e.layer for e in found)))


def _source(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise PackInvalid(path, error.strerror or "it cannot be read") from error
    except UnicodeDecodeError as error:
        raise PackInvalid(path, f"byte {error.start} is not UTF-8") from error


def _work(witness: str, path: Path, digest: str, found: Sequence[Entry]) -> Work:
    chapters = sorted({int(re.split(r"[.#]", e.ref)[0]) for e in found if e.witness == witness})
    simplified = sum(is_simplified_only(c) for e in found for c in e.text)
    return Work(
        witness=witness,
        label_hant=f"《{path.stem}》",
        label_en=path.stem,
        title=path.stem,
        author="",
        dynasty="",
        edition="a local file",
        chapters=tuple(chapters),
        script="Hans" if simplified * 20 > sum(len(e.text) for e in found) else "Hant",
        licence="as the file's",
        provenance=path.name,
        sha256=digest,
    )


def _write(folder: Path, found: Sequence[Entry], works: dict[str, Work]) -> None:
    """Write the pack beside its place and move it there, so that a killed command leaves no half of one."""
    fresh = folder.with_name(f".{folder.name}.tmp")
    shutil.rmtree(fresh, ignore_errors=True)
    write_texts(found, fresh)
    lines = []
    for witness, work in works.items():
        lines.append(f"[{json.dumps(witness, ensure_ascii=False)}]")
        chapters = sorted({int(re.split(r"[.#]", e.ref)[0]) for e in found if e.witness == witness})
        values = {**vars(work), "chapters": chapters}
        values.pop("witness")
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    (fresh / "works.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def packs_of(folder: Path) -> list[Path]:
    """The local packs in a folder, by name; none where there is no such folder."""
    return sorted(p.parent for p in folder.glob("*/works.toml"))
