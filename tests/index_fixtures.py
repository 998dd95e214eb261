"""Fixtures that the tests of the index share: the real default model and a small library."""

import os
import shutil
from pathlib import Path

import pytest
from real_service import linked

from corpus import canon as canons
from corpus.canon import Canon
from corpus.library import Library
from corpus.model import Layer, Unit
from index.build import build, open_index
from index.encoder import Encoder, open_encoder
from index.search import Index
from service.settings import Settings
from tests.index_makings import library_of


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the default model and its graph, which are made once for all processes and only read here."""
    own, place = Settings.read(os.environ).home, tmp_path_factory.mktemp("home")
    name = open_encoder("", own).name
    for folder in (name, f"{name}-onnx"):
        shutil.copytree(own / "models" / folder, place / "models" / folder, copy_function=linked)
    return place


@pytest.fixture(scope="session")
def encoder(home: Path) -> Encoder:
    return open_encoder("", home)


@pytest.fixture(scope="session")
def canon() -> Canon:
    return canons.load()


@pytest.fixture(scope="session")
def library(canon: Canon) -> Library:
    """Two chapters of the canon as one witness, some of it a second time as another, and two comments."""
    units = [
        Unit(clause.ref, clause.layer, "tongxing", clause.text, clause.chapter, clause.phase, clause.label)
        for chapter in (4, 5)
        for clause in canon.chapters[chapter].clauses[:60]
    ]
    again = [
        Unit(u.ref, u.layer, "jishi", u.text.replace("答", "荅"), u.chapter, u.phase, u.clause) for u in units[60:80]
    ]
    comments = [
        Unit("5.1.1#zheng.1", Layer.ZHU, "jishi", "主人,州長也。戒猶警也,語也。", 5, 1, "1", "鄭玄"),
        Unit("4#zheng.1", Layer.ZHU, "zhushu", "諸侯之鄉大夫三年大比,獻賢者能者於其君。", 4, 0, "", "鄭玄"),
    ]
    return library_of([*units, *again, *comments], canon)


@pytest.fixture(scope="session")
def index(library: Library, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("index")
    build(library, encoder, folder)
    return open_index(library, encoder, folder)
