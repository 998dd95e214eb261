from pathlib import Path

import numpy as np

from index.lexical import Lexical
from index.tokens import tokens

DOCUMENTS = [tokens(text) for text in ("司射適堂西", "主人洗", "", "司馬適堂西,司馬")]


def test_the_document_with_the_words_scores() -> None:
    lexical = Lexical.build(DOCUMENTS)
    scores = lexical.scores(tokens("司射"))
    assert scores.dtype == np.float32
    assert scores.argmax() == 0
    assert scores[3] > 0
    assert scores[1] == scores[2] == 0


def test_unknown_and_no_tokens_score_nowhere() -> None:
    lexical = Lexical.build(DOCUMENTS)
    assert not lexical.scores([]).any()
    assert not lexical.scores(["龜"]).any()


def test_saved_and_loaded_it_is_the_same_without_pickle(tmp_path: Path) -> None:
    lexical = Lexical.build(DOCUMENTS)
    lexical.save(tmp_path)
    assert {path.suffix for path in tmp_path.iterdir()} == {".npy", ".json"}
    query = tokens("司馬堂西")
    assert np.array_equal(Lexical.load(tmp_path).scores(query), lexical.scores(query))


def test_two_builds_write_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        Lexical.build(DOCUMENTS).save(tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
