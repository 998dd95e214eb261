import json
import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from corpus.canon import Canon
from corpus.library import Library
from corpus.model import Unit
from index import build as building
from index.build import build, open_index
from index.encoder import Encoder
from index.errors import IndexMismatch
from index.manifest import CURRENT, MANIFEST, current
from index.metric import load as load_metric
from index.query import Query
from index.shipped import read_shipped
from tests.index_makings import library_of, status_of_child

pytest_plugins = ["tests.index_fixtures"]


class Counted:
    """A progress callback that remembers how many texts were encoded."""

    def __init__(self) -> None:
        self.texts = 0

    def __call__(self, _done: int, total: int) -> None:
        self.texts = total


@pytest.fixture(scope="module", autouse=True)
def shipped_once() -> Iterator[None]:
    """The vectors that are shipped are read once for all tests here: it takes more than a second each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "read_shipped", cache(read_shipped))
        yield


@pytest.fixture(scope="module")
def library(canon: Canon) -> Library:
    """The first twenty clauses of the canon."""
    clauses = list(canon.clauses.values())[:20]
    units = [Unit(c.ref, c.layer, "zhushu", c.text, c.chapter, c.phase, c.label) for c in clauses]
    return library_of(units, canon)


@pytest.fixture(scope="module")
def made(library: Library, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made") / "index"
    assert build(library, encoder, place)
    return place


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """An index that a test may damage."""
    return shutil.copytree(made, tmp_path / "index")


@pytest.fixture(scope="module")
def grown(library: Library, canon: Canon) -> Library:
    """The library with one more clause."""
    more = replace(library.units[0], ref="4.99.1", text="新增一句以驗索引", phase=1, clause="1")
    return library_of([*library.units, more], canon, "b" * 64)


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_the_folder_describes_itself(folder: Path, library: Library, encoder: Encoder) -> None:
    manifest = json.loads((current(folder) / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["identity"] == {
        "format": 5,
        "corpus": library.hash,
        "units": len(library.units),
        "fingerprint": encoder.fingerprint,
        "dimension": 384,
        "metric": load_metric(encoder.fingerprint, 384).name,
    }
    assert manifest["model"] == "wenli-e5-small"
    assert {"keys.json", "vectors.faiss", "wide.faiss"} <= set(manifest["files"])


def test_nothing_is_done_twice(folder: Path, library: Library, encoder: Encoder) -> None:
    before = (folder / CURRENT).read_text(encoding="ascii")
    assert not build(library, encoder, folder)
    assert (folder / CURRENT).read_text(encoding="ascii") == before


def test_only_new_texts_are_encoded(folder: Path, grown: Library, encoder: Encoder) -> None:
    counted = Counted()
    assert build(grown, encoder, folder, counted)
    assert counted.texts == 1
    assert open_index(grown, encoder, folder).search(Query("新增一句"), k=1)[0].unit.ref == "4.99.1"


def test_reused_vectors_rank_as_fresh_ones(folder: Path, grown: Library, encoder: Encoder, tmp_path: Path) -> None:
    build(grown, encoder, folder)
    build(grown, encoder, tmp_path / "fresh")
    found = [
        open_index(grown, encoder, place).search(Query("主人拜賓"), k=10) for place in (folder, tmp_path / "fresh")
    ]
    assert [hit.unit.key for hit in found[0]] == [hit.unit.key for hit in found[1]]


def test_old_versions_go(folder: Path, library: Library, grown: Library, encoder: Encoder) -> None:
    for either in (grown, library, grown):
        assert build(either, encoder, folder)
    assert len([path for path in folder.iterdir() if path.is_dir()]) == 2


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("moment", ["encoding", "writing", "settling", "pointing"])
def test_a_killed_build_leaves_the_old_index(
    moment: str, folder: Path, library: Library, grown: Library, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = {"writing": "Manifest", "settling": "settle", "pointing": "_point"}.get(moment)
    with monkeypatch.context() as patch:
        if victim:
            patch.setattr(building, victim, die)
        assert status_of_child(lambda: build(grown, encoder, folder, die if not victim else None)) == -signal.SIGKILL
    assert open_index(library, encoder, folder).search(Query("主人"), k=1)
    with pytest.raises(IndexMismatch):
        open_index(grown, encoder, folder)
    assert build(grown, encoder, folder)
    assert open_index(grown, encoder, folder).search(Query("主人"), k=1)
    assert not list(folder.glob("*.tmp"))


def test_no_index_says_what_to_run(library: Library, encoder: Encoder, tmp_path: Path) -> None:
    with pytest.raises(IndexMismatch, match=r"no index.*`wenli build`"):
        open_index(library, encoder, tmp_path)


def test_another_corpus_or_order_is_refused(folder: Path, library: Library, encoder: Encoder) -> None:
    with pytest.raises(IndexMismatch, match="corpus: the index has aaaaaaaaaaaa, the library has cccccccccccc"):
        open_index(replace(library, hash="c" * 64), encoder, folder)
    with pytest.raises(IndexMismatch, match="units"):
        open_index(replace(library, units=library.units[1:]), encoder, folder)
    with pytest.raises(IndexMismatch, match="order"):
        open_index(replace(library, units=library.units[::-1]), encoder, folder)


def test_another_model_is_refused(
    folder: Path, library: Library, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoder, "fingerprint", "f" * 64)
    monkeypatch.setattr(encoder, "dimension", 512)
    with pytest.raises(IndexMismatch, match=r"fingerprint: .* the model has ffffffffffff; dimension: .* gives 512"):
        open_index(library, encoder, folder)


def test_another_format_is_refused(
    folder: Path, library: Library, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "FORMAT", 6)
    with pytest.raises(IndexMismatch, match="format: the index has 5, this version of Wenli writes 6"):
        open_index(library, encoder, folder)


@pytest.mark.parametrize(
    "name", ["vectors.faiss", "wide.faiss", "keys.json", "lexical-wide/vocab.index.json", MANIFEST]
)
def test_a_damaged_or_missing_file_is_named_and_mended(
    name: str, folder: Path, library: Library, encoder: Encoder
) -> None:
    path = current(folder) / name
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(IndexMismatch, match=f"{name} (is damaged|cannot be read)"):
        open_index(library, encoder, folder)
    path.unlink()
    with pytest.raises(IndexMismatch, match=f"{name} (is missing|cannot be read)"):
        open_index(library, encoder, folder)
    assert build(library, encoder, folder)
    assert open_index(library, encoder, folder).search(Query("主人"), k=1)


def test_a_pointer_to_nowhere_is_refused(folder: Path, library: Library, encoder: Encoder) -> None:
    for content in ("gone", "../elsewhere", "", "\xff"):
        (folder / CURRENT).write_text(content, encoding="latin-1")
        with pytest.raises(IndexMismatch):
            open_index(library, encoder, folder)
