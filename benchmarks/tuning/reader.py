"""Train the classifier of types and the re-ranking: ``python -m benchmarks.tuning.reader``.

Learns from questions in people's words and conversations, with the rows that answer them, and questions that nothing
answers (:mod:`benchmarks.tuning.samples`). Phases are the folds: what is measured, and what the probabilities are
calibrated on, was never trained on. Nothing of the public sets is used.

Writes index/metric.npz and, in service/ask, intent.npz, ranker.onnx, right.onnx, within.onnx and calibration.json;
prints the figures of docs/answers.md. Run ``wenli build`` before it, and once more after it.
"""

from __future__ import annotations

import argparse
import json
import pickle  # what this command itself has written
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.isotonic import IsotonicRegression

from benchmarks.tuning.graphs import graph, of_booster, of_classifier
from benchmarks.tuning.intents import train_intents
from benchmarks.tuning.samples import FOLDS, WEIGHT, Bench, Sample
from corpus.answers.book import Book
from corpus.answers.talks import VOICES
from index.metric import PATH as METRIC
from service.ask.features import CONFIDENCE, NAMES, confidence
from service.ask.intent import PATH
from service.ask.reader import CALIBRATION, RANKER, RIGHT, WITHIN, Reranker

Floats = NDArray[np.float32]
OUTSIDE = 2.5
"""Weight, for the confidence, of questions that nothing answers."""
TREES = 300
RANKING = {
    "objective": "lambdarank",
    "lambdarank_truncation_level": 10,
    "learning_rate": 0.06,
    "num_leaves": 24,
    "min_data_in_leaf": 40,
    "lambda_l2": 1.0,
    "feature_fraction": 0.7,
    "max_bin": 127,
    "deterministic": True,
    "verbose": -1,
}
"""Ranking pairs of candidates brought the right row to the first place for 61.4 questions of 100, in people's words and
on phases kept aside, judging each candidate by itself for 59.6; for 60.3 and 57.1 of later turns."""


def fit(samples: Sequence[Sample], seed: int) -> lightgbm.Booster:
    """The ranking: trees that put the rows which answer before the other candidates of the same question
    (LambdaMART), over the questions that something answers."""
    own = [s for s in samples if (s.right == 1).any() and s.kind != "inside" and not s.aside]
    known = [s.right >= 0 for s in own]
    features = np.concatenate([s.features[kept] for s, kept in zip(own, known, strict=True)])
    right = np.concatenate([s.right[kept] for s, kept in zip(own, known, strict=True)])
    groups = [int(kept.sum()) for kept in known]
    weight = np.repeat([WEIGHT if s.blind else 1.0 for s in own], groups)
    told = lightgbm.Dataset(features, right, weight=weight, group=groups)
    return lightgbm.train({**RANKING, "seed": seed}, told, TREES)


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


@dataclass(frozen=True)
class Aside:
    """What was found for each question by models that had not seen its phase: the features of confidence of the first
    candidate, float32 (n, len(CONFIDENCE)); whether it is right (1), near (-1) or not (0); its id; the probabilities
    that the texts answer, and that the first candidate does."""

    firsts: Floats
    outcome: NDArray[np.int8]
    first: tuple[str, ...]
    within: Floats
    right: Floats


def kept_aside(samples: Sequence[Sample], book: Book, seed: int) -> Aside:
    """Train on all folds but one, and look at that one, for each."""
    folds = np.array([s.fold for s in samples])
    none = nothing(samples)
    firsts = np.zeros((len(samples), len(CONFIDENCE)), dtype=np.float32)
    outcome, ids = np.zeros(len(samples), dtype=np.int8), [""] * len(samples)
    for fold in range(FOLDS):
        model = fit([s for s in samples if s.fold != fold], seed)
        for at in np.flatnonzero(folds == fold).tolist():
            sample = samples[at]
            scores = np.asarray(model.predict(sample.features), dtype=np.float32)
            best = int(scores.argmax())
            firsts[at] = confidence(sample.features, scores, [book.rows[id] for id in sample.rows])[0]
            outcome[at], ids[at] = sample.right[best], sample.rows[best]
        print(f"fold {fold} looked at", flush=True)
    within, right = np.zeros(len(samples), dtype=np.float32), np.zeros(len(samples), dtype=np.float32)
    weight = weights(samples)
    for fold in range(FOLDS):
        aside = folds == fold
        some = ~aside & (weight > 0)
        model = fit_confidence(firsts[some], ~none[some], np.where(none, OUTSIDE * weight, weight)[some], seed)
        within[aside] = model.predict_proba(firsts[aside])[:, 1]
        some &= ~none
        model = fit_confidence(firsts[some], outcome[some] != 0, weight[some], seed)
        right[aside] = model.predict_proba(firsts[aside])[:, 1]
    return Aside(firsts, outcome, tuple(ids), within, right)


def nothing(samples: Sequence[Sample]) -> NDArray[np.bool_]:
    """Which questions nothing answers, bool (n,)."""
    return np.array([s.kind.startswith("none") for s in samples])


def weights(samples: Sequence[Sample]) -> Floats:
    """How much each question counts for the confidence, float32 (n,): not at all where it is kept aside for good."""
    return np.array([0.0 if s.aside else WEIGHT if s.blind else 1.0 for s in samples], dtype=np.float32)


def calibrated(raw: Floats, truth: NDArray[np.bool_], weight: Floats) -> IsotonicRegression:
    """The monotone map from raw scores to probabilities."""
    return IsotonicRegression(y_min=0.001, y_max=0.999, out_of_bounds="clip").fit(raw, truth, sample_weight=weight)


def report(samples: Sequence[Sample], aside: Aside, probability: Floats) -> dict[str, Any]:
    """First places right by kind and language, expected calibration error, the curve of risk and coverage, and what
    each threshold of the probability that the texts answer declines."""
    kinds = np.array([s.kind for s in samples])
    languages = np.array([s.lang for s in samples])
    none = nothing(samples)
    people = np.isin(kinds, VOICES)
    groups = {"all": ~none & (kinds != "inside"), "people": people}
    groups |= {lang: people & (languages == lang) for lang in ("en", "zh-Hans", "zh-Hant")}
    groups |= {kind: kinds == kind for kind in (*VOICES, "known", "part", "opening", "turn", "changed", "inside")}
    blind, never = (np.array([getattr(s, name) for s in samples]) for name in ("blind", "aside"))
    groups |= {f"blind {kind}": blind & (kinds == kind) for kind in (*VOICES, "part", "turn")} | {
        "blind": blind & people
    }
    groups |= {"aside turns": never & (kinds == "turn")}
    held = np.array([bool((s.right == 1).any()) for s in samples])
    figures: dict[str, Any] = {
        name: {
            "n": int(own.sum()),
            "first": round(float((aside.outcome[own] == 1).mean()), 3),
            "first_or_near": round(float((aside.outcome[own] != 0).mean()), 3),
            "among": round(float(held[own].mean()), 3),
        }
        for name, own in groups.items()
        if own.any()
    }
    truth = aside.outcome != 0
    bins = np.clip((probability * 10).astype(int), 0, 9)
    inside = [bins == n for n in range(10) if (bins == n).any()]
    figures["diagram"] = [
        (int(own.sum()), round(float(probability[own].mean()), 3), round(float(truth[own].mean()), 3)) for own in inside
    ]
    error = sum(own.mean() * abs(float(probability[own].mean()) - float(truth[own].mean())) for own in inside)
    figures["expected_calibration_error"] = round(float(error), 4)
    figures["curve"] = [
        {
            "threshold": round(float(t), 2),
            "answered": round(float((probability[~none] >= t).mean()), 3),
            "right_of_answered": round(float(truth[(probability >= t) & ~none].mean()), 3),
            "declined": round(float((probability[none] < t).mean()), 3),
        }
        for t in np.arange(0.1, 1.0, 0.1)
        if ((probability >= t) & ~none).any()
    ]
    figures["within"] = [
        {
            "threshold": round(float(t), 2),
            "declined": round(float((aside.within[none] < t).mean()), 3),
            **{name: round(float((aside.within[own] >= t).mean()), 3) for name, own in groups.items() if own.any()},
        }
        for t in np.arange(0.1, 1.0, 0.1)
    ]
    return figures


def write(samples: Sequence[Sample], aside: Aside, isotonic: IsotonicRegression, seed: int) -> None:
    """Train on everything and write the models that ship."""
    none = nothing(samples)
    RANKER.write_bytes(graph(of_booster(fit(samples, seed)), 0.0, len(NAMES)))
    weight = weights(samples)
    some = weight > 0
    within = fit_confidence(aside.firsts[some], ~none[some], np.where(none, OUTSIDE * weight, weight)[some], seed)
    WITHIN.write_bytes(graph(*of_classifier(within), len(CONFIDENCE)))
    some &= ~none
    right = fit_confidence(aside.firsts[some], aside.outcome[some] != 0, weight[some], seed)
    RIGHT.write_bytes(graph(*of_classifier(right), len(CONFIDENCE)))
    stored = {
        "features": list(NAMES),
        "at": [round(float(x), 5) for x in isotonic.X_thresholds_],
        "is": [round(float(y), 5) for y in isotonic.y_thresholds_],
    }
    CALIBRATION.write_text(json.dumps(stored) + "\n", encoding="utf-8")
    Reranker.load()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning.reader", description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--figures", type=Path, help="write the figures there, as JSON")
    parser.add_argument("--samples", type=Path, help="keep the samples there, or take those that are there")
    parser.add_argument("--dry", action="store_true", help="measure only, write no models")
    options = parser.parse_args()
    started = time.perf_counter()
    bench = Bench(options.seed)
    if options.samples and options.samples.exists():
        samples = [Sample(**one) for one in pickle.loads(options.samples.read_bytes())]
    else:
        samples = []
        for sample in bench.samples():
            samples.append(sample)
            if len(samples) % 500 == 0:
                print(f"{len(samples)} questions, {time.perf_counter() - started:.0f} s", flush=True)
        if options.samples:
            options.samples.write_bytes(pickle.dumps([vars(s) for s in samples]))
    samples = [s for s in samples if len(s.rows)]
    aside = kept_aside(samples, bench.book, options.seed)
    raw, truth = aside.within * aside.right, aside.outcome != 0
    folds, weight = np.array([s.fold for s in samples]), weights(samples)
    probability = np.zeros(len(samples), dtype=np.float32)
    for fold in range(FOLDS):
        some = folds != fold
        probability[~some] = calibrated(raw[some], truth[some], weight[some]).predict(raw[~some])
    isotonic = calibrated(raw, truth, weight)
    figures = report(samples, aside, probability)
    print(json.dumps(figures))
    if options.figures:
        options.figures.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if not options.dry:
        write(samples, aside, isotonic, options.seed)
        train_intents(bench.typed(), bench.turns()).save(PATH)
        bench.metric(None).save()
        size = sum(path.stat().st_size for path in (RANKER, RIGHT, WITHIN, PATH, METRIC))
        print(f"{size:,} bytes", flush=True)
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
