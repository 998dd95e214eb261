"""Indexing on the command line, with bars that say how far it is; in a log, with a line now and then."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index.encoder import Progress
    from service.settings import Settings


_SECONDS = 30.0


@contextmanager
def bar(what: str) -> Iterator[Progress]:
    """A bar on the terminal, gone when it is done: called with how many are done, and of how many."""
    if not sys.stderr.isatty():
        yield _lines(what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def _lines(what: str) -> Progress:
    """The same where nobody looks at a terminal: a line every half a minute."""
    told = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told >= _SECONDS:
            told = time.monotonic()
            print(f"{what}: {done:,} of {total:,}", file=sys.stderr, flush=True)

    return tell


def index_editions(settings: Settings, *, later: bool = False) -> None:
    """Bring the index of editions up to date; ``later`` leaves out what takes long, the vectors.

    One command at a time does either. What has words can be found, so another waits only for the vectors, and has
    little left to do then.
    """
    from corpus import library as libraries
    from corpus.editions.shelf import Shelf
    from corpus.packs import packs_of
    from index.encoder import open_encoder
    from index.folders import locked
    from index.shelf.fill import encode, update
    from index.shelf.seal import mend, note_mended
    from service.editions.opening import FOLDER, open_store

    with locked(settings.home / FOLDER, _waiting):  # what others add meanwhile would be taken out for unknown
        shelf = Shelf.open(settings.packs, libraries.load(packs_of(settings.packs)))
        if not shelf.packs and not settings.vector_store:
            shutil.rmtree(settings.home / FOLDER, ignore_errors=True)
            return
        encoder = open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
        folder = settings.home / FOLDER
        damaged = () if settings.vector_store else mend(folder)
        if damaged:
            print(f"{' and '.join(damaged)} in {folder} was damaged and is made anew.", file=sys.stderr, flush=True)
        store = open_store(settings, encoder)
        with bar("Words of editions") as progress:
            update(store, shelf.passages, progress)
    if not later:
        with locked(settings.home / f"{FOLDER}-meaning", _waiting), bar("Meaning of editions") as progress:
            encode(store, encoder, progress)
    store.seal()
    if damaged:
        note_mended(folder)
    counts = store.counts()
    held = f"{counts.passages:,} passages of {len(store.held())} editions"
    found = f"{held} are found by words, {counts.vectors:,} by meaning"
    rest = "" if counts.vectors == counts.passages else "; `wenli build` goes on with the rest"
    print(f"{found}{rest}: {store.name}")


def _waiting() -> None:
    print("Another command is indexing editions; this one goes on after it.", file=sys.stderr, flush=True)
