"""Questions about quotations, asked in conversation: the judge's verdict with its citations, in three languages."""

import pytest

from service.ask.values import Ask, Grounding, Turn
from service.wenli import Wenli


@pytest.mark.parametrize(
    ("question", "says", "ref"),
    [
        (
            "Is 「三耦皆執弓，搢三而挾一个」 really in the Yili?",
            "Yes: 「三耦皆執弓，搢三而挾一个」 stands in",
            "5.19.4",
        ),
        ("「三耦皆執弓搢三而挾一个」出自哪裡？", "」見於《鄉射禮》5.19.4", "5.19.4"),
        ("「大侯八十，参七十，干五十」出自哪裡？", "大侯[八→九]十", "7.2.2"),
        ("「侯谓所射布也」这句话是郑玄说的吗？", "确有此语：「侯谓所射布也」见于郑玄注", "5.2.7#zheng.1"),
        ("「綱持舌繩也」是賈公彥說的嗎？", "不在所說之處：「綱持舌繩也」見於鄭玄注", "5.2.7#zheng.1"),
        ("“三耦皆执弓”是《大射》里的话吗", "不在所说之处：「三耦皆执弓」见于《乡射礼》", "5.19.4"),
        ("Does Jia Gongyan say “綱持舌繩也”?", "do not stand where the question has them", "5.2.7#zheng.1"),
        ("「設洗于阼階東南……東西當東榮」出自何處？", "中有省略", "4.2.4"),
        ("「無介」出自哪裡？", "又見", "4.26.3"),
    ],
)
def test_the_verdict_comes_first_and_is_cited(wenli: Wenli, question: str, says: str, ref: str) -> None:
    answer = wenli.ask(Ask(question))
    assert answer.grounding is Grounding.GROUNDED
    assert says in answer.sentences[0]
    assert "[1]" in answer.sentences[0]
    assert answer.citations[0].ref == ref


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("「大學之道在明明德在親民」出自哪一篇？", "沒有「大學之道在明明德在親民」這句話"),
        ("“关关雎鸠，在河之洲”出自哪一篇？", "没有「关关雎鸠，在河之洲」这句话"),
        ("Is “學而時習之不亦說乎” really in the Yili?", "does not stand in the texts held here"),
    ],
)
def test_what_stands_nowhere_is_declined(wenli: Wenli, question: str, says: str) -> None:
    answer = wenli.ask(Ask(question))
    assert (answer.grounding, answer.citations) == (Grounding.ABSTAINED, ())
    assert says in answer.text


def test_the_nearest_is_named_as_a_suggestion_only(wenli: Wenli) -> None:
    answer = wenli.ask(Ask("「侯謂所射布也乏謂之容者」是誰說的？"))
    assert (answer.grounding, answer.citations) == (Grounding.ABSTAINED, ())
    assert "最相近的在7.2.2" in answer.text


def test_the_quotation_may_stand_in_the_turn_before(wenli: Wenli) -> None:
    history = (Turn("user", "「侯謂所射布也」是什麼意思？"), Turn("assistant", "……"))
    answer = wenli.ask(Ask("這句話是鄭玄說的嗎？", history=history))
    assert answer.sentences[0].startswith("確有此語：「侯謂所射布也」見於鄭玄注")


@pytest.mark.parametrize(
    "question",
    ["為什麼「主人戒賓」？", "「三耦皆執弓」是什麼意思？", "What does “無算爵” mean?", "主人「坐奠爵」在哪裡？"],
)
def test_other_questions_with_words_in_marks_are_answered_as_before(wenli: Wenli, question: str) -> None:
    answer = wenli.ask(Ask(question))
    assert not any(words in answer.sentences[0] for words in ("見於", "stands in", "字句全同"))
