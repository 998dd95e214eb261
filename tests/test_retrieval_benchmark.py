"""The measuring itself: English sets, the page that keeps the figures, models of every kind."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.retrieval.english import manuals, renderings
from benchmarks.retrieval.tables import BEGIN, END, record
from corpus.library import load
from index.encoder import open_encoder
from index.training.static import principal, weight_of


def test_english_questions_are_asked_of_the_renderings_of_what_answers_them() -> None:
    library = load()
    unit = next(unit for unit in library.units if unit.ref in library.rites.renderings)
    row = {"lang": "en", "question": "Who?", "gold": [{"span": unit.text}]}
    asked = renderings(library, [row, {**row, "lang": "zh-Hant"}])
    assert asked.questions == ["Who?"]
    assert library.rites.renderings[unit.ref].en in {asked.texts[at] for at in asked.relevant[0]}


def test_manuals_are_the_same_every_time_and_each_answers_its_own_first_line() -> None:
    asked = manuals(20)
    assert asked == manuals(20)
    assert [min(right) for right in asked.relevant] == list(range(20))
    assert all(text.isprintable() for text in asked.questions)


def test_figures_go_between_their_comments(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    record("new\n", page)
    text = page.read_text(encoding="utf-8")
    assert "new" in text and "old" not in text
    assert text.startswith("before\n") and text.endswith("after\n")
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="lacks the comments"):
        record("new\n", page)


def test_vectors_of_fewer_numbers_keep_the_directions_that_differ_most() -> None:
    lot = np.random.default_rng(0)
    vectors = np.float32(lot.normal(size=(50, 4)) * [9, 1, 5, 0.1] + 3)
    found = principal(vectors, 2)
    assert found.shape == (50, 2)
    assert abs(np.corrcoef(found[:, 0], vectors[:, 0])[0, 1]) > 0.99
    assert abs(np.corrcoef(found[:, 1], vectors[:, 2])[0, 1]) > 0.95
    assert weight_of(np.array([0.0, 1e-4, np.inf])).tolist() == [1.0, 0.5, 0.0]


def test_a_static_model_can_be_opened(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models

    told = Tokenizer(models.Unigram([("<unk>", 0.0), ("賓", -1.0), ("主", -2.0)], unk_id=0, byte_fallback=False))
    rows = np.eye(3, dtype=np.float32)
    SentenceTransformer(modules=[StaticEmbedding(told, embedding_weights=rows)], device="cpu").save_pretrained(
        str(tmp_path / "static")
    )
    encoder = open_encoder(str(tmp_path / "static"), tmp_path)
    assert np.allclose(encoder.encode_queries(["賓", "賓主"]), [[0, 1, 0], [0, 0.5**0.5, 0.5**0.5]])
