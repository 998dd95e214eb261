"""What the model learns from: never the evaluation, never the books held out, negatives from the same kind of text."""

import lzma
from pathlib import Path

import numpy as np
import pytest

from corpus.library import load
from index.training.characters import lacking
from index.training.export import kept
from index.training.pairs import HELD_OUT, Pair, aligned_groups, own_groups, read_alignment
from index.training.train import Group, parts_by_length, scaled

LINES = [
    "论语\t学而时习之，不亦说乎？\t学习并且时常温习，不也很愉快吗？",
    "礼记\t毋不敬，俨若思。\t凡事都不要不恭敬，态度要端庄。",
    "论语\t短\t这一行的一边太短了",
    "不成行",
]


@pytest.fixture
def aligned(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv.xz"
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(LINES))
    return path


def test_books_held_out_never_teach(aligned: Path) -> None:
    assert [group.name for group in aligned_groups(aligned, 10, 0)] == ["论语"]
    assert [book for book, _ in read_alignment(aligned, HELD_OUT.__contains__)] == ["礼记"]


def test_pairs_of_the_corpus_are_grouped_by_chapter_and_kind() -> None:
    groups = {group.name: group.pairs for group in own_groups(load(), 1)}
    kinds = ("questions", "renderings", "comments")
    assert set(groups) == {f"{chapter}-{kind}" for chapter in (4, 5, 7, 15) for kind in kinds}
    assert all(pair.query and pair.passage for pairs in groups.values() for pair in pairs)
    texts = {unit.text for unit in load().units if unit.chapter == 5}
    assert all(pair.passage in texts for pair in groups["5-comments"])


def test_the_same_seed_draws_the_same_pairs() -> None:
    assert own_groups(load(), 7) == own_groups(load(), 7)
    assert own_groups(load(), 7) != own_groups(load(), 8)


def test_groups_are_scaled_in_proportion_and_cut_by_length() -> None:
    import random

    pairs = tuple(Pair("字" * n, "字" * (2000 - n)) for n in range(1, 1000))
    found = scaled([Group("a", pairs)], 1500, random.Random(0))
    assert sum(len(group.pairs) for group in found) == 1500
    longest = [max(len(pair.passage) for pair in group.pairs) for group in found]
    assert longest == sorted(longest)
    assert len(parts_by_length(Group("b", pairs[:100]))) == 1


def test_characters_without_a_piece_join_all_of_ours_and_the_common_ones_of_others() -> None:
    assert lacking(frozenset("賓"), ["賓觶a"], ["甒甒", "俎"], 2) == ("甒", "觶")


def test_a_smaller_model_keeps_layers_evenly_and_the_last() -> None:
    assert kept(12) == tuple(range(12))
    assert kept(6) == (1, 3, 5, 7, 9, 11)
    assert kept(4)[-1] == 11


def test_a_checkpoint_becomes_an_adapter(tmp_path: Path) -> None:
    import json

    from safetensors.numpy import save_file
    from tokenizers import Tokenizer, models

    from index.training.export import read_checkpoint

    stem = "base_model.model.encoder.layer.3.attention.self.query"
    rows = "base_model.model.embeddings.word_embeddings.token_adapter.trainable_tokens_delta"
    save_file(
        {
            f"{stem}.lora_A.weight": np.ones((2, 4), np.float32),
            f"{stem}.lora_B.weight": np.ones((4, 2), np.float32),
            rows: np.ones((1, 4), np.float32),
        },
        tmp_path / "adapter_model.safetensors",
    )
    (tmp_path / "adapter_config.json").write_text(json.dumps({"r": 2, "lora_alpha": 4}), encoding="utf-8")
    Tokenizer(models.Unigram([("<unk>", 0.0), ("觶", -9.0)], unk_id=0, byte_fallback=False)).save(
        str(tmp_path / "tokenizer.json")
    )
    found = read_checkpoint(tmp_path, 12)
    assert found.characters == "觶"
    assert np.array_equal(found.change(3, "attention.self.query"), np.full((4, 4), 4.0))
