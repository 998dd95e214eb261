from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from index import encoder as encoders
from index.encoder import Encoder, fingerprint, open_encoder, processors
from index.errors import ModelUnavailable
from tests.index_makings import status_of_child

pytest_plugins = ["tests.index_fixtures"]

TEXTS = ["設洗于阼階東南。", "主人戒賓,賓拜辱。" * 30, "", "The host washes the cup.", "司射"]


def test_vectors_are_float32_and_of_length_one(encoder: Encoder) -> None:
    for vectors in (encoder.encode_passages(TEXTS), encoder.encode_queries(TEXTS)):
        assert vectors.shape == (len(TEXTS), encoder.dimension) == (5, 384)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert encoder.encode_queries([]).shape == (0, 384)


def test_a_text_has_the_same_vector_in_any_company(encoder: Encoder) -> None:
    together = encoder.encode_passages(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert float(encoder.encode_passages([text])[0] @ vector) > 0.999


def test_questions_and_passages_are_told_apart(encoder: Encoder) -> None:
    text = "主人如何請賓？"
    assert float(encoder.encode_queries([text])[0] @ encoder.encode_passages([text])[0]) < 0.999


def test_meaning_is_found_across_languages(encoder: Encoder) -> None:
    queries = encoder.encode_queries(["How does the host wash his hands?", "他们什么时候射箭？", "誰站在東邊?"])
    passages = encoder.encode_passages(
        ["主人洗手的方法", "The time at which they shoot arrows", "The people standing in the east"]
    )
    assert (queries @ passages.T).argmax(axis=1).tolist() == [0, 1, 2]


def test_a_text_longer_than_the_model_reads_is_cut(encoder: Encoder) -> None:
    long = encoder.encode_passages(["設洗于阼階東南。" * 400, "設洗于阼階東南。" * 800])
    assert float(long[0] @ long[1]) > 0.999


def test_progress_counts_up_to_all(encoder: Encoder) -> None:
    seen: list[tuple[int, int]] = []
    encoder.encode_passages([f"第{n}" for n in range(150)], lambda done, total: seen.append((done, total)))
    assert [total for _, total in seen] == [150] * 10
    assert [done for done, _ in seen] == [*range(16, 150, 16), 150]


def test_threads_may_share_it(encoder: Encoder) -> None:
    expected = encoder.encode_queries(TEXTS)
    with ThreadPoolExecutor(8) as pool:
        for vectors in pool.map(lambda _: encoder.encode_queries(TEXTS), range(8)):
            assert np.allclose(vectors, expected, atol=1e-2)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_worker_can_encode(encoder: Encoder) -> None:
    encoder.encode_queries(["司射"])
    assert status_of_child(lambda: encoder.encode_queries(["主人如何請賓？"])) == 0


def test_a_folder_is_opened_like_any_model(encoder: Encoder, home: Path, tmp_path: Path) -> None:
    folder = home / "models" / encoder.name
    same = open_encoder(str(folder), tmp_path)
    assert (same.fingerprint, same.dimension) == (encoder.fingerprint, encoder.dimension)
    assert not list(tmp_path.iterdir())


def test_the_fingerprint_is_that_of_what_the_model_computes_with(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    first = fingerprint(tmp_path)
    (tmp_path / "README.md").write_text("about", encoding="utf-8")
    assert fingerprint(tmp_path) == first
    (tmp_path / "config.json").write_text("{ }", encoding="utf-8")
    assert fingerprint(tmp_path) != first


def test_a_folder_that_is_missing_or_no_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="no such folder"):
        open_encoder(str(tmp_path / "nothing"), tmp_path)
    with pytest.raises(ModelUnavailable, match=tmp_path.name):
        open_encoder(str(tmp_path), tmp_path)


def test_a_hub_name_without_a_network_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "_hub_answers", lambda: False)
    with pytest.raises(ModelUnavailable, match="needs a network"):
        open_encoder("nobody/no-such-model", tmp_path)


def test_between_one_and_eight_processors() -> None:
    assert 1 <= processors() <= 8
