"""What follows what: after a phase, after an act within it, and along a course that two rites share."""

import pytest

from service.answering.answer import Ask
from service.wenli import Wenli


def refs(wenli: Wenli, question: str) -> list[str]:
    return [citation.ref for citation in wenli.ask(Ask(question)).citations]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("鄉飲酒禮中，司正奠觶以後做什麼？", "4.16.2"),
        ("What does the marker do after the marshal orders him to leave the target?", "5.21.9"),
        ("鄉飲酒禮歌完《鹿鳴》三首以後呢，接下來做什麼？", "4.11.6"),
        ("大射礼国君射完以后，接下来发生什么？", "7.26.18"),
        ("In the District Archery Ceremony, what follows once host and guest have taken off their shoes?", "5.48.2"),
    ],
)
def test_what_follows_an_act_begins_after_the_clause_that_has_it(wenli: Wenli, question: str, first: str) -> None:
    assert refs(wenli, question)[0] == first


def test_a_name_is_read_in_its_order(wenli: Wenli) -> None:
    assert "4.18.1" in refs(wenli, "鄉飲酒禮賓酬主人之後，酒酬給誰？")  # 4.17, and not 主人酬賓, 4.6


def test_which_things_follow_is_no_question_how_many(wenli: Wenli) -> None:
    assert len(refs(wenli, "鄉飲酒禮司正奠觶以後做了哪幾件事？")) >= 3


@pytest.mark.parametrize("question", ["第二天的禮節有哪些步驟？", "What are the steps of the next day's visits?"])
def test_a_course_that_two_rites_share_is_told_of_both(wenli: Wenli, question: str) -> None:
    assert {ref.split(".")[0] for ref in refs(wenli, question)} >= {"4", "5"}


def test_a_course_is_that_of_the_rite_that_is_named(wenli: Wenli) -> None:
    assert {ref.split(".")[0] for ref in refs(wenli, "鄉射禮第二天的禮節有哪些步驟？")} == {"5"}


def test_a_fuller_course_is_told_rather_than_a_part_of_it(wenli: Wenli) -> None:
    assert refs(wenli, "鄉射第二輪和第三輪開射前，司射各喊什麼規則，有何差別？")[0] == "5.21.11"  # the first round, too


@pytest.mark.parametrize(
    ("form", "name"),
    [("What happens after “{1}” in the {0}?", "name_en"), ("《{0}》「{1}」之後做什麼？", "name_hant")],
)
def test_what_follows_a_phase_that_is_quoted_is_the_next_one(wenli: Wenli, form: str, name: str) -> None:
    """As the widget offers to ask. Phases of one chapter may share a name: the first is meant."""
    for chapter in wenli.library.canon.chapters.values():
        names = [getattr(phase, name) for phase in chapter.phases]
        for at, phase in enumerate(chapter.phases[1:]):
            if names.index(names[at]) == at:
                found = refs(wenli, form.format(getattr(chapter, name), names[at]))
                assert found[0].startswith(f"{phase.ref}."), names[at]
