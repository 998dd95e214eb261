"""The first word of an answer: a yes or no that the question did not ask for is left out, any other stays."""

import pytest

from service.ask.openers import fitting, opened
from service.texts.language import Lang


@pytest.mark.parametrize(
    ("question", "answer", "told", "lang"),
    [
        ("Do the losers drink?", "Yes: the losers drink.", "Yes: the losers drink.", "en"),
        ("When do the losers drink?", "Yes: the losers drink.", "The losers drink.", "en"),
        ("Is it true that the duke doesn't drink?", "Yes: the duke drinks.", "The duke drinks.", "en"),
        ("Why does he taste the lung?", "No: he does not taste it.", "No: he does not taste it.", "en"),
        ("the guest bows first, right?", "No, the host does.", "No, the host does.", "en"),
        ("Why isn't it the duke who pours?", "No: the steward pours.", "The steward pours.", "en"),
        ("為什麼斟酒的不是國君？", "不是，斟酒的是宰夫。", "斟酒的是宰夫。", "zh-Hant"),
        ("What would the host wear?", "No: some wear other dress.", "Some wear other dress.", "en"),
        ("so the guest bows first", "No, the host does.", "No, the host does.", "en"),
        ("主人穿什麼？", "不，有的人穿別的。", "有的人穿別的。", "zh-Hant"),
        ("為什麼賓先拜？", "不，先拜的是主人。", "不，先拜的是主人。", "zh-Hant"),
        ("負方要喝酒嗎？", "會，負方喝罰酒。", "會，負方喝罰酒。", "zh-Hant"),
        ("負方何時喝酒？", "會，負方喝罰酒。", "負方喝罰酒。", "zh-Hant"),
        ("输的人不用喝酒吗", "不，输的人要喝。", "输的人要喝。", "zh-Hans"),
        ("输的人要不要喝酒", "要，输的人喝。", "要，输的人喝。", "zh-Hans"),
        ("陰厭何謂也？", "是的，陰厭在先。", "陰厭在先。", "zh-Hant"),
        ("誰吃剩下的？", "是的，不過不是所有人都吃。", "不是所有人都吃。", "zh-Hant"),
        ("奏什麼樂？", "沒有，射箭時不奏樂。", "射箭時不奏樂。", "zh-Hant"),
        ("乐工是盲人吗", "因为乐工都是盲人。", "乐工都是盲人。", "zh-Hans"),
        ("干嘛扶着乐工", "因为乐工都是盲人。", "因为乐工都是盲人。", "zh-Hans"),
        ("What cup is noble?", "Because the cup is noble.", "The cup is noble.", "en"),
        ("Why no goblet?", "Because the cup is noble.", "Because the cup is noble.", "en"),
        ("Is it wet?", "Because of the rain.", "Because of the rain.", "en"),
    ],
)
def test_a_word_that_was_not_asked_for_is_left_out(question: str, answer: str, told: str, lang: Lang) -> None:
    assert fitting(answer, question, lang) == told


def test_an_answer_of_one_word_stays() -> None:
    assert fitting("Yes: ", "When?", "en") == "Yes: "


def test_a_sentence_that_is_but_a_yes_goes_where_it_was_not_asked_for() -> None:
    said = ["是[3]。", "樂工是盲人[3]。"]
    assert opened(said, "誰扶著樂工？", "zh-Hant") == said[1:]
    assert opened(said, "樂工是盲人嗎？", "zh-Hant") == said
    assert opened(["Yes."], "Who?", "en") == ["Yes."] and opened([], "Who?", "en") == []
