from corpus.fold import fold
from index.tokens import tokens


def test_characters_and_pairs_run_across_punctuation() -> None:
    assert tokens("設洗,于阼。") == [*fold("設洗于阼"), *map(fold, ("設洗", "洗于", "于阼"))]


def test_all_forms_of_a_character_meet() -> None:
    assert tokens("答拜賓") == tokens("荅拜賔") == tokens("答拜宾")


def test_latin_words_are_kept_plain_and_by_their_stems() -> None:
    assert tokens("Xiāngshè lǐ: Arrows, 射 the CUP") == ["射", "xiangsh", "li", "arrow", "cup"]
    assert tokens("glass") == ["glass"]
    assert tokens("bows bowing bowed") == ["bow"] * 3


def test_nothing_gives_nothing() -> None:
    assert tokens("") == tokens("、。… 12") == []
