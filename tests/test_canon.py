"""The frozen canon."""

from collections import Counter
from pathlib import Path

import pytest

from corpus import canon as canons
from corpus.canon import Canon, rows
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Layer


@pytest.fixture(scope="module")
def canon() -> Canon:
    return canons.load()


def test_four_chapters_with_their_phases(canon: Canon) -> None:
    assert {c.name_hant: len(c.phases) for c in canon.held} == {
        "鄉飲酒禮": 29,
        "鄉射禮": 52,
        "大射儀": 46,
        "特牲饋食禮": 30,
    }
    assert sum(len(c.clauses) for c in canon.held) >= 1150


def test_the_record_is_told_from_the_text(canon: Canon) -> None:
    ji = Counter(p.chapter for c in canon.held for p in c.phases if p.layer is Layer.JI)
    assert ji == {4: 3, 5: 1, 15: 9}


def test_phases_begin_and_end_where_they_should(canon: Canon, shared: Path) -> None:
    number = {c.name_hant: c.number for c in canon.held}
    columns = ("chapter", "phase_no", "name_zh", "name_en", "incipit", "explicit")
    for row in rows(shared / "research" / "phases.tsv", columns):
        text = "".join(fold(c.text) for c in canon.phase(number[row["chapter"]], int(row["phase_no"])).clauses)
        assert text.startswith(fold(row["incipit"])), row
        assert text.endswith(fold(row["explicit"])), row


def test_published_references_have_not_moved(canon: Canon, shared: Path) -> None:
    """The first cut's references still name the same places; what differs is a listed reading."""
    columns = ("chapter", "phase", "clause", "ref", "base_text", "note_begins")
    listed = {r["ref"] for r in rows(canons.ROOT / "readings.tsv", ("ref", "canon", "other", "witnesses", "reason"))}
    for row in rows(shared / "research" / "clauses.tsv", columns):
        ref = row["ref"]
        text = "".join(c.text for r, c in canon.clauses.items() if r == ref or (r[:-1] == ref and r[-1].isalpha()))
        assert fold(text) == fold(row["base_text"]) or ref in listed, ref


def test_a_row_of_the_wrong_width_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("ref\ttext\n1.1.1\ta\tb\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"x\.tsv, line 2"):
        rows(path, ("ref", "text"))
    with pytest.raises(CorpusError, match="columns"):
        rows(path, ("ref", "words"))
