"""The shelf of editions and its store, as the settings name them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from corpus.editions.packs import held
from corpus.editions.passages import PagePassage
from corpus.editions.shelf import Shelf
from corpus.errors import WenliError
from corpus.library import Library
from index.dense import Vectors
from index.encoder import Encoder
from index.query import Filters, Query
from index.shelf.contract import Counts, Store, StoreUnavailable, Wanted
from index.shelf.local import LocalStore
from index.shelf.milvus import ALIAS, MilvusStore
from index.shelf.search import POOL, Finder, Found
from service.settings import Settings

FOLDER = "editions"
PROBE = "司馬"
log = logging.getLogger("wenli")


@dataclass(frozen=True)
class Editions:
    """A shelf and what finds in it; ``finder`` is None where its index cannot be used, or the editions be read."""

    shelf: Shelf
    finder: Finder | None

    def answer(self) -> bool:
        """Whether the index can be searched now; the log says why not."""
        if self.finder is None:
            return False
        try:
            self.finder.search(Query(PROBE), Wanted(), 1)
        except StoreUnavailable as error:
            log.warning("%s", error)
            return False
        return True

    def find(
        self, query: Query, filters: Filters, k: int, vector: Vectors | None = None, words: str = ""
    ) -> list[Found]:
        """The ``k`` best passages that the filters admit; none where they name what no edition has.

        ``vector`` is that of the question, where it is known; passages in which ``words`` stand come first.
        The store may already have what was added, or replaced, since this shelf was opened: it is left out.
        """
        if self.finder is None:
            return []
        names = {pack.witness: pack.name for pack in self.shelf.packs}
        editions = frozenset(names[w] for w in filters.witnesses if w in names)
        if (filters.witnesses and not editions) or filters.commentators:
            return []
        wanted = {layer.is_base for layer in filters.layers}
        notes = None if len(wanted) != 1 else not wanted.pop()
        try:
            within = Wanted(editions, filters.chapters, notes)
            found = self.finder.search(query, within, 2 * POOL, vector, words)
        except StoreUnavailable as error:  # the default texts answer without it
            log.warning("%s", error)
            return []
        known = [one for one in found if one.passage.witness in names]
        return [
            replace(one, others=tuple(other for other in one.others if other.witness in names)) for one in known[:k]
        ]

    def read(self, refs: Sequence[str]) -> dict[str, PagePassage]:
        """Passages by reference; those that are not held, or cannot be read now, are left out."""
        if self.finder is None:
            return {}
        try:
            return self.finder.store.read(refs)
        except StoreUnavailable as error:
            log.warning("%s", error)
            return {}

    def counts(self) -> Counts:
        """How much the store holds; nothing where it does not answer, as when the last edition was just removed."""
        if self.finder is None:
            return Counts(0, 0)
        try:
            return self.finder.store.counts()
        except StoreUnavailable as error:
            log.warning("%s", error)
            return Counts(0, 0)


def open_store(settings: Settings, encoder: Encoder) -> Store:
    """The store of WENLI_VECTOR_STORE: a folder in WENLI_HOME, or Milvus; StoreUnavailable where it does not answer.

    ``milvus://HOST:PORT/ALIAS`` names a Milvus, ``milvus+https://`` one behind TLS; the alias is ``wenli`` where none
    is given.
    """
    if not settings.vector_store:
        return LocalStore(settings.home / FOLDER, encoder.fingerprint, encoder.dimension)
    parts = urlsplit(settings.vector_store)
    scheme = "https" if parts.scheme.endswith("https") else "http"
    token = f"{parts.username}:{parts.password or ''}" if parts.username else ""
    address = f"{scheme}://{parts.hostname}:{parts.port or 19530}"
    alias = parts.path.strip("/") or ALIAS
    return MilvusStore(address, encoder.fingerprint, encoder.dimension, alias, token)


def open_editions(settings: Settings, library: Library, encoder: Encoder) -> Editions | None:
    """The editions added; None where there are none, so that nothing of theirs is opened.

    What cannot be opened keeps nobody from the default texts: the log says what is wrong.
    """
    try:
        if not held(settings.packs):
            return None
        shelf = Shelf.open(settings.packs, library)
    except (WenliError, OSError, ValueError, KeyError, TypeError) as error:
        log.error("the editions in %s cannot be read: %s", settings.packs, error)
        return Editions(Shelf(library, (), (), (), ""), None)
    try:
        return Editions(shelf, Finder(open_store(settings, encoder), encoder))
    except StoreUnavailable as error:
        log.error("%s", error)
        return Editions(shelf, None)
