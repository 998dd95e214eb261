"""Quotation marks of every kind, and characters in disguise."""

import pytest

from service.guard.marks import cleaned, plainer, unclosed


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("«甲乙» ‹丙› ｢丁｣ 〖戊〗 【己庚】", "“甲乙” “丙” 「丁」 「戊」 「己庚」"),
        ("甲【1】【２†source】", "甲【1】【２†source】"),
        ("„甲乙“ “丙丁“", "“甲乙” “丙丁”"),
        ("'甲乙' ``丙丁'' `戊己'", "‘甲乙’ “‘丙丁’” ‘戊己’"),
        ("the host's mat and the guests' mats", "the host's mat and the guests' mats"),
        ("〈鄉射禮〉", "《鄉射禮》"),
        ("“甲”乙”", "“甲”乙”"),
    ],
)
def test_marks_are_read_as_the_usual_ones_at_the_same_places(written: str, plain: str) -> None:
    assert plainer(written) == plain
    assert len(plain) == len(written)


def test_what_is_not_seen_is_gone_and_radicals_are_characters() -> None:
    assert cleaned("司\u200b正\ufeff為\u202e司⾺\ufe00") == "司正為司馬"
    assert cleaned("plain, it’s") == "plain, it’s"


@pytest.mark.parametrize("text", ["「甲", "甲」", "「甲』", "“甲「乙”", '甲"乙', "」甲「", "《甲"])
def test_marks_left_open(text: str) -> None:
    assert unclosed(text)


@pytest.mark.parametrize("text", ["", "甲", "「甲『乙』」", "“甲”", '"甲"', "it’s ‘so’", "the guests’ mats", "«甲»"])
def test_marks_that_are_closed(text: str) -> None:
    assert not unclosed(text)
