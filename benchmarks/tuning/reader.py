"""Train the classifier of types and the re-ranking on the book of answers: ``python -m benchmarks.tuning.reader``.

Every written row is asked for by its own wordings, each with itself and some of the others left out of account, so that
the model learns to recognise what was not written down; questions that nothing answers and conversations come from
``corpus/answers``. Phases are the folds: what is measured, and what the probabilities are calibrated on, was never
trained on. Nothing of the public sets is used.

Writes index/metric.npz and, in service/ask, intent.npz, ranker.onnx, right.onnx, within.onnx and calibration.json;
prints the figures of docs/answers.md. Run ``wenli build`` before it, and once more after it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import SGDClassifier

from benchmarks.tuning.sets import written
from corpus.answers.book import TYPES, Book, Row
from corpus.answers.talks import Turn as Told
from corpus.answers.talks import dialogues, unanswered
from corpus.rites.parallels import phase_of
from index.encoder import open_encoder
from index.manifest import current
from index.metric import PATH as METRIC
from index.metric import Metric
from index.rows import encoded, quantized, texts_of
from index.search import Index
from index.training.metric import train as train_metric
from service.aid import simplified
from service.ask.candidates import Finder
from service.ask.features import CONFIDENCE, NAMES, confidence
from service.ask.intent import BUCKETS, PATH, Intents, ngrams
from service.ask.passages import Retriever
from service.ask.question import Understanding
from service.ask.reader import CALIBRATION, RANKER, RIGHT, WITHIN, Reranker, write_graph
from service.ask.values import Ask, Turn
from service.settings import Settings
from service.wenli import open_parts

Floats = NDArray[np.float32]
FOLDS = 5
FEW = 0.6
"""Chance that only one other wording in each language is left of the row that answers: people's words are farther from
a row than its wordings are from each other. One is always left, as every row has some."""
NATURAL, OUTSIDE = 4.0, 2.5
"""Weights, for the confidence, of questions that were not written as wordings of a row, and of those that nothing
answers."""
ASKED = 3
"""Wordings of a row that are asked, at most."""


@dataclass
class Sample:
    """One question with its candidates: ``right`` is 1 for the row that answers, 0 for others, -1 for rows so near to
    it that neither can be said. ``fold`` is the fold of its phase."""

    fold: int
    lang: str
    kind: str
    features: Floats
    right: NDArray[np.int8]
    rows: tuple[str, ...]


def fold_of(row: Row, seed: int) -> int:
    """The fold of the phase a row's first evidence stands in."""
    return random.Random(f"{seed}{phase_of(row.evidence[0].ref.split('#')[0])}").randrange(FOLDS)


def train_intents(asks: Sequence[tuple[str, str]]) -> Intents:
    """A logistic regression of types over hashed n-grams, each text scaled to length one."""
    found = [ngrams(text) for text, _ in asks]
    data = np.concatenate([np.full(len(own), 1 / np.sqrt(max(len(own), 1)), dtype=np.float32) for own in found])
    starts = np.cumsum([0, *map(len, found)])
    table = csr_matrix(
        (data, np.concatenate([np.array(own, dtype=int) for own in found]), starts), (len(asks), BUCKETS)
    )
    labels = np.array([TYPES.index(kind) for _, kind in asks])
    model = SGDClassifier(loss="log_loss", alpha=3e-6, max_iter=12, tol=None, random_state=0).fit(table, labels)
    weights = np.zeros((BUCKETS, len(TYPES)), dtype=np.float32)
    bias = np.full(len(TYPES), -20.0, dtype=np.float32)
    weights[:, model.classes_] = model.coef_.T
    bias[model.classes_] = model.intercept_
    return Intents(weights, bias)


def wordings(row: Row, lot: random.Random) -> list[tuple[int, str]]:
    """Which wordings of a row are asked: numbers among its texts, and the words, some in simplified script."""
    texts = texts_of(row)
    asks = list(range(len(row.asks_zh) + len(row.asks_en)))
    lot.shuffle(asks)
    chosen = asks[:ASKED]
    return [
        (at, simplified(texts[at][1]) if at < len(row.asks_zh) and lot.random() < 0.6 else texts[at][1])
        for at in sorted(chosen)
    ]


class Bench:
    """Questions put to the first pass of retrieval, with features as in service."""

    def __init__(self, seed: int) -> None:
        settings = Settings.read(os.environ)
        encoder = open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
        self.library, self.index, self.terms = open_parts(settings, encoder)
        self.fingerprint = encoder.fingerprint
        self.version = current(settings.home / "index")
        self.book = self.library.book
        self.seed = seed
        self.retriever = Retriever(self.library, self.index)
        rows = [row for row in self.book.rows.values() if row.origin == "written"]
        self.rows = rows
        self.finders: dict[int, Finder] = {}
        self.understanding: dict[int, Understanding] = {}
        for fold in range(FOLDS):
            asks = [(t, r.type) for r in rows if fold_of(r, seed) != fold for t in (*r.asks_zh, *r.asks_en)]
            self.finders[fold] = Finder(self.book, self._index_without(fold))
            print(f"metric without fold {fold} learned", flush=True)
            self.understanding[fold] = Understanding(self.terms, self.library.commentators, train_intents(asks))

    def metric(self, without: int | None) -> tuple[Metric, Floats]:
        """The metric learned from the rows of all folds but one, and the vectors of all texts under it."""
        rows = self.index.rows
        assert rows is not None
        vectors = encoded(self.version)
        own = [rows.texts(rows.at[row.id]) for row in self.rows if fold_of(row, self.seed) != without]
        metric = train_metric(vectors, own, self.fingerprint, self.seed)
        return metric, metric.apply(vectors)

    def _index_without(self, fold: int) -> Index:
        metric, vectors = self.metric(fold)
        assert self.index.rows is not None
        other = copy(self.index)
        other.rows = self.index.rows.with_metric(quantized(vectors), metric)
        return other

    def samples(self, most: int) -> Iterator[Sample]:
        """Everything asked, in an order that chance gives."""
        lot = random.Random(self.seed)
        for row in lot.sample(self.rows, min(most, len(self.rows))):
            for at, text in wordings(row, lot):
                yield self._of_row(row, at, text, lot)
        for one in unanswered():
            yield self._asked(Ask(one.question), random.Random(one.question).randrange(FOLDS), None, f"none-{one.kind}")
        for example in written():
            yield self._inside(example["question"], example["ref"])
        for talk in dialogues():
            yield from self._of_dialogue(talk)

    def _of_row(self, row: Row, at: int, text: str, lot: random.Random) -> Sample:
        assert self.index.rows is not None
        numbers = self.index.rows.texts(self.index.rows.at[row.id])
        asks = numbers[: len(row.asks_zh) + len(row.asks_en)]
        others = [n for n in asks if n != numbers[at]]
        if lot.random() < FEW:
            chinese = [n for n in others if n < numbers[0] + len(row.asks_zh)]
            english = [n for n in others if n not in chinese]
            others = [n for own in (chinese, english) for n in lot.sample(own, min(1, len(own)))]
        without = set(asks) - set(others)
        return self._asked(Ask(text), fold_of(row, self.seed), row, "row", without)

    def _inside(self, text: str, ref: str) -> Sample:
        """A question of which only the passage is known that answers it: right is every row that rests on it."""
        sample = self._asked(Ask(text), random.Random(text).randrange(FOLDS), None, "inside")
        rests = [any(ref in (r, r.split("#")[0]) for r in self.book.rows[id].refs) for id in sample.rows]
        return replace(sample, right=np.where(rests, -1, 0).astype(np.int8))

    def _of_dialogue(self, talk: Sequence[Told]) -> Iterator[Sample]:
        first = next((turn.row for turn in talk if turn.row), "")
        fold = fold_of(self.book.rows[first], self.seed) if first in self.book.rows else 0
        history: tuple[Turn, ...] = ()
        for turn in talk:
            row = self.book.rows.get(turn.row)
            if row or not turn.row:
                kind = "none-turn" if row is None else "turn" if history else "opening"
                yield self._asked(Ask(turn.question, history=history), fold, row, kind)
            said = "".join(f"[{n}] {one.ref} " for n, one in enumerate(row.evidence, 1)) if row else "–"
            history += (Turn("user", turn.question), Turn("assistant", said))

    def _asked(
        self, ask: Ask, fold: int, row: Row | None, kind: str, without: frozenset[int] | set[int] = frozenset()
    ) -> Sample:
        question = self.understanding[fold].read(ask)
        hits = self.retriever.passages(question, ask.filters, ask.top_k)
        found = self.finders[fold].find(question, hits, without=without)
        right = np.array([_right(row, other) for other in found.rows], dtype=np.int8)
        return Sample(fold, question.lang, kind, found.features, right, tuple(r.id for r in found.rows))


def _right(row: Row | None, other: Row) -> int:
    if row is None:
        return 0
    if row.id == other.id:
        return 1
    alike = row.evidence[0].ref == other.evidence[0].ref and row.type == other.type
    return -1 if alike else 0


def fit(samples: Sequence[Sample], seed: int) -> HistGradientBoostingClassifier:
    """The ranking: trees over all candidates of the questions that something answers."""
    own = [s for s in samples if (s.right == 1).any() and s.kind != "inside"]
    features = np.concatenate([s.features for s in own])
    right = np.concatenate([s.right for s in own])
    known = right >= 0
    weight = np.where(right == 1, 8.0, 1.0)
    model = HistGradientBoostingClassifier(
        max_iter=250,
        learning_rate=0.06,
        max_leaf_nodes=24,
        min_samples_leaf=40,
        l2_regularization=1.0,
        random_state=seed,
    )
    return model.fit(features[known], right[known], sample_weight=weight[known])


def fit_confidence(
    first: Floats, right: NDArray[Any], weight: NDArray[Any], seed: int
) -> HistGradientBoostingClassifier:
    """A probability from the features of the first candidate: that it answers, or that the texts do at all."""
    model = HistGradientBoostingClassifier(
        max_iter=120,
        learning_rate=0.05,
        max_leaf_nodes=8,
        min_samples_leaf=60,
        l2_regularization=5.0,
        random_state=seed,
    )
    return model.fit(first, right, sample_weight=weight)


def predicted(model: HistGradientBoostingClassifier, samples: Sequence[Sample], book: Book) -> list[tuple[Floats, int]]:
    """For each question the features of confidence of the first candidate, and whether it is right (-1: near)."""
    found = []
    for sample in samples:
        scores = model.decision_function(sample.features).astype(np.float32)
        found.append(
            (confidence(sample.features, scores, _rows(book, sample))[0], int(sample.right[int(scores.argmax())]))
        )
    return found


def _groups(sample: Sample) -> set[str]:
    """The groups whose figures a question counts in."""
    answered = not sample.kind.startswith("none") and sample.kind != "inside"
    return {sample.kind, *({"all"} if answered else ()), *({sample.lang} if sample.kind == "row" else ())}


def _rows(book: Book, sample: Sample) -> list[Row]:
    return [book.rows[id] for id in sample.rows]


def report(
    samples: Sequence[Sample], scored: Sequence[tuple[float, int]], calibrated: Sequence[float]
) -> dict[str, Any]:
    """First places right by kind and language, expected calibration error, and the curve of risk and coverage."""
    figures: dict[str, Any] = {}
    for name in ("all", "row", "opening", "turn", "inside", "en", "zh-Hans", "zh-Hant"):
        own = [(s, r) for s, (_, r) in zip(samples, scored, strict=True) if name in _groups(s)]
        if own:
            held = [1 in s.right for s, _ in own]
            figures[name] = {
                "n": len(own),
                "first": round(float(np.mean([r == 1 for _, r in own])), 3),
                "first_or_near": round(float(np.mean([r != 0 for _, r in own])), 3),
                "among": round(float(np.mean(held)), 3),
            }
    truth = np.array([r != 0 for _, r in scored])
    probability = np.array(calibrated)
    bins = np.clip((probability * 10).astype(int), 0, 9)
    diagram, error = [], 0.0
    for n in range(10):
        inside = bins == n
        if inside.any():
            said, is_ = float(probability[inside].mean()), float(truth[inside].mean())
            diagram.append((n / 10, int(inside.sum()), round(said, 3), round(is_, 3)))
            error += inside.mean() * abs(said - is_)
    figures["diagram"] = diagram
    figures["expected_calibration_error"] = round(error, 4)
    none = np.array([s.kind.startswith("none") for s in samples])
    figures["curve"] = [
        {
            "threshold": round(float(t), 2),
            "answered": round(float((probability[~none] >= t).mean()), 3),
            "right_of_answered": round(float(truth[(probability >= t) & ~none].mean()), 3),
            "declined": round(float((probability[none] < t).mean()), 3) if none.any() else None,
        }
        for t in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
        if ((probability >= t) & ~none).any()
    ]
    return figures


def graph_of(model: HistGradientBoostingClassifier, width: int) -> bytes:
    """The trained trees as an ONNX graph."""
    return write_graph(
        [own[0].nodes for own in model._predictors], float(np.ravel(model._baseline_prediction)[0]), width
    )


def main() -> None:  # noqa: PLR0915 - one recipe, read from top to bottom
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning.reader", description=__doc__)
    parser.add_argument("--rows", type=int, default=4000, help="rows that are asked for, drawn by chance")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--figures", type=Path, help="write the figures there, as JSON")
    parser.add_argument("--keep", type=Path, help="keep the samples there, to try other models on")
    options = parser.parse_args()
    started = time.perf_counter()
    bench = Bench(options.seed)
    samples: list[Sample] = []
    for sample in bench.samples(options.rows):
        samples.append(sample)
        if len(samples) % 500 == 0:
            print(f"{len(samples)} questions, {time.perf_counter() - started:.0f} s", flush=True)
    if options.keep:
        import pickle

        options.keep.write_bytes(pickle.dumps([vars(s) for s in samples]))
    samples = [s for s in samples if len(s.rows)]
    folds = np.array([s.fold for s in samples])
    firsts = np.zeros((len(samples), len(CONFIDENCE)), dtype=np.float32)
    outcome = np.zeros(len(samples), dtype=np.int8)
    for fold in range(FOLDS):
        inside = np.flatnonzero(folds == fold)
        model = fit([s for s in samples if s.fold != fold], options.seed)
        for at, (first, is_right) in zip(
            inside, predicted(model, [samples[n] for n in inside], bench.book), strict=True
        ):
            firsts[at], outcome[at] = first, is_right
        print(f"fold {fold}: {len(inside)} questions, {time.perf_counter() - started:.0f} s", flush=True)
    truth = (outcome != 0).astype(np.float32)
    kinds = np.array([s.kind for s in samples])
    none = np.char.startswith(kinds, "none")
    trust = np.where(np.isin(kinds, ("inside", "opening", "turn")), NATURAL, 1.0)
    within, surely = np.zeros(len(samples)), np.zeros(len(samples))
    for fold in range(FOLDS):
        aside = folds == fold
        model = fit_confidence(firsts[~aside], ~none[~aside], np.where(none, OUTSIDE, trust)[~aside], options.seed)
        within[aside] = model.predict_proba(firsts[aside])[:, 1]
        some = ~aside & ~none
        model = fit_confidence(firsts[some], truth[some], trust[some], options.seed)
        surely[aside] = model.predict_proba(firsts[aside])[:, 1]
    raw = within * surely
    scored = [(float(r), int(o)) for r, o in zip(raw, outcome, strict=True)]
    isotonic = IsotonicRegression(y_min=0.001, y_max=0.999, out_of_bounds="clip").fit(raw, truth, sample_weight=trust)
    figures = report(samples, scored, isotonic.predict(raw).tolist())
    figures["within"] = [
        {
            "threshold": round(float(t), 2),
            "declined": round(float((within[none] < t).mean()), 3),
            **{
                k: round(float((within[kinds == k] >= t).mean()), 3)
                for k in ("row", "opening", "turn", "inside")
                if k in kinds
            },
        }
        for t in np.arange(0.1, 1.0, 0.1)
    ]
    print(json.dumps(figures))
    if options.keep:
        np.savez(
            options.keep.with_suffix(".npz"), firsts=firsts, outcome=outcome, kinds=kinds, within=within, right=surely
        )
    RANKER.write_bytes(graph_of(fit(samples, options.seed), len(NAMES)))
    every = np.where(none, OUTSIDE, trust)
    WITHIN.write_bytes(graph_of(fit_confidence(firsts, ~none, every, options.seed), len(CONFIDENCE)))
    sure = fit_confidence(firsts[~none], truth[~none], trust[~none], options.seed)
    RIGHT.write_bytes(graph_of(sure, len(CONFIDENCE)))
    stored = {
        "features": list(NAMES),
        "at": [round(float(x), 5) for x in isotonic.X_thresholds_],
        "is": [round(float(y), 5) for y in isotonic.y_thresholds_],
    }
    CALIBRATION.write_text(json.dumps(stored) + "\n", encoding="utf-8")
    shipped = Reranker.load()
    sure = shipped.confidence(samples[0].features, shipped.scores(samples[0].features), _rows(bench.book, samples[0]))
    print(f"the models can be read: {sure}")
    metric, _ = bench.metric(None)
    metric.save()
    train_intents([(t, r.type) for r in bench.rows for t in (*r.asks_zh, *r.asks_en)]).save(PATH)
    if options.figures:
        options.figures.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in (RANKER, RIGHT, WITHIN, PATH, METRIC))
    print(f"{size:,} bytes, {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
