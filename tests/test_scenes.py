"""Where somebody is while others act, found by carrying out the rite."""

import pytest

from service.answering.answer import Ask
from service.wenli import Wenli


@pytest.mark.parametrize(
    ("question", "words", "ref"),
    [
        ("樂工歌唱的時候，樂正站在哪裡？", "樂正在西階上東、面朝北", "4.11.3"),
        ("Where does the music master stand while the musicians sing?", "西階上東), facing north", "4.11.3"),
        ("鄉飲酒禮主人獻介的時候，賓站在哪裡？", "賓在西階西、面朝東", "4.7.1"),
        ("乡射礼数算筹的时候，司射站在哪里？", "司射在中南、面朝北", "5.32.1"),
        ("鄉飲酒禮旅酬的時候，司正站在哪裡？", "司正在西序端、面朝東", "4.19.2"),
        ("尸入門時主人站在哪裡？", "主人在阼階東", "15.8.2"),
        ("射箭时，拿旗子报靶的人要躲到哪里去？", "获者在乏、面朝东", "5.21.9"),
    ],
)
def test_the_place_is_said_with_the_clause_that_brought_him_there(
    wenli: Wenli, question: str, words: str, ref: str
) -> None:
    answer = wenli.ask(Ask(question))
    assert words in answer.sentences[0]
    assert answer.citations[0].ref == ref


@pytest.mark.parametrize(
    "question",
    [
        "放箭靶的時候，報靶的人躲的那塊屏障要擺在哪個位置",
        "大射的時候，賓和公各用哪一種酒器？",
        "While the cup is washed, who pours the water?",
    ],
)
def test_nobody_is_placed_where_a_thing_or_a_person_is_asked_for(wenli: Wenli, question: str) -> None:
    first = wenli.ask(Ask(question)).sentences[0]
    assert "在乏" not in first
    assert "：" in first or ":" in first
