"""The guard: what is true leaves, what is not does not, whatever shape a model gives it."""

import time
from collections.abc import Iterator

import pytest
from guard_makings import checker, evidence, guard, library, lines

from corpus.claims import numbers
from service.ask.verify import verify
from service.guard import markers, speech
from service.guard.guard import MOST_CHARACTERS, Ending, Guard
from service.guard.sentences import LONGEST, Splitter, without_thoughts
from service.llm.cited import citations

TRUE = "由司正擔任，「司正為司馬」[1]。"


def given(text: str, asked: str = "", size: int = 3, **more: object) -> tuple[list[str], Guard]:
    """What is released of a text that comes in pieces of ``size`` characters, and the guard."""
    own = guard(asked, **more)
    pieces = (text[at : at + size] for at in range(0, len(text), size))
    return [*own.released(pieces), *own.flushed()], own


@pytest.mark.parametrize("sentence", lines("faithful.txt"))
def test_true_sentences_leave(sentence: str) -> None:
    ruling = checker().rule(sentence, evidence())
    assert ruling.fault == ""
    assert not ruling.mended, "what is true needs no mending"


@pytest.mark.parametrize("sentence", lines("faults.txt"))
def test_false_sentences_do_not(sentence: str) -> None:
    assert checker().rule(sentence, evidence()).fault
    released, own = given(f"{TRUE}\n\n{sentence}\n\n「無介」[6]。")
    assert "".join(released).split() == [TRUE, "「無介」[2]。"]
    assert own.cut or speech.is_empty(sentence)


@pytest.mark.parametrize("sentence", lines("unnoticed.txt"))
def test_what_is_not_noticed_is_known(sentence: str) -> None:
    """Where one of these no longer leaves, it goes to faults.txt; docs/language-models.md tells of the rest."""
    assert checker().rule(sentence, evidence()).fault == ""


@pytest.mark.parametrize(
    "marks", ["「」", "『』", "“”", "‘’", "《》", "〈〉", '""', "''", "«»", "‹›", "｢｣", "【】", "〖〗", "„“", "``"]
)
@pytest.mark.parametrize("size", [1, 4, 100])
def test_words_in_marks_of_any_kind_are_the_texts_or_do_not_leave(marks: str, size: int) -> None:
    true, false = (f"經文說：{marks[0]}{words}{marks[1]}[1]。" for words in ("司正為司馬", "司正乘龍而升"))
    released, own = given(f"{false}\n{true}", size=size)
    assert "".join(released) == true and len(own.cut) == 1


@pytest.mark.parametrize(
    "written",
    [
        "經文說：「司正為司馬\n乘龍而升堂，賓主皆降」[1]。",
        "「司正為司馬\n\n司馬乘龍升堂而降」[1]。",
        "經文說：「司正為司馬。[1] 乘龍而升堂，賓主皆降。」[1]",
        "> 司正為司馬，乘龍而升堂\n> 賓主皆降再拜稽首[1]",
        "```\n司正乘龍而升堂\n```[1]",
        "```text\n司正乘龍而升堂\n```\n[1]",
        "~~~\n司正乘龍而升堂\n~~~[1]\n司正乘龍而升堂",
        "\t司正乘龍而升堂[1]",
        "| 原文 | 出處 |\n|---|---|\n| 司正乘龍而升堂 | [1] |",
        "[^1]: 司正乘龍而升堂\n[^99]",
        "經文說「司\u200b正乘\u200b龍而升\u200b堂」[1]。",
        "經文說「司\u00ad正\u00ad乘\u00ad龍」[1]。",
        "經文說「司正\u2060為\u2060宗伯」[1]。",
        "經文說「司\ufe00正乘龍而升\ufe01堂」[1]。",
        "經文說「司\u0301正乘龍而升堂」[1]。",
        "經文說\u202e「司正乘龍而升堂」\u202c[1]。",
        "經文說「⼤⼈⼊⼭⼥」[1]。",
        "司正為司馬[9\u200b9][1]。",
        "經文說「司正為司馬[1]。",
    ],
)
@pytest.mark.parametrize("size", [1, 7])
def test_no_disguise_lets_false_words_or_markers_out(written: str, size: int) -> None:
    """Over lines, in blocks, in rows of a table, in notes, with characters that are not seen."""
    released, own = given(f"{written}\n\n{TRUE}", size=size)
    assert "".join(released).strip() == TRUE and list(own.uses) == [1]


def test_what_cannot_be_seen_does_not_leave() -> None:
    released, _ = given("經文說「司\u200b正為\u2060司⾺」[\u200b1]。")
    assert "".join(released) == "經文說「司正為司馬」[1]。"


def test_a_list_of_sources_is_dropped_without_a_word() -> None:
    released, own = given(f"{TRUE}\n\n[1]: 《鄉射禮》17.1\n[6]：《鄉射禮》1.3\n")
    assert "".join(released).strip() == TRUE and own.cut == []


@pytest.mark.parametrize(
    ("said", "silent"),
    [
        ("No minimum age for the guest is mentioned in the passages.", True),
        ("The hand that holds the knife is not named.", True),
        ("三耦的確切年紀，經注沒有說。", True),
        ("给出的段落没有讲射到一半弦断的事。", True),
        ("狗的大小和毛色，这些文字都没有提。", True),
        ("钱数，查不到。", True),
        ("司馬由弟子擔任，經文沒有說為什麼。", False),
        ("賓答「不敢」，經文沒有說。", False),
        ("因為賓不喝，經文沒有說。", False),
        ("No arrows are given to the loser.", False),
        ("The guest does not bow.", False),
    ],
)
def test_what_only_says_that_nothing_is_told_needs_no_passage(said: str, silent: bool) -> None:
    assert speech.is_silence(said) is silent


def test_true_sentences_leave_as_one_answer_too() -> None:
    every = [line for line in lines("faithful.txt") if not speech.is_silence(line)]
    for at in range(0, len(every), 8):
        released, own = given("".join(f"{line}\n" for line in every[at : at + 8]))
        assert own.cut == []
        wanted = [speech.key(markers.without(markers.plain(line))) for line in every[at : at + 8]]
        assert speech.key(markers.without("".join(released))) == "".join(wanted)


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("「司正為司馬」[1]。", "「司正為司馬」[1]。"),
        ("「司正為司馬」。[1]", "「司正為司馬」。[1]"),
        ("「司正為司馬。」[1]", "「司正為司馬。」[1]"),
        ("司正為司馬【1】。", "司正為司馬[1]。"),
        ("司正為司馬［１］。", "司正為司馬[1]。"),
        ("司正為司馬〔1〕。", "司正為司馬[1]。"),
        ("司正為司馬[passage 1].", "司正為司馬[1]."),
        ("司正為司馬【1†source】。", "司正為司馬[1]。"),
        ("司正為司馬[^1]。", "司正為司馬[1]。"),
        ("司正為司馬¹。", "司正為司馬[1]。"),
        ("司正為司馬①。", "司正為司馬[1]。"),
        ("司正為司馬(1)。", "司正為司馬[1]。"),
        ("司正為司馬[一]。", "司正為司馬[1]。"),
        ("司正為司馬 [1], 無介 [6].", "司正為司馬[1], 無介[2]."),
        ("司正為司馬，兼官[1][2]。", "司正為司馬，兼官[1][2]。"),
        ("司正為司馬，兼官[1, 2]。", "司正為司馬，兼官[1][2]。"),
        ("司正為司馬，兼官[1、2]。", "司正為司馬，兼官[1][2]。"),
        ("司正為司馬，兼官[1-3]。", "司正為司馬，兼官[1][2][3]。"),
        ("司正為司馬，兼官[１－３]。", "司正為司馬，兼官[1][2][3]。"),
        ("司正為司馬[[1]](/read/5.17.1)。", "司正為司馬[1]。"),
    ],
)
def test_markers_of_every_shape_wherever_the_stream_is_cut(written: str, left: str, size: int) -> None:
    released, own = given(written, size=size)
    assert "".join(released) == left
    assert own.cut == []


def test_markers_are_numbered_in_order_of_first_use_and_a_passage_keeps_its_own() -> None:
    released, own = given("「無介」[6]。「司正為司馬」[1]。鄉射禮沒有介[6]。")
    assert "".join(released) == "「無介」[1]。「司正為司馬」[2]。鄉射禮沒有介[1]。"
    found = citations(own, library())
    assert [(c.index, c.ref, c.cited_text) for c in found] == [(1, "5.1.3", "無介"), (2, "5.17.1", "司正為司馬")]


def test_citations_are_slices_and_the_other_guard_agrees() -> None:
    """The guard of extractive answers, which knows nothing of this one, finds nothing to take out."""
    text = "".join(line for line in lines("faithful.txt") if "[" in line and "[9]" not in line)
    own = guard(most_characters=10**6)
    released = list(own.released([text]))
    found = citations(own, library())
    for citation in found:
        unit = next(u for u in library().by_ref(citation.ref) if u.witness == citation.witness)
        assert unit.text[citation.start : citation.end] == citation.cited_text
    assert [c.index for c in found] == list(range(1, len(found) + 1))
    again = verify(released, found, library(), "")
    kept = set(again.sentences)
    lost = [s for s in released if s not in kept]
    assert not lost


def test_near_misses_are_replaced_by_the_true_words() -> None:
    released, own = given("「設洗於阼階東南，南北以堂深，東西當東楹」[8]。")
    assert "".join(released) == "「設洗于阼階東南南北以堂深東西當東榮」[1]。"
    assert own.mended == 1 and own.cut == []


@pytest.mark.parametrize(
    "sentence",
    [
        "「前射五日，宰夫戒宰及司马」[17]。",
        "「水在洗西，篚在洗東，南肆」[8]。",
        "「司正不為司馬」[1]。",
        "鼓聲起：「司鼓為司馬」[1]。",
    ],
)
def test_what_turns_the_sense_is_no_slip(sentence: str) -> None:
    assert checker().rule(sentence, evidence()).fault


def test_a_quotation_without_marker_gets_the_one_of_its_passage() -> None:
    released, own = given("由司正擔任，經文說：「司正為司馬」。")
    assert "".join(released) == "由司正擔任，經文說：「司正為司馬」[1]。"
    assert own.uses[1][0].end == 5


def test_words_of_the_asker_may_be_repeated_as_theirs_only() -> None:
    asked = "「主人乘龍而降」出自哪裡？"
    assert given("您所引的「主人乘龍而降」不見於這些段落，「無介」[6]。", asked)[0]
    assert given("經文中沒有「主人乘龍而降」，只說「主人戒賓」[4]。", asked)[0]
    assert given("您引的「主人乘龍而降」與經文不同，經文作「主人戒賓」[4]。", asked)[0]
    assert given("The words you quote, 「主人乘龍而降」, do not stand there; the text has 「主人戒賓」 [4].", asked)[0]
    for claimed in (
        "您所引的「主人乘龍而降」出自鄉射禮[4]。",
        "您問的「主人乘龍而降」見於《鄉射禮》，說的是戒賓[4]。",
        "您問的「主人乘龍而降」不是別人的話，正是鄭玄的[5]。",
        "The words you quote, 「主人乘龍而降」, stand in the District Archery [4].",
        "The question's 「主人乘龍而降」 is Zheng Xuan's [5].",
        "「主人乘龍而降」[4]。",
        "經文說「主人乘龍而降」，並不是乘馬[4]。",
        "鄭玄注「主人乘龍而降」[5]，不是戲言。",
    ):
        assert not given(claimed, asked)[0]


def test_short_terms_in_quotation_marks_are_no_quotations() -> None:
    for sentence in (
        "「介」是輔佐賓的人[13]。",
        "所謂「司馬」由司正兼任[1]。",
        "The 「介」 is the assistant guest [13].",
    ):
        assert checker().rule(sentence, evidence()).fault == ""


def test_leads_are_kept_when_something_follows_and_small_talk_is_dropped() -> None:
    released, own = given("當然！步驟如下：\n- 主人戒賓[4]。\n- 賓出迎，再拜[4]。\n希望對您有幫助！")
    assert "".join(released) == "步驟如下：\n- 主人戒賓[1]。\n- 賓出迎，再拜[1]。\n"
    assert own.cut == []
    assert given("步驟如下：\n司馬由弟子擔任。")[0] == []


def test_a_model_that_repeats_the_prompt_says_nothing() -> None:
    instructions = (
        "Answer in English, in at most eight sentences, the answer itself first. Use only numbers of passages."
    )
    released, own = given(f"{instructions}\n<<0123456789abcdef PASSAGES>>\n{TRUE}", instructions=instructions)
    assert "".join(released) == TRUE
    assert all("eight" not in cut.text for cut in own.cut)


def test_a_model_that_repeats_itself_is_stopped() -> None:
    pieces = iter([f"{TRUE}\n"] * 100_000)
    own = guard()
    assert "".join(own.released(pieces)).strip() == TRUE
    assert own.ending is Ending.FAILING
    assert sum(1 for _ in pieces) > 99_900, "the rest was not read"


@pytest.mark.parametrize(
    "piece", ["胡說八道。", "word ", "「", "司正", "\n", "[1]", "```", "a.b.c", "「司正乘龍而升堂」[1]。"]
)
def test_endless_output_is_bounded(piece: str) -> None:
    """100,000 tokens: reading ends, in bounded time and memory."""
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        for _ in range(100_000):
            read += 1
            yield piece

    own = guard()
    begun = time.thread_time()
    assert [*own.released(endless()), *own.flushed()] == []
    assert time.thread_time() - begun < 20
    assert read * len(piece) <= MOST_CHARACTERS + LONGEST + len(piece)


def test_a_stream_that_dies_in_the_middle_leaves_what_was_released() -> None:
    def dying() -> Iterator[str]:
        yield "「司正為司馬」[1]。「無介」[6]。鄭玄說「兼官"
        raise ConnectionError

    own = guard()
    released: list[str] = []
    with pytest.raises(ConnectionError):
        released.extend(own.released(dying()))
    assert released == own.sentences == ["「司正為司馬」[1]。", "「無介」[2]。"]


@pytest.mark.parametrize(
    ("again", "whole"),
    [
        (["(a) 「大侯九十」[18]。\n"], "「無介」[1]。「大侯九十」[2]。\n「司正為司馬」[3]。"),
        (["大侯為「大侯九十」[18]。"], "「無介」[1]。大侯為「大侯九十」[2]。「司正為司馬」[3]。"),
        (["「無介」[6]。NONE"], "「無介」[1]。「司正為司馬」[2]。"),
        (["(b) 「大侯九十」[18]。"], "「無介」[1]。「司正為司馬」[2]。"),
        (["(a) 「大侯七十」[18]。"], "「無介」[1]。「司正為司馬」[2]。"),
    ],
)
def test_a_repaired_sentence_takes_the_place_of_the_false_one(again: list[str], whole: str) -> None:
    own = guard()
    assert list(own.released(["「無介」[6]。「大侯八十」[18]。「司正為司馬」[1]。"])) == ["「無介」[1]。"]
    assert [cut.text for cut in own.cut] == ["「大侯八十」[18]。"]
    own.repair(again)
    assert "".join(("「無介」[1]。", *own.flushed())) == whole
    assert bool(own.cut) == ("九十" not in whole) and len(own.removed) == 1
    assert sorted(own.numbers.values()) == list(range(1, len(own.uses) + 1))


def test_thinking_aloud_is_passed_over() -> None:
    for size in (1, 4, 500):
        released, own = given(f"<think>司馬由誰擔任？「司正乘龍升堂」</think>\n{TRUE}", size=size)
        assert ("".join(released), own.cut) == (TRUE, [])
    assert list(without_thoughts(["<think>and no end"])) == []
    assert "".join(without_thoughts(["<", "b>x"])) == "<b>x"


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_the_splitter_loses_and_invents_nothing(size: int) -> None:
    text = (
        "\n".join(lines("faithful.txt") + lines("faults.txt"))
        + "\n```\n甲\n乙\n```\nMr. Li reads e.g. 5.17.1. [1] Yes. "
    )
    splitter = Splitter()
    parts = [part for at in range(0, len(text), size) for part in splitter.feed(text[at : at + size])]
    assert "".join([*parts, *splitter.finish()]) == text


def test_numbers_are_read_in_three_ways() -> None:
    assert numbers.claimed("九十步、120 paces, one hundred and twenty, twenty-one, 三枝箭, 三耦皆, both, second") >= {
        90,
        120,
        21,
        3,
    }
    assert numbers.claimed("十分恭敬，一同再拜，四庫館臣") == set()
    assert numbers.named("再拜，十有一月") >= {2, 10, 1}


@pytest.mark.parametrize("text", ["", " \n", "---", "***", "。", "[1]", "😀"])
def test_nothing_said_is_dropped_without_a_word(text: str) -> None:
    released, own = given(f"{text}\n{TRUE}")
    assert "".join(released) == TRUE and own.cut == []


def test_a_sentence_is_verified_in_less_than_five_milliseconds() -> None:
    """The median of all sentences of both files; measured when quiet it is below one."""
    every = lines("faithful.txt") + lines("faults.txt")
    taken = []
    for sentence in every * 2:
        begun = time.thread_time()
        checker().rule(sentence, evidence())
        taken.append(time.thread_time() - begun)
    assert sorted(taken)[len(taken) // 2] < 0.005


@pytest.mark.parametrize("sentence", lines("refusals.txt"))
def test_refusals_in_any_wording_leave_as_they_are(sentence: str) -> None:
    released, own = given(sentence)
    assert ("".join(released), own.cut, own.uses) == (sentence, [], {})


@pytest.mark.parametrize("sentence", lines("not_refusals.txt"))
def test_what_claims_something_is_no_refusal(sentence: str) -> None:
    assert checker().rule(sentence, evidence()).fault


@pytest.mark.parametrize(
    "written",
    [
        "大致分為以下幾步：\n1. 主人戒賓[4]。\n2. 賓出迎，再拜[4]。\n",
        "There are three, by rank:\n- The worthiest is the guest [13].\n- The next is the assistant guest [13].\n",
        "## 開頭\n主人先戒賓[4]。\n",
        "**The opening**\n\n- The host notifies the guest [4].\n",
        "The distances are these:\n1. The great target: ninety [18]\n2. The mixed target: seventy [18]\n",
    ],
)
def test_lines_that_lead_to_a_list_stay(written: str) -> None:
    released, own = given(written)
    assert own.cut == []
    assert speech.key(markers.without("".join(released))) == speech.key(markers.without(written))


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("誰當司馬？\n- 司正擔任司馬[1]。\n", "誰當司馬？\n- 司正擔任司馬[1]。\n"),
        ("誰當司馬？司正擔任司馬[1]。", "誰當司馬？司正擔任司馬[1]。"),
        (
            "The overseer does it. In order:\n- he becomes marshal [1].\n",
            "The overseer does it. In order:\n- he becomes marshal[1].\n",
        ),
        ("The overseer does it. He becomes marshal [1].", "He becomes marshal[1]."),
        (
            "Short answer: **the overseer becomes the marshal** [1].",
            "Short answer: **the overseer becomes the marshal**[1].",
        ),
        ("一句話：**司馬由司正擔任**[1]。", "一句話：**司馬由司正擔任**[1]。"),
        (
            "Let me be plain: **no age is given for the guest** in these passages.",
            "Let me be plain: **no age is given for the guest** in these passages.",
        ),
        ("How loudly he speaks, nobody tells us.", "How loudly he speaks, nobody tells us."),
        ("經文沒有寫由誰擔任，鄭玄說的是「兼官由便也」[2]。", "經文沒有寫由誰擔任，鄭玄說的是「兼官由便也」[1]。"),
    ],
)
def test_true_lines_are_not_lost_by_their_form(written: str, left: str) -> None:
    released, _ = given(written)
    assert "".join(released).strip() == left.strip()


def test_items_have_the_markers_of_the_line_above() -> None:
    released, own = given("開頭有兩步[4]：\n- 主人戒賓\n- 賓出迎，再拜。\n")
    assert own.cut == []
    assert "".join(released) == "開頭有兩步[1]：\n- 主人戒賓[1]\n- 賓出迎，再拜[1]。\n"


def test_one_may_reckon_with_the_numbers_of_the_passage() -> None:
    assert (
        checker()
        .rule("The great target stands twenty further off than the seventy of the mixed one [18].", evidence())
        .fault
        == ""
    )
    assert (
        checker()
        .rule("The great target stands eleven further off than the seventy of the mixed one [18].", evidence())
        .fault
    )
