"""How many there are of what is counted, from the numbers that the texts state."""

import pytest

from service.answering.answer import Ask
from service.wenli import Wenli


@pytest.mark.parametrize(
    ("question", "words", "ref"),
    [
        ("大射禮用幾個樂工？", ["工 6"], "7.17.1"),
        ("How many zithers are played at the Great Archery?", ["zither, 4"], "7.17.1"),
        ("乡射礼上有几个吹笙的人？", ["笙 4", "吹和者一人"], "5.52.20"),
        ("鄉飲酒禮要準備幾個酒壺、幾把勺？", ["壺 2", "勺 2"], "4.2.3"),
        ("How many fish lie on the impersonator's stand?", ["fish, 15"], "15.29.5"),
        ("特牲禮主婦亞獻時進上幾個籩？", ["籩 2"], "15.10.3"),
        ("鄉射禮開始時，盛算器裡放幾支算籌？", ["算 8"], "5.26.4"),
        ("大射要张几个侯？", ["侯 3"], "7.2.3"),
        ("How many wine jars are set out in the drinking rite?", ["wine jar, 2"], "4.2.3"),
        ("乡饮酒礼的脯有几条？", ["脯 5"], "4.28.6"),
        ("How many cups are kept in the basket in the single victim offering?", ["cup, 2"], "15.23.3"),
    ],
)
def test_the_number_is_said_first_with_the_clause_that_states_it(
    wenli: Wenli, question: str, words: list[str], ref: str
) -> None:
    answer = wenli.ask(Ask(question))
    assert all(word in answer.sentences[0] for word in words)
    assert "[1]" in answer.sentences[0]
    assert answer.citations[0].ref == ref


def test_what_each_has_is_told_of_every_rite_that_may_be_meant(wenli: Wenli) -> None:
    answer = wenli.ask(Ask("每位射手各有幾支箭？"))
    assert answer.sentences[0].startswith("《鄉射禮》：矢 4") and "《大射儀》：矢 4" in answer.sentences[0]
    assert {"5.21.12", "7.21.11"} <= {c.ref for c in answer.citations}


def test_no_number_is_given_of_what_is_not_counted(wenli: Wenli) -> None:
    assert "：" not in wenli.ask(Ask("鄉射禮的弓有幾張？")).sentences[0].split("（")[0]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("主人向眾賓拜幾次？", "主人共拜3次"),
        ("How many times does the host bow to the company of guests?", "bows 3 times"),
    ],
)
def test_who_is_bowed_to_is_not_who_bows(wenli: Wenli, question: str, words: str) -> None:
    assert words in wenli.ask(Ask(question)).sentences[0]
