"""Headings: where chapters begin in a juan, and what on a page is no text."""

import pytest

from corpus.editions.headings import body
from corpus.readers.headings import chapters, following
from corpus.readers.mandoku import name_in

NAMED = """<pb:KR1d0085_WYG_001-1a>¶
欽定四庫全書¶
宋朱子撰¶
家禮一之上¶
士冠禮¶
傳曰夫禮始於冠本於昬重於喪祭尊於朝聘和於射鄉此禮之大體也¶
家禮一之下¶
冠義¶
凡人之所以為人者禮義也
"""


def test_a_numbered_heading_begins_a_chapter() -> None:
    assert chapters("<pb:X>¶\n　士昏禮第二(日入曰昏/)¶\n昏禮下達¶") == {1: 2}
    assert chapters("<pb:X>¶\n䘮服第十一　子夏傳¶\n　鄉射禮苐五¶") == {1: 11, 2: 5}


def test_a_name_alone_begins_a_chapter_and_the_next_piece_ends_it() -> None:
    assert chapters(NAMED) == {4: 1, 7: 0}
    assert chapters("<pb:X>¶\n　　覲禮誤字¶\n曰　注曰小行人職日按監本日作曰從監本¶") == {1: 10}


@pytest.mark.parametrize(
    "source",
    [
        "此非聘禮之文而引之者以其事相類故引以為證也¶\n聘禮¶",
        "凡聘禮皆如之¶",
        "　卷一¶\n　　士冠禮誤字¶\n　　士昬禮誤字¶\n　　士相見禮誤字¶\n　　鄉飲酒禮誤字¶\n　　鄉射禮誤字¶",
    ],
)
def test_text_and_contents_begin_none(source: str) -> None:
    assert chapters(source) == {}


def test_a_juan_without_headings_goes_on_with_the_chapter_before_where_the_next_one_says_so() -> None:
    assert following([{}, {3: 1}, {}, {3: 2}, {}, {3: 5}, {}]) == [0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "title", "rest"),
    [
        ("欽定四庫全書儀禮章句卷二同知呉廷華撰士昏禮第二昏禮下達納采用鴈", "儀禮章句", "昏禮下達納采用鴈"),
        ("儀禮識誤卷一", "儀禮識誤", ""),
        ("俎亦進儀禮章句卷十六", "儀禮章句", "俎亦進"),
        ("儀禮釋宫宋李如圭撰周之禮文盛矣", "儀禮釋宮", "周之禮文盛矣"),
        ("儀禮卷第一士冠禮第一儀禮鄭氏注士冠禮筮于廟門", "儀禮", "士冠禮筮于廟門"),
        ("案儀禮釋宫一卷宋李如圭撰", "儀禮釋宮", "案儀禮釋宫一卷宋李如圭撰"),
        ("獻有司卷三牲之俎歸于賓館", "儀禮經傳通解", "獻有司卷三牲之俎歸于賓館"),
        ("", "儀禮章句", ""),
    ],
)
def test_headings_are_told_from_text(text: str, title: str, rest: str) -> None:
    assert text[slice(*body(text, title))] == rest


def test_names_cannot_break_a_sentence() -> None:
    assert name_in("儀禮「釋宮」[1]\u202e\x00\u200b") == "儀禮釋宮1"
    assert len(name_in("禮" * 500)) == 60
