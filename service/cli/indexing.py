"""Indexing on the command line, with bars that say how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index.encoder import Progress
    from service.settings import Settings


@contextmanager
def bar(what: str) -> Iterator[Progress]:
    """A bar on the terminal, gone when it is done: called with how many are done, and of how many."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def index_editions(settings: Settings, *, later: bool = False) -> None:
    """Bring the index of editions up to date; ``later`` leaves out what takes long, the vectors."""
    from corpus import library as libraries
    from corpus.editions.shelf import Shelf
    from index.encoder import open_encoder
    from index.shelf.fill import encode, update
    from service.editions.opening import FOLDER, open_store
    from service.wenli import packs_of

    shelf = Shelf.open(settings.packs, libraries.load(packs_of(settings.packs)))
    if not shelf.packs and not settings.vector_store and not (settings.home / FOLDER).exists():
        return
    encoder = open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
    store = open_store(settings, encoder)
    with bar("Words of editions") as progress:
        update(store, shelf.passages, progress)
    if not later:
        with bar("Meaning of editions") as progress:
            encode(store, encoder, progress)
    counts = store.counts()
    found = (
        f"{counts.passages:,} passages of {len(shelf.packs)} editions are found by words, {counts.vectors:,} by meaning"
    )
    rest = "" if counts.vectors == counts.passages else "; `wenli build` goes on with the rest"
    print(f"{found}{rest}: {store.name}")
