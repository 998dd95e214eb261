"""The validator of the book: the real one has no errors and few doubts of claims; planted faults are told."""

from dataclasses import replace

import pytest

from corpus.answers.book import Book, Evidence, Row
from corpus.answers.check import check, coverage, unborne, untold
from corpus.claims.checker import ClaimChecker
from corpus.library import Library, load
from corpus.rites.check import Report
from corpus.rites.glossary import load as load_glossary

GOOD = Row(
    "5.17.1-test",
    "who",
    "由司正兼任司馬。",
    "The overseer (司正) takes over as marshal (司馬).",
    (Evidence("5.17.1", "司正為司馬"),),
    ("誰當司馬", "司馬是誰", "司馬 擔任"),
    ("who is marshal", "Who serves?", "marshal who"),
    place="05/17.txt, line 1",
)


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.fixture(scope="module")
def claims(library: Library) -> ClaimChecker:
    return ClaimChecker(library, load_glossary())


PLANTED: tuple[tuple[dict[str, object], str], ...] = (
    ({}, ""),
    ({"asks_zh": ("誰當司馬",)}, "has 1 wordings in zh"),
    ({"en": "The 司正 takes over as marshal."}, "untranslated"),
    ({"zh": "由司正兼任司马。"}, "simplified"),
    ({"zh": "「司正為司馬」。"}, "quotation marks"),
    ({"en": "See 5.17.1."}, "clause number"),
    ({"evidence": (Evidence("5.17.1", "司正為司射"),)}, "does not have the words"),
    ({"evidence": (Evidence("5.17.99", "司正"),)}, "is not held"),
)
"""What is changed in a good row, and what is told of that."""


@pytest.fixture(scope="module")
def planted(library: Library) -> Report:
    """The report on a book that has each of the changed rows, by its number: to read all texts takes seconds."""
    rows = [replace(GOOD, id=f"planted-{n}", **change) for n, (change, _) in enumerate(PLANTED)]  # type: ignore[arg-type]
    return check(replace(library, book=Book({row.id: row for row in rows})))


@pytest.mark.parametrize("number", range(len(PLANTED)))
def test_planted_faults(planted: Report, number: int) -> None:
    problem = PLANTED[number][1]
    found = [f.problem for f in planted.errors if f.place.endswith(f" planted-{number}")]
    assert (not found) if not problem else any(problem in one for one in found), found


def test_what_is_planted_is_all_that_is_told(planted: Report) -> None:
    """Apart from the conversations, whose rows the small book lacks."""
    told = {f.place.rpartition(" ")[2] for f in planted.errors if "dialogues" not in f.place}
    assert told == {f"planted-{number}" for number, (_, problem) in enumerate(PLANTED) if problem}


@pytest.mark.parametrize(
    ("zh", "en", "kind"),
    [
        ("由司正面朝西兼任司馬。", "The overseer becomes marshal.", "direction west"),
        ("由司正兼任司馬。", "Seven overseers become marshals.", "number 7"),
        ("由司正兼任司馬。", "The impersonator becomes marshal.", "person impersonator"),
    ],
)
def test_claims_that_nothing_bears_out(claims: ClaimChecker, zh: str, en: str, kind: str) -> None:
    assert any(kind in told for told in unborne(replace(GOOD, zh=zh, en=en), claims))
    assert not list(unborne(GOOD, claims))


def test_the_real_book(library: Library) -> None:
    report = check(library)
    assert report.errors == ()
    rows = [row for row in library.book.rows.values() if row.origin == "written"]
    doubted = {f.place for f in report.warnings if "bears out" in f.problem}
    assert len(doubted) <= 0.05 * len(rows), "claims that nothing bears out: read them"


def test_what_is_covered(library: Library) -> None:
    found = coverage(library)
    assert not found.clauses and not found.notes
    assert not found.cells and not found.words


def test_a_cell_that_is_said_to_be_empty_is_empty(library: Library) -> None:
    phases = {phase.ref for chapter in library.canon.held for phase in chapter.phases}
    told = {(".".join(ref.split("#")[0].split(".")[:2]), r.type) for r in library.book.rows.values() for ref in r.refs}
    for cell, reason in untold().items():
        assert cell[0] in phases and cell not in told and reason
