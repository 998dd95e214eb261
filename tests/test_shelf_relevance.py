"""The same questions find the same passages in both stores: known questions, asked of the clauses that answer them."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from corpus import library as libraries
from corpus.editions.passages import PagePassage
from corpus.library import Library
from index.build import vectors_in_use
from index.encoder import Encoder, open_encoder
from index.query import Query
from index.shelf.contract import Store, Wanted
from index.shelf.local import LocalStore
from index.shelf.milvus import MilvusStore
from index.shelf.search import Finder
from index.shipped import text_hash
from service.settings import Settings
from service.wenli import Wenli

pytest_plugins = ["tests.milvus_fixture"]
ASKED, FOUND, WITHIN, FLOOR = 160, 10, 0.01, 0.35


@pytest.fixture(scope="module")
def encoder(wenli: Wenli) -> Encoder:
    return open_encoder("", Settings.read(os.environ).home)


@pytest.fixture(scope="module")
def library() -> Library:
    return libraries.load()


@pytest.fixture(scope="module")
def stores(
    library: Library, encoder: Encoder, milvus: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Store, Store]]:
    """Both stores with every clause of the four chapters, and the vectors that the default index has of them."""
    units = {unit.ref: unit for unit in reversed(library.units) if unit.layer.is_base}
    passages = [
        PagePassage(
            f"KR9x0001_X_{u.chapter:03}-{u.phase}a#text.{u.clause}",
            "",
            False,
            "KR9x0001",
            "",
            "",
            u.chapter,
            u.text,
            0,
            (),
            (ref,),
        )
        for ref, u in units.items()
    ]
    made = vectors_in_use(Settings.read(os.environ).home / "index", encoder)
    both: tuple[Store, Store] = (
        LocalStore(tmp_path_factory.mktemp("local"), encoder.fingerprint, encoder.dimension),
        MilvusStore(milvus, encoder.fingerprint, encoder.dimension, f"r{time.time_ns():x}"),
    )
    for store in both:
        store.put("KR9x0001", passages)
        while texts := store.lacking(400):
            store.fill(texts, np.stack([made[text_hash(text)] for text in texts]))
        store.settle()
    yield both
    for store in both:
        store.close()


def hit_rate(finder: Finder, library: Library) -> float:
    """In how many of the questions a clause that answers is among the first ten."""
    questions = [q for q in library.book.asked if "#" not in q.refs[0]]
    asked = questions[:: len(questions) // ASKED]
    hits = 0
    for question in asked:
        found = finder.search(Query(question.zh), Wanted(notes=False), FOUND)
        hits += bool({ref for one in found for ref in one.passage.clauses} & set(question.refs))
    return hits / len(asked)


def test_both_stores_find_alike(
    stores: tuple[Store, Store], encoder: Encoder, library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = (hit_rate(Finder(store, encoder), library) for store in stores)
    with capsys.disabled():
        print(f" hit@{FOUND}: SQLite and FAISS {here:.3f}, Milvus {there:.3f}", end=" ")
    assert abs(here - there) <= WITHIN
    assert here >= FLOOR


def test_a_milvus_is_named_by_the_setting(milvus: str, tmp_path: Path) -> None:
    address = f"{milvus.replace('http', 'milvus')}/a{time.time_ns():x}"
    settings = Settings.read({"WENLI_HOME": str(tmp_path), "WENLI_VECTOR_STORE": address})
    assert settings.vector_store == address
