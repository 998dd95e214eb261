"""Repetitions: what is done again, by whom, and where it is said."""

import pytest

from corpus.errors import CorpusError
from corpus.rites.data import Rites
from corpus.rites.expand import DEPTH, Said, cast, expand
from tests.rites_makings import clause, rites, step


def told(rites_: Rites, reference: str) -> list[str]:
    return [
        f"{'、'.join(a.step.actor)} {a.step.act}{a.step.object} {a.step.place}".strip()
        for a in expand(rites_, reference)
    ]


@pytest.fixture
def drinking() -> Rites:
    return rites(
        *clause("4.4.1", "賓 坐 - - 賓席", "賓 祭 脯醢", "賓 嚌 肺", "主人 疑立 - - 阼階東"),
        *clause("4.4.2", "賓 拜 - - 西階上 北 主人"),
        step("4.4.3", 1, kind="description", object="尊", to="房戶間", basis=""),
        step("4.5.1", 1, actor="介", act="升", to="介席"),
        step("4.5.1", 2, kind="repeat", repeats="4.4.1", with_="賓=介", except_="嚌肺;主人疑立", span="如賓禮"),
        step("4.6.1", 1, kind="repeat", repeats="4.5.1", with_="介=大夫", span="如介禮"),
    )


def test_what_is_done_again_has_its_roles_and_exceptions(drinking: Rites) -> None:
    assert told(drinking, "4.5") == ["介 升 介席", "介 坐 介席", "介 祭脯醢"]


def test_an_act_keeps_both_places_it_comes_from(drinking: Rites) -> None:
    own, again, _ = expand(drinking, "4.5.1")
    assert (own.ref, own.said) == ("4.5.1", ())
    assert (again.ref, again.step.ref, again.step.n) == ("4.5.1", "4.4.1", 1)
    assert again.said == (Said("4.5.1", 2, "如賓禮"),)


def test_repetitions_within_repetitions(drinking: Rites) -> None:
    assert told(drinking, "4.6.1") == ["大夫 升 大夫席", "大夫 坐 大夫席", "大夫 祭脯醢"]
    assert [said.ref for said in expand(drinking, "4.6.1")[1].said] == ["4.6.1", "4.5.1"]


def test_descriptions_are_no_acts(drinking: Rites) -> None:
    assert expand(drinking, "4.4.3") == ()


def test_of_the_clause_that_says_so_only_what_stands_before_is_repeated() -> None:
    again = rites(*clause("5.1.1", "上射 射", "下射 射"), step("5.1.1", 3, kind="repeat", repeats="5.1.1"))
    assert told(again, "5.1.1") == ["上射 射", "下射 射"] * 2


def test_circles_are_refused() -> None:
    circle = rites(step("4.1.1", 1, kind="repeat", repeats="4.1.2"), step("4.1.2", 1, kind="repeat", repeats="4.1.1"))
    with pytest.raises(CorpusError, match=r"4\.1\.1 → 4\.1\.2 → 4\.1\.1: the repetitions turn in a circle"):
        expand(circle, "4.1.1")


def test_depth_has_a_limit() -> None:
    chain = [step(f"4.1.{n}", 1, kind="repeat", repeats=f"4.1.{n + 1}") for n in range(1, DEPTH + 2)]
    last = clause(f"4.1.{DEPTH + 2}", "賓 拜")
    assert told(rites(*chain[1:], *last), "4.1.2") == ["賓 拜"]
    with pytest.raises(CorpusError, match=f"more than {DEPTH} repetitions"):
        expand(rites(*chain, *last), "4.1.1")


def test_a_repetition_of_nothing_names_its_step() -> None:
    with pytest.raises(CorpusError, match=r"4\.1\.1, step 1: 4\.9"):
        expand(rites(step("4.1.1", 1, kind="repeat", repeats="4.9")), "4.1.1")


# Casting


def test_roles_are_exchanged_at_once() -> None:
    both = cast(step("4.1.1", 1, actor="主人", act="辭", recipient="賓"), (("主人", "賓"), ("賓", "主人")))
    assert (both.actor, both.recipient) == (("賓",), ("主人",))


def test_a_pair_can_be_cast_as_one() -> None:
    two = cast(step("5.1.1", 1, actor="上射、下射", act="揖"), (("上射、下射", "次耦、下耦"),))
    assert two.actor == ("次耦", "下耦")


def test_objects_and_the_verbs_that_hold_them() -> None:
    goblet = cast(step("4.1.1", 1, actor="賓", act="卒爵", object="爵"), (("爵", "觶"),))
    assert (goblet.act, goblet.object) == ("卒觶", "觶")


def test_what_belongs_to_a_side_is_left_open_where_the_side_changes() -> None:
    up = step("4.1.1", 1, actor="主人", act="拜", to="阼階上", facing="北", recipient="賓")
    exchanged = cast(up, (("主人", "賓"), ("賓", "主人")))
    assert (exchanged.place, exchanged.facing) == ("", "")
    named = cast(up, (("主人", "賓"), ("賓", "主人"), ("阼階上", "西階上"), ("北", "北")))
    assert (named.place, named.facing) == ("西階上", "北")


def test_what_belongs_to_no_side_stays() -> None:
    assistant = cast(
        step("4.1.1", 1, actor="賓", act="拜", to="西階上", facing="北", recipient="主人"), (("賓", "介"),)
    )
    assert (assistant.place, assistant.facing) == ("西階上", "北")
