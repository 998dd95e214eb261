"""Reading a question: language, chapters, people, type, quotations."""

import pytest

from corpus.library import load
from corpus.model import Layer
from corpus.terms import load as load_terms
from service.answering.answer import Ask, Turn
from service.answering.understand import Question, Reader, language, quotations


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(load_terms(), load().commentators)


def read(reader: Reader, text: str) -> Question:
    return reader.read(Ask(text))


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("乡射礼里谁当司马？", "zh-Hans"),
        ("鄉射禮裡誰當司馬？", "zh-Hant"),
        ("主人朝服乃速賓", "zh-Hant"),
        ("What is 侯?", "en"),
        ("Where does “揖讓升 … 眾賓序升即席” come from?", "en"),
        ("乡射礼“壹揖壹让”的“壹”，古文本子写作哪个字？", "zh-Hans"),
        ("“無算爵”是什么意思？", "zh-Hans"),
        ("司射 shooting 在哪裡", "zh-Hant"),
        ("who?", "en"),
        ("???", "en"),
    ],
)
def test_language(text: str, lang: str) -> None:
    assert language(text) == lang


@pytest.mark.parametrize(
    ("text", "chapters"),
    [
        ("乡射礼里谁当司马？", {5}),
        ("大射和鄉飲酒的樂工各多少人？", {7, 4}),
        ("In the District Drinking Ceremony, who drinks first?", {4}),
        ("Compare the village archery rite with the Great Archery.", {5, 7}),
        ("特牲馈食礼选什么牲？", {15}),
        ("司射是誰？", set()),
    ],
)
def test_chapters_in_three_languages(reader: Reader, text: str, chapters: set[int]) -> None:
    assert read(reader, text).chapters == chapters


@pytest.mark.parametrize(
    ("text", "names"),
    [("士冠礼的三次加冠", ("士冠礼", 1)), ("少牢馈食礼里", ("少牢馈食礼", 16)), ("in the Analects", ("Analects", 0))],
)
def test_works_that_are_not_held_are_noticed(reader: Reader, text: str, names: tuple[str, int]) -> None:
    found = read(reader, text)
    assert found.elsewhere[0] == names
    assert not found.chapters


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("賓為什麼要辭洗？", "why"),
        ("Why does the host wash?", "why"),
        ("「疑立」是什么意思", "term"),
        ("乡饮酒礼上有几个乐工？", "count"),
        ("洗設在哪裡？", "where"),
        ("司射誘射之後做什麼", "sequence"),
        ("介的俎今文写成哪个字", "variant"),
        ("朱熹认为三拜怎么拜", "commentator"),
        ("誰扶樂工上堂？", "who"),
        ("你好！", "greeting"),
        ("hello", "greeting"),
        ("你是谁", "self"),
        ("What can you do?", "self"),
    ],
)
def test_type(reader: Reader, text: str, kind: str) -> None:
    assert read(reader, text).type == kind


def test_the_subject_is_what_is_asked_without_where_to_look(reader: Reader) -> None:
    question = read(reader, "贾公彦对乡饮酒礼的疑立怎么说？")
    assert question.subject == "对的疑立怎么说？"
    assert question.commentators == ("賈公彥",)
    assert read(reader, "乡射礼").subject == "乡射礼"


def test_layers_named_outright(reader: Reader) -> None:
    assert Layer.JI in read(reader, "按记文的说法").layers
    assert Layer.AN in read(reader, "集釋的案語怎麼說").layers


def test_quotations_are_cut_at_ellipses() -> None:
    assert [len(parts) for parts in quotations("“揖讓升 … 眾賓序升即席”和「不貫不釋」")] == [2, 1]
    assert quotations("「介」是誰") == ()


def test_a_follow_up_takes_its_chapter_from_the_turns_before(reader: Reader) -> None:
    history = (Turn("user", "鄉射禮裡誰當司馬？"), Turn("assistant", "…"), Turn("user", "他穿什麼？"))
    question = reader.read(Ask("那介呢？", history=history))
    assert question.chapters == {5}
    assert question.follows == "他穿什麼？"


def test_a_follow_up_that_names_its_own_chapter_keeps_it(reader: Reader) -> None:
    question = reader.read(Ask("那大射呢？", history=(Turn("user", "鄉射禮裡誰當司馬？"),)))
    assert question.chapters == {7}
