"""The store on this machine: passages, their words and their vectors in one SQLite file, a FAISS index beside it.

SQLite was chosen because it is there with Python, writes whole transactions or nothing (a killed command loses no
edition and no vector that was told as done), and its FTS5 ranks by BM25 over statistics of the whole. Vectors are kept
in 16 bits by the SHA-256 of their text, so that a text that stands in several editions is encoded once, and one that
comes back is not encoded again. The FAISS index is made from them and can always be made anew.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, local
from typing import Any

import numpy as np

from corpus.editions.passages import PagePassage
from index.dense import Vectors
from index.folders import locked
from index.shelf.contract import Counts, StoreUnavailable, Wanted, digest_of, packed, pairs, unpacked
from index.shelf.near import Ids, Near
from index.shelf.seal import FILE, MANIFEST, NEAR, break_seal, damages, set_seal
from index.shipped import text_hash

FORMAT = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS identity (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS editions (name TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE, edition TEXT NOT NULL, chapter INTEGER NOT NULL,
    note INTEGER NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS of_kind ON passages (edition, chapter, note);
CREATE INDEX IF NOT EXISTS of_chapter ON passages (chapter, edition, note);
CREATE INDEX IF NOT EXISTS of_text ON passages (hash);
CREATE TABLE IF NOT EXISTS vectors (hash TEXT PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (pairs, tokenize = "unicode61 remove_diacritics 0", detail = full);
"""
_AMONG = "SELECT id FROM passages WHERE "
_CONDITIONS = {
    "editions": "edition IN (SELECT value FROM json_each(:editions))",
    "chapters": "chapter IN (SELECT value FROM json_each(:chapters))",
    "notes": "note = :notes",
}
_BY_WORDS = "SELECT rowid, rank FROM words WHERE words MATCH :asked ORDER BY rank LIMIT :k"
_BY_WORDS_AMONG = """
WITH found AS MATERIALIZED (SELECT rowid AS id, rank AS score FROM words WHERE words MATCH :asked)
SELECT id, score FROM found WHERE EXISTS (SELECT 1 FROM passages WHERE passages.id = found.id AND """
"""What has the words is looked at first: SQLite would else look for them in each passage that may be found."""
READ = 10_000
"""Passages a search by words looks at, at most: pairs that stand in more say little, and take the time."""
_BLOCK = 20_000
_SECONDS = 60.0


class LocalStore:
    """Passages in a folder; ``fingerprint`` and ``dimension`` are those of the model whose vectors are kept.

    Vectors of another model are thrown away when the folder is opened: they say nothing to this one. StoreUnavailable
    where a file is damaged (:mod:`index.shelf.seal`). Safe to share between threads; several processes may read while
    one writes.
    """

    def __init__(self, folder: Path, fingerprint: str, dimension: int) -> None:
        self._folder = folder
        self._dimension = dimension
        self._own = local()
        self._lock = Lock()
        self._near: Near | None = None
        self._loaded = ""
        folder.mkdir(parents=True, exist_ok=True)
        if found := damages(folder):
            raise StoreUnavailable(str(folder), f"{' and '.join(found)} is damaged; run `wenli build`.")
        with locked(folder / FILE):
            self._begin(fingerprint)

    @property
    def name(self) -> str:
        """The folder."""
        return str(self._folder)

    def held(self) -> dict[str, str]:
        """Edition → digest of its passages."""
        return dict(self._rows("SELECT name, digest FROM editions ORDER BY name"))

    def counts(self) -> Counts:
        """How many passages, and how many with vectors."""
        ((passages, vectors),) = self._rows(
            "SELECT count(*), count(vectors.hash) FROM passages LEFT JOIN vectors USING (hash)"
        )
        return Counts(passages, vectors)

    def put(self, edition: str, passages: Sequence[PagePassage]) -> bool:
        """Put an edition, in one transaction."""
        digest = digest_of(passages)
        if self.held().get(edition) == digest:
            return False
        with self._writing() as connection:
            self._delete(connection, edition)
            (last,) = connection.execute("SELECT value FROM identity WHERE key = 'last'").fetchone()
            numbered = list(enumerate(passages, int(last) + 1))
            connection.execute("UPDATE identity SET value = ? WHERE key = 'last'", (str(int(last) + len(passages)),))
            connection.executemany(
                "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((n, p.ref, edition, p.chapter, p.note, text_hash(p.text), packed(p)) for n, p in numbered),
            )
            connection.executemany(
                "INSERT INTO words (rowid, pairs) VALUES (?, ?)", ((n, " ".join(pairs(p.text))) for n, p in numbered)
            )
            connection.execute("INSERT INTO editions VALUES (?, ?)", (edition, digest))
        return True

    def drop(self, edition: str) -> None:
        """Take an edition out; its vectors go unless another edition has the same text."""
        if edition not in self.held():
            return
        with self._writing() as connection:
            self._delete(connection, edition)
            connection.execute("DELETE FROM vectors WHERE hash NOT IN (SELECT hash FROM passages)")
        self.settle()
        self._shrink()

    def lacking(self, limit: int) -> list[str]:
        """Texts without a vector, in the order of the passages."""
        rows = self._rows(
            "SELECT min(id), body FROM passages WHERE hash NOT IN (SELECT hash FROM vectors) GROUP BY hash "
            "ORDER BY 1 LIMIT ?",
            (limit,),
        )
        return [str(json.loads(body)["text"]) for _, body in rows]

    def fill(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Keep vectors, in one transaction; not those of texts that were taken out meanwhile."""
        rows = [(h := text_hash(t), v.astype(np.float16).tobytes(), h) for t, v in zip(texts, vectors, strict=True)]
        with self._writing() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO vectors SELECT ?, ? WHERE EXISTS (SELECT 1 FROM passages WHERE hash = ?)", rows
            )

    def settle(self) -> None:
        """Make the FAISS index anew where the vectors are others than those in it; the old one serves till then."""
        with locked(self._folder / FILE):
            state = self._state()
            if state == self._made():
                return
            count = self.counts().vectors
            break_seal(self._folder)
            if not count:
                self._forget()
                return
            fresh, told = (self._folder / f".{name}.tmp" for name in (NEAR, MANIFEST))
            try:
                Near.build(_Blocks(self), count, self._dimension).save(fresh)
                fresh.replace(self._folder / NEAR)
                told.write_text(json.dumps({"state": state}) + "\n", encoding="utf-8")
                told.replace(self._folder / MANIFEST)
            except OSError as error:
                fresh.unlink(missing_ok=True)
                raise StoreUnavailable(self.name, f"{NEAR}: {error.strerror or error}.") from error

    def _forget(self) -> None:
        """Do without a FAISS index."""
        (self._folder / MANIFEST).unlink(missing_ok=True)
        (self._folder / NEAR).unlink(missing_ok=True)

    def seal(self) -> None:
        """Note what the files are, once all that was written is in them; readers that hold it up leave no seal."""
        with locked(self._folder / FILE):
            if self._rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0:
                set_seal(self._folder)

    def _shrink(self) -> None:
        """Give the room of what was taken out back to the disk; where there is none to do it in, later."""
        with locked(self._folder / FILE), suppress(sqlite3.OperationalError):
            break_seal(self._folder)
            self._connection.execute("INSERT INTO words (words) VALUES ('optimize')")
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def by_words(self, tokens: Sequence[str], wanted: Wanted, k: int) -> list[str]:
        """References by BM25; what is asked in too many words is asked by the rarest (:data:`READ`)."""
        rare = self._rarest(tokens)
        if not rare:
            return []
        asked = " OR ".join(f'"{token}"' for token in rare)
        values = _values(wanted)
        statement = f"{_BY_WORDS_AMONG}{_holds(values)}) ORDER BY score LIMIT :k" if values else _BY_WORDS
        found = self._rows(statement, values | {"asked": asked, "k": k})
        refs = self._refs([n for n, _ in found])
        return [refs[n] for _, n in sorted((rank, n) for n, rank in found) if n in refs]

    def by_vector(self, vector: Vectors, wanted: Wanted, k: int) -> list[str]:
        """References by inner product; none where no vectors are settled."""
        near = self._opened()
        if near is None:
            return []
        among: Ids | None = None
        if values := _values(wanted):
            among = np.array([n for (n,) in self._rows(_AMONG + _holds(values), values)])
            if not len(among):
                return []
        numbers = [int(n) for n in near.search(vector[np.newaxis], k, among)[0] if n >= 0]
        refs = self._refs(numbers)
        return [refs[n] for n in numbers if n in refs]

    def _refs(self, numbers: Sequence[int]) -> dict[int, str]:
        asked = (json.dumps(numbers),)
        return dict(self._rows("SELECT id, ref FROM passages WHERE id IN (SELECT value FROM json_each(?))", asked))

    def _rarest(self, tokens: Sequence[str]) -> list[str]:
        """The tokens that stand in the fewest passages, as many as stand in :data:`READ` together; one at least."""
        counted = []
        for token in dict.fromkeys(tokens):
            rows = self._rows("SELECT doc FROM counted WHERE term = ?", (token,))
            if rows:
                counted.append((int(rows[0][0]), token))
        kept: list[str] = []
        sum_of = 0
        for count, token in sorted(counted):
            sum_of += count
            if kept and sum_of > READ:
                break
            kept.append(token)
        return kept

    def read(self, refs: Sequence[str]) -> dict[str, PagePassage]:
        """Passages by reference."""
        asked = (json.dumps(list(refs)),)
        rows = self._rows("SELECT ref, body FROM passages WHERE ref IN (SELECT value FROM json_each(?))", asked)
        try:
            return {ref: unpacked(body) for ref, body in rows}
        except (ValueError, KeyError, TypeError) as error:
            raise StoreUnavailable(self.name, f"{FILE} is damaged; run `wenli build`.") from error

    def close(self) -> None:
        """Close this thread's connection."""
        connection = getattr(self._own, "connection", None)
        if connection is not None:
            connection.close()
            del self._own.connection

    def vectors(self) -> Iterator[tuple[Ids, Vectors]]:
        """Numbers and vectors of all passages that have one, in blocks."""
        last = 0
        while rows := self._rows(
            "SELECT id, vector FROM passages JOIN vectors USING (hash) WHERE id > ? ORDER BY id LIMIT ?", (last, _BLOCK)
        ):
            last = rows[-1][0]
            found = np.frombuffer(b"".join(vector for _, vector in rows), dtype=np.float16)
            yield np.array([n for n, _ in rows]), found.reshape(len(rows), -1).astype(np.float32)

    def _begin(self, fingerprint: str) -> None:
        try:
            connection = self._connection
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_SCHEMA)
            known = dict(connection.execute("SELECT key, value FROM identity").fetchall())
            wanted = {"format": str(FORMAT), "model": fingerprint}
            if wanted.items() <= known.items():
                return
            with connection:
                break_seal(self._folder)
                connection.execute("BEGIN IMMEDIATE")
                if known.get("format", str(FORMAT)) != str(FORMAT):
                    for name in self.held():
                        self._delete(connection, name)
                connection.execute("DELETE FROM vectors")
                self._forget()
                # Numbers are never given twice: a FAISS index made before may still have those of what is gone.
                connection.execute("INSERT OR IGNORE INTO identity VALUES ('last', '0')")
                connection.executemany("INSERT OR REPLACE INTO identity VALUES (?, ?)", wanted.items())
        except sqlite3.Error as error:
            raise StoreUnavailable(self.name, f"{error}; delete the folder and run `wenli build`.") from error

    @property
    def _connection(self) -> sqlite3.Connection:
        """This thread's connection; transactions are begun by hand. A process that was forked begins its own."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None or self._own.process != os.getpid():
            connection = sqlite3.connect(self._folder / FILE, timeout=_SECONDS, isolation_level=None)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("CREATE VIRTUAL TABLE temp.counted USING fts5vocab(main, words, row)")
            self._own.connection, self._own.process = connection, os.getpid()
        return connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, all of it or nothing; other writers wait. StoreUnavailable where there is no room."""
        try:
            with locked(self._folder / FILE), self._connection as connection:
                break_seal(self._folder)
                connection.execute("BEGIN IMMEDIATE")
                yield connection
        except sqlite3.Error as error:
            raise StoreUnavailable(self.name, f"{error}.") from error

    def _rows(self, statement: str, values: tuple[object, ...] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise StoreUnavailable(self.name, f"{error}.") from error

    @staticmethod
    def _delete(connection: sqlite3.Connection, edition: str) -> None:
        connection.execute("DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE edition = ?)", (edition,))
        connection.execute("DELETE FROM passages WHERE edition = ?", (edition,))
        connection.execute("DELETE FROM editions WHERE name = ?", (edition,))

    def _state(self) -> str:
        """What the FAISS index is made from: the model, the editions, how many have vectors."""
        model = self._rows("SELECT value FROM identity WHERE key = 'model'")
        return json.dumps([model, self.held(), self.counts().vectors], ensure_ascii=False)

    def _made(self) -> str:
        try:
            return str(json.loads((self._folder / MANIFEST).read_text(encoding="utf-8"))["state"])
        except (OSError, ValueError, KeyError):
            return ""

    def _opened(self) -> Near | None:
        """The FAISS index, read again where another process has made it anew."""
        made = self._made()
        with self._lock:
            if made and made != self._loaded:
                try:
                    self._near, self._loaded = Near.load(self._folder / NEAR), made
                except RuntimeError as error:
                    raise StoreUnavailable(self.name, f"{NEAR} is damaged; run `wenli build`.") from error
            return self._near if made else None


class _Blocks:
    """The vectors of a store, from the beginning each time they are gone through."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store

    def __iter__(self) -> Iterator[tuple[Ids, Vectors]]:
        return self._store.vectors()


def _values(wanted: Wanted) -> dict[str, object]:
    """What keeps something out, by name of its condition."""
    values: dict[str, object] = {}
    if wanted.editions:
        values["editions"] = json.dumps(sorted(wanted.editions))
    if wanted.chapters:
        values["chapters"] = json.dumps(sorted(wanted.chapters))
    return values if wanted.notes is None else values | {"notes": wanted.notes}


def _holds(values: dict[str, object]) -> str:
    return " AND ".join(_CONDITIONS[name] for name in values)
