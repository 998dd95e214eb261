"""The stores of passages: one contract, kept by SQLite with FAISS and by a real Milvus server."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from corpus import canon as canons
from corpus.canon import Clause
from corpus.editions.passages import PagePassage
from index.dense import Vectors
from index.shelf.contract import Counts, Store, StoreUnavailable, Wanted, digest_of, packed, pairs, unpacked
from index.shelf.local import LocalStore
from index.shelf.milvus import MilvusStore

pytest_plugins = ["tests.milvus_fixture"]
DIMENSION = 32
Opener = Callable[..., Store]


@pytest.fixture(params=["local", "milvus"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Opens the same store again and again, each time as another process would."""
    opened: list[Store] = []
    alias = f"t{time.time_ns():x}"

    def fresh(model: str = "m1") -> Store:
        if request.param == "local":
            opened.append(LocalStore(tmp_path, model, DIMENSION))
        else:
            opened.append(MilvusStore(request.getfixturevalue("milvus"), model, DIMENSION, alias))
        return opened[-1]

    yield fresh
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> Store:
    return opener()


def passage(clause: Clause, edition: str, *, note: bool = False) -> PagePassage:
    page = f"{edition}_WYG_{clause.chapter:03}-{clause.phase}a"
    kind = "note" if note else "text"
    return PagePassage(
        f"{page}#{kind}.{clause.label}",
        page,
        note,
        edition,
        "試",
        "卷一",
        clause.chapter,
        clause.text,
        0,
        (2,),
        (clause.ref,),
    )


def some(edition: str, chapter: int, count: int = 30) -> list[PagePassage]:
    clauses = canons.load().chapters[chapter].clauses[:count]
    return [passage(clause, edition, note=at % 3 == 2) for at, clause in enumerate(clauses)]


def vector(text: str) -> Vectors:
    """Some vector of length 1 that is always the same for one text."""
    found = np.random.default_rng(crc32(text.encode())).standard_normal(DIMENSION).astype(np.float32)
    return found / np.linalg.norm(found)


def fill(store: Store) -> int:
    done = 0
    while texts := store.lacking(7):
        store.fill(texts, np.stack([vector(text) for text in texts]))
        done += len(texts)
    store.settle()
    return done


def test_what_is_put_is_found_by_words_and_after_filling_by_vectors(store: Store) -> None:
    four = some("KR1d0001", 4)
    assert store.put("KR1d0001", four)
    assert store.counts() == Counts(len(four), 0)
    for wanted in (four[3], four[17]):
        assert store.by_words(pairs(wanted.text), Wanted(), 5)[0] == wanted.ref
    assert store.by_vector(vector(four[0].text), Wanted(), 3) == []
    assert fill(store) == len({p.text for p in four})
    assert store.counts() == Counts(len(four), len(four))
    for wanted in four:
        (best, *_) = store.by_vector(vector(wanted.text), Wanted(), 3)
        assert store.read([best])[best].text == wanted.text
    assert store.read([four[5].ref, "KR9x9999_X_001-1a#text.1"]) == {four[5].ref: four[5]}
    assert store.by_words([], Wanted(), 5) == []


def test_filters_keep_out(store: Store) -> None:
    store.put("KR1d0001", [*some("KR1d0001", 4), *some("KR1d0001", 5)])
    store.put("KR1d0002", some("KR1d0002", 5))
    fill(store)
    asked = some("KR1d0001", 5)[0]
    for find in (
        lambda w: store.by_words(pairs(asked.text), w, 50),
        lambda w: store.by_vector(vector(asked.text), w, 50),
    ):
        for wanted, holds in (
            (Wanted(editions=frozenset({"KR1d0002"})), lambda p: p.edition == "KR1d0002"),
            (Wanted(chapters=frozenset({4})), lambda p: p.chapter == 4),
            (Wanted(notes=True), lambda p: p.note),
            (Wanted(frozenset({"KR1d0001"}), frozenset({5}), False), lambda p: p.chapter == 5 and not p.note),
        ):
            found = store.read(find(wanted))
            assert found and all(map(holds, found.values())), wanted
        assert find(Wanted(editions=frozenset({"KR1d0009"}))) == []


def test_putting_again_changes_only_what_has_changed(store: Store) -> None:
    first = some("KR1d0001", 4)
    store.put("KR1d0001", first)
    fill(store)
    assert not store.put("KR1d0001", first)
    changed = [replace(first[0], text="新文一條在此"), *first[1:]]
    assert store.put("KR1d0001", changed)
    assert store.held() == {"KR1d0001": digest_of(changed)}
    assert store.lacking(10) == ["新文一條在此"], "the other vectors stand"
    assert fill(store) == 1
    assert store.by_vector(vector("新文一條在此"), Wanted(), 1) == [first[0].ref]


def test_what_is_dropped_is_gone_and_the_rest_stays(store: Store) -> None:
    store.put("KR1d0001", some("KR1d0001", 4))
    store.put("KR1d0002", some("KR1d0002", 5))
    fill(store)
    store.drop("KR1d0001")
    store.drop("KR1d0001")
    assert list(store.held()) == ["KR1d0002"]
    text = some("KR1d0001", 4)[0].text
    found = store.read([*store.by_words(pairs(text), Wanted(), 20), *store.by_vector(vector(text), Wanted(), 20)])
    assert {p.edition for p in found.values()} == {"KR1d0002"}


def test_vectors_of_what_was_dropped_meanwhile_are_not_kept(store: Store) -> None:
    store.put("KR1d0001", some("KR1d0001", 4))
    texts = store.lacking(5)
    store.drop("KR1d0001")
    store.fill(texts, np.stack([vector(text) for text in texts]))
    store.put("KR1d0001", some("KR1d0001", 4))
    assert store.counts() == Counts(30, 0)


def test_what_is_dropped_leaves_nothing_on_the_disk(tmp_path: Path) -> None:
    store = LocalStore(tmp_path, "m", DIMENSION)
    for number in range(4):
        store.put(f"KR1d000{number}", some(f"KR1d000{number}", 4, 150))
    fill(store)
    full = sum(path.stat().st_size for path in tmp_path.glob("shelf*"))
    for number in range(4):
        store.drop(f"KR1d000{number}")
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 131_072 < full / 4
    assert (tmp_path / "shelf.sqlite-wal").stat().st_size == 0
    assert not (tmp_path / "near.faiss").exists() and not (tmp_path / "near.json").exists()
    store.close()


NO_ROOM = """
import resource, sys
from pathlib import Path
from tests.test_shelf_store import DIMENSION, LocalStore, StoreUnavailable, fill, some
store = LocalStore(Path(sys.argv[1]), "m", DIMENSION)
room = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
try:
    store.put("KR1d0002", some("KR1d0002", 5, 200)) if sys.argv[3] == "words" else fill(store)
except StoreUnavailable as error:
    print(error)
"""


def test_without_room_nothing_that_was_told_is_lost(tmp_path: Path) -> None:
    """First there is none for words, then none for the FAISS index: what was found before still is."""
    store = LocalStore(tmp_path, "m", DIMENSION)
    first = some("KR1d0001", 4)
    store.put("KR1d0001", first)
    fill(store)
    found = store.by_vector(vector(first[0].text), Wanted(), 4)
    root = Path(__file__).parent.parent

    def short(what: str, room: int) -> str:
        command = [sys.executable, "-c", NO_ROOM, str(tmp_path), str(room), what]
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout

    assert "cannot be used" in short("words", 100_000)
    assert store.held() == {"KR1d0001": digest_of(first)} and store.counts() == Counts(30, 30)
    store.put("KR1d0002", some("KR1d0002", 5, 200))
    while texts := store.lacking(50):
        store.fill(texts, np.stack([vector(text) for text in texts]))
    assert "near.faiss" in short("vectors", 5_000)
    assert store.by_vector(vector(first[0].text), Wanted(), 4) == found, "the index that was there answers"
    assert not list(tmp_path.glob(".near*.tmp"))
    store.settle()
    assert store.counts() == Counts(230, 230)
    assert store.by_vector(vector(first[0].text), Wanted(), 1) == found[:1] == [first[0].ref]
    store.close()


def test_a_store_opened_again_holds_what_it_held(opener: Opener) -> None:
    first = opener()
    first.put("KR1d0001", some("KR1d0001", 4))
    fill(first)
    again = opener()
    assert again.held() == first.held() and again.counts() == first.counts()
    text = some("KR1d0001", 4)[2].text
    assert again.by_vector(vector(text), Wanted(), 4) == first.by_vector(vector(text), Wanted(), 4)


def test_both_rank_alike(tmp_path: Path, milvus: str) -> None:
    passages = [*some("KR1d0001", 4, 100), *some("KR1d0001", 7, 100)]
    stores: list[Store] = [
        LocalStore(tmp_path, "m", DIMENSION),
        MilvusStore(milvus, "m", DIMENSION, f"t{time.time_ns():x}"),
    ]
    for one in stores:
        one.put("KR1d0001", passages)
        fill(one)
    for text in [p.text for p in passages[::9]]:
        here, there = (one.by_words(pairs(text)[:8], Wanted(), 10) for one in stores)
        assert here[0] == there[0] and len(set(here) & set(there)) >= 0.8 * len(here)
        assert (
            stores[0].by_vector(vector(text), Wanted(), 10)[:3] == stores[1].by_vector(vector(text), Wanted(), 10)[:3]
        )
    for one in stores:
        one.close()


def test_the_alias_is_turned_over_while_it_is_read(milvus: str) -> None:
    alias = f"t{time.time_ns():x}"
    writer, reader = (MilvusStore(milvus, "m", DIMENSION, alias) for _ in range(2))
    passages = some("KR1d0001", 4)
    writer.put("KR1d0001", passages)
    fill(writer)
    before = reader.by_vector(vector(passages[4].text), Wanted(), 5)
    fresh = writer.rebuild()
    assert fresh.startswith(alias)
    assert reader.by_vector(vector(passages[4].text), Wanted(), 5) == before
    assert reader.by_words(pairs(passages[4].text), Wanted(), 1) == [passages[4].ref]
    assert reader.held() == {"KR1d0001": digest_of(passages)}
    assert reader.counts() == Counts(len(passages), len(passages))


def test_another_model_is_refused_or_starts_anew(milvus: str, tmp_path: Path) -> None:
    alias = f"t{time.time_ns():x}"
    MilvusStore(milvus, "m1", DIMENSION, alias).close()
    with pytest.raises(StoreUnavailable, match="another model"):
        MilvusStore(milvus, "m2", DIMENSION, alias)
    local = LocalStore(tmp_path, "m1", DIMENSION)
    local.put("KR1d0001", some("KR1d0001", 4))
    fill(local)
    other = LocalStore(tmp_path, "m2", DIMENSION)
    assert other.counts().vectors == 0 and other.counts().passages > 0, "vectors of another model say nothing"
    assert other.by_words(pairs(some("KR1d0001", 4)[0].text), Wanted(), 1)


def test_no_server_and_no_database_are_told(tmp_path: Path) -> None:
    pytest.importorskip("pymilvus", reason="pymilvus is not installed (requirements/milvus.txt)")
    with pytest.raises(StoreUnavailable, match="cannot be used"):
        MilvusStore("http://127.0.0.1:9", "m", DIMENSION)
    (tmp_path / "shelf.sqlite").write_bytes(b"no database " * 100)
    with pytest.raises(StoreUnavailable, match="delete the folder"):
        LocalStore(tmp_path, "m", DIMENSION)


KILLED = """
import sys
from pathlib import Path
from tests.test_shelf_store import DIMENSION, LocalStore, some, vector
import numpy as np
store = LocalStore(Path(sys.argv[1]), "m", DIMENSION)
store.put("KR1d0001", some("KR1d0001", 4))
while texts := store.lacking(3):
    store.fill(texts, np.stack([vector(text) for text in texts]))
    print(store.counts().vectors, flush=True)
"""


def test_killed_at_any_moment_nothing_told_is_lost(tmp_path: Path) -> None:
    told = 0
    for lines in (2, 3):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
        ) as child:
            assert child.stdout
            for _ in range(lines):
                told = int(child.stdout.readline())
            child.send_signal(signal.SIGKILL)
        store = LocalStore(tmp_path, "m", DIMENSION)
        assert store.counts().vectors >= told
        store.close()
    store = LocalStore(tmp_path, "m", DIMENSION)
    assert fill(store) < len({p.text for p in some("KR1d0001", 4)}), "it goes on where it was"
    assert store.counts() == Counts(30, 30)
    store.close()


def test_a_passage_comes_back_from_json_as_it_was() -> None:
    one = some("KR1d0001", 4)[0]
    assert unpacked(packed(one)) == one
