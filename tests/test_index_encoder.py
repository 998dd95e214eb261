import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from index import onnx_backend, torch_backend
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


def test_the_built_in_model_is_computed_as_a_graph_that_is_made_once(encoder: Encoder, home: Path) -> None:
    assert encoder.backend == "onnx"
    graph = home / "models" / f"{encoder.name}-onnx"
    made = graph.stat().st_mtime_ns
    assert open_encoder("", home).backend == "onnx" and graph.stat().st_mtime_ns == made
    code = "import sys; from pathlib import Path; from index.encoder import open_encoder; "
    code += "open_encoder('', Path(sys.argv[1])); print(sorted({'torch', 'transformers'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code, str(home)], check=True, capture_output=True, text=True).stdout
    assert said == "[]\n", "neither is needed to answer"


def test_the_graph_gives_the_vectors_of_the_model(encoder: Encoder, home: Path) -> None:
    by_torch = open_encoder("", home, "torch")
    assert (by_torch.backend, by_torch.fingerprint) == ("torch", encoder.fingerprint)
    texts = [text for text in TEXTS if text]
    for name in ("encode_queries", "encode_passages"):
        agreement = (getattr(encoder, name)(texts) * getattr(by_torch, name)(texts)).sum(axis=1)
        assert agreement.min() > onnx_backend.AGREEMENT


def test_a_damaged_graph_is_made_anew(encoder: Encoder, home: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    shutil.copytree(home / "models" / f"{encoder.name}-onnx", graph)
    assert onnx_backend.stands(graph, encoder.fingerprint)
    assert not onnx_backend.stands(graph, "another model")
    weights = bytearray((graph / "model.onnx").read_bytes())
    weights[len(weights) // 2] ^= 1
    (graph / "model.onnx").write_bytes(weights)
    assert not onnx_backend.stands(graph, encoder.fingerprint)
    (graph / onnx_backend.CARD).write_text("[]", encoding="utf-8")
    assert not onnx_backend.stands(graph, encoder.fingerprint)


def test_without_a_graph_torch_computes_unless_the_graph_was_asked_for(
    encoder: Encoder, home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise ModelUnavailable("graph", "no exporter")

    monkeypatch.setattr("index.encoder.stands", lambda *_: False)
    monkeypatch.setattr("index.encoder.make_graph", refuse)
    assert open_encoder("", home).backend == "torch"
    assert "no exporter" in caplog.text
    with pytest.raises(ModelUnavailable, match="no exporter"):
        open_encoder("", home, "onnx")


def test_any_model_can_be_made_a_graph(home: Path, encoder: Encoder, tmp_path: Path) -> None:
    from transformers import BertConfig, BertModel

    source = home / "models" / encoder.name
    small = tmp_path / "small"
    shutil.copytree(source, small)
    config = BertConfig.from_pretrained(source, num_hidden_layers=1, hidden_size=48, num_attention_heads=4)
    BertModel(config).save_pretrained(small)
    pooling = small / "1_Pooling" / "config.json"
    pooling.write_text(pooling.read_text(encoding="utf-8").replace("384", "48"), encoding="utf-8")
    graph = open_encoder(str(small), tmp_path, "onnx")
    assert (graph.backend, graph.dimension) == ("onnx", 48)
    plain = open_encoder(str(small), tmp_path)
    assert plain.backend == "torch", "what others made is computed as they made it, unless it is asked for"
    texts = [text for text in TEXTS if text]
    assert (graph.encode_passages(texts) * plain.encode_passages(texts)).sum(axis=1).min() > 0.98


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
    monkeypatch.setattr(torch_backend, "_hub_answers", lambda: False)
    with pytest.raises(ModelUnavailable, match="needs a network"):
        open_encoder("nobody/no-such-model", tmp_path)


def test_between_one_and_eight_processors() -> None:
    assert 1 <= processors() <= 8
