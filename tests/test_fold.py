"""Which characters meet when texts are compared, and which never do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.fold import classes, fold, fold_with_offsets

MEET = (
    "獲获 餘余 荅答 鄕鄉 鄉乡 郷鄉 賔賓 賓宾 衆眾 眾众 筭算 辯徧 徧遍 辯辩 壹一 𧰼象 𨕖選 選选 𩔖類 類类 說挩 説说 絶絕"
)
MEET += " 餘馀 埽扫 圜圆 𤣥玄 闗關 𨽻隸 矦侯 閒間 眡視"
MEET += " 觶觯 後后 乾干 爲為 為为 㫖旨 郤却 卻却 于於 旣既 吿告 虚虛 乗乘"
MEET += " 昵暱 着著 檐簷 锺鍾"
MEET += " 鼔鼓 靣面 冪幂 内內 宫宮 户戶 戸戶 髤髹 决決 刋刊 豐丰"
APART = "某私 三參 余予 己已 士土 未末 主王 東束 辨辯 弁辯 大太 奠尊 酢酬 左右 面南 人入 日曰 侯候 茅芧"


@pytest.mark.parametrize("pair", MEET.split())
def test_forms_of_one_character_meet(pair: str) -> None:
    assert fold(pair[0]) == fold(pair[1])


@pytest.mark.parametrize("pair", APART.split())
def test_different_words_never_meet(pair: str) -> None:
    assert fold(pair[0]) != fold(pair[1])


def test_classes_are_closed() -> None:
    table = classes()
    assert all(table[representative] == representative for representative in table.values())


def test_only_han_is_left() -> None:
    assert fold("主人:「荅拜,興。」 (12)ABC〇■●") == fold("主人荅拜興")


def test_the_way_back_names_stored_characters() -> None:
    folded = fold_with_offsets("「荅拜」,興。")
    assert folded.text == fold("答拜兴")
    assert folded.offsets == (1, 2, 5)
    assert folded.stored_span(1, 3) == (2, 6)


def test_characters_outside_the_basic_plane_survive() -> None:
    assert len(fold("𨕖𩔖𧃊")) == 3


@given(st.text(max_size=40))
@settings(derandomize=True)
def test_folding_is_idempotent_and_keeps_the_way_back(text: str) -> None:
    folded = fold_with_offsets(text)
    assert fold(folded.text) == folded.text == fold(text)
    assert len(folded.offsets) == len(folded.text)
    assert all(0 <= at < len(text) for at in folded.offsets)
