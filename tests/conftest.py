"""What several test files need."""

import os
from pathlib import Path

import pytest

from corpus.library import load as load_library
from corpus.packs import packs_of
from index.build import build
from index.encoder import open_encoder
from service.settings import Settings
from service.wenli import Wenli, open_wenli

ROOT = Path(__file__).resolve().parent.parent


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
    library = load_library(packs_of(settings.packs))
    build(
        library,
        open_encoder(settings.embedding_model, settings.home, settings.embedding_backend),
        settings.home / "index",
    )
    return open_wenli(settings)
