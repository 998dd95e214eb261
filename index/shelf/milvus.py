"""The store in Milvus, for what no longer fits one machine, or is asked of several.

A passage is an entity with its vector, its pairs of characters as words (BM25 is Milvus's own function over them), and
what filters ask of it. Milvus's analyzers do not cut Chinese into pairs, and each cuts it otherwise, so the pairs are
given as words of plain letters and digits, which every analyzer keeps whole.

Readers ask an *alias*; an edition is written into the collection behind it. :meth:`MilvusStore.rebuild` writes a new
collection beside it and turns the alias over in one step, so that nobody ever asks half an index.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from corpus.editions.passages import PagePassage
from index.dense import Vectors
from index.shelf.contract import Counts, StoreUnavailable, Wanted, digest_of, packed, pairs, unpacked
from index.shipped import text_hash

ALIAS = "wenli"
FORMAT = 1
_SECONDS = 30.0
_BLOCK = 500
_MOST = 16_384
"""Entities that Milvus gives for one question."""
_TEXT, _BODY = 16_000, 16_000
_REGISTER = "#"
"""Entities that say which editions are held are stored among the passages, under an edition of this name."""


class MilvusStore:
    """Passages behind an alias of a Milvus at ``address``, such as ``http://127.0.0.1:19530``.

    ``fingerprint`` and ``dimension`` are those of the model; a collection of another model is refused.
    """

    def __init__(self, address: str, fingerprint: str, dimension: int, alias: str = ALIAS, token: str = "") -> None:  # nosec B107
        self._address = address
        self._dimension = dimension
        self._alias = alias
        stamp = hashlib.sha256(f"{FORMAT} {fingerprint} {dimension}".encode()).hexdigest()[:12]
        self._prefix = f"{alias}_{stamp}_"
        with self._told():
            from pymilvus import MilvusClient

            self._client: Any = MilvusClient(uri=address, token=token, timeout=_SECONDS)
            if not self._behind():
                self._client.create_alias(self._made(), alias)
            behind = self._behind()
        if not behind.startswith(self._prefix):
            raise StoreUnavailable(self.name, "it was made with another model; drop the alias, or name another one.")

    @property
    def name(self) -> str:
        """Address and alias."""
        return f"{self._address}/{self._alias}"

    def held(self) -> dict[str, str]:
        """Edition → digest of its passages."""
        rows = self._query(f'edition == "{_REGISTER}"', ("ref", "body"))
        return {row["ref"].removeprefix(_REGISTER): row["body"] for row in sorted(rows, key=lambda row: row["ref"])}

    def counts(self) -> Counts:
        """How many passages, and how many with vectors."""
        every = f'edition != "{_REGISTER}"'
        (whole,) = self._ask("query", filter=every, output_fields=["count(*)"])
        (filled,) = self._ask("query", filter=f"{every} and filled == true", output_fields=["count(*)"])
        return Counts(int(whole["count(*)"]), int(filled["count(*)"]))

    def put(self, edition: str, passages: Sequence[PagePassage]) -> bool:
        """Write an edition; what says that it is held is written last, so that one cut short is written again."""
        digest = digest_of(passages)
        if self.held().get(edition) == digest:
            return False
        known = self._vectors([text_hash(p.text) for p in passages])
        self.drop(edition)
        for start in range(0, len(passages), _BLOCK):
            block = passages[start : start + _BLOCK]
            self._ask("insert", data=[self._entity(p, known.get(text_hash(p.text))) for p in block])
        self._ask("insert", data=[self._registered(edition, digest)])
        return True

    def drop(self, edition: str) -> None:
        """Take an edition out; first what says that it is held."""
        self._ask("delete", filter=f'ref == "{_REGISTER}{edition}"')
        self._ask("delete", filter=f'edition == "{edition}"')

    def lacking(self, limit: int) -> list[str]:
        """Texts without a vector."""
        rows = self._ask("query", filter="filled == false", output_fields=["body"], limit=limit)
        return list(dict.fromkeys(str(json.loads(row["body"])["text"]) for row in rows))

    def fill(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Write the entities of these texts again, with their vectors."""
        wanted = {text_hash(text): vector for text, vector in zip(texts, vectors, strict=True)}
        rows = self._query(f"hash in {json.dumps(list(wanted))}", ("body", "hash"))
        entities = [self._entity(unpacked(row["body"]), wanted[row["hash"]]) for row in rows]
        for start in range(0, len(entities), _BLOCK):
            self._ask("upsert", data=entities[start : start + _BLOCK])

    def settle(self) -> None:
        """Milvus finds what was written; there is nothing to do."""

    def seal(self) -> None:
        """Nothing: Milvus looks after its files."""

    def by_words(self, tokens: Sequence[str], wanted: Wanted, k: int) -> list[str]:
        """References by BM25."""
        if not tokens:
            return []
        words = " ".join(map(_word, dict.fromkeys(tokens)))
        return self._search("sparse", words, _condition(wanted), k)

    def by_vector(self, vector: Vectors, wanted: Wanted, k: int) -> list[str]:
        """References by inner product."""
        return self._search("vector", vector.tolist(), f"filled == true and {_condition(wanted)}", k)

    def read(self, refs: Sequence[str]) -> dict[str, PagePassage]:
        """Passages by reference."""
        if not refs:
            return {}
        rows = self._query(f"ref in {json.dumps(list(refs))}", ("ref", "body"))
        return {row["ref"]: unpacked(row["body"]) for row in rows}

    def rebuild(self) -> str:
        """Write all into a new collection and turn the alias over to it; the name of the new one.

        The old collection is dropped afterwards. What is written meanwhile is lost: one writer at a time.
        """
        old, fresh = self._behind(), self._made()
        with self._told():
            for rows in self._pages("ref >= ''", ("ref", "edition", "body", "hash", "filled", "vector")):
                self._client.insert(fresh, data=[self._copied(row) for row in rows], timeout=_SECONDS)
            self._client.alter_alias(fresh, self._alias)
            self._client.drop_collection(old)
        return fresh

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _made(self) -> str:
        """A new empty collection."""
        from pymilvus import DataType, Function, FunctionType

        name = f"{self._prefix}{time.time_ns():x}"
        schema = self._client.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("ref", DataType.VARCHAR, max_length=120, is_primary=True)
        schema.add_field("edition", DataType.VARCHAR, max_length=40)
        schema.add_field("chapter", DataType.INT64)
        schema.add_field("note", DataType.BOOL)
        schema.add_field("hash", DataType.VARCHAR, max_length=64)
        schema.add_field("filled", DataType.BOOL)
        schema.add_field("body", DataType.VARCHAR, max_length=_BODY)
        words = {"enable_analyzer": True, "analyzer_params": {"tokenizer": "standard"}}
        schema.add_field("words", DataType.VARCHAR, max_length=_TEXT, **words)
        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=self._dimension)
        schema.add_field("sparse", DataType.SPARSE_FLOAT_VECTOR)
        bm25 = {"name": "bm25", "function_type": FunctionType.BM25}
        schema.add_function(Function(**bm25, input_field_names=["words"], output_field_names=["sparse"]))
        indexes = self._client.prepare_index_params()
        indexes.add_index("vector", index_type="AUTOINDEX", metric_type="IP")
        indexes.add_index("sparse", index_type="SPARSE_INVERTED_INDEX", metric_type="BM25")
        self._client.create_collection(name, schema=schema, index_params=indexes, consistency_level="Strong")
        return name

    def _behind(self) -> str:
        """The collection behind the alias, "" where there is no such alias."""
        for name in self._client.list_collections():
            if self._alias in self._client.list_aliases(name)["aliases"]:
                return str(name)
        return ""

    def _entity(self, passage: PagePassage, vector: Vectors | None) -> dict[str, Any]:
        return {
            "ref": passage.ref,
            "edition": passage.edition,
            "chapter": passage.chapter,
            "note": passage.note,
            "hash": text_hash(passage.text),
            "filled": vector is not None,
            "body": packed(passage),
            "words": " ".join(map(_word, pairs(passage.text))),
            "vector": (vector if vector is not None else self._nothing).tolist(),
        }

    def _registered(self, edition: str, digest: str) -> dict[str, Any]:
        return {
            "ref": f"{_REGISTER}{edition}",
            "edition": _REGISTER,
            "chapter": 0,
            "note": False,
            "hash": "",
            "filled": True,
            "body": digest,
            "words": "",
            "vector": self._nothing.tolist(),
        }

    def _copied(self, row: dict[str, Any]) -> dict[str, Any]:
        if row["edition"] == _REGISTER:
            return self._registered(row["ref"].removeprefix(_REGISTER), row["body"])
        vector = np.asarray(row["vector"], dtype=np.float32)
        return self._entity(unpacked(row["body"]), vector if row["filled"] else None)

    @property
    def _nothing(self) -> Vectors:
        return np.zeros(self._dimension, dtype=np.float32)

    def _vectors(self, hashes: Sequence[str]) -> dict[str, Vectors]:
        """Vectors that stand already, by the hash of their text."""
        found: dict[str, Vectors] = {}
        wanted = list(dict.fromkeys(hashes))
        for start in range(0, len(wanted), _BLOCK):
            condition = f"filled == true and hash in {json.dumps(wanted[start : start + _BLOCK])}"
            for row in self._query(condition, ("hash", "vector")):
                found[row["hash"]] = np.asarray(row["vector"], dtype=np.float32)
        return found

    def _search(self, field: str, asked: Any, condition: str, k: int) -> list[str]:
        (hits,) = self._ask("search", data=[asked], anns_field=field, filter=condition, limit=k, output_fields=["ref"])
        return [str(hit["ref"]) for hit in hits]

    def _query(self, condition: str, fields: Sequence[str]) -> list[dict[str, Any]]:
        return [dict(row) for row in self._ask("query", filter=condition, output_fields=list(fields), limit=_MOST)]

    def _pages(self, condition: str, fields: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
        iterator = self._ask("query_iterator", filter=condition, output_fields=list(fields), batch_size=_BLOCK)
        with self._told():
            while rows := iterator.next():
                yield list(rows)
            iterator.close()

    def _ask(self, verb: str, **values: Any) -> Any:
        with self._told():
            return getattr(self._client, verb)(self._alias, timeout=_SECONDS, **values)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Milvus's errors in the one tree."""
        try:
            from pymilvus.exceptions import MilvusException
        except ImportError:
            reason = "pymilvus is not installed (pip install --no-deps -r requirements/milvus.txt)."
            raise StoreUnavailable(self.name, reason) from None
        try:
            yield
        except MilvusException as error:
            raise StoreUnavailable(self.name, f"{error.message.strip().rstrip('.')}.") from error


def _word(pair: str) -> str:
    """A pair of characters as a word of letters and digits: ``_word("司射") == "x53f8x5c04"``."""
    return "".join(f"x{ord(char):x}" for char in pair)


def _condition(wanted: Wanted) -> str:
    """The conditions in Milvus's words."""
    parts = [f'edition != "{_REGISTER}"']
    if wanted.editions:
        parts.append(f"edition in {json.dumps(sorted(wanted.editions))}")
    if wanted.chapters:
        parts.append(f"chapter in {sorted(wanted.chapters)}")
    if wanted.notes is not None:
        parts.append(f"note == {str(wanted.notes).lower()}")
    return " and ".join(parts)
