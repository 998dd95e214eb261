"""A rite at a glance: what is counted agrees with what the texts state, where they state it."""

from dataclasses import replace
from functools import cache

import pytest

from corpus import canon as canons
from corpus.rites import effects, glossary, stated
from corpus.rites.data import Rites
from corpus.rites.overview import Overview, overview
from corpus.rites.stated import Checklists, numerals

CANON, RITES, EFFECTS, LISTS = canons.load(), Rites.load(), effects.load(), stated.load()


@cache
def of(chapter: int) -> Overview:
    return overview(chapter, RITES, CANON, EFFECTS, LISTS)


def numbers(chapter: int, name: str) -> list[tuple[int, str]]:
    """Every number of a person, a thing or a measure, with the clause that states it."""
    whole = of(chapter)
    people = [one for person in whole.people if person.role == name for one in person.numbers]
    things = [one for need in whole.needs if need.thing == name for one in need.numbers]
    return [(one.number, one.ref) for one in (*people, *things, *whole.measures) if one.name == name]


@pytest.mark.parametrize(
    ("chapter", "name", "told"),
    [
        (4, "壺", [(2, "4.2.3")]),
        (4, "勺", [(2, "4.2.3")]),
        (4, "眾賓之長", [(3, "4.9.3")]),
        (4, "工", [(4, "4.11.2")]),
        (4, "瑟", [(2, "4.11.2")]),
        (4, "相者", [(2, "4.11.2")]),
        (4, "二人", [(2, "4.20.1")]),
        (4, "脯", [(5, "4.28.6")]),
        (4, "俎", [(3, "4.28.8")]),
        (5, "壺", [(2, "5.2.4")]),
        (5, "工", [(4, "5.11.2")]),
        (5, "瑟", [(2, "5.11.2")]),
        (5, "笙", [(4, "5.52.20")]),
        (5, "三耦", [(6, "5.14.1")]),
        (5, "矢", [(4, "5.21.12")]),
        (5, "算", [(8, "5.26.4")]),
        (5, "箭籌", [(80, "5.52.69")]),
        (5, "俎", [(2, "5.52.12")]),
        (5, "侯道", [(50, "5.52.65")]),
        (7, "侯", [(3, "7.2.3")]),
        (7, "大侯", [(90, "7.2.2")]),
        (7, "參", [(70, "7.2.2")]),
        (7, "干", [(50, "7.2.2")]),
        (7, "方壺", [(2, "7.4.1")]),
        (7, "膳尊", [(2, "7.4.1")]),
        (7, "圜壺", [(2, "7.4.2")]),
        (7, "工", [(6, "7.17.1")]),
        (7, "瑟", [(4, "7.17.1")]),
        (7, "三耦", [(6, "7.19.10")]),
        (7, "矢", [(4, "7.21.11")]),
        (7, "朱極", [(3, "7.26.10")]),
        (15, "敦", [(2, "15.5.4")]),
        (15, "豆", [(2, "15.7.2"), (4, "15.8.18"), (2, "15.11.4")]),
        (15, "鉶", [(2, "15.7.12")]),
        (15, "壺", [(2, "15.12.7"), (2, "15.26.1")]),
        (15, "爵", [(2, "15.23.3")]),
        (15, "觚", [(2, "15.23.3")]),
        (15, "觶", [(4, "15.23.3")]),
        (15, "角", [(1, "15.23.3")]),
        (15, "散", [(1, "15.23.3")]),
        (15, "魚", [(15, "15.29.5")]),
    ],
)
def test_the_numbers_are_those_the_text_states(chapter: int, name: str, told: list[tuple[int, str]]) -> None:
    assert numbers(chapter, name) == told
    for _, ref in told:
        (quote, *_) = [one.quote for one in LISTS.stated if one.ref == ref and one.name == name]
        assert all(part in CANON.clauses[ref].text for part in quote.split(";"))


@pytest.mark.parametrize("chapter", [5, 7])
def test_arrows_are_four_to_each_archer(chapter: int) -> None:
    (arrows,) = [need for need in of(chapter).needs if need.thing == "矢"]
    assert of(chapter).total(arrows.numbers[0]) == 4 * (6 + 1)  # 三耦 and 司射; the others bring their own


@pytest.mark.parametrize("chapter", [4, 5, 7, 15])
def test_every_phase_and_everybody_has_a_place(chapter: int) -> None:
    whole = of(chapter)
    assert [phase.ref for part in whole.parts for phase in part.phases] == [
        p.ref for p in CANON.chapters[chapter].phases
    ]
    assert whole.acts == sum(phase.acts for part in whole.parts for phase in part.phases)
    people = {person for part in whole.parts for phase in part.phases for person in phase.people}
    assert people <= {person.role for person in whole.people}
    assert all(person.first in CANON.clauses for person in whole.people)


def test_who_does_most_comes_first_and_who_is_whom_is_told() -> None:
    people = {person.role: person for person in of(5).people}
    assert next(iter(people)) == "主人"
    assert people["司馬"].same == ("司正",)
    assert people["上射"].part_of == ("三耦",)
    assert people["弟子"].various


def test_needs_stand_by_kind() -> None:
    kinds = [need.category for need in of(7).needs]
    assert kinds == sorted(kinds, key=stated.CATEGORIES.index)
    things = [need.thing for need in of(5).needs]
    assert {"弓", "矢", "決", "拾", "楅", "侯", "旌", "中", "算", "豐", "觶", "瑟"} <= set(things)
    assert "弦" not in things and "手" not in things  # parts are nothing to be provided


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("箭籌八十", [80]),
        ("魚十有五", [15]),
        ("工四人，二瑟", [4, 2]),
        ("乘矢", [4]),
        ("大侯九十", [90]),
        ("十", [10]),
        ("再拜", []),
    ],
)
def test_numerals(text: str, found: list[int]) -> None:
    assert numerals(text) == found


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"number": 70}, "says 70, but the quote 八十 does not"),
        ({"quote": "九十", "number": 90}, "quotes 九十, which does not stand there"),
        ({"name": "籌碼"}, "籌碼 does not stand in the glossary"),
        ({"note_zh": "共", "note_en": ""}, "has a note in one language alone, or in simplified script"),
    ],
)
def test_a_broken_number(change: dict[str, object], complaint: str) -> None:
    one = next(one for one in LISTS.stated if one.name == "箭籌")
    lists = Checklists(LISTS.needs, (replace(one, **change),), LISTS.stages)  # type: ignore[arg-type]
    told = [finding.problem for finding in stated.problems(lists, CANON, glossary.load())]
    assert told == [complaint]


def test_the_tables_keep_their_rules() -> None:
    assert list(stated.problems(LISTS, CANON, glossary.load())) == []
    assert list(stated.doubts(LISTS, RITES, glossary.load(), EFFECTS)) == []
