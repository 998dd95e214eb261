"""The book of answers: its format, what cannot be read, and that the real one is whole."""

from pathlib import Path

import pytest

from corpus.answers.book import Evidence, load, read
from corpus.answers.talks import dialogues, questions, unanswered
from corpus.errors import CorpusError
from corpus.library import load as load_library

BLOCK = """// what stands after two slashes is for editors
# 5.17.1-marshal who
zh: 由司正兼任司馬。
en: The overseer (司正) takes over as marshal (司馬).
ev: 5.17.1「司正為司馬」; 5.17.1#zheng.1「兼官由便也」「今射司正無事」
zh? 誰當司馬 | 司馬是誰 | 司馬 誰擔任
en? who is marshal | Who serves as marshal? | marshal who

# 5.17-walkthrough walkthrough
zh: 分兩步：
  1. 司馬下令。
  2. 弟子張侯。
en: In two steps:
  1. The marshal orders it.
  2. The juniors spread the target.
ev: 5.17.2「司馬命張侯，弟子說束」; 5.16.1「曰：「某御於子。」」
zh? 怎麼張侯 | 張侯步驟 | 張侯
en? how is it spread | steps | spread target
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "17.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read(tmp_path: Path) -> None:
    first, second = read(written(tmp_path, BLOCK), tmp_path)
    assert (first.id, first.type, first.origin) == ("5.17.1-marshal", "who", "written")
    assert first.evidence[1:] == (
        Evidence("5.17.1#zheng.1", "兼官由便也"),
        Evidence("5.17.1#zheng.1", "今射司正無事"),
    )
    assert first.asks_en == ("who is marshal", "Who serves as marshal?", "marshal who")
    assert first.refs == ("5.17.1", "5.17.1#zheng.1") and first.chapters == (5,)
    assert second.zh.splitlines() == ["分兩步：", "1. 司馬下令。", "2. 弟子張侯。"]
    assert second.evidence[1].words == "曰：「某御於子。」"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("# 5.17.1-marshal who", "# 5.17.1-marshal"), "should be “# ID TYPE”"),
        (("# 5.17.1-marshal who", "# Marshal! who"), "is no id"),
        (("# 5.17.1-marshal who", "# 5.17.1-marshal whom"), "is no type"),
        (("zh? 誰當", "asks: 誰當"), "begins with none of"),
        (("en: The overseer (司正) takes over as marshal (司馬).\n", ""), "lacks en:"),
        (("「司正為司馬」;", "「司正為司馬;"), "cannot be read"),
        (("en: The overseer", "zh: The overseer"), "stands twice"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    with pytest.raises(CorpusError, match=problem) as raised:
        list(read(written(tmp_path, BLOCK.replace(*change)), tmp_path))
    assert "17.txt, line" in str(raised.value)


def test_an_id_stands_once(tmp_path: Path) -> None:
    written(tmp_path, BLOCK + BLOCK)
    with pytest.raises(CorpusError, match="stands already at"):
        load(tmp_path)


def test_the_real_book_is_large_and_its_rows_are_told_apart() -> None:
    book = load_library().book
    rows = list(book.rows.values())
    assert sum(row.origin == "written" for row in rows) >= 6000
    assert sum(row.origin == "generated" for row in rows) >= 2000
    assert len({(row.zh, row.refs) for row in rows}) > 0.99 * len(rows)
    assert book.by_ref["5.17.1"]


def test_conversations_and_questions_without_an_answer() -> None:
    talks, none = dialogues(), unanswered()
    book = load_library().book
    assert len(talks) >= 400 and all(2 <= len(talk) <= 7 for talk in talks)
    assert all(turn.row in book.rows for talk in talks for turn in talk if turn.row)
    assert len(none) >= 1500 and len({one.question for one in none}) == len(none)


def test_questions_in_people_s_words_name_rows_and_are_no_wordings_of_them() -> None:
    found, book = questions(), load_library().book
    assert len(found) >= 7000 and len({one.question for one in found}) > 0.995 * len(found)
    assert all(id in book.rows for one in found for part in one.parts for id in part)
    assert all((len(one.parts) > 1) == (one.kind == "double") for one in found)
    known = {text for row in book.rows.values() for text in (*row.asks_zh, *row.asks_en)}
    assert sum(one.question in known for one in found) < 0.01 * len(found)


def test_a_question_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    line = "5.17.1-marshal\ten\tshouted\tWHO IS IT"
    (tmp_path / "questions" / "a.tsv").write_text(f"rows\tlang\tkind\tquestion\n{line}\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="line 2: 'shouted'"):
        questions(tmp_path)
