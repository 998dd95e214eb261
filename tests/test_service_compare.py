"""Answers to “how do they differ”: both sides cited, the right phases, and silence where it is not sure."""

import re

import pytest

from service.answering.answer import Answer, Ask, Turn
from service.wenli import Wenli

CITED = re.compile(r"\[(\d+)\]")


def compared(wenli: Wenli, question: str, *before: str) -> tuple[Answer, set[str]]:
    """The answer, and the phases its first sentence rests on."""
    answer = wenli.ask(Ask(question, history=tuple(Turn("user", text) for text in before)))
    marked = {int(number) for number in CITED.findall(answer.sentences[0])}
    return answer, {c.ref.rpartition(".")[0] for c in answer.citations if c.index in marked}


@pytest.mark.parametrize(
    ("question", "phases", "words"),
    [
        ("鄉射禮的酒壺擺放跟鄉飲酒禮有何不同？", {"4.2", "5.2"}, "房戶之間"),
        ("乡射礼与大射仪，谁负责设楅有什么区别？", {"5.22", "7.22"}, "小臣师设楅"),
        ("鄉飲酒禮與鄉射禮中，吹笙的人站的位置有什麼不同？", {"4.12", "5.11"}, "西面"),
        ("特牲饋食禮和鄉飲酒禮的旅酬有何不同？", {"4.17", "15.16"}, "長兄弟"),
        (
            "How does the music of the district archery differ from that of the district drinking ceremony?",
            {"4.11", "4.12", "5.11"},
            "songs",
        ),
        ("鄉飲酒禮和鄉射禮有什麼不同？", {"4.1", "4.11", "5.1", "5.11"}, "三番射"),
        ("乡射礼跟大射仪有什么区别？", {"5.1", "5.2", "7.1", "7.2"}, "三侯"),
    ],
)
def test_both_sides_are_told_and_cited(wenli: Wenli, question: str, phases: set[str], words: str) -> None:
    answer, rests = compared(wenli, question)
    assert rests == phases
    assert words in answer.sentences[0]
    assert 2 <= len(answer.sentences) <= 5
    assert len(answer.text) <= (750 if answer.lang == "en" else 350)


@pytest.mark.parametrize(
    ("before", "question", "phases"),
    [
        ("大射儀中司射怎樣誘射？", "鄉射禮跟它有什麼不一樣？", {"5.20", "7.20"}),
        ("鄉射禮中誰設楅？", "大射儀有什麼不同嗎？", {"5.22", "7.22"}),
    ],
)
def test_the_other_rite_is_taken_from_the_question_before(
    wenli: Wenli, before: str, question: str, phases: set[str]
) -> None:
    assert compared(wenli, question, before)[1] == phases


@pytest.mark.parametrize(
    "question",
    [
        "鄉飲酒禮與士冠禮有何不同？",  # one of them is not held
        "鄭玄注鄉飲酒禮和鄉射禮的眾賓之席有何不同？",  # commentary is asked for
        "鄉射禮、大射儀和特牲饋食禮有什麼不同？",  # three
        "鄉飲酒禮和鄉射禮在主賓挑選上有什麼不同？",  # the guest is everywhere
    ],
)
def test_nothing_is_said_where_it_is_not_sure(wenli: Wenli, question: str) -> None:
    answer = wenli.ask(Ask(question))
    assert not CITED.findall(answer.sentences[0]) or "」[1]" in answer.sentences[0]


def test_the_steps_tell_what_no_note_does(wenli: Wenli) -> None:
    answer, rests = compared(wenli, "大射和鄉射裡樂工移到堂下的位置一樣嗎？")
    assert rests == {"5.18", "7.17"}
    assert "《鄉射禮》" in answer.sentences[0] and "《大射儀》" in answer.sentences[0]


@pytest.mark.parametrize(
    ("question", "phases", "words"),
    [
        ("乡饮酒礼中介和宾的待遇有什么区别？", {"4.4", "4.7", "4.5", "4.8"}, "献介比献宾减省"),
        (
            "How does the treatment of the assistant guest differ from that of the guest in the drinking ceremony?",
            {"4.4", "4.7", "4.5", "4.8"},
            "assistant guest is shorter",
        ),
        ("鄉射禮裡大夫和賓受獻有什麼不同？", {"5.5", "5.10", "5.6"}, "獻大夫比獻賓減省"),
        ("大射儀獻卿和獻大夫有什麼不同？", {"7.13", "7.16"}, "獻大夫無俎"),
        ("獲者與釋獲者受獻的地方有什麼差別？", {"5.34", "5.35"}, "司射獻釋獲者於其位"),
        ("鄉飲酒禮，介和賓回敬主人的方式有什麼不同？", {"4.5", "4.8"}, "兩楹之間"),
        ("鄉飲酒禮中介酢主人與賓酢主人有何不同？", {"4.5", "4.8"}, "兩楹之間"),
    ],
)
def test_two_people_of_one_rite_are_compared(wenli: Wenli, question: str, phases: set[str], words: str) -> None:
    answer, rests = compared(wenli, question)
    assert rests == phases
    assert words in answer.sentences[0]


def test_counterparts_in_one_act_are_not_compared_in_all_they_do(wenli: Wenli) -> None:
    assert "獻獲者於侯" not in wenli.ask(Ask("鄉射禮中司射和司馬的職責有什麼區別？")).sentences[0]


def test_phases_asked_about_by_their_name_are_compared(wenli: Wenli) -> None:
    answer, rests = compared(wenli, "鄉射禮和鄉飲酒禮在獻賓上有什麼不同？")
    assert "儀節相同" in answer.sentences[0]
    assert rests == {"4.4", "5.5"}


def test_two_things_compared_are_both_defined(wenli: Wenli) -> None:
    first = wenli.ask(Ask("觶跟爵有什麼不同")).sentences[0]
    assert "觶（zhì）" in first and "爵（jué）" in first
