"""Words of the texts in Latin letters get their English names; English words are left alone."""

import pytest

from service.ask.romanized import glossed, named


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Who is the jie?", "Who is the jie (assistant guest)?"),
        ("what does the sī shè carry", "what does the sī shè (master of archery) carry"),
        ("does the shi huo zhe kneel", "does the shi huo zhe (scorer) kneel"),
        ("Shihuozhe", "Shihuozhe (scorer)"),
        ("And do you and she tie, long after the men?", "And do you and she tie, long after the men?"),
        ("誰是介", "誰是介"),
        ("", ""),
    ],
)
def test_what_is_told_beside_a_word(text: str, told: str) -> None:
    assert glossed(text) == told


def test_a_word_for_several_things_names_persons_first() -> None:
    assert "impersonator" in glossed("who is the shi") and "arrow" not in glossed("who is the shi")


def test_a_chinese_word_has_its_english_name_beside_it() -> None:
    assert named("How does Zheng Xuan explain 侯?") == "How does Zheng Xuan explain 侯 (target)?"
    assert named("What does 「侯」 mean?") == "What does 「侯」 mean?", "quoted words stay as they are"
    assert named("Why is the target called 侯?") == "Why is the target called 侯?"
    assert named("司正為司馬 is where?") == "司正為司馬 is where?", "no word of the glossary"
