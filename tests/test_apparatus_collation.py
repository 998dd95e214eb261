"""Two stored texts: where they differ, of what kind, and where each place stands in both."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.apparatus.collation import Collation, Kind, Text, collate
from corpus.script import same_but_for_script

TONGJIE = frozenset("防")
CASES = [
    ("坐奠爵", "坐尊爵", [("奠", "尊", Kind.SUBSTANTIVE)]),
    ("主人答拜。", "主人荅拜", [("答", "荅", Kind.VARIANT_CHARACTER)]),
    ("鄉飲酒", "鄕飲酒", [("鄉", "鄕", Kind.VARIANT_CHARACTER)]),
    ("坐挩手", "坐說手", [("挩", "說", Kind.VARIANT_CHARACTER)]),
    ("執觶，興，洗", "執觶興盥洗", [("", "盥", Kind.ADDITION)]),
    ("乘之，卒。", "乘之", [("卒", "", Kind.OMISSION)]),
    ("賓席之前", "賓之席前", [("席之", "之席", Kind.TRANSPOSITION)]),
    ("席於尊東", "席尊於東", [("於尊", "尊於", Kind.TRANSPOSITION)]),
    ("賓答再拜", "賓再答拜", [("答再", "再答", Kind.TRANSPOSITION)]),
    ("兩甒在南", "兩■在南", [("甒", "■", Kind.DAMAGE)]),
    ("翿旌以獲", "■施以獲", [("翿", "■", Kind.DAMAGE), ("旌", "施", Kind.SUBSTANTIVE)]),
    ("在建鼓之間", "在建鼓之間□", [("", "□", Kind.DAMAGE)]),
    ("先升堂", "先升升堂", [("", "升", Kind.ADDITION)]),
    ("無介。", "", [("無介", "", Kind.OMISSION)]),
    ("賓禮辭，許。", "賓，禮辭許", []),
]


@pytest.mark.parametrize(("base", "other", "expected"), CASES)
def test_kinds(base: str, other: str, expected: list[tuple[str, str, Kind]]) -> None:
    assert [(d.base, d.other, d.kind) for d in collate(Text(base), Text(other))] == expected


def test_script_is_no_difference_but_another_graph_is() -> None:
    assert collate(Text("賓答拜，餘如初"), Text("宾答拜,馀如初", simplified=True)) == ()
    found = collate(Text("埽之以箒，荅拜"), Text("扫之以帚,答拜", simplified=True))
    assert [(d.base, d.other) for d in found] == [("埽", "扫"), ("箒", "帚"), ("荅", "答")]
    assert [d.base for d in collate(Text("眾賓"), Text("衆賓"))] == ["眾"], "between two traditional texts it is"
    assert same_but_for_script("宾", "賓") and not same_but_for_script("答", "荅")


def test_what_stands_for_lost_characters_is_told_apart_from_the_word() -> None:
    assert [d.kind for d in collate(Text("不告旨"), Text("不告防", lost=TONGJIE))] == [Kind.DAMAGE]
    assert [d.kind for d in collate(Text("不告旨"), Text("不告防"))] == [Kind.SUBSTANTIVE]
    assert collate(Text("觶之防反"), Text("觶之防反", lost=TONGJIE)) == ()


def test_the_second_of_two_like_characters_is_the_one_more() -> None:
    more, less = collate(Text("先升堂"), Text("先升,升堂"))[0], collate(Text("先升升堂"), Text("先升堂"))[0]
    assert (more.base_span, more.other_span) == ((2, 2), (3, 4))
    assert (less.base_span, less.other_span) == ((2, 3), (2, 2))


def test_spans_go_across() -> None:
    one = Collation(Text("坐奠爵，主人拜"), Text("坐,尊爵主。大人拜賓"))
    assert [one.across(*span) for span in ((1, 3), (5, 5), (4, 6), (7, 7), (0, 7))] == [
        (2, 4), (6, 7), (4, 8), (9, 10), (0, 9),
    ]  # fmt: skip


CHARS = st.text(alphabet="主人主賓宾答荅拜再,。■興", max_size=14)


@settings(derandomize=True, max_examples=400)
@given(CHARS, CHARS, st.booleans())
def test_differences_put_in_make_the_other_text(base: str, other: str, simplified: bool) -> None:
    """In order, without overlap, and true to both texts: with them the one text becomes the other."""
    ours, theirs = Text(base), Text(other, simplified)
    one = Collation(ours, theirs)
    made, at = [], 0
    for d in one.differences:
        assert at <= d.base_span[0] <= d.base_span[1]
        made += [base[i] for i in ours.places if at <= i < d.base_span[0]] + list(d.other)
        assert "".join(base[i] for i in ours.places if d.base_span[0] <= i < d.base_span[1]) == d.base
        assert "".join(other[i] for i in theirs.places if d.other_span[0] <= i < d.other_span[1]) == d.other
        assert one.across(*d.base_span) == d.other_span
        at = d.base_span[1]
    made += [base[i] for i in ours.places if at <= i]
    want = [other[i] for i in theirs.places]
    assert len(made) == len(want)
    assert all(m == w or (simplified and same_but_for_script(w, m)) for m, w in zip(made, want, strict=True))
    assert all(d.base != d.other for d in one.differences)
