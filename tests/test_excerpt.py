"""Choosing words: always a slice, never over the limit where a boundary can be had."""

from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.fold import fold
from service.excerpt import Focus, Grams, excerpt, highlights, sentences

LONG = (
    "主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。賓、介,處士賢者。是以大夫就而謀之,賢者為賓,其次為介,又其次為眾賓,而與之飲酒,"
    "是亦將獻之,以禮禮賓之也。今郡國十月行此飲酒禮,以正齒位。"
)
TABLE = Grams.of(map(fold, [LONG, "設洗于阼階東南", "賓降洗", "司正為司馬", "主人盥洗", "賓西階上北面拜"]))


def focus(text: str, *terms: str) -> Focus:
    return Focus.of(text, terms, TABLE)


def test_the_sentence_that_answers_is_chosen() -> None:
    start, end = excerpt(LONG, focus("先生是什麼人", "先生"), 20)
    assert LONG[start:end] == "先生,鄉中致仕者"


def test_a_short_text_is_taken_whole_without_its_last_mark() -> None:
    assert excerpt("司正為司馬。", focus("誰當司馬"), 90) == (0, 5)


def test_unpunctuated_notes_are_cut_after_particles() -> None:
    text = "貫猶中也不中正不釋算也古文貫作關"
    assert [text[a:b] for a, b in sentences(text)] == ["貫猶中也", "不中正不釋算也", "古文貫作關"]


def test_marks_whose_partner_lies_outside_are_left_out() -> None:
    text = "云「賓進者，少南就洗」者，以賓東面時立於西階。云「南面」者，非也。"
    start, end = excerpt(text, focus("少南就洗"), 24)
    assert text[start:end].count("「") == text[start:end].count("」")


@given(st.text(alphabet="主人賓拜也矣，。「」洗", max_size=120), st.integers(5, 60))
@settings(derandomize=True)
def test_an_excerpt_is_a_slice_within_the_text(text: str, limit: int) -> None:
    if text.strip("，。「」"):
        start, end = excerpt(text, focus("主人拜賓"), limit)
        assert 0 <= start <= end <= len(text)


def test_highlights_name_stored_characters_across_scripts() -> None:
    text = "主人:「荅拜,興。」"
    assert [text[a:b] for a, b in highlights(text, "答拜兴")] == ["荅拜,興"]
    assert highlights(text, "魚麗") == []
    assert highlights(text, "") == []
