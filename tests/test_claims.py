"""What a sentence claims and whether given words bear it out: directions, numbers, persons."""

import pytest

from corpus.claims.checker import ClaimChecker, Unborne
from corpus.claims.directions import directions
from corpus.library import load
from corpus.rites.glossary import load as load_glossary


@pytest.fixture(scope="module")
def checker() -> ClaimChecker:
    return ClaimChecker(load(), load_glossary())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("面朝東南，從西階上堂", {"east", "south", "west"}),
        ("由阼階降", {"east"}),
        ("he faces north-west", {"north", "west"}),
        ("the easternmost mat; northwards", {"east", "north"}),
        ("on his left hand", {"left"}),
        ("he left the hall", set()),
        ("東西很多", set()),
        ("the Eastern Han scholar", set()),
        ("《南陔》", set()),
    ],
)
def test_directions(text: str, found: set[str]) -> None:
    assert directions(text) == found


@pytest.mark.parametrize(
    ("text", "refs", "unborne"),
    [
        ("The overseer becomes marshal.", ["5.17.1"], []),
        ("The overseer faces west and becomes marshal.", ["5.17.1"], [Unborne("direction", "west")]),
        ("There are seven couples.", ["5.17.1"], [Unborne("number", "7")]),
        ("The impersonator becomes marshal.", ["5.17.1"], [Unborne("person", "impersonator")]),
        ("Four musicians play, and two of them carry zithers.", ["4.11.2"], []),
        ("兩個人彈瑟，面朝北。", ["4.11.4"], []),
        ("樂工面朝南。", ["4.11.4"], [Unborne("direction", "south")]),
    ],
)
def test_what_nothing_bears_out(checker: ClaimChecker, text: str, refs: list[str], unborne: list[Unborne]) -> None:
    assert [one for one in checker.unborne(text, checker.support(refs)) if one in unborne or not unborne] == unborne


def test_sums_of_numbers_are_borne_out(checker: ClaimChecker) -> None:
    support = checker.support([], "three couples, two tallies each")
    assert not checker.unborne("six tallies", support)
    assert checker.unborne("eleven tallies", support) == [Unborne("number", "11")]


def test_list_numbers_are_no_claims(checker: ClaimChecker) -> None:
    assert not checker.unborne("1. He bows.\n2. He rises.\n7. He goes out.", checker.support([]))


@pytest.mark.parametrize(
    ("text", "refs", "kind"),
    [
        ("The host notifies the guest, who comes out and bows twice.", ["5.1.1"], ""),
        ("The guest notifies the host.", ["5.1.1"], "actor"),
        ("賓前往通知主人。", ["5.1.1"], "actor"),
        ("弟子張開箭靶，司馬下令。", ["5.17.2"], ""),
        ("水在洗的東邊，篚在洗的西邊。", ["5.2.5"], ""),
        ("水在洗的西邊，篚在洗的東邊。", ["5.2.5"], "side"),
        ("鄉射禮不設介。", ["5.1.3"], ""),
        ("鄉射禮設有介。", ["5.1.3"], "absence"),
        ("司正不擔任司馬。", ["5.17.1"], "negation"),
        ("大侯九十步，參侯七十步。", ["7.2.2"], ""),
        ("大侯七十步，參侯九十步。", ["7.2.2"], "number"),
        ("賓走進門來迎接。", ["5.1.1"], "pole"),
        ("凡是禮儀都必須有司正。", ["5.17.1"], "generality"),
        ("The target is kept in a Ming-dynasty box.", ["5.17.2"], "time"),
        ("It is much as a box of today.", ["5.17.2"], ""),
    ],
)
def test_what_is_told_otherwise(checker: ClaimChecker, text: str, refs: list[str], kind: str) -> None:
    found = checker.misread(text, checker.resting(refs))
    assert {one.kind for one in found} == ({kind} if kind else set())
