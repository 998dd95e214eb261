"""The table of terms: that it keeps its own rules, stands on the texts, and recognises what people ask."""

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest

from corpus import canon, terms
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.terms import COLUMNS, IGNORE, KINDS, PATH, Terms

TEXTS = PATH.parent / "texts"

# English words that questions are made of and no term may answer to; "an", "his" and the like are never looked at.
FUNCTION_WORDS = re.findall(
    r"\w+",
    """
about above after again all also am and any are as at be because been before both but by can could did do does done
each else even for from go had has have he here how i if in into is it just let may me mean means men more most much
must my no nor not now of off on one only or other our ought out over own same see shall she should so some such text
than that them then there these they thing this those to too under until up upon us use used very was way we were what
when where which while who whom whose why will with would you your
""",
)


@pytest.fixture(scope="module")
def table() -> Terms:
    return terms.load()


@pytest.fixture(scope="module")
def lines() -> list[dict[str, str]]:
    return canon.rows(PATH, COLUMNS)


@pytest.fixture(scope="module")
def base_text() -> list[str]:
    return [chapter.folded for chapter in canon.load().held]


def meant(table: Terms, question: str) -> list[str]:
    return [found.term.term for found in table.find(question)]


# The table


def test_it_is_large_enough_to_be_of_use(table: Terms) -> None:
    assert len(table.entries) >= 450
    assert {term.kind for term in table.entries} == set(KINDS) - {IGNORE}


def test_a_term_is_classical_and_in_han(table: Terms) -> None:
    for term in table.entries:
        assert len(fold(term.term)) == len(term.term), term.term
        assert term.zh or term.en, f"nothing leads to {term.term}"


def test_no_word_stands_twice_in_a_row(lines: list[dict[str, str]]) -> None:
    for row in lines:
        own = [] if row["term"] == "-" else [row["term"]]
        han = [fold(word) for word in (*own, *filter(None, row["zh"].split("|")))]
        english = [tuple(t.form for t in terms._tokens(word)) for word in filter(None, row["en"].split("|"))]
        assert len(han) == len(set(han)), row["term"]
        assert len(english) == len(set(english)), row["term"]


def test_a_word_to_read_over_is_not_also_listed_as_meaning_something(lines: list[dict[str, str]]) -> None:
    def words(rows: list[dict[str, str]]) -> set[str]:
        han = {fold(w) for r in rows for w in (r["term"], *r["zh"].split("|"))}
        return {w for w in han if len(w) > 1} | {w for r in rows for w in r["en"].split("|") if w}

    read_over = words([row for row in lines if row["kind"] == IGNORE])
    assert not read_over & words([row for row in lines if row["kind"] != IGNORE])


def test_cells_hold_what_their_columns_say(table: Terms) -> None:
    for term in table.entries:
        for word in term.zh:
            assert len(fold(word)) == len(word), f"{word} under {term.term} is not all Han"
        for word in term.en:
            assert word == word.lower(), f"{word} under {term.term}"
            assert not re.search(r"[^\w\s.'-]", word), f"{word} under {term.term}"


def test_chapters_are_held_ones(table: Terms) -> None:
    held = {chapter.number for chapter in canon.load().held}
    assert all(term.chapters <= held for term in table.entries)


def test_chapters_named_for_a_word_of_the_base_text_have_it(table: Terms) -> None:
    chapters = canon.load().chapters
    for term in table.entries:
        stands = {n for n, chapter in chapters.items() if chapter.phases and fold(term.term) in chapter.folded}
        if stands and term.chapters:
            assert term.chapters <= stands, term.term


def test_every_term_stands_in_the_base_text_or_the_seeds(table: Terms, base_text: list[str], shared: Path) -> None:
    texts = [*base_text, *(fold(p.read_text(encoding="utf-8")) for p in sorted((shared / "seeds").glob("*.txt")))]
    assert [t.term for t in table.entries if not any(fold(t.term) in text for text in texts)] == []


def test_every_thing_and_act_stands_in_what_is_held(table: Terms, base_text: list[str]) -> None:
    names = [fold(phase.name_hant) for chapter in canon.load().held for phase in chapter.phases]
    texts = [*base_text, *names, *(fold(p.read_text(encoding="utf-8")) for p in sorted(TEXTS.glob("*.tsv")))]
    named = [term for term in table.entries if term.kind not in ("text", "person")]
    assert [t.term for t in named if not any(fold(t.term) in text for text in texts)] == []


@pytest.mark.parametrize("word", FUNCTION_WORDS)
def test_function_words_mean_nothing(table: Terms, word: str) -> None:
    assert table.find(word) == ()


# Recognition


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("獲者執旌負侯而俟,何謂也?", ["獲者", "負侯"]),
        ("报靶的人躲在什么后面?", ["獲者"]),
        ("報靶的人躲在甚麼後面?", ["獲者"]),
        ("Where does the target-marker take shelter?", ["獲者", "乏"]),
        ("How deep is the marker's shelter?", ["乏"]),
        ("退休的官员在乡饮酒礼中做什么?", ["先生", "鄉飲酒禮"]),
        ("How many times does the guest bow?", ["賓", "拜"]),
        ("輸的人怎樣喝罰酒?", ["不勝者", "飲不勝者", "射爵"]),
        ("主人為什麼面朝東?", ["主人", "東面"]),
        ("What does the impersonator say when he is full?", ["尸", "告飽"]),
        ("Which odes are lost?", ["亡"]),
        ("What is the punishment for archers who break the rules?", ["撻", "有過"]),
        ("女主人什麼時候獻酒?", ["主婦", "獻"]),
    ],
)
def test_questions_in_three_languages(table: Terms, question: str, expected: list[str]) -> None:
    words = meant(table, question)
    for term in expected:
        assert term in words


def test_where_and_by_which_word(table: Terms) -> None:
    question = "不勝者執弛弓: why do the losers hold unstrung bows?"
    found = table.find(question)
    assert [(f.term.term, question[f.start : f.end], f.word) for f in found] == [
        ("不勝者", "不勝者", "不勝者"),
        ("執", "執", "執"),
        ("弛弓", "弛弓", "弛弓"),
        ("不勝者", "losers", "loser"),
        ("執", "hold", "hold"),
        ("弛弓", "unstrung bows", "unstrung bow"),
    ]


def test_simplified_and_traditional_are_one(table: Terms) -> None:
    assert meant(table, "释获者在东阶饮酒") == meant(table, "釋獲者在東階飲酒")


def test_the_longest_word_wins(table: Terms) -> None:
    assert meant(table, "釋獲者") == ["釋獲者"]
    assert meant(table, "箭靶") == ["侯"]
    assert meant(table, "the chief of the guests") == ["賓長"]
    assert meant(table, "the company of guests") == ["眾賓"]
    assert meant(table, "bow twice") == ["再拜"]


def test_finds_never_overlap_unless_they_are_one_word(table: Terms) -> None:
    question = "眾賓之長升受酬 when the assistant guest's washing basin and the wine cups are cleared away 主人拜送爵"
    spans = sorted({(f.start, f.end) for f in table.find(question)})
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


def test_a_word_of_several_terms_gives_them_all(table: Terms) -> None:
    assert {"爵", "觶"} <= set(meant(table, "酒杯"))
    assert {"爵", "觶"} <= set(meant(table, "cups"))
    assert {"拜", "弓"} == set(meant(table, "bow"))


def test_a_form_as_listed_beats_one_that_is_worked_out(table: Terms) -> None:
    assert meant(table, "bowed") == ["拜"]


@pytest.mark.parametrize(
    "question", ["he used it", "seem seed sedan sea", "guestroom", "hostility", "rebound", "cupola"]
)
def test_no_match_inside_a_word(table: Terms, question: str) -> None:
    assert table.find(question) == ()


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("Target-Markers", "獲者"),
        ("target markers", "獲者"),
        ("the host’s steps", "阼階"),
        ("the host's steps", "阼階"),
        ("the hosts' steps", "阼階"),
        ("HE BARED HIS LEFT ARM", "袒"),
        ("they are carrying the cauldron", "舉鼎"),
        ("the sīzhèng", "司正"),
        ("washes his hands", "盥"),
        ("washing the hands", "盥"),
        ("lu\u0308 chou", "旅酬"),
    ],
)
def test_plain_inflections_hyphens_case_and_tones(table: Terms, question: str, term: str) -> None:
    assert meant(table, question) == [term]


def test_words_do_not_reach_over_punctuation(table: Terms) -> None:
    assert meant(table, "阼。階") != ["阼階"]
    assert meant(table, "assistant. Guest") == ["贊者", "賓"]


def test_what_is_read_over(table: Terms) -> None:
    assert meant(table, "其中有什麼關係?請介紹。") == []
    assert meant(table, "「中」是什麼?") == ["中"]
    assert meant(table, "Where did it take place, in order to please?") == []


def test_nothing_to_find(table: Terms) -> None:
    assert table.find("") == ()
    assert table.find("……?! 🀄 \u0301") == ()


def test_a_question_takes_less_than_a_millisecond(table: Terms) -> None:
    questions = [
        "In the third round of the district archery, where do the three couples stand while the musicians play?",
        "乡射礼第三番射时,三耦站在哪里?乐工奏什么乐?不胜者如何饮酒?",
    ]
    best = 1.0
    for _ in range(20):
        begun = time.thread_time()
        for question in questions:
            table.find(question)
        best = min(best, (time.thread_time() - begun) / len(questions))
    assert best < 0.001


# Rules of the file


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("賓\tpersonage\t\tguest\t", "not a kind"),
        ("賓\trole\t客人||主賓\tguest\t", "empty word"),
        ("賓\trole\t客人\tguest | host\t", "stray blank"),
        ("賓\trole\t客人\tguest\tfour", "not a list of chapter numbers"),
        ("賓\trole\t客人\tguest", "not 5 cells"),
        ("賓\tignore\t客人\tguest\t", "“-”"),
        ("賓\trole\t客人\tthe\t", "no English word"),
        ("賓\trole\t\tguest\t\n賓\trole\t\tvisitor\t", "twice"),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text("\t".join(COLUMNS) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=complaint):
        terms.load(path)
