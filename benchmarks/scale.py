"""How the index of editions grows, from a thousand passages to a million. Run by hand; takes minutes to an hour.

    python -m benchmarks.scale [--pairs FILE] [--sizes 1000,10000,100000,946479] [--dimension 256] [--work FOLDER]

The passages are classical sentences of ``classical-modern.tsv.xz`` (book, classical, modern), the queries the modern
sentences of some of them. Every step is counted: reading, encoding, writing the store with its words, filling it with
vectors, making the FAISS index. Then the size on disk, the most memory a process used, recall@10 against an exact
search, how long a search takes, and in how many queries the true sentence is among the first ten.

The encoder is latent semantic indexing over characters and pairs, learnt from sentence pairs that are not asked for:
what both sentences of a pair say together makes the space, so that modern words find classical ones. It encodes
thousands of sentences a second on one core; the default model would take days for a million.
"""

from __future__ import annotations

import argparse
import json
import lzma
import multiprocessing
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import threadpoolctl
from rich.console import Console
from rich.table import Table

from corpus.editions.passages import PagePassage
from corpus.fold import fold
from index.dense import Vectors
from index.shelf.contract import Wanted, pairs
from index.shelf.local import LocalStore
from index.shelf.near import Ids, Near, exact, kind_of, recall
from index.shelf.seal import FILE, NEAR

ROOT = Path(__file__).resolve().parent.parent
QUERIES, LEARNT, FEATURES = 300, 60_000, 60_000
VECTORS = "vectors.f16"
_BOOK = 20_000
_BLOCK = 20_000
_SEED = 5

Pair = tuple[str, str]
Figures = dict[str, Any]


class Meaning:
    """Latent semantic indexing: vectors of length 1 from characters and pairs of folded text."""

    def __init__(self, learnt: Sequence[Pair], dimension: int) -> None:
        from sklearn.decomposition import TruncatedSVD
        from sklearn.feature_extraction.text import TfidfVectorizer

        self._words = TfidfVectorizer(
            analyzer="char",
            ngram_range=(1, 2),
            max_features=FEATURES,
            sublinear_tf=True,
            lowercase=False,
            dtype=np.float32,
        )
        # One thread: those of BLAS wait for each other spinning where other processes are busy.
        threadpoolctl.threadpool_limits(1)
        both = self._words.fit_transform([fold(classical) + " " + fold(modern) for classical, modern in learnt])
        space = TruncatedSVD(dimension, n_iter=3, random_state=_SEED).fit(both)
        self._space = np.ascontiguousarray(space.components_.T.astype(np.float32))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """float32 (n, dimension)."""
        found = np.asarray(self._words.transform([fold(text) for text in texts]) @ self._space, dtype=np.float32)
        found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        return found


@dataclass(frozen=True)
class Texts:
    """The sentences of the file: those asked for, those learnt from, those only held."""

    held: list[Pair]
    asked: list[int]


def read(path: Path, size: int) -> Texts:
    """``size`` sentence pairs spread over the file, in their order, and which of them are asked for."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        every = [tuple(line.rstrip("\n").split("\t")[1:3]) for line in file]
    step = len(every) / size
    held = [every[int(at * step)] for at in range(size)]
    asked = np.random.default_rng(_SEED).choice(size, min(QUERIES, size // 3), replace=False)
    return Texts([(c, m) for c, m in held], sorted(asked.tolist()))


def passages(held: Sequence[Pair], start: int) -> list[PagePassage]:
    """Sentences as the passages of a book; a sentence is a page."""
    book = f"KR9x{start // _BOOK:04}"
    return [
        PagePassage(f"{book}_X_001-{at}a#text.1", f"{book}_X_001-{at}a", False, book, "", "", 0, classical[:300])
        for at, (classical, _) in enumerate(held, start)
    ]


def measure(path: Path, size: int, dimension: int, folder: Path) -> Figures:
    """The figures of one size; to be run in a process of its own, for the memory it says."""
    clock = {"start": time.perf_counter()}
    texts = read(path, size)
    clock["read"] = time.perf_counter()
    apart = set(texts.asked)
    rest = [pair for at, pair in enumerate(texts.held) if at not in apart]
    meaning = Meaning(rest[:: max(1, len(rest) // LEARNT)][:LEARNT], min(dimension, size // 4))
    clock["learn"] = time.perf_counter()
    store = LocalStore(folder, "lsi", dimension)
    for start in range(0, size, _BOOK):
        own = passages(texts.held[start : start + _BOOK], start)
        store.put(own[0].edition, own)
    clock["words"] = time.perf_counter()
    encoding = 0.0
    while lacking := store.lacking(_BLOCK):
        begun = time.perf_counter()
        vectors = meaning.encode(lacking)
        encoding += time.perf_counter() - begun
        store.fill(lacking, vectors)
    clock["vectors"] = time.perf_counter()
    store.settle()
    clock["index"] = time.perf_counter()
    steps = dict(zip(list(clock)[1:], np.diff(list(clock.values())).tolist(), strict=True))
    steps["encode"], steps["vectors"] = encoding, steps["vectors"] - encoding
    return {
        "passages": size,
        "kind": kind_of(store.counts().vectors, dimension).factory,
        "seconds": {name: round(value, 1) for name, value in steps.items()},
        "disk MB": {
            name: round(sum(path.stat().st_size for path in folder.glob(f"{name}*")) / 1e6, 1) for name in (FILE, NEAR)
        },
        "build GB": _peak(),
        "meaning": meaning,
        "texts": texts,
    }


class Kept:
    """Vectors in a file of 16-bit numbers, in blocks, from the beginning each time."""

    def __init__(self, path: Path, count: int, dimension: int) -> None:
        self._vectors = np.memmap(path, dtype=np.float16, mode="r", shape=(count, dimension))

    def __iter__(self) -> Iterator[tuple[Ids, Vectors]]:
        for start in range(0, len(self._vectors), _BLOCK):
            own = self._vectors[start : start + _BLOCK].astype(np.float32)
            yield np.arange(start, start + len(own)), own


def measure_vectors(path: Path, size: int, dimension: int, folder: Path) -> Figures:
    """The figures of the FAISS index alone, with the vectors in a plain file; to be run in a process of its own."""
    texts = read(path, size)
    apart = set(texts.asked)
    rest = [pair for at, pair in enumerate(texts.held) if at not in apart]
    meaning = Meaning(rest[:: max(1, len(rest) // LEARNT)][:LEARNT], dimension)
    begun = time.perf_counter()
    with (folder / VECTORS).open("wb") as file:
        for start in range(0, size, _BLOCK):
            own = meaning.encode([classical for classical, _ in texts.held[start : start + _BLOCK]])
            file.write(own.astype(np.float16).tobytes())
    encoded = time.perf_counter()
    print(f"encoded in {encoded - begun:.0f} s", flush=True)
    near = Near.build(Kept(folder / VECTORS, size, dimension), size, dimension)
    built = time.perf_counter()
    near.save(folder / NEAR)
    near = Near.load(folder / NEAR)
    asked = meaning.encode([texts.held[at][1] for at in texts.asked])
    true = exact(Kept(folder / VECTORS, size, dimension), asked, 10)
    found = near.search(asked, 10)
    hits = [at in row for at, row in zip(texts.asked, found.tolist(), strict=True)]
    return {
        "passages": size,
        "kind": kind_of(size, dimension).factory,
        "probes": near.probes,
        "seconds": {"encode": round(encoded - begun, 1), "index": round(built - encoded, 1)},
        "disk MB": round((folder / NEAR).stat().st_size / 1e6, 1),
        "recall@10": round(recall(found, true), 3),
        "faiss ms": _percentiles([_ms(near, vector) for vector in asked]),
        "dense hit@10": round(statistics.mean(hits), 3),
        "GB": _peak(),
    }


def measure_words(path: Path, size: int, folder: Path) -> Figures:
    """The figures of search by words alone, in a store without vectors: everything, and two editions only."""
    texts = read(path, size)
    begun, worked = time.perf_counter(), time.process_time()
    store = LocalStore(folder, "none", 1)
    for start in range(0, size, _BOOK):
        own = passages(texts.held[start : start + _BOOK], start)
        store.put(own[0].edition, own)
    figures: Figures = {
        "passages": size,
        "seconds": {"clock": round(time.perf_counter() - begun, 1), "work": round(time.process_time() - worked, 1)},
        "disk MB": round(sum(path.stat().st_size for path in folder.glob(f"{FILE}*")) / 1e6, 1),
    }
    for name, wanted in (("all", Wanted()), ("two editions", Wanted(editions=frozenset(list(store.held())[:2])))):
        clock, work, hits = [], [], 0
        for at in texts.asked:
            began, busy = time.perf_counter(), time.thread_time()
            refs = store.by_words(pairs(texts.held[at][1]), wanted, 10)
            clock.append((time.perf_counter() - began) * 1000)
            work.append((time.thread_time() - busy) * 1000)
            hits += any(passage.text == texts.held[at][0][:300] for passage in store.read(refs).values())
        figures[f"{name}: ms, clock"], figures[f"{name}: ms, work"] = _percentiles(clock), _percentiles(work)
        figures[f"{name}: hit@10"] = round(hits / len(texts.asked), 3)
    return figures


def search(folder: Path, dimension: int, meaning: Meaning, texts: Texts) -> Figures:
    """Searches over what was made, in a process that did not make it."""
    store = LocalStore(folder, "lsi", dimension)
    near = Near.load(folder / NEAR)
    asked = meaning.encode([texts.held[at][1] for at in texts.asked])
    found = near.search(asked, 10)
    true = exact(store.vectors(), asked, 10)
    wanted = [texts.held[at][0][:300] for at in texts.asked]
    timed: dict[str, list[float]] = {"dense": [], "words": []}
    hits = {"dense": 0, "words": 0}
    for vector, at, own in zip(asked, texts.asked, wanted, strict=True):
        modern = pairs(texts.held[at][1])
        for name, taken in timed.items():
            begun = time.perf_counter()
            refs = store.by_vector(vector, Wanted(), 10) if name == "dense" else store.by_words(modern, Wanted(), 10)
            taken.append((time.perf_counter() - begun) * 1000)
            hits[name] += any(passage.text == own for passage in store.read(refs).values())
    bare = [_ms(near, vector) for vector in asked]
    return {
        "probes": near.probes,
        "recall@10": round(recall(found, true), 3),
        "faiss ms": _percentiles(bare),
        **{f"{name} ms": _percentiles(own) for name, own in timed.items()},
        **{f"{name} hit@10": round(count / len(asked), 3) for name, count in hits.items()},
        "search GB": _peak(),
    }


def _ms(near: Near, vector: Vectors) -> float:
    begun = time.perf_counter()
    near.search(vector[np.newaxis], 10)
    return (time.perf_counter() - begun) * 1000


def _percentiles(values: Sequence[float]) -> tuple[float, float]:
    return round(statistics.median(values), 2), round(statistics.quantiles(values, n=20)[-1], 2)


def _peak() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2)


def run(path: Path, size: int, dimension: int, work: Path) -> Figures:
    """Build in one process, search in another."""
    with tempfile.TemporaryDirectory(dir=work) as place:
        folder = Path(place)
        spawn = multiprocessing.get_context("spawn")
        with spawn.Pool(1) as pool:
            made: Figures = pool.apply(measure, (path, size, min(dimension, size // 4), folder))
        with spawn.Pool(1) as pool:
            texts, meaning = made.pop("texts"), made.pop("meaning")
            return made | pool.apply(search, (folder, min(dimension, size // 4), meaning, texts))


def table(rows: Sequence[Figures]) -> Table:
    """The figures side by side."""
    result = Table(title="Growth", title_justify="left")
    result.add_column("")
    for row in rows:
        result.add_column(f"{row['passages']:,}", justify="right")
    for name in list(rows[0])[1:]:
        result.add_row(name, *(_shown(row[name]) for row in rows))
    return result


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "\n".join(f"{key} {number:,}" for key, number in value.items())
    return " / ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def sizes(text: str) -> Iterator[int]:
    """``sizes("1000,10000")``"""
    yield from map(int, text.split(","))


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--pairs", type=Path, default=ROOT.parent / "shared" / "data" / "classical-modern.tsv.xz")
    parser.add_argument("--sizes", type=lambda text: list(sizes(text)), default=[1000, 10_000, 100_000, 946_479])
    parser.add_argument("--dimension", type=int, default=256)
    parser.add_argument("--vectors", action="store_true", help="the FAISS index alone, without words and SQLite")
    parser.add_argument("--words", action="store_true", help="search by words alone, without vectors")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()), help="where the indexes are made")
    options = parser.parse_args()
    console = Console(width=150)
    if not options.pairs.is_file():
        console.print("Skipped: the sentence pairs are not at the place given by --pairs.")
        return 0
    rows = []
    for size in options.sizes:
        if options.vectors or options.words:
            with tempfile.TemporaryDirectory(dir=options.work) as place:
                rows.append(
                    measure_words(options.pairs, size, Path(place))
                    if options.words
                    else measure_vectors(options.pairs, size, options.dimension, Path(place))
                )
        else:
            rows.append(run(options.pairs, size, options.dimension, options.work))
        print(json.dumps(rows[-1], ensure_ascii=False), flush=True)
    console.print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
