"""The rites carried out: places, facings, hands and vessels after each act."""

import doctest
import re
from pathlib import Path

import pytest

from corpus.errors import CorpusError
from corpus.rites import effects as effects_tables
from corpus.rites import plan as plan_table
from corpus.rites.data import ROOT, Rites, Step
from corpus.rites.effects import Effects
from corpus.rites.plan import Plan, Point
from corpus.rites.simulate import Moment, carry_out, simulate
from corpus.rites.state import Spot, in_two_places
from tests.rites_makings import clause, rites, step


@pytest.fixture(scope="module")
def effects() -> Effects:
    return effects_tables.load()


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_table.load()


@pytest.fixture
def run(effects: Effects, plan: Plan):  # type: ignore[no-untyped-def]
    def run_phase(*steps: Step, phase: str = "4.4") -> tuple[Moment, ...]:
        return simulate(rites(*steps), phase, effects, plan)

    return run_phase


def findings(moments: tuple[Moment, ...]) -> list[str]:
    return [finding for moment in moments for finding in moment.findings]


def test_a_cup_goes_from_basket_to_hand_to_floor(run) -> None:  # type: ignore[no-untyped-def]
    taken, down, put = run(*clause("4.4.1", "主人 取 爵 上篚", "主人 降 - 阼階上 阼階下", "主人 奠 爵 - 阼階下"))
    assert taken.things["爵"] == Spot(holder="主人")
    assert down.people["主人"].holds == ("爵",)
    assert down.people["主人"].place == "阼階下"
    assert put.things["爵"] == Spot(place="阼階下")
    assert put.people["主人"].holds == ()


def test_what_is_presented_is_handed_over_when_it_is_received(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("主人 取 爵 上篚", "主人 獻 爵 - 賓席前 西北 賓", "賓 受 爵 - 賓席前")
    _, offered, received = run(*clause("4.4.1", *acts))
    assert offered.people["主人"].holds == ("爵",)
    assert received.people["主人"].holds == ()
    assert received.people["賓"].holds == ("爵",)


def test_what_is_given_is_in_the_others_hand_at_once(run) -> None:  # type: ignore[no-untyped-def]
    *_, given = run(*clause("4.4.1", "介 取 爵 下篚", "介 授 爵 - 兩楹之間 - 主人"))
    assert given.things["爵"] == Spot(holder="主人")


def test_two_vessels_of_a_kind_are_kept_apart(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("主人 取 觶 上篚", "主人 奠 觶 - 薦東", "司正 洗 觶 - 洗", "司正 奠 觶 - 中庭", "賓 取 觶 薦東")
    *_, last = run(*clause("4.4.1", *acts))
    assert {name: spot for name, spot in last.things.items() if name.startswith("觶")} == {
        "觶·2": Spot(place="中庭"),
        "觶": Spot(holder="賓"),
    }


def test_the_unknown_is_not_guessed(run) -> None:  # type: ignore[no-untyped-def]
    bow, away = run(*clause("4.4.1", "賓 拜", "賓 退 - 西階上"))
    assert (bow.people["賓"].place, bow.people["賓"].facing) == ("", "")
    assert away.people["賓"].place == ""
    assert away.points == {}


def test_a_facing_holds_until_one_moves(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("賓 立 - - 西階西 東", "賓 對", "賓 進 - 西階西 洗南")
    first, second, third = run(*clause("4.4.1", *acts))
    assert first.people["賓"].facing == second.people["賓"].facing == "東"
    assert third.people["賓"].facing == ""


def test_steps_and_places_by_the_verb_alone(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("主人、賓 升", "賓 進 - 西階上 賓席前", "賓 復位", "主人 降", "賓 就席")
    up, _, back, down, seated = run(*clause("4.4.1", *acts))
    assert (up.people["主人"].place, up.people["賓"].place) == ("阼階上", "西階上")
    assert back.people["賓"].place == "西階上"
    assert down.people["主人"].place == "阼階下"
    assert seated.people["賓"].place == "賓席"


def test_a_place_of_two_levels_is_the_one_on_which_one_is(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("主人 拜 - - 阼階上", "主人 疑立 - - 阼階東", "主人 降", "主人 立 - - 阼階東 西")
    moments = run(*clause("4.4.1", *acts))
    assert [m.people["主人"].place for m in moments] == ["阼階上", "阼階上東", "阼階下", "阼階東"]
    assert findings(moments) == []


def test_a_wide_place_does_not_undo_a_narrow_one(run) -> None:  # type: ignore[no-untyped-def]
    *_, last = run(*clause("4.4.1", "主人 就席", "主人 飲 觶 - 堂上"))
    assert last.people["主人"].place == "主人席"


def test_what_lies_beside_the_dishes_lies_beside_someones(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("主人 取 觶 上篚", "主人 適 - - 賓席前", "主人 奠 觶 - 薦西", "介 就席", "介 取 觶 薦西")
    *_, put, _, other = run(*clause("4.4.1", *acts))
    assert put.things["觶"] == Spot(place="薦西", mat="賓席")
    assert put.points["觶"] == Point(-0.26, 0.78)
    assert other.things["觶"] == put.things["觶"]
    assert other.findings == ("介 takes 觶 from 薦西, where none was seen; last with or at 薦西",)


def test_kneeling_and_dress(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("司射 袒 - - 堂西", "司射 決", "司射 坐", "司射 興", "司射 說 決、拾", "司射 襲")
    moments = run(*clause("5.14.2", *acts), phase="5.14")
    assert [m.people["司射"].kneels for m in moments] == [False, False, True, False, False, False]
    assert moments[1].people["司射"].wears == ("袒", "決")
    assert moments[-1].people["司射"].wears == ()


def test_no_one_is_in_two_places(run) -> None:  # type: ignore[no-untyped-def]
    moments = run(*clause("4.4.1", "賓 拜 - - 西階上", "賓 降 - 階下 當西序", "賓 拜 - - 賓席"))
    assert findings(moments) == [
        "賓 leaves 階下, but was last at 西階上",
        "賓 acts at 賓席, but was last at 當西序, and no move is told",
    ]


def test_no_vessel_is_in_two_places(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("主人 取 爵 上篚", "主人 奠 爵 - 東序端", "主人 取 爵 西楹南", "賓 奠 爵 - 薦西")
    assert findings(run(*clause("4.4.1", *acts))) == [
        "主人 takes 爵 from 西楹南, where none was seen; last with or at 東序端",
        "賓 puts down 爵, but has none in his hands",
    ]


def test_whoever_sips_has_the_cup(run) -> None:  # type: ignore[no-untyped-def]
    acts = ("賓 升席 - - 賓席", "賓 取 爵 上篚", "賓 奠 爵 - 薦西", "賓 祭 酒 - 賓席")
    assert run(*clause("4.4.1", *acts))[-1].people["賓"].holds == ("爵",)


def test_descriptions_set_the_scene(run) -> None:  # type: ignore[no-untyped-def]
    jars = step("4.4.1", 1, kind="description", object="玄酒", to="西壺", basis="")
    (moment,) = run(jars, step("4.4.1", 2, actor="賓", act="拜"))
    assert moment.things["玄酒"] == Spot(place="西壺")


def test_one_person_under_two_names(effects: Effects, plan: Plan) -> None:
    marshal = rites(*clause("5.16.1", "司正 立 - - 觶南 北"), *clause("5.17.1", "司馬 命 - - - - 獲者"))
    (moment,) = simulate(marshal, "5.17", effects, plan)
    assert moment.people["司馬"].place == "觶南"
    assert "司正" not in moment.people


def test_one_out_of_a_company_comes_from_where_it_stands(effects: Effects, plan: Plan) -> None:
    company = rites(*clause("5.19.1", "三耦 立 - - 三耦位 東"), *clause("5.20.1", "上射 揖"))
    assert simulate(company, "5.20", effects, plan)[0].people["上射"].place == "三耦位"


def test_a_phase_takes_up_where_the_last_one_ended(effects: Effects, plan: Plan) -> None:
    chapter = rites(*clause("4.22.1", "賓 立 - - 西階西 東"), *clause("4.23.1", "賓 揖"), *clause("4.25.1", "賓 揖"))
    ends = {phase: moments[-1].people["賓"].place for phase, moments in carry_out(chapter, 4, effects, plan)}
    assert ends == {"4.22": "西階西", "4.23": "西階西", "4.25": ""}


def test_a_supplement_takes_up_where_it_belongs(effects: Effects, plan: Plan) -> None:
    late = rites(*clause("4.10.1", "賓 就席"), *clause("4.23.1", "賓 出 - - 門外"), *clause("4.24.1", "賓 揖"))
    assert simulate(late, "4.24", effects, plan)[0].people["賓"].place == "賓席"


def test_points_of_those_who_stand_beside_others(effects: Effects, plan: Plan) -> None:
    beside = rites(*clause("4.9.1", "賓 立 - - 西階西 東", "介 立 - - 賓南", "賓 坐 - - 席末"))
    _, second, last = simulate(beside, "4.9", effects, plan)
    assert second.points["賓"] == Point(-0.5, -0.15)
    assert second.points["介"] == Point(-0.5, -0.28)
    assert last.points["賓"] == plan.locate("賓席")


def test_no_such_phase(effects: Effects, plan: Plan) -> None:
    with pytest.raises(CorpusError):
        simulate(Rites({}, {}, {}), "4.4", effects, plan)


@pytest.mark.parametrize(
    ("known", "told", "contradicts"),
    [
        ("賓席", "西階下", True),
        ("門外", "階下", True),
        ("賓席", "西階上", False),
        ("西階", "賓席", False),
        ("西階", "西階下", False),
        ("", "西階下", False),
        ("賓席", "", False),
        ("賓席", "席末", False),
    ],
)
def test_in_two_places(plan: Plan, known: str, told: str, contradicts: bool) -> None:
    assert in_two_places(plan, known, told) is contradicts


@pytest.mark.skipif(not any(ROOT.glob("04.steps.tsv")), reason="the chapter of the examples is not written yet")
def test_the_examples_of_the_documentation() -> None:
    text = (Path(__file__).parent.parent / "docs" / "rites.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "docs/rites.md", None, None)
    outcome = doctest.DocTestRunner(verbose=False).run(test)
    assert outcome.attempted >= 8 and outcome.failed == 0
