"""The re-ranking: its graph computes what the trees do, its calibration rises, its features are those it was taught."""

import json

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from benchmarks.tuning.graphs import graph, of_booster, of_classifier
from service.ask.features import CONFIDENCE, NAMES
from service.ask.intent import BUCKETS, RITES, Intents, ngrams, rite_of
from service.ask.question import LEANS
from service.ask.reader import CALIBRATION, Calibration, Reranker


def test_a_graph_computes_what_the_trees_of_the_confidence_do() -> None:
    from onnxruntime import InferenceSession

    lot = np.random.default_rng(1)
    table = lot.normal(size=(600, 5)).astype(np.float32)
    model = HistGradientBoostingClassifier(max_iter=20, random_state=0).fit(table, table[:, 0] * table[:, 1] > 0)
    (raw,) = InferenceSession(graph(*of_classifier(model), 5)).run(None, {"features": table})
    assert np.allclose(raw[:, 0], model.decision_function(table), atol=1e-4)


def test_a_graph_computes_what_the_trees_of_the_ranking_do() -> None:
    try:
        import lightgbm
    except OSError as error:  # its wheel wants OpenMP of the system
        pytest.skip(f"LightGBM cannot be loaded: {error}")
    from onnxruntime import InferenceSession

    lot = np.random.default_rng(1)
    table = np.round(lot.normal(size=(600, 5)), 1).astype(np.float32)  # rounded, so that many lie on a threshold
    own = lightgbm.Dataset(table, (table[:, 0] * table[:, 1] > 0).astype(int), group=[20] * 30)
    model = lightgbm.train({"objective": "lambdarank", "verbose": -1, "min_data_in_leaf": 5}, own, 20)
    (raw,) = InferenceSession(graph(of_booster(model), 0.0, 5)).run(None, {"features": table})
    assert np.allclose(raw[:, 0], model.predict(table), atol=1e-4)


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
    intents = Intents.load()
    for found in (intents.of("How many cups are there?"), intents.rites("How many cups are there?")):
        assert found.sum() == pytest.approx(1, abs=1e-4) and (found >= 0).all()


def test_what_leans_on_the_turn_before_is_told_by_its_words() -> None:
    intents = Intents.load()
    leaning = ["on which side?", "by whom?", "the wife?", "放的時候朝哪"]
    alone = ["Where do the musicians of the drinking ceremony sit?", "What is the weather in Berlin?", "大射礼用几个侯"]
    assert min(map(intents.leans, leaning)) > LEANS > max(map(intents.leans, alone))


def test_the_rite_is_told_where_it_is_not_named() -> None:
    intents = Intents.load()
    assert RITES[int(intents.rites("What does the impersonator do with the millet?").argmax())] == 15
    assert rite_of((7,)) == 2 and rite_of((5, 7)) == len(RITES)
