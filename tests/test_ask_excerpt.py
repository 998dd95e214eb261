"""Choosing words: always a slice, never over the limit where a boundary can be had."""

from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.fold import fold
from service.ask.excerpt import Focus, Grams, highlights, trimmed
from service.texts.sentences import sentences

LONG = (
    "主人,謂諸侯之鄉大夫也。先生,鄉中致仕者。賓、介,處士賢者。是以大夫就而謀之,賢者為賓,其次為介,又其次為眾賓,而與之飲酒,"
    "是亦將獻之,以禮禮賓之也。今郡國十月行此飲酒禮,以正齒位。"
)
TABLE = Grams.of(map(fold, [LONG, "設洗于阼階東南", "賓降洗", "司正為司馬", "主人盥洗", "賓西階上北面拜"]))


def focus(text: str, *terms: str) -> Focus:
    return Focus.of(text, terms, TABLE)


def test_unpunctuated_notes_are_cut_after_particles() -> None:
    text = "貫猶中也不中正不釋算也古文貫作關"
    assert [text[a:b] for a, b in sentences(text)] == ["貫猶中也", "不中正不釋算也", "古文貫作關"]


def test_a_quotation_inside_a_text_is_not_cut() -> None:
    text = "案《鄉射》云「乃席賓。南面。」是也。此亦然。"
    assert [text[a:b] for a, b in sentences(text)] == ["案《鄉射》云「乃席賓。南面。」是也。", "此亦然。"]


def test_an_overlong_sentence_is_cut_at_its_commas() -> None:
    text = "主人坐取爵，實之，賓之席前，西北面獻賓，賓西階上拜，主人少退。"
    parts = [text[a:b] for a, b in sentences(text, 12)]
    assert "".join(parts) == text and max(map(len, parts)) <= 12


def test_a_focus_knows_what_is_asked() -> None:
    asked = focus("先生是什麼人", "先生")
    assert asked.score(fold("先生,鄉中致仕者")) > asked.score(fold("賓、介,處士賢者")) == 0


@given(st.text(alphabet="主人賓拜也矣，。「」洗", max_size=120), st.integers(0, 60))
@settings(derandomize=True)
def test_sentences_make_the_whole_text(text: str, limit: int) -> None:
    spans = sentences(text, limit)
    assert [a for a, _ in spans[1:]] == [b for _, b in spans[:-1]]
    assert not spans or (spans[0][0], spans[-1][1]) == (0, len(text))
    for start, end in (trimmed(text, a, b) for a, b in spans):
        assert 0 <= start <= end <= len(text)


def test_highlights_name_stored_characters_across_scripts() -> None:
    text = "主人:「荅拜,興。」"
    assert [text[a:b] for a, b in highlights(text, "答拜兴")] == ["荅拜,興"]
    assert highlights(text, "魚麗") == []
    assert highlights(text, "") == []
