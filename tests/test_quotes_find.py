"""Quotations in a running text, and the source that the words around them give."""

import pytest

from corpus.library import load
from corpus.quotes.find import Quoted, find
from corpus.quotes.judge import Judge
from corpus.quotes.marks import marked

JUDGE = Judge(load())


def claimed(text: str) -> str | None:
    [found] = find(text, read=JUDGE.claim)
    return found.claimed


@pytest.mark.parametrize(
    "text",
    [
        "「三耦皆執弓」",
        "『三耦皆執弓』",
        "“三耦皆执弓”",
        "‘三耦皆执弓’",
        '"三耦皆執弓"',
        "＂三耦皆執弓＂",
        "〝三耦皆執弓〞",
    ],
)
def test_every_kind_of_mark(text: str) -> None:
    [(start, end)] = marked(f"曰{text}也")
    assert f"曰{text}也"[start:end] == text[1:-1]


def test_marks_that_do_not_close_take_nothing_with_them() -> None:
    text = '「一段沒有收尾\n\n「三耦皆執弓」。他說"未完的一句\n\n說"主人戒賓賓出"了'
    assert [text[slice(*span)] for span in marked(text)] == ["三耦皆執弓", "主人戒賓賓出"]


def test_few_characters_are_no_quotation() -> None:
    assert marked("「無介」「三耦 1 2 3 a」 it’s the guest’s “cup”") == []


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("《儀禮·鄉射禮》：「三耦皆執弓」。", "《儀禮·鄉射禮》"),
        ("按《大射》云：「三耦皆執弓」", "《大射》"),
        ("《鄉射禮》記載：「三耦皆執弓」", "《鄉射禮》"),
        ("鄭玄注曰：「侯謂所射布也」。", "鄭玄注"),
        ("郑玄说：“侯谓所射布也”", "郑玄"),
        ("此與鄉飲酒禮不同，經云「三耦皆執弓」。", "經"),
        ("「三耦皆執弓」（《鄉飲酒禮》）", "《鄉飲酒禮》"),
        ("「三耦皆執弓」。（鄉射禮 19.4）", "鄉射禮 19.4"),
        ("鄭玄曰「侯謂所射布也」（《儀禮·鄉射禮》）", "鄭玄 《儀禮·鄉射禮》"),
        ("《大射》曰「三耦皆執弓」（《儀禮·鄉射禮》）", "《儀禮·鄉射禮》"),
        ("He writes: “三耦皆執弓” (Yili 5.19.4).", "Yili 5.19.4"),
        ("As 5.1.1 tells. Zheng Xuan says, “侯謂所射布也”", "Zheng Xuan"),
        ("「三耦皆執弓」——《儀禮·鄉射禮》", "《儀禮·鄉射禮》"),
        ("「大學之道在明明德」（《禮記·大學》）", "《禮記·大學》"),
        ("已經說過「三耦皆執弓」", None),
        ("請注意「三耦皆執弓」", None),
        ("這句「三耦皆執弓」(5)", None),
        ("《鄉飲酒禮》沒有射事。「三耦皆執弓」", None),
        ("「三耦皆執弓」（同上）", None),
    ],
)
def test_the_source_is_read_from_the_words_around(text: str, source: str | None) -> None:
    assert claimed(text) == source


def test_a_quotation_within_another_knows_it() -> None:
    text = "他說：「鄭注『侯謂所射布也』是對的」（《鄉射禮》）。又「三耦皆執弓」"
    outer, inner, last = find(text, read=JUDGE.claim)
    assert (outer.within, inner.within, last.within) == (None, 0, None)
    assert (inner.words, inner.claimed) == ("侯謂所射布也", "鄭注")
    assert all(text[q.start : q.end] == q.words for q in (outer, inner, last))


def test_blocks_are_quotations_without_their_source() -> None:
    text = "序\n\n> 三耦皆執弓\n> 搢三而挾一个\n> ——《儀禮·鄉射禮》\n\n尾"
    [found] = find(text, [(3, text.index("\n\n尾"))], JUDGE.claim)
    assert found == Quoted(3, text.index("\n> ——"), "三耦皆執弓搢三而挾一个", "《儀禮·鄉射禮》", None, True)


def test_a_block_that_only_sets_off_words_in_marks_is_none() -> None:
    text = "《鄉射禮》：「三耦皆執弓，搢三而挾一个」"
    [found] = find(text, [(0, len(text))], JUDGE.claim)
    assert (found.words, found.block) == ("三耦皆執弓，搢三而挾一个", False)


def test_what_is_too_long_is_cut_at_sentences() -> None:
    text = "「" + "禮樂射御書數。" * 200 + "禮" * 1500 + "」"
    found = list(find(text))
    assert "".join(q.words for q in found) == text[1:-1]
    assert all(len(q.words) <= 1000 for q in found)
    assert found[0].words.endswith("。")


def test_bounded_in_time() -> None:
    deep = "「主人" * 50_000 + "戒賓賓出」" * 50_000
    assert len(list(find(deep + "「" * 50_000 + "甲" * 500_000, [(0, len(deep))]))) < 700
