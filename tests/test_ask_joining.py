"""Answers of several rows as one: what was said is not said again."""

import pytest

from service.ask.joining import anew, repeats, unlabelled
from service.texts.language import Lang


@pytest.mark.parametrize(
    ("sentence", "told", "lang"),
    [
        ("Three: the rite has three targets [1].", "The rite has three targets [1].", "en"),
        ("By the clerk: he reads the tallies.", "By the clerk: he reads the tallies.", "en"),
        ("三個：大射張三個侯[1]。", "大射張三個侯[1]。", "zh-Hant"),
        ("小臣師：大射由他遞箭。", "小臣師：大射由他遞箭。", "zh-Hant"),
        ("The rite has three targets.", "The rite has three targets.", "en"),
    ],
)
def test_a_short_answer_that_its_sentence_says_again_goes(sentence: str, told: str, lang: Lang) -> None:
    assert unlabelled(sentence, lang) == told


def test_a_sentence_that_was_said_is_not_said_again() -> None:
    before = ["In the Great Archery the guest drinks first, the cup presented to him [1]."]
    again = "The first cup of the Great Archery is presented to the guest [3]. "
    new = "The duke is served after the host [4]."
    assert anew([again, new], before, "en") == [new]
    assert anew([again], before, "en") == []
    assert anew(["賓先喝酒[2]。", "公在主人之後[3]。"], ["大射賓先喝酒[1]。"], "zh-Hant") == ["公在主人之後[3]。"]


def test_a_word_alone_is_no_repetition() -> None:
    assert anew(["No [2].", "Nobody counts the cups [2]."], ["No guest is drunk."], "en")[0] == "No [2]."


def test_what_may_be_meant_repeats_where_its_short_answer_was_said() -> None:
    told = "The single victim of the food offering is one pig."
    assert repeats("One pig is the victim of the offering: the cook makes it stir.", told, "en")
    assert not repeats("Twenty, that is ten pairs, are laid down as one lot.", told, "en")
