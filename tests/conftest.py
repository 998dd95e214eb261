"""What several test files need."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from corpus import library as libraries
from corpus.library import TEXTS, Library
from corpus.packs import packs_of
from index.build import build
from index.encoder import open_encoder
from service.settings import Settings
from service.wenli import Wenli, open_wenli

ROOT = Path(__file__).resolve().parent.parent
_load = libraries.load
_default = cache(_load)
"""The default texts, read once in a process: nothing in them changes while tests run."""


def _load_once(packs: Sequence[Path] = (), texts: Path = TEXTS) -> Library:
    return _default() if not packs and texts == TEXTS else _load(packs, texts)


# Test files read the default texts, each for itself, some fifty times in all.
libraries.load = _load_once

LONGEST = (
    *("test_faults", "test_editions_service", "test_looks", "test_connections", "test_room", "test_home", "test_tei"),
    *("test_stage_crowds", "test_journeys", "test_deploy", "test_desk", "test_index_build", "test_scaling"),
    *("test_editions_held", "test_writing", "test_stage_pages", "test_citing", "test_docs", "test_answers_check"),
)
"""Files that take longest, by the minute or by services that start."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files come first, so that no process is left alone with one while the other has nothing to do."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(places)))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material that may lie beside a checkout; tests that need it are skipped where it does not."""
    folder = ROOT.parent / "shared"
    if not (folder / "seeds").is_dir():
        pytest.skip("the reference material (../shared) is not beside this checkout")
    return folder


@pytest.fixture(scope="session")
def wenli() -> Wenli:
    """The real thing: the default corpus, the default model and its index, built where that is still to be done."""
    settings = Settings.read(os.environ)
    encoder = open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
    build(libraries.load(packs_of(settings.packs)), encoder, settings.home / "index")
    return open_wenli(settings, encoder)
