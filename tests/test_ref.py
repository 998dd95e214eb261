"""The grammar of references, as a table."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import ReferenceMalformed
from corpus.ref import Page, Ref, clause_order, parse

PHASES = {(5, "三耦射"): 21, (7, "三耦射"): 24, (5, "三耦"): 99, (5, "拜至"): 3, (15, "祭竈之節"): 27}

GRAMMAR = [
    ("5.21.3", Ref(5, 21, "3")),
    (" 5.21.3 ", Ref(5, 21, "3")),
    ("５．２１．３", Ref(5, 21, "3")),
    ("5 . 21 . 3", Ref(5, 21, "3")),
    ("5.21.3a", Ref(5, 21, "3a")),
    ("5.21", Ref(5, 21)),
    ("5", Ref(5)),
    ("5.21.3-5", Ref(5, 21, "3", "5")),
    ("5.21.3–5", Ref(5, 21, "3", "5")),
    ("5.21.3~5", Ref(5, 21, "3", "5")),
    ("5.21.3a-4", Ref(5, 21, "3a", "4")),
    ("5.21-23", Ref(5, 21, through="23")),
    ("5.21.3-3", Ref(5, 21, "3")),
    ("儀禮·鄉射禮 21.3", Ref(5, 21, "3")),
    ("乡射礼 21.3", Ref(5, 21, "3")),
    ("鄉射禮21.3", Ref(5, 21, "3")),
    ("《儀禮·鄉射禮》21.3", Ref(5, 21, "3")),
    ("鄉射禮", Ref(5)),
    ("大射 3", Ref(7, 3)),
    ("特牲 3.2", Ref(15, 3, "2")),
    ("鄉射禮 21.3-5", Ref(5, 21, "3", "5")),
    ("鄉射禮·三耦射·3", Ref(5, 21, "3")),
    ("鄉射禮·三耦射", Ref(5, 21)),
    ("大射儀·三耦射·3-4", Ref(7, 24, "3", "4")),
    ("Yili 5.21.3", Ref(5, 21, "3")),
    ("yili 5.21", Ref(5, 21)),
    ("Xiang she li 21.3", Ref(5, 21, "3")),
    ("Xiangsheli 21.3", Ref(5, 21, "3")),
    ("5.21.3#zheng.1", Ref(5, 21, "3", speaker="zheng", ordinal=1)),
    ("5.21.3#zheng", Ref(5, 21, "3", speaker="zheng")),
    ("4.1.1#jia.1.2", Ref(4, 1, "1", speaker="jia", ordinal=1, piece=2)),
    ("5#zheng.1", Ref(5, speaker="zheng", ordinal=1)),
    ("鄭玄注·鄉射禮 21.3", Ref(5, 21, "3", speaker="zheng")),
    ("郑玄 5.21.3", Ref(5, 21, "3", speaker="zheng")),
    ("鄉射禮鄭注 21.3", Ref(5, 21, "3", speaker="zheng")),
    ("賈疏 4.1.1", Ref(4, 1, "1", speaker="jia")),
    ("5.21.3@jishi", Ref(5, 21, "3", witness="jishi")),
    ("urn:cts:yili:jing.p05.jishi:21.3", Ref(5, 21, "3", witness="jishi")),
    ("urn:cts:yili:jing.p05.jishi:21.3-5", Ref(5, 21, "3", "5", witness="jishi")),
    ("urn:cts:yili:jing.p05.jishi:21", Ref(5, 21, witness="jishi")),
    ("urn:cts:yili:jing.p05.jishi:21-23", Ref(5, 21, through="23", witness="jishi")),
    ("urn:cts:yili:jing.p05.jishi", Ref(5, witness="jishi")),
    ("urn:cts:yili:zhu.p05.jishi:21.3.n1", Ref(5, 21, "3", speaker="zheng", ordinal=1, witness="jishi")),
    ("urn:cts:yili:zhu.p05.jishi:n1", Ref(5, speaker="zheng", ordinal=1, witness="jishi")),
    ("urn:cts:yili:shu.p04.zhushu:1.1.n1.2", Ref(4, 1, "1", None, "jia", 1, 2, "zhushu")),
    ("5.21.3至5", Ref(5, 21, "3", "5")),
    ("鄉射禮·拜至", Ref(5, 3)),
    ("特牲饋食禮·祭竈之節", Ref(15, 27)),
    ("鄉射禮 第21節", Ref(5, 21)),
    ("18.1", Ref(18, 1)),
    ("/read/5.21.3", Ref(5, 21, "3")),
    ("/read/5.21.3@jishi", Ref(5, 21, "3", witness="jishi")),
    ("https://wenli.example/read/5.21.3?lang=en#zheng.1", Ref(5, 21, "3", speaker="zheng", ordinal=1)),
    ("http://127.0.0.1:8000/read/%E9%84%89%E5%B0%84%E7%A6%AE%2021.3", Ref(5, 21, "3")),
    ("/read/5.21.3@jishi#zheng.1", Ref(5, 21, "3", speaker="zheng", ordinal=1, witness="jishi")),
    ("/read/KR1d0030_WYG_005-2a", Page("KR1d0030", "WYG", 5, "2a")),
    ("KR1d0038_WYG_005-15b", Page("KR1d0038", "WYG", 5, "15b")),
]

MALFORMED = ["", " ", ".", "5.", ".5", "5..3", "5.21.3.4", "5.0.1", "0.1", "-3", "5.21.5-3", "5-", "5.21.3#", "foo"]
MALFORMED += [
    "Yili",
    "鄉射禮 x",
    "鄉射禮 21.3 之後",
    "5.21.3#ZHENG.1x",
    "urn:cts:yili:",
    "KR1d0038",
    "x" * 300,
    "\x00",
    "💥",
    "/read/",
    "https://wenli.example/ask?q=5.21.3",
]


@pytest.mark.parametrize(("text", "ref"), GRAMMAR)
def test_every_form_is_read(text: str, ref: Ref | Page) -> None:
    assert parse(text, PHASES) == ref


@pytest.mark.parametrize("text", MALFORMED)
def test_what_is_no_reference_is_refused(text: str) -> None:
    with pytest.raises(ReferenceMalformed):
        parse(text, PHASES)


LABELS = st.builds(lambda n, letter: f"{n}{letter}", st.integers(1, 99), st.sampled_from(["", "a", "b"]))
REFS = st.builds(
    lambda chapter, phase, clause, speaker, ordinal: Ref(
        chapter,
        phase if clause or phase else None,
        clause if phase else None,
        speaker=speaker,
        ordinal=ordinal if speaker else None,
    ),
    st.integers(1, 17),
    st.none() | st.integers(1, 99),
    st.none() | LABELS,
    st.none() | st.sampled_from(["zheng", "jia", "zhuxi"]),
    st.none() | st.integers(1, 9),
)


@given(REFS)
@settings(derandomize=True)
def test_what_is_printed_is_read_back(ref: Ref) -> None:
    assert parse(str(ref)) == ref
    assert parse(ref.english()) == ref
    if ref.speaker is None:
        assert parse(ref.chinese()) == ref
        assert parse(ref.urn("jing", "jishi")) == Ref(ref.chapter, ref.phase, ref.clause, witness="jishi")


@given(st.text(max_size=60))
@settings(derandomize=True, max_examples=500)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ReferenceMalformed):
        parse(text, PHASES)


def test_a_later_split_stands_between_its_neighbours() -> None:
    assert sorted(["4", "3a", "12", "3"], key=clause_order) == ["3", "3a", "4", "12"]


def test_chinese_form_names_the_commentator() -> None:
    assert Ref(5, 21, "3", speaker="zheng").chinese() == "鄭玄注·鄉射禮 21.3"
    assert Ref(5).chinese() == "儀禮·鄉射禮"
