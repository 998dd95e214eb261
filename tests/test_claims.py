"""What a sentence claims and whether given words bear it out: directions, numbers, persons."""

import pytest

from corpus.claims import clauses
from corpus.claims.checker import ClaimChecker, Unborne
from corpus.claims.directions import directions
from corpus.claims.features import NAMES
from corpus.claims.vocabulary import EVERYWHERE, Vocabulary, stem, words
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
        ("司正不擔任司馬。", ["5.17.1"], "denial"),
        ("大侯九十步，參侯七十步。", ["7.2.2"], ""),
        ("大侯七十步，參侯九十步。", ["7.2.2"], "number"),
        ("賓走進門來迎接。", ["5.1.1"], "pole"),
        ("凡是禮儀都必須有司正。", ["5.17.1"], "generality"),
        ("The target is kept in a Ming-dynasty box.", ["5.17.2"], "time"),
        ("It is much as a box of today.", ["5.17.2"], ""),
        ("At every archery rite, ancient or later, the overseer becomes marshal.", ["5.17.1"], "generality"),
        ("不論哪種射禮，都由司正擔任司馬。", ["5.17.1"], "generality"),
        ("直到今天，司正仍然擔任司馬。", ["5.17.1"], "generality"),
        ("No tea is drunk: the overseer becomes marshal.", ["5.17.1"], ""),
        ("The overseer writes his name on a scoreboard.", ["5.17.1"], "time"),
        ("司正憑發票向公司報銷。", ["5.17.1"], "time"),
        ("The flannel rutabaga is yodelled.", ["5.1.1"], "unknown"),
        ("The guest bows twice before the host goes to notify him.", ["5.1.1"], "order"),
        ("The host goes to notify the guest before the guest bows twice.", ["5.1.1"], ""),
    ],
)
def test_what_is_told_otherwise(checker: ClaimChecker, text: str, refs: list[str], kind: str) -> None:
    found = checker.misread(text, checker.resting(refs))
    assert {one.kind for one in found} == ({kind} if kind else set())


def compared(checker: ClaimChecker, text: str, refs: list[str]) -> dict[str, float]:
    return dict(zip(NAMES, checker.compared(text, checker.resting(refs)), strict=True))


@pytest.mark.parametrize(
    ("true", "false", "refs"),
    [
        ("司正擔任司馬。", "司正不擔任司馬。", ["5.17.1"]),
        ("The juniors undo its binding.", "The juniors do not undo its binding.", ["5.17.2"]),
        ("鄉射禮不設介。", "鄉射禮一定要設介。", ["5.1.3"]),
    ],
)
def test_a_clause_is_compared_with_the_one_that_denies_it(
    checker: ClaimChecker, true: str, false: str, refs: list[str]
) -> None:
    assert compared(checker, true, refs)["denied"] < 0.3 < compared(checker, false, refs)["denied"]


def test_what_is_added_is_far_from_what_is_told(checker: ClaimChecker) -> None:
    true = compared(checker, "The overseer becomes marshal.", ["5.17.1"])
    false = compared(checker, "The overseer becomes marshal, and a lantern is lit for him.", ["5.17.1"])
    for name in ("strange", "new_weight", "clause_new", "clause_near"):
        assert true[name] < false[name], name


def test_words_before_a_quotation_are_compared_with_what_tells_of_it(checker: ClaimChecker) -> None:
    support, quoted = checker.resting(["5.17.2"]), checker.quoting(["5.17.2"], "司馬命張侯")
    assert not checker.unlike("The marshal orders the target to be spread", quoted, support)
    assert checker.unlike("The marshal sells the arrows to his servants", quoted, support)
    assert not checker.unlike("經文明說", quoted, support)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("The host bows before he washes.", "bows", "washes"),
        ("Before he washes, the host bows.", "host bows", "washes"),
        ("After the bowing, the washing follows.", "bowing", "washing follows"),
        ("先拜賓，然後洗爵。", "拜賓", "洗爵"),
        ("洗爵以前先拜賓。", "拜賓", "洗爵"),
        ("拜賓以後才洗爵。", "拜賓", "洗爵"),
        ("Before that he washes.", "", ""),
    ],
)
def test_what_comes_first(text: str, first: str, second: str) -> None:
    found = clauses.read(text).orders
    assert bool(found) is bool(first)
    for one, other in found:
        assert words(first) & one and not words(first) & other
        assert words(second) & other and not words(second) & one


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("賓不拜", True),
        ("無不拜者", False),
        ("不勝者飲", False),
        ("The guest does not bow", True),
        ("without number", True),
        ("lest dust reach him", True),
        ("不敢不從命", False),
    ],
)
def test_denials(text: str, denies: bool) -> None:
    assert clauses._clause(clauses.plain(text)).denies is denies


def test_a_vocabulary_counts_by_phase_and_leaves_one_text_out() -> None:
    vocabulary = Vocabulary([("5.1", "the guest bows"), ("5.2", "the basin is washed"), (EVERYWHERE, "賓主")])
    assert vocabulary.strange(words("guests wash refrigerators")) == {stem("refrigerators")}
    assert vocabulary.strange(words("basin"), words("the basin is washed")) == {"basin"}
    assert vocabulary.far(words("guest basin"), ["5.1"]) == {"basin"}
    assert vocabulary.odd(words("賓主主賓")) == words("主主主賓") - words("賓主")
    assert vocabulary.weight("basin") < vocabulary.weight("unicorn")
