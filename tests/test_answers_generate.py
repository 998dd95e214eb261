"""Rows that follow from the data: they are there, read as sentences, and rest on words that are held."""

import re

import pytest

from corpus.answers.book import Row
from corpus.fold import fold
from corpus.library import Library, load


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.fixture(scope="module")
def rows(library: Library) -> list[Row]:
    return [row for row in library.book.rows.values() if row.origin == "generated"]


def test_what_follows_a_phase(library: Library) -> None:
    row = library.book.rows["4.22-after"]
    assert row.type == "sequence" and "賓出" in row.zh and "The guest goes out" in row.en
    assert row.evidence[0].ref == "4.23.1"


def test_a_word_of_the_glossary(library: Library) -> None:
    row = library.book.rows["all-role-sizheng"]
    assert row.en.startswith("Overseer (司正, sīzhèng):")
    assert "司正是什麼意思" in row.asks_zh


def test_evidence_stands_in_the_texts(library: Library, rows: list[Row]) -> None:
    for row in rows[::7]:
        for one in row.evidence:
            texts = "。".join(fold(unit.text) for unit in library.by_ref(one.ref))
            assert fold(one.words) in texts, (row.id, one)


def test_answers_read_as_sentences(rows: list[Row]) -> None:
    for row in rows:
        assert row.zh and row.en and row.asks_zh and row.asks_en, row.id
        assert not re.search("[「」『』]", row.zh), row.zh
        assert not re.search(r"\s{2}|\.\.|。。|，。", row.zh + row.en), (row.id, row.zh, row.en)
