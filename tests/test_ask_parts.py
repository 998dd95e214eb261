"""Taking a question apart: what is asked, without who asks; the parts of a double question; nothing asked is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.answers.talks import questions
from service.ask.parts import asking_clause, core, main_clause, parts_of


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I sing in an early-music group. What pieces belong to the archery?", "What pieces belong to the archery?"),
        ("Choreographer here: which way is he facing?", "which way is he facing?"),
        ("Hi! quick question, who pours for the losers", "who pours for the losers"),
        ("我是剧组美食道具，乡射礼现场得准备哪些吃的？", "乡射礼现场得准备哪些吃的？"),
        ("我們在排戲。賓從哪一邊上堂？", "賓從哪一邊上堂？"),
        ("高中生提問：鄉射禮誰當司射？", "鄉射禮誰當司射？"),
        ("A wedding planner asks: who is invited first?", "who is invited first?"),
        ("鄉射禮：誰當司射？", "鄉射禮：誰當司射？"),
        ("The Great Archery: who shoots first?", "The Great Archery: who shoots first?"),
        ("修车师傅一个，乡饮酒礼中介是干啥的？", "乡饮酒礼中介是干啥的？"),
        ("As a nurse: who helps the blind musicians?", "who helps the blind musicians?"),
        ("The musicians: where do they sit?", "The musicians: where do they sit?"),
        ("豬：是誰殺的？", "豬：是誰殺的？"),
        ("乐师，坐在哪里？", "乐师，坐在哪里？"),
        ("第一个，由谁来射？", "第一个，由谁来射？"),
        ("天亮了，主人先做什么？", "天亮了，主人先做什么？"),
        ("体育记者想了解，射中了怎么报靶？", "射中了怎么报靶？"),
        ("Who washes the cup?", "Who washes the cup?"),
        ("主人何以先洗", "主人何以先洗"),
    ],
)
def test_what_is_asked_is_left(text: str, asked: str) -> None:
    assert core(text) == asked


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("How many musicians are there, and where do they sit?", 2),
        ("有幾個樂工？坐在哪裡？", 2),
        ("谁来数筹，以及怎么数？", 2),
        ("宾要推辞几回才答应?第二天还用再来道谢不?", 2),
        ("Who washes the cup?", 1),
        ("What did a bow cost? I want to compare with what I charge.", 1),
        ("If I were the guest, where would I sit and which way would I face?", 2),
        ("谁先射？我还想知道谁来数筹", 2),
        ("the host and the guest bow", 1),
        ("书里老说「东面，北上」，是什么意思?", 1),
        ("I am a cook. How many stands are there, and who carries them?", 2),
    ],
)
def test_parts(text: str, count: int) -> None:
    assert len(parts_of(text)) == count


@pytest.mark.parametrize(
    ("text", "main"),
    [
        ("Once the score is announced, what do the losers do?", "what do the losers do?"),
        ("what does the host do when the guest bows?", "what does the host do"),
        ("射完箭之后，输的人要做什么？", "输的人要做什么？"),
        ("既獻賓，主人何以復洗", "主人何以復洗"),
        ("What happens after the third round?", "What happens after the third round?"),
        ("Who pours?", "Who pours?"),
        ("如果賓推辭呢", "如果賓推辭呢"),
    ],
)
def test_what_is_asked_without_the_clause_that_says_when(text: str, main: str) -> None:
    assert main_clause(text) == main


def test_the_clause_that_asks() -> None:
    assert asking_clause("鄉射奏騶虞，那大射奏什麼？") == "那大射奏什麼？"
    assert asking_clause("Who pours, and who drinks?") == ""


@given(st.text(max_size=200))
def test_any_text_has_a_core_of_its_own_words_and_a_part(text: str) -> None:
    found = core(text)
    assert set("".join(found.split())) <= set("".join(text.split()))
    assert parts_of(text)


def test_questions_in_people_s_words_keep_what_they_ask() -> None:
    """Who asks nothing but the question loses next to nothing; who tells why he asks loses that."""
    asked = questions()
    plain = [one.question for one in asked if one.kind == "plain"]
    told = [one.question for one in asked if one.kind == "told"]
    assert sum(len(core(text)) > 0.8 * len(text) for text in plain) > 0.85 * len(plain)
    assert sum(len(core(text)) < 0.8 * len(text) for text in told) > 0.5 * len(told)
