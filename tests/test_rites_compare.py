"""In what two passages differ: acts of one side alone, and cells told otherwise on both."""

from rites_makings import rites, step

from corpus import canon
from corpus.rites.compare import What, aligned, compare, told
from corpus.rites.data import Rites

HELD = Rites.load()
CANON = canon.load()


def found(left: str, right: str, *roles: tuple[str, str]) -> list[tuple[str, str, str]]:
    """Differences that the texts tell: what, and the act of each side."""
    return [
        (one.what.value, *(f"{a.step.act}{a.step.object}" if a else "" for a in (one.left, one.right)))
        for one in told(compare(HELD, left, right, roles), CANON)
    ]


def test_an_act_of_one_side_alone() -> None:
    small = rites(
        step("4.1.1", 1, actor="賓", act="坐"),
        step("4.1.1", 2, actor="賓", act="拜", count="2"),
        step("5.1.1", 1, actor="賓", act="坐"),
        step("5.1.1", 2, actor="賓", act="祭", object="酒"),
        step("5.1.1", 3, actor="賓", act="拜", count="1"),
    )
    differences = compare(small, "4.1.1", "5.1.1")
    assert [(one.what, one.left and one.left.step.n, one.right and one.right.step.n) for one in differences] == [
        (What.RIGHT_ONLY, None, 2),
        (What.COUNT, 2, 3),
    ]


def test_cells_told_on_one_side_alone_do_not_differ() -> None:
    small = rites(
        step("4.1.1", 1, actor="賓", act="立", to="西階上", facing="北"),
        step("5.1.1", 1, actor="賓", act="立", to="阼階上"),
    )
    assert [one.what for one in compare(small, "4.1.1", "5.1.1")] == [What.PLACE]


def test_roles_are_cast() -> None:
    small = rites(
        step("4.1.1", 1, actor="介", act="拜", count="1"), step("5.1.1", 1, actor="大夫", act="拜", count="1")
    )
    assert [one.what for one in compare(small, "4.1.1", "5.1.1")] == [What.ACTOR]
    assert compare(small, "4.1.1", "5.1.1", (("介", "大夫"),)) == ()


def test_an_actor_who_is_understood_is_known_to_be() -> None:
    small = rites(
        step("4.1.1", 1, actor="有司", act="設", object="俎", to="席", basis="sense", reason="上下文"),
        step("5.1.1", 1, actor="有司", act="設", object="俎", to="阼階"),
    )
    assert [one.understood for one in compare(small, "4.1.1", "5.1.1")] == [True]


def test_what_the_texts_tell() -> None:
    assert found("5.21.7", "7.21.6", ("司馬", "司馬正"))[0] == ("place", "適", "適")
    assert ("right_only", "", "決決") in found("5.21.7", "7.21.6", ("司馬", "司馬正"))
    assert ("left_only", "退", "") in found("4.6", "5.7")  # 主人少退
    assert ("facing", "揖", "揖") in found("5.20", "7.20")
    assert found("5.32.3", "7.29.3") == []


def test_verbs_that_say_one_thing_are_one() -> None:
    left, right = step("4.1.1", 1, actor="賓", act="復位"), step("5.1.1", 1, actor="賓", act="反位")
    assert aligned([left], [right]) == [(0, 0)]
    assert aligned([left], []) == [(0, None)]
