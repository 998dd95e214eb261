"""One English word for one term, and two languages that say the same: what the checks of the cells find."""

from pathlib import Path

import pytest

from corpus.rites import glossary
from corpus.rites.agreement import disagreements
from corpus.rites.check import check
from corpus.rites.data import NOTE_COLUMNS, RENDERING_COLUMNS
from corpus.rites.rivals import Rival, departures, load, problems
from tests.rites_makings import write

SECOND = Rival("介", "assistant guest", ("second guest",))
LADLE = Rival("匕", "meat ladle", ("ladle",), ("勺",))


@pytest.mark.parametrize(
    ("rival", "chinese", "english", "words"),
    [
        (SECOND, "介升", "The second guest goes up.", ("second guest",)),
        (SECOND, "介升", "The assistant guest goes up.", ()),
        (SECOND, "賓升", "The second guest goes up.", ()),
        (LADLE, "加匕于鼎", "The ladles are laid on the tripods.", ("ladles",)),
        (LADLE, "加匕于鼎", "The meat ladles are laid on the tripods.", ()),
        (LADLE, "加匕、加勺", "A ladle and a meat ladle.", ()),
    ],
)
def test_a_rival_is_found_where_the_term_stands(
    rival: Rival, chinese: str, english: str, words: tuple[str, ...]
) -> None:
    assert rival.found(chinese, english) == words


def test_what_is_said_of_a_departure() -> None:
    assert list(departures((SECOND,), "介", "second guest")) == [
        "has second guest for 介, which is 'assistant guest' here"
    ]


def test_the_table_says_what_the_glossary_says() -> None:
    entries = glossary.load()
    assert list(problems(load(), entries)) == []
    assert [term for term, _ in problems((Rival("介", "second guest", ("assistant guest",)),), entries)] == ["介", "介"]


@pytest.mark.parametrize(
    ("zh", "en", "told"),
    [
        ("面朝東，拜三次", "facing east, bows three times", []),
        ("面朝東", "facing west", ["zh names east, en does not", "en names west, zh does not"]),
        ("拜三次", "bows twice", ["zh names 3, en does not"]),
        ("左手拿爵", "with the right hand", ["zh names left, en does not", "en names right, zh does not"]),
        ("他不是真正的主人", "he is no host in his own right", []),
        ("東西兩邊的牆", "the walls on east and west", []),
        ("侯中一丈八尺", "a centre of eighteen feet", []),
        ("五十丈", "fifty zhang", []),
        ("脫下決、拾", "takes off ring and armlet", []),
        ("三分之二的天下", "two thirds of the world", []),
    ],
)
def test_two_languages_beside_each_other(zh: str, en: str, told: list[str]) -> None:
    assert list(disagreements(zh, en)) == told


def test_a_summary_may_leave_out() -> None:
    assert list(disagreements("站在西邊", "he stands", summary=True)) == []
    assert len(list(disagreements("站在西邊", "stands on the east", summary=True))) == 2


def test_the_check_warns_of_both(tmp_path: Path) -> None:
    row = {"ref": "4.1.1", "zh": "主人和三位先生商量賓和介的人選。", "en": "The host consults about the second guest."}
    write(tmp_path, "04.renderings.tsv", RENDERING_COLUMNS, row)
    write(tmp_path, "04.notes.tsv", NOTE_COLUMNS)
    assert [finding.problem for finding in check(tmp_path).warnings] == [
        "en has second guest for 介, which is 'assistant guest' here",
        "zh names 3, en does not",
    ]


def test_nothing_of_the_kind_is_left_to_read() -> None:
    assert [f for f in check().warnings if ".steps.tsv" not in f.place] == []
