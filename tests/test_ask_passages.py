"""From a question to passages: where a conversation is, and what is shown beside the best passages."""

import pytest

from corpus.model import Layer
from index.query import Filters
from service.ask.passages import FIRST
from service.ask.values import Ask, Turn
from service.wenli import Wenli


def talk(wenli: Wenli, *questions: str) -> list[str]:
    """The passages found for the last of several questions, each asked after the answers to those before."""
    history: tuple[Turn, ...] = ()
    found: list[str] = []
    for question in questions:
        answer = wenli.ask(Ask(question, history=history, top_k=10))
        history += (Turn("user", question), Turn("assistant", answer.text))
        found = [hit.unit.base_ref for hit in answer.passages]
    return found


@pytest.mark.parametrize(
    ("questions", "ref"),
    [
        (["谁向报靶的人献酒？", "他受爵的时候面朝哪里？"], "5.34.3"),
        (["谁向报靶的人献酒？", "最后在什么地方喝？"], "5.34.7"),
        (["大射禮的樂工怎麼進場？", "他們唱什麼？"], "7.17.9"),
        (
            [
                "How does the host offer wine to the assistant guest in the drinking ceremony?",
                "What does he leave out?",
            ],
            "4.7.7",
        ),
        (["特牲禮筮日的時候，筮人從哪裡取蓍草？", "占完以後把卦給誰看？"], "15.1.9"),
        (["尸怎样给主人祝福？", "主人怎么接受？"], "15.9.8"),
        (["大射到了夜里怎么照明？", "宾喝醉了怎么离开？"], "7.46.2"),
        (["鄉射禮裡數算籌從哪一邊開始？", "如果兩邊一樣多怎麼辦？"], "5.32.13"),
        (["乡射礼司射怎样请求开始射箭？", "射箭的器具随后放在哪里？"], "5.15.2"),
        (
            ["In the archery meeting, where is the stand for the penalty cup put?", "How does a loser drink from it?"],
            "5.33.7",
        ),
    ],
)
def test_a_follow_up_is_looked_for_where_the_conversation_is(wenli: Wenli, questions: list[str], ref: str) -> None:
    assert ref in talk(wenli, *questions)


@pytest.mark.parametrize(
    ("questions", "phases"),
    [
        (["乡饮酒礼里，酒壶摆在哪里？", "乡射礼也这样吗？"], {"5.2"}),
        (["鄉飲酒禮中樂工唱什麼？", "大射呢？"], {"7.17"}),
        (
            ["How are the three couples formed in the district archery?", "Is it the same in the Great Archery?"],
            {"7.19"},
        ),
    ],
)
def test_the_same_is_asked_of_another_rite(wenli: Wenli, questions: list[str], phases: set[str]) -> None:
    assert phases & {ref.rpartition(".")[0] for ref in talk(wenli, *questions)[:FIRST]}


def test_a_change_of_topic_is_followed(wenli: Wenli) -> None:
    found = talk(wenli, "鄉射禮裡數算籌從哪一邊開始？", "特牲禮嗣子舉奠時，尸給他吃什麼？")
    assert any(ref.startswith("15.15.") for ref in found[:FIRST])


def test_what_an_answer_rests_on_is_shown_with_it(wenli: Wenli) -> None:
    for question in ("樂工歌唱的時候，樂正站在哪裡？", "主人獻賓以後接著是什麼？", "大射禮用幾個樂工？"):
        answer = wenli.ask(Ask(question, top_k=10))
        shown = [hit.unit.ref for hit in answer.passages]
        assert answer.citations[0].ref in shown[: FIRST + 1]
        assert {c.ref for c in answer.citations} <= set(shown)


def test_the_scores_of_passages_never_rise_and_each_reference_stands_once(wenli: Wenli) -> None:
    for question in ("「拾」是什麼意思？", "Who eats the leavings?", "賓為什麼辭洗？"):
        hits = wenli.ask(Ask(question, top_k=12)).passages
        assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)
        assert len({h.unit.ref for h in hits}) == len(hits) <= 12


def test_what_stands_beside_passes_the_filters_as_well(wenli: Wenli) -> None:
    hits = wenli.search(
        "主人獻賓以後接著是什麼？", Filters(chapters=frozenset({5}), layers=frozenset({Layer.JING})), 10
    )
    assert hits and {(h.unit.chapter, h.unit.layer.zh) for h in hits} <= {(5, "經")}


@pytest.mark.parametrize(
    ("question", "sounds"),
    [
        ("大射儀的音義說「參」讀什麼音？", True),
        ("陸德明怎麼解釋大射儀的「楅」？", True),
        ("大射儀獻服不的時候，服不往哪裡去？", False),
        ("What are the steps of the next day's visits?", False),
    ],
)
def test_how_a_character_is_read_is_told_to_whom_it_concerns(wenli: Wenli, question: str, sounds: bool) -> None:
    hits = wenli.ask(Ask(question, top_k=10)).passages
    assert any(hit.unit.layer is Layer.YIN for hit in hits) is sounds


@pytest.mark.parametrize(
    ("question", "script"),
    [("大射儀服不什麼時候負侯？", "Hant"), ("大射仪服不什么时候负侯？", "Hans")],
)
def test_base_text_is_found_in_the_script_of_the_reader(wenli: Wenli, question: str, script: str) -> None:
    answer = wenli.ask(Ask(question))
    base = [hit.unit for hit in answer.passages if hit.unit.layer.is_base]
    assert base
    assert {wenli.library.works[unit.witness].script for unit in base} == {script}
    assert all(wenli.library.sound(unit) for unit in base)
