"""What the readers and the alignment give is what is committed, and it agrees with other editions."""

from pathlib import Path

import pytest

from corpus import canon as canons
from corpus.extract import extract
from corpus.fold import fold
from corpus.sources import sources
from corpus.texts import read_texts


def test_the_committed_texts_are_what_the_readers_give(shared: Path) -> None:
    found, _ = extract(shared, canons.load())
    committed = read_texts()
    key = sorted((e.witness, e.ref, e.extents) for e in found)
    assert key == sorted((e.witness, e.ref, e.extents) for e in committed)
    assert {(e.witness, e.extents): e for e in found} == {(e.witness, e.extents): e for e in committed}


def test_no_comment_stands_inside_a_clause(shared: Path) -> None:
    """But where the 四庫 edition divides what others do not: references are frozen."""
    _, cuts = extract(shared, canons.load())
    assert [(cut.witness, cut.clause, cut.before) for cut in cuts] == [
        ("zhushu-siku", "5.46.1", "司正降復位"),
        ("zhushu-siku", "7.1.1", "大射之儀"),
        ("zhushu-siku", "7.21.3", "司射反位"),
    ]


def test_base_text_agrees_with_the_canon_outside_gaps(shared: Path) -> None:
    """At least 99 of 100 characters of every witness."""
    from rapidfuzz.distance import Levenshtein

    canon = canons.load()
    by_witness: dict[str, list[tuple[str, str]]] = {}
    for entry in read_texts():
        if entry.layer.is_base and entry.ref != "-":
            by_witness.setdefault(entry.witness, []).append((fold(entry.text), fold(canon.clauses[entry.ref].text)))
    for witness, pairs in by_witness.items():
        size = sum(len(a) for a, _ in pairs)
        wrong = sum(Levenshtein.distance(a, b) for a, b in pairs)
        assert wrong / size <= 0.01, (witness, wrong, size)


def test_a_folder_without_the_sources_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="002_"):
        sources(tmp_path)
