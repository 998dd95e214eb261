"""Laying an answer out: whole phrases, the reader's script, markers where the evidence bears a sentence out."""

import re
import tomllib

import pytest

from corpus.answers.book import Evidence, Row
from corpus.answers.meanings import Meanings
from corpus.fold import fold
from corpus.library import Library, load
from index.query import Filters
from service.ask.answering import PHRASES
from service.ask.layout import Layout, _closed, _owners
from service.ask.names import Names

ROW = Row(
    "5.17.1-test",
    "who",
    "由司正兼任司馬。鄭玄解釋說，一人兼任是為了方便。",
    "The overseer (司正) takes over as marshal (司馬). Zheng Xuan explains that one man holds both for convenience.",
    (Evidence("5.17.1", "司正為司馬"), Evidence("5.17.1#zheng.1", "兼官由便也")),
    ("誰當司馬",),
    ("who is marshal",),
)


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.fixture(scope="module")
def layout(library: Library) -> Layout:
    return Layout(library, Names(library, tomllib.loads(PHRASES.read_text(encoding="utf-8"))), Meanings({}))


def test_evidence_is_quoted_from_the_stored_text(layout: Layout) -> None:
    for piece in layout.pieces(ROW, "en"):
        assert piece.unit.text[piece.start : piece.end]
    first, second = layout.pieces(ROW, "en")
    assert fold("司正為司馬") in fold(first.unit.text[first.start : first.end])
    assert first.meaning == "The overseer becomes marshal."
    assert second.meaning.startswith("One man holds both offices")


@pytest.mark.parametrize(("lang", "script"), [("zh-Hans", "Hans"), ("zh-Hant", "Hant"), ("en", "Hant")])
def test_the_witness_is_in_the_script_of_the_reader(library: Library, layout: Layout, lang: str, script: str) -> None:
    piece = layout.pieces(ROW, lang)[0]  # type: ignore[arg-type]
    assert library.works[piece.unit.witness].script == script


def test_words_in_another_script_are_converted_beside_the_quotation(layout: Layout) -> None:
    note = layout.pieces(ROW, "zh-Hans")[1]
    citation = layout.citation(2, note, "zh-Hans")
    assert citation.converted and "兼官由便也" in citation.converted
    assert citation.cited_text == note.unit.text[note.start : note.end]
    line = layout.line(citation, "zh-Hans")
    assert line.startswith("[2] 郑玄注，乡射礼5.17.1：「") and " – " in line


def test_each_sentence_bears_the_marker_of_its_own_evidence(layout: Layout) -> None:
    for lang in ("en", "zh-Hant", "zh-Hans"):
        pieces = layout.pieces(ROW, lang)  # type: ignore[arg-type]
        said = [part for part in layout.lead(ROW, pieces, lang) if part.strip()]  # type: ignore[arg-type]
        assert ["[1]" in said[0], "[2]" in said[1]] == [True, True], said
    assert "兼任司马" in "".join(layout.lead(ROW, layout.pieces(ROW, "zh-Hans"), "zh-Hans"))


def test_a_numbered_list_keeps_its_lines(layout: Layout) -> None:
    row = Row(
        "5.17-test",
        "walkthrough",
        "分兩步：\n1. 司馬下令張侯。\n2. 弟子解開束縛。",
        "In two steps:\n1. The marshal orders the target to be spread.\n2. The juniors undo its binding.",
        (Evidence("5.17.2", "司馬命張侯"), Evidence("5.17.2", "弟子說束")),
        ("怎麼張侯",),
        ("how",),
    )
    text = "".join(layout.lead(row, layout.pieces(row, "en"), "en"))
    assert text.splitlines()[0] == "In two steps:"
    assert text.splitlines()[1].startswith("1. The marshal orders") and text.splitlines()[1].endswith("[1].")
    assert len(text.splitlines()) == 3


def test_filters_keep_evidence_out(layout: Layout) -> None:
    assert len(layout.pieces(ROW, "en", Filters(commentators=frozenset({"鄭玄"})))) == 1


def test_quotations_are_never_left_open(library: Library, layout: Layout) -> None:
    rows = [row for row in library.book.rows.values() if row.origin == "written"][::25]
    for row in rows:
        for piece in layout.pieces(row, "zh-Hant"):
            words = piece.unit.text[piece.start : piece.end]
            for opening, closing in ("「」", "『』", "《》"):
                whole = piece.unit.text.count(opening) == piece.unit.text.count(closing)
                assert not whole or words.count(opening) == words.count(closing), (row.id, words)


def test_every_written_row_can_be_laid_out_in_every_language(library: Library, layout: Layout) -> None:
    rows = [row for row in library.book.rows.values() if row.origin == "written"]
    for row in rows[::10]:
        for lang in ("en", "zh-Hant", "zh-Hans"):
            pieces = layout.pieces(row, lang)  # type: ignore[arg-type]
            assert pieces, row.id
            told = "".join(layout.lead(row, pieces, lang))  # type: ignore[arg-type]
            used = {int(n) for n in re.findall(r"\[(\d+)\]", told)}
            assert used == set(range(1, len(pieces) + 1)), (row.id, told)


@pytest.mark.parametrize(
    ("text", "span", "kept"),
    [
        ("“箭籌八十。", (0, 6), "箭籌八十。"),
        ("長尺有握,握素。”", (0, 9), "長尺有握,握素。"),
        ("曰：「諾。」乃退", (2, 5), "「諾。」"),
        ("命曰：“不貫不釋。”上射揖。", (0, 14), "命曰：“不貫不釋。”上射揖。"),
    ],
)
def test_a_quotation_never_has_half_of_a_pair_of_marks(text: str, span: tuple[int, int], kept: str) -> None:
    start, end = _closed(text, *span)
    assert text[start:end] == kept


def test_where_pieces_suffice_each_step_of_a_walkthrough_has_its_own() -> None:
    alike = [[0.5, 0.4, 0.0], [0.5, 0.4, 0.0], [0.6, 0.3, 0.2]]
    assert _owners(alike, 3, [0, 1, 2]) == [[0], [1], [2]], "one each, though all are most like the first"
    assert _owners(alike, 2, [0, 1, 2]) in ([[0], [1, 2]], [[0, 1], [2]])
    assert _owners([[0.1, 0.9, 0.0], [0.0, 0.0, 0.8]], 3, [0, 1]) == [[], [0], [1]], "too few: where they fit"
    assert _owners([[0.9, 0.1], [0.1, 0.9]], 2, []) == [[0], [1]]
