"""The re-ranking: its graph computes what the trees do, its calibration rises, its features are those it was taught."""

import json

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from service.ask.features import CONFIDENCE, NAMES
from service.ask.intent import BUCKETS, Intents, ngrams
from service.ask.reader import CALIBRATION, Calibration, Reranker, write_graph


def test_a_graph_computes_what_the_trees_do() -> None:
    from onnxruntime import InferenceSession

    lot = np.random.default_rng(1)
    table = lot.normal(size=(600, 5)).astype(np.float32)
    model = HistGradientBoostingClassifier(max_iter=20, random_state=0).fit(table, table[:, 0] * table[:, 1] > 0)
    trees = [own[0].nodes for own in model._predictors]
    graph = write_graph(trees, float(np.ravel(model._baseline_prediction)[0]), 5)
    (raw,) = InferenceSession(graph).run(None, {"features": table})
    assert np.allclose(raw[:, 0], model.decision_function(table), atol=1e-4)


def test_the_shipped_model_fits_the_features_and_ranks() -> None:
    reranker = Reranker.load()
    scores = reranker.scores(np.zeros((3, len(NAMES)), dtype=np.float32))
    assert scores.shape == (3,) and np.isfinite(scores).all()
    assert reranker.scores(np.zeros((0, len(NAMES)), dtype=np.float32)).shape == (0,)


def test_a_model_of_other_features_is_refused(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / CALIBRATION.name).write_text(json.dumps({"features": ["other"], "at": [0], "is": [0]}), encoding="utf-8")
    with pytest.raises(ValueError, match="other features"):
        Reranker.load(folder)


def test_calibration_is_monotone() -> None:
    calibration = Reranker.load().calibration
    values = [calibration.of(x / 50) for x in range(51)]
    assert values == sorted(values) and 0 <= values[0] <= values[-1] <= 1
    assert Calibration((0.0, 1.0), (0.2, 0.8)).of(0.5) == pytest.approx(0.5)


def test_features_have_names_of_their_own() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert len(CONFIDENCE) == len(NAMES) + 3


def test_ngrams_fold_scripts_together() -> None:
    assert ngrams("誰當司馬") == ngrams("谁当司马")
    assert all(0 <= bucket < BUCKETS for bucket in ngrams("Who becomes marshal?"))


def test_intents_are_probabilities() -> None:
    found = Intents.load().of("How many cups are there?")
    assert found.sum() == pytest.approx(1, abs=1e-4) and (found >= 0).all()
