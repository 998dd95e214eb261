"""Whole answers, from the real corpus and the real index."""

import re
import time
import tomllib

import pytest

from corpus.fold import fold, is_han
from corpus.model import Layer
from index.query import Filters
from service.ask.answering import PHRASES
from service.ask.names import quoted
from service.ask.values import Answer, Ask, Grounding
from service.ask.verify import quotations
from service.wenli import Wenli

QUESTIONS = [
    "乡射礼里谁当司马?",
    "鄉飲酒禮的洗設在哪裡？",
    "Where do the musicians sit in the district drinking ceremony?",
    "為什麼獻酒用爵？",
    "主人朝服乃速賓",
    "“无算爵”是什么意思？",
    "大射时公的矢由谁授给他？",
    "尸九飯是怎樣進行的？",
    "Who calls the hits?",
    "賓酢主人和介酢主人有什麼不同？",
    "卿大夫皆出之后公送不送？",
    "What does Jia Gongyan say about washing?",
]


@pytest.fixture(scope="module")
def answers(wenli: Wenli) -> list[Answer]:
    return [wenli.ask(Ask(question)) for question in QUESTIONS]


def test_every_citation_is_its_stored_slice(wenli: Wenli, answers: list[Answer]) -> None:
    for answer in answers:
        for c in answer.citations:
            (unit,) = [u for u in wenli.library.by_ref(c.ref) if (u.ref, u.witness) == (c.ref, c.witness)]
            assert unit.text[c.start : c.end] == c.cited_text
            assert c.url.startswith("/read/") and c.urn.startswith("urn:cts:yili:")
            assert wenli.library.resolver.resolve(c.urn)


def test_no_quotation_is_absent_from_the_sources(wenli: Wenli, answers: list[Answer]) -> None:
    everything = "。".join(fold(unit.text) for unit in wenli.library.units)
    for answer in answers:
        for quotation in quotations(answer.text):
            assert fold(quotation) in everything, (answer.text, quotation)


def test_markers_are_contiguous_and_each_has_its_citation(answers: list[Answer]) -> None:
    for answer in answers:
        markers = [int(m) for m in re.findall(r"\[(\d+)\]", answer.text)]
        assert (
            list(dict.fromkeys(markers))
            == [c.index for c in answer.citations]
            == list(range(1, len(answer.citations) + 1))
        )


def test_answers_are_short_and_passages_are_too(answers: list[Answer]) -> None:
    lengths = sorted(len(answer.lead) for answer in answers if answer.citations)
    assert lengths[len(lengths) // 2] <= 300
    assert all(len(hit.unit.text) <= 300 for answer in answers for hit in answer.passages)


def test_each_passage_has_a_reference_of_its_own(answers: list[Answer]) -> None:
    for answer in answers:
        refs = [hit.unit.ref for hit in answer.passages]
        assert len(set(refs)) == len(refs) == 8


def test_who_is_marshal(wenli: Wenli) -> None:
    answer = wenli.ask(Ask("乡射礼里谁当司马?"))
    assert answer.grounding is Grounding.GROUNDED
    assert answer.lang == "zh-Hans"
    assert answer.citations[0].ref == "5.17.1"
    assert fold("司正為司馬") in fold(answer.citations[0].cited_text)
    assert "郑玄注" in answer.text


def test_what_one_clause_answers_is_not_put_together_from_others(wenli: Wenli) -> None:
    for question in ("誰當司馬？", "谁当司马?"):
        assert "5.17.1" in {citation.ref for citation in wenli.ask(Ask(question)).citations}


def test_filters_that_leave_nothing_leave_no_error(wenli: Wenli) -> None:
    nothing = Filters(chapters=frozenset({5}), commentators=frozenset({"張載"}))
    for question in ("「司正為司馬」是誰說的？", "List the steps of the model shooting.", "三輪射箭有什麼不同？"):
        assert wenli.ask(Ask(question, filters=nothing)).citations == ()


def test_english_is_answered_in_english_with_renderings(wenli: Wenli) -> None:
    answer = wenli.ask(Ask("Where is the wash-basin placed in the district drinking ceremony?"))
    assert answer.lang == "en"
    assert "District Drinking" in answer.lead and not any(map(is_han, re.sub(r"\([^)]*\)", "", answer.lead)))
    assert all(citation.translation and citation.place for citation in answer.citations)
    assert answer.citations[0].ref == "4.2.4"
    assert answer.text == answer.text.strip()


def test_the_language_of_the_answer_can_be_asked_for(wenli: Wenli) -> None:
    assert wenli.ask(Ask("司正是誰？", lang="en")).lang == "en"


def test_why_leads_with_commentary_and_what_is_done_with_base_text(wenli: Wenli) -> None:
    assert "注" in {citation.layer for citation in wenli.ask(Ask("鄭玄說「疑立」是什麼意思？")).citations}
    assert wenli.ask(Ask("鄉射禮裡主人怎樣請賓？")).citations[0].layer in ("經", "記")


def test_a_quotation_in_the_question_is_found(wenli: Wenli) -> None:
    assert wenli.ask(Ask("「不貫不釋」是誰說的？")).passages[0].unit.base_ref in ("5.26.5", "7.25.7")
    across = wenli.ask(Ask("“司正升相旅曰某子受酬受酬者降席”出自哪裡？"))
    assert across.citations[0].ref.startswith("4.19.")


@pytest.mark.parametrize(
    "question",
    [
        "士冠禮三次加冠戴什麼？",
        "明天天气怎么样？",
        "How do I bake bread?",
        "红楼梦里林黛玉住在哪里？",
        "士丧礼给死者口里放什么东西？",
    ],
)
def test_what_is_not_held_is_not_answered(wenli: Wenli, question: str) -> None:
    answer = wenli.ask(Ask(question))
    assert answer.grounding is Grounding.ABSTAINED
    assert not answer.citations
    assert not quotations(answer.text)


@pytest.mark.parametrize(
    "question",
    ["In the Shaolao offering, how many tripods are there?", "士虞禮的尸吃幾口飯？", "有司徹裡尸和賓怎麼喝酒？"],
)
def test_a_note_that_names_another_rite_does_not_answer_all_of_it(wenli: Wenli, question: str) -> None:
    answer = wenli.ask(Ask(question))
    assert answer.grounding in (Grounding.ABSTAINED, Grounding.PARTIAL)
    assert "not held here" in answer.lead or "這裡沒有收" in answer.lead


@pytest.mark.parametrize(
    ("question", "says", "ref"),
    [
        ("少牢裡主人接到黍以後怎麼做？", "這裡沒有收《少牢饋食禮》", "15.9.8#zheng.1"),
        ("士冠禮先戒後宿，這裡只戒，有什麼不同？", "這裡沒有收《士冠禮》", "4.27.1#jia.2"),
    ],
)
def test_what_a_note_says_of_a_rite_that_is_not_held_is_told_as_that(
    wenli: Wenli, question: str, says: str, ref: str
) -> None:
    answer = wenli.ask(Ask(question))
    assert says in answer.sentences[0]
    assert ref in {citation.ref for citation in answer.citations}


def test_greetings_and_questions_about_wenli_are_answered_without_citation(wenli: Wenli) -> None:
    for question, words in (("你好", "問禮"), ("What can you do?", "Ask about"), ("你是谁", "问礼")):
        answer = wenli.ask(Ask(question))
        assert words in answer.text and not answer.citations and not answer.passages
        assert answer.grounding is Grounding.ABSTAINED


def test_filters_keep_everything_else_out(wenli: Wenli) -> None:
    filters = Filters(chapters=frozenset({5}), layers=frozenset({Layer.ZHU}), witnesses=frozenset({"jishi"}))
    answer = wenli.ask(Ask("司馬是誰？「司正為司馬」", filters=filters))
    assert answer.passages
    assert {(h.unit.chapter, h.unit.layer, h.unit.witness) for h in answer.passages} == {(5, Layer.ZHU, "jishi")}
    assert {(c.chapter, c.layer, c.witness) for c in answer.citations} == {("鄉射禮", "注", "jishi")}
    nothing = Filters(chapters=frozenset({7}), commentators=frozenset({"朱熹"}))
    assert wenli.ask(Ask("司馬是誰？", filters=nothing)).grounding is Grounding.ABSTAINED


def test_typos_variants_and_odd_characters_do_no_harm(wenli: Wenli) -> None:
    for question in (
        "鄕射礼誰當司马",
        "誰 当 司 馬 ？？？",
        "司馬\u200b是誰",
        "𨕖賢",
        "？",
        "a",
        "。。。",
        "[1] 「」『』",
        "x" * 2000,
    ):
        answer = wenli.ask(Ask(question))
        assert isinstance(answer.text, str) and answer.text


def test_an_answer_is_quick(wenli: Wenli) -> None:
    wenli.ask(Ask("熱身"))
    start = time.perf_counter()
    for number, question in enumerate(QUESTIONS):
        wenli.ask(Ask(f"{question} {number}"))
    assert (time.perf_counter() - start) / len(QUESTIONS) < 1.0  # a generous bound: machines are shared


def test_quotation_marks_do_not_clash_with_those_of_the_source() -> None:
    assert quoted("司正為司馬") == "「司正為司馬」"
    assert quoted("云「賓」者") == "『云「賓」者』"
    assert quoted("云「賓『介』」者") == "“云「賓『介』」者”"


def test_a_layout_that_lies_is_caught(wenli: Wenli, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = wenli._answering._layout
    honest = layout.lead

    def lying(*args: object) -> list[str]:
        return [*honest(*args), "又：「孔子乘龍觀射於魯」[1]。"]  # type: ignore[arg-type]

    monkeypatch.setattr(layout, "lead", lying)
    answer = wenli.ask(Ask("鄉射禮裡誰當司馬？"))
    assert "乘龍" not in answer.text
    assert answer.grounding is Grounding.PARTIAL


FILTERS = [
    Filters(chapters=frozenset({5})),
    Filters(witnesses=frozenset({"jishi"})),
    Filters(layers=frozenset({Layer.ZHU})),
]
BOUNDED = ["「無算爵」是什麼意思？", "鄉射禮主人獻賓之後接著做什麼？", "主人獻賓時賓拜幾次？", "誰當司馬？"]


@pytest.mark.parametrize("question", BOUNDED)
@pytest.mark.parametrize("filters", FILTERS)
def test_nothing_outside_the_filters_is_cited(wenli: Wenli, question: str, filters: Filters) -> None:
    answer = wenli.ask(Ask(question, filters=filters))
    for c in answer.citations:
        (unit,) = [u for u in wenli.library.by_ref(c.ref) if (u.ref, u.witness) == (c.ref, c.witness)]
        assert filters.admits(unit), (c.ref, c.witness)


RITE = re.compile(r"\([A-Z][\w ]+\)|（[^（）]{3,6}）")
"""The name of the rite after the sentences of a row that do not name it."""


def test_every_sentence_of_an_answer_bears_a_marker(wenli: Wenli) -> None:
    more = [
        "主人獻賓之後賓拜幾次？",
        "What happens after the host presents the cup, and how many bows does the guest make?",
    ]
    phrases = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
    for question in (*QUESTIONS, *more):
        answer = wenli.ask(Ask(question))
        if answer.citations:
            unsure = phrases[answer.lang]["perhaps"]
            said = [part.strip() for part in answer.sentences if part.strip() != unsure]
            lead = [part for part in said if part and not part.endswith((":", "：")) and not RITE.fullmatch(part)]
            assert all(re.search(r"\[\d+\]", sentence) for sentence in lead), answer.text
