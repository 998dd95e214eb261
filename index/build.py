"""Making an index and opening it.

A build works in a folder of its own and takes effect by one atomic replacement of the file ``CURRENT``; killed at any
moment, it leaves the index that was there. Nothing is done when nothing has changed, and a text whose vector stands
in the index before is not encoded again.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path

import numpy as np

from corpus.answers.book import Asked
from corpus.library import Library
from corpus.model import Unit
from index.asked import Questions, answering
from index.context import Context, contexts
from index.dense import Dense, Vectors
from index.encoder import Encoder, Progress
from index.errors import IndexMismatch
from index.folders import flush_entry, hashes, locked, settle, sweep, temporary
from index.lexical import Lexical
from index.manifest import CURRENT, FORMAT, Identity, Manifest, check, current, damages, read_manifest
from index.metric import load as load_metric
from index.rows import ASK_ZH, name_of, read_rows, row_vectors, write_rows
from index.search import Index, Parts
from index.shipped import SHIPPED, read_shipped, text_hash
from index.tokens import tokens
from index.trust import check_trust
from index.weights import Weights, read_weights

_KEYS, _FINE, _WIDE = "keys.json", "vectors.faiss", "wide.faiss"
_LEXICAL_FINE, _LEXICAL_WIDE, _LEXICAL_ASKED = "lexical-fine", "lexical-wide", "lexical-asked"
_HEADER_SHARE = 0.5
"""How much the vector of the header counts in a wide vector, the unit's own being 1; part of ``FORMAT``."""

_NAME = re.compile(r"[0-9a-f]{16}")
_KEPT_VERSIONS = 2
"""The version in use and the one before, which another process may be opening just now."""


def build(
    library: Library, encoder: Encoder, folder: Path, progress: Progress | None = None, shipped: Path = SHIPPED
) -> bool:
    """Bring the index in ``folder`` up to date with a library and a model; False when it already was.

    ``progress`` is called with the number of texts encoded and to encode. Waits for another build of the same folder.

    >>> build(library, encoder, Path(".wenli/index"))
    True
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = _identity(library, encoder)
    with locked(folder / CURRENT):
        if _up_to_date(folder, wanted):
            return False
        sweep(folder)
        place = folder / _next_name(folder)
        fresh = temporary(place)
        known = {**read_shipped(encoder.fingerprint, shipped), **vectors_in_use(folder, encoder)}
        encode = partial(_encode, encoder, known, progress)
        around = contexts(library.units, library.canon, library.rites)
        try:
            _write(fresh, library.units, around, library.book.asked, encode)
            if library.book.rows:
                metric = load_metric(encoder.fingerprint, encoder.dimension)
                encode_asks = partial(_encode_questions, encoder, known, progress)
                write_rows(fresh, tuple(library.book.rows.values()), encode, encode_asks, metric)
            Manifest(wanted, encoder.name, _wenli_version(), hashes(fresh)).write(fresh)
            settle(fresh, place)
            _point(folder, place.name)
        except BaseException:
            sweep(folder)  # a disk that is full must not stay full
            raise
        _remove_old(folder)
    return True


def open_index(library: Library, encoder: Encoder, folder: Path, weights: Weights | None = None) -> Index:
    """Open the index of exactly this library and this model.

    IndexMismatch says what differs: no index, another format, corpus, model or dimension, a damaged or missing file.

    >>> open_index(library, encoder, Path(".wenli/index")).search(Query("司射"), Filters(), 1)
    """
    version = current(folder)
    check_trust(folder, version)
    manifest = read_manifest(version)
    check(version, manifest, _identity(library, encoder))
    try:
        return Index(library.units, _read(version, library, encoder), encoder, weights or read_weights(), version.name)
    except (OSError, ValueError, KeyError, IndexError, TypeError, RuntimeError) as error:
        raise IndexMismatch((f"the index cannot be read ({error or type(error).__name__})",)) from error


def _read(version: Path, library: Library, encoder: Encoder) -> Parts:
    """The parts of a version whose manifest was checked."""
    keys = json.loads((version / _KEYS).read_text(encoding="utf-8"))
    if keys["units"] != [unit.key for unit in library.units]:
        raise IndexMismatch(("units: those of the library have other references or another order",))
    return Parts(
        Lexical.load(version / _LEXICAL_FINE),
        Dense.load(version / _FINE),
        np.array(keys["rows"], dtype=np.int64),
        np.array(keys["renderings"], dtype=np.int64).reshape(-1, 2),
        Lexical.load(version / _LEXICAL_WIDE),
        Dense.load(version / _WIDE),
        Questions(
            library.book.asked,
            keys["answered"],
            np.array(keys["asked"], dtype=np.int64),
            Lexical.load(version / _LEXICAL_ASKED),
        )
        if keys["asked"]
        else None,
        read_rows(version, tuple(library.book.rows.values()), load_metric(encoder.fingerprint, encoder.dimension))
        if library.book.rows
        else None,
    )


def _identity(library: Library, encoder: Encoder) -> Identity:
    metric = load_metric(encoder.fingerprint, encoder.dimension)
    return Identity(FORMAT, library.hash, len(library.units), encoder.fingerprint, encoder.dimension, metric.name)


def _up_to_date(folder: Path, wanted: Identity) -> bool:
    try:
        version = current(folder)
        check(version, read_manifest(version), wanted)
    except IndexMismatch:
        return False
    return True


def vectors_in_use(folder: Path, encoder: Encoder) -> dict[str, Vectors]:
    """Text hash → vector, of the index in use, where the same model made it and no file is damaged."""
    try:
        version = current(folder)
        manifest = read_manifest(version)
    except IndexMismatch:
        return {}
    if manifest.identity.fingerprint != encoder.fingerprint or damages(version, manifest):
        return {}
    try:
        names = json.loads((version / _KEYS).read_text(encoding="utf-8"))["texts"]
        return row_vectors(version) | dict(zip(names, Dense.load(version / _FINE).vectors, strict=True))
    except (KeyError, ValueError, RuntimeError):
        return {}  # an older format


def _encode(encoder: Encoder, old: Mapping[str, Vectors], progress: Progress | None, texts: Sequence[str]) -> Vectors:
    """The vectors of passages, float32 (n, dimension), taking those that the old index has."""
    names = [text_hash(text) for text in texts]
    return _vectors(names, texts, old, encoder, partial(encoder.encode_passages, progress=progress))


def _encode_questions(
    encoder: Encoder, old: Mapping[str, Vectors], progress: Progress | None, texts: Sequence[str]
) -> Vectors:
    """The same of questions."""
    names = [name_of(ASK_ZH, text) for text in texts]
    return _vectors(names, texts, old, encoder, partial(encoder.encode_queries, progress=progress))


def _vectors(
    names: Sequence[str],
    texts: Sequence[str],
    old: Mapping[str, Vectors],
    encoder: Encoder,
    encode: Callable[[Sequence[str]], Vectors],
) -> Vectors:
    missing = [at for at, name in enumerate(names) if name not in old]
    vectors = np.zeros((len(texts), encoder.dimension), dtype=np.float32)
    for at, name in enumerate(names):
        if name in old:
            vectors[at] = old[name]
    if missing:
        vectors[missing] = encode([texts[at] for at in missing])
    return vectors


def _write(
    version: Path,
    units: Sequence[Unit],
    around: Sequence[Context],
    questions: Sequence[Asked],
    encode: Callable[[Sequence[str]], Vectors],
) -> None:
    """Write everything but the manifest into the folder of a version."""
    asked = [question.zh for question in questions] + [question.en for question in questions]
    texts = list(
        dict.fromkeys(
            [u.text for u in units] + [t for c in around for t in (c.header, *c.around, *c.renderings)] + asked
        )
    )
    rows = {text: at for at, text in enumerate(texts)}
    vectors = encode(texts)
    keys = {
        "units": [unit.key for unit in units],
        "rows": [rows[unit.text] for unit in units],
        "renderings": [[rows[text] for text in context.renderings] or [-1, -1] for context in around],
        "asked": [rows[text] for text in asked],
        "answered": answering(questions, units),
        "texts": [text_hash(text) for text in texts],
    }
    (version / _KEYS).write_text(json.dumps(keys, ensure_ascii=False), encoding="utf-8")
    Dense.build(vectors).save(version / _FINE)
    Dense.build(_wide_vectors(units, around, vectors, rows)).save(version / _WIDE)
    Lexical.build([tokens(unit.text) for unit in units]).save(version / _LEXICAL_FINE)
    Lexical.build([tokens(context.text) for context in around]).save(version / _LEXICAL_WIDE)
    if asked:
        Lexical.build([tokens(text) for text in asked]).save(version / _LEXICAL_ASKED)


def _wide_vectors(
    units: Sequence[Unit], around: Sequence[Context], vectors: Vectors, rows: Mapping[str, int]
) -> Vectors:
    """For each unit the sum of its vector, half its header's and the mean of those around it, of length 1."""
    wide = np.empty((len(units), vectors.shape[1]), dtype=np.float32)
    for at, (unit, context) in enumerate(zip(units, around, strict=True)):
        wide[at] = vectors[rows[unit.text]] + _HEADER_SHARE * vectors[rows[context.header]]
        if context.around:
            wide[at] += vectors[[rows[text] for text in context.around]].mean(axis=0)
    wide /= np.linalg.norm(wide, axis=1, keepdims=True)
    return wide


def _point(folder: Path, name: str) -> None:
    """Put a version into use."""
    pointer = folder / f"{CURRENT}.new"
    pointer.write_text(name + "\n", encoding="ascii")
    flush_entry(pointer)
    pointer.replace(folder / CURRENT)
    flush_entry(folder)


def _versions(folder: Path) -> list[Path]:
    """The versions in a folder, oldest first."""
    return sorted((p for p in folder.iterdir() if p.is_dir() and _NAME.fullmatch(p.name)), key=lambda path: path.name)


def _next_name(folder: Path) -> str:
    """The time, or, where the clock was put back, the number after the newest version: names grow, whatever happens."""
    newest = max((int(version.name, 16) for version in _versions(folder)), default=0)
    return f"{max(time.time_ns(), newest + 1):016x}"


def _remove_old(folder: Path) -> None:
    for version in _versions(folder)[:-_KEPT_VERSIONS]:
        shutil.rmtree(version, ignore_errors=True)


def _wenli_version() -> str:
    try:
        return package_version("wenli")
    except PackageNotFoundError:
        return "unpackaged"
