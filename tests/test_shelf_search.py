"""Finding in editions: words and vectors together, one find for one clause, interrupted and gone on with."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from corpus import library as libraries
from corpus.editions import packs
from corpus.editions.passages import PagePassage
from corpus.editions.shelf import Shelf
from index.encoder import Encoder, open_encoder
from index.query import Query
from index.shelf.contract import Wanted
from index.shelf.fill import encode, update
from index.shelf.local import LocalStore
from index.shelf.search import Finder, Found, grouped
from service.settings import Settings
from tests.edition_makings import JUAN_1, JUAN_5, repository

OTHER = JUAN_5.replace("KR1d0038", "KR1d0042").replace("試句讀", "試章句")


@pytest.fixture(scope="module")
def home() -> Path:
    """Where the default model stands ready."""
    return Settings.read(os.environ).home


@pytest.fixture(scope="module")
def encoder(home: Path) -> Encoder:
    return open_encoder("", home)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    place = tmp_path_factory.mktemp("shelf")
    for name, files in (
        ("KR1d0038", {"KR1d0038_001": JUAN_1, "KR1d0038_005": JUAN_5}),
        ("KR1d0042", {"KR1d0042_005": OTHER}),
    ):
        packs.add(repository(place / name, files), place / "packs")
    return Shelf.open(place / "packs", libraries.load())


@pytest.fixture
def finder(shelf: Shelf, encoder: Encoder, tmp_path: Path) -> Finder:
    store = LocalStore(tmp_path, encoder.fingerprint, encoder.dimension)
    update(store, shelf.passages)
    return Finder(store, encoder)


def test_words_find_before_there_are_vectors_and_both_afterwards(
    finder: Finder,
    encoder: Encoder,
) -> None:
    (first, *_) = finder.search(Query("筮于廟門"), Wanted(), 3)
    assert first.passage.page == "KR1d0038_WYG_001-1a" and first.why == ("lexical",)
    counts = finder.store.counts()
    assert counts.vectors == 0
    assert encode(finder.store, encoder) == counts.passages - 4, "the second print of 鄉射禮 says the same"
    assert finder.store.counts().vectors == counts.passages
    (first, *_) = finder.search(Query("在廟門占筮"), Wanted(chapters=frozenset({1})), 3)
    assert "dense" in first.why
    assert encode(finder.store, encoder) == 0


def test_what_two_editions_print_of_a_clause_is_one_find(finder: Finder) -> None:
    found = finder.search(Query("賔出迎再拜主人荅再拜乃請"), Wanted(notes=False), 5)
    assert found[0].passage.clauses[0] == "5.1.1"
    assert {p.edition for p in (found[0].passage, *found[0].others)} == {"KR1d0038", "KR1d0042"}


def test_an_edition_that_is_gone_or_changed_is_put_right(finder: Finder, shelf: Shelf) -> None:
    assert not update(finder.store, shelf.passages)
    assert update(finder.store, [p for p in shelf.passages if p.edition == "KR1d0042"])
    assert list(finder.store.held()) == ["KR1d0042"]


def test_notes_are_one_find_only_where_they_are_the_same(shelf: Shelf) -> None:
    notes = [p for p in shelf.passages if p.note and p.chapter == 5]
    same = replace(notes[0], edition="KR1d0099", ref="KR1d0099_X_001-1a#note.1")
    other: PagePassage = replace(same, text="別注", edition="KR1d0098")
    joined = grouped([Found(p, 1.0, ()) for p in (notes[0], other, same)])
    assert [(len(one.others), one.passage.text) for one in joined] == [(1, notes[0].text), (0, "別注")]


KILLED = """
import sys
from pathlib import Path
from corpus import library as libraries
from corpus.editions.shelf import Shelf
from index.encoder import open_encoder
from index.shelf import fill
from index.shelf.local import LocalStore
fill.CHECKPOINT = 2
encoder = open_encoder("", Path(sys.argv[1]))
store = LocalStore(Path(sys.argv[2]), encoder.fingerprint, encoder.dimension)
fill.update(store, Shelf.open(Path(sys.argv[3]), libraries.load()).passages)
fill.encode(store, encoder, lambda done, of: print(done, flush=True))
"""


def test_a_killed_encoding_goes_on_where_it_was(
    home: Path,
    encoder: Encoder,
    shelf: Shelf,
    tmp_path: Path,
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(home), str(tmp_path / "store"), str(shelf.packs[0].folder.parent)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    ) as child:
        assert child.stdout
        told = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
    store = LocalStore(tmp_path / "store", encoder.fingerprint, encoder.dimension)
    before = store.counts()
    assert told <= before.vectors < before.passages
    start = time.perf_counter()
    left = encode(store, encoder)
    assert 0 < left < before.passages and time.perf_counter() - start < 60
    assert store.counts().vectors == before.passages
    found = Finder(store, encoder).search(Query("筮于廟門"), Wanted(), 1)
    assert found[0].why == ("lexical", "dense")
