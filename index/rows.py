"""The rows of the book of answers, found by the words and the meaning of their wordings and answers.

A row has several texts: how people ask for it, in both languages, and its answer in both; wordings of its authors and
questions of people who had not seen them are told apart. ``RowIndex.find`` gives the rows that come near to a question
in any of them, with what the re-ranking needs to know of each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import Row
from index.dense import Vectors
from index.lexical import Lexical
from index.metric import Metric
from index.shipped import text_hash
from index.tokens import tokens

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Encode = Callable[[Sequence[str]], Vectors]
ASK_ZH, ASK_EN, ZH, EN, PEOPLE_ZH, PEOPLE_EN = range(6)
"""The fields of a row's texts: wordings, answers and questions in people's words, in Chinese and in English."""
FIELDS = 6
ASKED = (ASK_ZH, ASK_EN, PEOPLE_ZH, PEOPLE_EN)
"""The fields that ask."""
QUERY = "query: "
"""Stands before a wording in the hash that names its vector."""
_NEAREST = 600
"""Texts looked at for their meaning; a row has eight or so, so these are some 150 rows."""
_MANY = 20_000
"""Texts from which on they are searched by lists."""
_LISTS, _PROBED = 256, 48
"""Lists of texts and how many of them a question looks into: a search takes 2.5 ms of a processor instead of 10.9 over
139,108 texts, and finds 976 of the 1,000 nearest 150."""
_ROUNDS = 8
"""Rounds of k-means by which the lists are made."""
_VECTORS, _ENCODED, _ROWS, _ARRAYS = "rows.faiss", "rows-encoded.faiss", "rows.json", "rows.npz"
_ASKS, _ANSWERS = "row-asks", "row-answers"


@dataclass(frozen=True)
class Near:
    """Candidates among the rows, best first by the first pass: ``at`` their positions, int64 (n,).

    ``cosine`` (n, 6) is the best cosine with a text of each field, ``second`` (n,) the second best with any that asks,
    ``mean`` (n,) the mean with all that ask. ``overlap`` (n, 6, 2) is of the text of each field that shares most weight
    with the question: the share of the question's weight and of the text's. ``covered`` (n,) is the share of the
    question's weight in words of any of the row's texts, ``missing`` (n,) the weight of the rarest word of the question
    that none of them has, as a share of the greatest weight there is. ``unknown`` is the share of the question's weight
    in words of no wording or answer.
    """

    at: Ints
    cosine: Floats
    second: Floats
    mean: Floats
    overlap: Floats
    covered: Floats
    missing: Floats
    unknown: float


class RowIndex:
    """All rows of a book, ready to be searched; read-only and safe to share between threads."""

    def __init__(
        self,
        rows: Sequence[Row],
        stored: dict[str, Any],
        near: faiss.Index,
        words: Sequence[Lexical],
        metric: Metric,
    ) -> None:
        if stored["ids"] != [row.id for row in rows]:
            raise ValueError("the index of answers is of other rows")
        self.rows = tuple(rows)
        self.at = {row.id: at for at, row in enumerate(self.rows)}
        self._near = near
        self._metric = metric
        self._hidden: NDArray[np.bool_] | None = None
        self._asks, self._answers = words
        self.owner: Ints = np.array(stored["owner"], dtype=np.int64)
        self.field: Ints = np.array(stored["field"], dtype=np.int64)
        self._starts: Ints = np.searchsorted(self.owner, np.arange(len(self.rows) + 1))
        self._vocabulary = {token: at for at, token in enumerate(stored["vocabulary"])}
        self._weight: Floats = np.array(stored["weight"], dtype=np.float32)
        self._known = np.array(stored["known"], dtype=bool)
        self._tokens = np.array(stored["tokens"], dtype=np.int32)
        self._token_starts: Ints = np.array(stored["token_starts"], dtype=np.int64)
        self._totals = self._sums(self._weight, np.arange(len(self.owner)))

    def texts(self, row: int) -> range:
        """The numbers of a row's texts, in the order of :func:`texts_of`."""
        return range(int(self._starts[row]), int(self._starts[row + 1]))

    def find(self, text: str, vector: Vectors, k: int, also: Sequence[int] = ()) -> Near:
        """The ``k`` rows nearest to a question, and the rows ``also``."""
        return self.compare(text, vector, list(dict.fromkeys([*self._nearest(text, vector, k), *also])))

    def compare(self, text: str, vector: Vectors, rows: Sequence[int]) -> Near:
        """What is to be known of some rows beside a question; ``vector`` is that of the embedding model."""
        at = np.array(rows, dtype=np.int64)
        kept = [self._shown(row) for row in rows]
        flat = np.array([n for own in kept for n in own], dtype=np.int64)
        owner = np.repeat(np.arange(len(rows)), [len(own) for own in kept])
        fields = self.field[flat]
        cosines = self._cosines(flat, self._mapped(vector))
        shares, (covered, missing), unknown = self._shares(text, flat, owner, len(rows))
        cosine = np.zeros((len(rows), FIELDS), dtype=np.float32)
        np.maximum.at(cosine, (owner, fields), cosines)
        asks = np.isin(fields, ASKED)
        second = _second(cosines, owner, asks, len(rows))
        mean = np.bincount(owner, cosines * asks, len(rows)) / np.maximum(np.bincount(owner, asks, len(rows)), 1)
        overlap = np.zeros((len(rows), FIELDS, 2), dtype=np.float32)
        both = shares[:, 0] * shares[:, 1]
        rising = np.argsort(both, kind="stable")  # of several texts of a field the last one written stays, the best
        overlap[owner[rising], fields[rising]] = shares[rising]
        return Near(at, cosine, second, mean.astype(np.float32), overlap, covered, missing, unknown)

    def _shown(self, row: int) -> Sequence[int]:
        """The texts of a row that are not hidden."""
        own = self.texts(row)
        return own if self._hidden is None else [n for n in own if not self._hidden[n]]

    def _nearest(self, text: str, vector: Vectors, k: int) -> list[int]:
        """The rows of the nearest texts and those with most words, in turn."""
        _, numbers = self._near.search(self._mapped(vector)[None, :], min(_NEAREST, self._near.ntotal))
        hidden = self._hidden
        meant = [int(self.owner[n]) for n in numbers[0] if n >= 0 and (hidden is None or not hidden[n])]
        asked = tokens(text)
        lists = [list(dict.fromkeys(meant))]
        for lexical in (self._asks, self._answers):
            scores = lexical.scores(list(dict.fromkeys(asked)))
            best = np.argsort(-scores, kind="stable")[:k]
            lists.append([int(at) for at in best if scores[at] > 0])
        found: dict[int, None] = {}
        for place in range(k):
            for own in (lists[0][2 * place : 2 * place + 2], lists[1][place : place + 1], lists[2][place : place + 1]):
                found.update(dict.fromkeys(own))
            if len(found) >= k:
                break
        return list(found)[:k]

    def with_metric(self, near: faiss.Index, metric: Metric) -> RowIndex:
        """The same rows under another metric, whose vectors ``near`` has."""
        other = copy(self)
        other._near, other._metric = near, metric
        return other

    def hiding(self, hidden: NDArray[np.bool_]) -> RowIndex:
        """The same rows without some of their texts, bool (texts,): what is learned from a question must not find the
        question itself."""
        other = copy(self)
        other._hidden = hidden
        return other

    def _mapped(self, vector: Vectors) -> Vectors:
        mapped: Vectors = self._metric.apply(vector[None, :])[0]
        return mapped

    def _cosines(self, numbers: Ints, vector: Vectors) -> Floats:
        if not len(numbers):
            return np.zeros(0, dtype=np.float32)
        vectors: Floats = self._near.reconstruct_batch(numbers)
        found: Floats = np.einsum("nd,d->n", vectors, vector)
        return found

    def _shares(
        self, text: str, numbers: Ints, owner: Ints, owners: int
    ) -> tuple[Floats, tuple[Floats, Floats], float]:
        """Of each text the share of the question's weight that it has, and of its own weight; of all texts of each
        owner together what they cover and what they miss; and the share of the question's weight in unknown words."""
        asked = list(dict.fromkeys(tokens(text)))
        found = [self._vocabulary[t] for t in asked if t in self._vocabulary]
        known = np.array(found, dtype=np.int64)
        rare = float(self._weight.max()) if len(self._weight) else 1.0
        strange = len(known) < len(asked)
        weights = np.append(self._weight[known], rare * (len(asked) - len(known))).astype(np.float32)
        whole = float(weights.sum()) or 1.0
        words, of_text = self._words(numbers)
        column = np.full(len(self._weight), -1, dtype=np.int64)
        column[known] = np.arange(len(known))
        columns = column[words]
        shared = columns >= 0
        columns, texts = columns[shared], of_text[shared]
        common = np.bincount(texts, weights[columns], len(numbers))
        shares = np.stack([common / whole, common / np.maximum(self._totals[numbers], 1e-9)], axis=1)
        has = np.zeros((owners, len(known) + 1), dtype=bool)
        has[owner[texts], columns] = True
        missing = np.where(has, 0.0, np.append(weights[:-1], rare if strange else 0.0)).max(axis=1) / rare
        unknown = float(weights[-1]) + float(weights[:-1][~self._known[known]].sum())
        covered = (has @ weights / whole).astype(np.float32)
        return shares.astype(np.float32), (covered, missing.astype(np.float32)), unknown / whole if asked else 1.0

    def _words(self, numbers: Ints) -> tuple[Ints, Ints]:
        """The words of some texts, and the place in ``numbers`` of the text that each is of."""
        starts = self._token_starts[numbers]
        lengths = self._token_starts[numbers + 1] - starts
        ends = np.cumsum(lengths)
        words = np.arange(int(lengths.sum())) + np.repeat(starts - (ends - lengths), lengths)
        return self._tokens[words], np.repeat(np.arange(len(numbers)), lengths)

    def _sums(self, values: Floats, numbers: Ints) -> Floats:
        """For each of some texts the sum of the values of its words, float32 (n,)."""
        words, owner = self._words(numbers)
        return np.bincount(owner, weights=values[words], minlength=len(numbers)).astype(np.float32)


def name_of(field: int, text: str) -> str:
    """The name of a text among vectors; a wording, which is encoded as a question, has another one than a passage."""
    return text_hash(QUERY + text if field in ASKED else text)


def texts_of(row: Row) -> list[tuple[int, str]]:
    """The texts of a row with their fields: wordings, answers, questions in people's words."""
    asks = [(ASK_ZH, text) for text in row.asks_zh] + [(ASK_EN, text) for text in row.asks_en]
    people = [(PEOPLE_ZH, text) for text in row.people_zh] + [(PEOPLE_EN, text) for text in row.people_en]
    return [*asks, (ZH, row.zh), (EN, row.en), *people]


def write_rows(folder: Path, rows: Sequence[Row], encode: Encode, encode_asks: Encode, metric: Metric) -> None:
    """Write the index of some rows (at least one) into a folder. Wordings are encoded as questions are
    (``encode_asks``): a question finds another one better so, by 7 points of the first place; answers as passages
    (``encode``)."""
    texts = [(at, field, text) for at, row in enumerate(rows) for field, text in texts_of(row)]
    asked = [at for at, (_, field, _) in enumerate(texts) if field in ASKED]
    said = [at for at, (_, field, _) in enumerate(texts) if field not in ASKED]
    first = encode_asks([texts[at][2] for at in asked])
    vectors = np.empty((len(texts), first.shape[1]), dtype=np.float32)
    vectors[asked] = first
    vectors[said] = encode([texts[at][2] for at in said])
    (folder / _VECTORS).write_bytes(faiss.serialize_index(searchable(metric.apply(vectors))).tobytes())
    (folder / _ENCODED).write_bytes(faiss.serialize_index(quantized(vectors)).tobytes())
    own = [list(dict.fromkeys(tokens(text))) for _, _, text in texts]
    frequency: dict[str, int] = {}
    for words in own:
        for word in words:
            frequency[word] = frequency.get(word, 0) + 1
    written = {w for words, (_, field, _) in zip(own, texts, strict=True) if field <= EN for w in words}
    vocabulary = {word: at for at, word in enumerate(sorted(frequency))}
    weight = [round(float(np.log(1 + len(texts) / frequency[word])), 3) for word in vocabulary]
    starts = np.cumsum([0, *map(len, own)]).tolist()
    names = {
        "ids": [row.id for row in rows],
        "vocabulary": list(vocabulary),
        "texts": [name_of(field, text) for _, field, text in texts],
    }
    (folder / _ROWS).write_text(json.dumps(names, ensure_ascii=False), encoding="utf-8")
    np.savez(
        folder / _ARRAYS,
        known=np.array([word in written for word in vocabulary]),
        owner=np.array([at for at, _, _ in texts], dtype=np.int32),
        field=np.array([field for _, field, _ in texts], dtype=np.int8),
        weight=np.array(weight, dtype=np.float32),
        tokens=np.array([vocabulary[word] for words in own for word in words], dtype=np.int32),
        token_starts=np.array(starts, dtype=np.int64),
    )
    asks = [[t for field, text in texts_of(row) if field in (ASK_ZH, ASK_EN) for t in tokens(text)] for row in rows]
    answers = [[t for field, text in texts_of(row) if field in (ZH, EN) for t in tokens(text)] for row in rows]
    Lexical.build(asks).save(folder / _ASKS)
    Lexical.build(answers).save(folder / _ANSWERS)


def quantized(vectors: Vectors) -> faiss.Index:
    """Vectors in eight bits a number, to be searched one by one."""
    near = faiss.IndexScalarQuantizer(vectors.shape[1], faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)
    near.train(vectors)
    near.add(vectors)
    return near


def searchable(vectors: Vectors) -> faiss.Index:
    """Vectors in eight bits a number, in lists of such as lie together (inverted lists) where they are many."""
    if len(vectors) < _MANY:
        return quantized(vectors)
    near = faiss.IndexIVFScalarQuantizer(
        faiss.IndexFlatIP(vectors.shape[1]),
        *(vectors.shape[1], _LISTS, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT, False),
    )
    near.cp.niter = _ROUNDS
    near.train(vectors)
    near.add(vectors)
    near.nprobe = _PROBED
    near.make_direct_map()  # vectors are also read by their numbers
    return near


def read_rows(folder: Path, rows: Sequence[Row], metric: Metric) -> RowIndex:
    """Read what ``write_rows`` wrote for the same rows; ValueError where they are others."""
    faiss.omp_set_num_threads(1)  # threads of OpenMP hang after a fork, and one question needs none
    stored = json.loads((folder / _ROWS).read_text(encoding="utf-8"))
    with np.load(folder / _ARRAYS, allow_pickle=False) as arrays:
        stored.update({name: arrays[name] for name in arrays.files})
    near = faiss.read_index(str(folder / _VECTORS))
    words = [Lexical.load(folder / name) for name in (_ASKS, _ANSWERS)]
    return RowIndex(rows, stored, near, words, metric)


def _second(cosines: Floats, owner: Ints, asking: NDArray[np.bool_], rows: int) -> Floats:
    """The second best cosine of each row among its texts that ask, float32 (rows,); the best where it has one."""
    found = np.zeros(rows, dtype=np.float32)
    order = np.lexsort((-cosines, owner))
    order = order[asking[order]]
    first = np.searchsorted(owner[order], np.arange(rows), side="left")
    after = np.searchsorted(owner[order], np.arange(rows), side="right")
    some = after > first
    found[some] = cosines[order][np.minimum(first + 1, after - 1)[some]]
    return found


def row_vectors(folder: Path) -> dict[str, Vectors]:
    """Text hash → vector of every text of the rows, as far as eight bits a number keep it; empty without rows."""
    if not (folder / _ROWS).exists():
        return {}
    names = json.loads((folder / _ROWS).read_text(encoding="utf-8"))["texts"]
    return dict(zip(names, encoded(folder), strict=True))


def encoded(folder: Path) -> Vectors:
    """The vectors of all texts of the rows as the embedding model made them, float32 (n, d)."""
    near = faiss.read_index(str(folder / _ENCODED))
    vectors: Vectors = near.reconstruct_n(0, near.ntotal)
    return vectors
