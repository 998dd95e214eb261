"""Which characters of a witness belong to which clause."""

from itertools import groupby

import pytest

from corpus import canon as canons
from corpus.align import owners, places
from corpus.canon import Canon, Clause
from corpus.fold import fold
from corpus.model import Layer


def clauses(*texts: str) -> list[Clause]:
    return [Clause(5, 1, str(number), text, Layer.JING) for number, text in enumerate(texts, 1)]


def cut(found: list[str | None], text: str) -> dict[str | None, str]:
    at = 0
    parts: dict[str | None, str] = {}
    for ref, run in groupby(found):
        size = len(list(run))
        parts[ref] = text[at : at + size]
        at += size
    return parts


@pytest.fixture(scope="module")
def canon() -> Canon:
    return canons.load()


def test_a_missing_character_is_placed_where_it_would_stand() -> None:
    assert places("主人再拜賓", "主人拜賓") == [(0, True), (1, True), (2, False), (2, True), (3, True)]


def test_script_and_punctuation_do_not_matter() -> None:
    text = "宾礼辞,许。主人再拜"
    assert cut(owners(clauses("賓禮辭，許。", "主人再拜。"), text), text) == {
        "5.1.1": "宾礼辞,许。",
        "5.1.2": "主人再拜",
    }


def test_a_quotation_mark_goes_with_the_words_it_opens() -> None:
    text = "命曰:「取矢。」乃退"
    found = cut(owners(clauses("命曰：", "「取矢。」", "乃退。"), text), text)
    assert found == {"5.1.1": "命曰:", "5.1.2": "「取矢。」", "5.1.3": "乃退"}


def test_a_variant_at_the_start_of_a_clause_stays_in_it() -> None:
    text = "橫而拳之南面坐而奠之"
    found = cut(owners(clauses("橫而", "奉之，南面坐而奠之。"), text), text)
    assert found == {"5.1.1": "橫而", "5.1.2": "拳之南面坐而奠之"}


def test_a_clause_the_witness_lacks_is_a_lacuna(canon: Canon) -> None:
    chapter = canon.chapters[5].clauses
    kept = [c for c in chapter if c.phase not in (7, 8)]
    text = "".join(c.text for c in kept)
    assert cut(owners(chapter, text), text) == {c.ref: c.text for c in kept}


def test_a_fragment_from_the_middle_finds_its_place(canon: Canon) -> None:
    chapter = canon.chapters[4].clauses
    kept = [c for c in chapter if c.phase in (6, 7)]
    text = fold("".join(c.text for c in kept))
    assert cut(owners(chapter, text), text) == {c.ref: fold(c.text) for c in kept}


def test_text_of_another_rite_has_no_clause() -> None:
    assert set(owners(clauses("主人戒賓，賓出迎，再拜。"), "天命之謂性率性之謂道")) == {None}
