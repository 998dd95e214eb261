"""What is computed from the steps, and what follows from the order of the canon."""

import pytest

from service.answering.answer import Ask, Grounding
from service.wenli import Wenli


@pytest.mark.parametrize(
    ("question", "words", "ref"),
    [
        ("鄉飲酒禮主人獻賓的時候，賓拜幾次？", "共拜4次", "4.4."),
        ("How many times does the guest bow while the host presents the cup to the guest?", "bows 4 times", ""),
        ("獻介的時候介不做賓做的哪些事？", "嚌肺、啐酒、告旨", "4.7.7"),
        ("What does the assistant guest not do that the guest does?", "leaves out: taste the lung", "4.7.7"),
        ("乡射礼三耦等候射箭时站在哪里、面朝哪个方向？", "面朝东", "5.19."),
    ],
)
def test_the_first_sentence_says_what_the_steps_say_and_cites_it(
    wenli: Wenli, question: str, words: str, ref: str
) -> None:
    answer = wenli.ask(Ask(question))
    assert words in answer.sentences[0]
    assert "[1]" in answer.sentences[0]
    assert answer.grounding is Grounding.GROUNDED
    assert all(c.ref.startswith(ref) for c in answer.citations)


def test_where_a_thing_is_put_is_said_of_the_thing_and_not_which_way_somebody_faces(wenli: Wenli) -> None:
    first = wenli.ask(Ask("乡射礼中释获者把算放在哪里？")).sentences[0]
    assert first.startswith("算在中") and "面" not in first
    answer = wenli.ask(Ask("Where does the guest put the cup down after drinking?"))
    assert "foot of the western steps" in answer.sentences[0]


def test_what_is_understood_and_not_stated_is_said_to_be(wenli: Wenli) -> None:
    assert "經文未言" in wenli.ask(Ask("司射在哪裡誘射？")).sentences[0]


@pytest.mark.parametrize(
    ("question", "phase"),
    [
        ("主人向賓獻完酒之後，接下來是哪個環節？", "賓酢主人"),
        ("鄉射禮司射誘射之後接著做什麼？", "三耦射"),
        (
            "At the District Drinking Ceremony, what happens after the guest returns the cup to the host?",
            "Host pledges the guest",
        ),
    ],
)
def test_what_follows_a_phase_is_the_phase_after_it(wenli: Wenli, question: str, phase: str) -> None:
    assert phase in wenli.ask(Ask(question)).text


def test_why_is_not_answered_from_the_steps(wenli: Wenli) -> None:
    assert wenli.ask(Ask("鄉射禮裡為什麼賓要面朝東？")).sentences[0].count("[1]") == 1
    assert "共拜" not in wenli.ask(Ask("主人獻賓時賓為什麼拜？")).text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("射場上的「乏」是做什麼用的？", "乏（fá）：報靶人避箭的屏障"),
        ("「疑立」到底是怎麼個站法？", "疑立（yìlì）"),
        ("What is the wu (物) that each archer steps onto?", "物 (wù), mark:"),
        ("司正是什么人？", "司正（sīzhèng）"),
    ],
)
def test_a_word_of_the_rites_is_defined_with_what_the_definition_rests_on(
    wenli: Wenli, question: str, words: str
) -> None:
    answer = wenli.ask(Ask(question))
    assert words in answer.sentences[0] and "[1]" in answer.sentences[0]
    assert answer.citations


def test_a_word_within_a_longer_word_is_defined_in_its_sense(wenli: Wenli) -> None:
    answer = wenli.ask(Ask("“拾取矢”里的“拾”是什么意思？"))
    assert "轮流" in answer.sentences[0] and "护臂" not in answer.sentences[0]
