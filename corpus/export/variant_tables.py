"""The tables of the apparatus: the places where the parties part, their readings, and what collators say."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.apparatus.apparatus import books
from corpus.apparatus.collation import Kind
from corpus.apparatus.judged import Standing
from corpus.apparatus.model import Variation
from corpus.export.columns import REF, TEXT
from corpus.export.tables import Column, Row, Table
from corpus.library import Library


def variant_tables(library: Library) -> Iterator[Table]:
    """Places, readings, and remarks of collators."""
    variant = Column("variant", "The place.", refers=("variants", "variant"), required=True)
    yield Table(
        "variants",
        "The places where witnesses, the canon and reported editions part",
        (
            Column("variant", "Its name: the clause and a number.", required=True),
            REF,
            Column("through", "The last clause of a passage that is lacking as a whole."),
            Column("start", "Where it begins in the canon's clause, in code points.", "integer", required=True),
            Column("end", "Where it ends (exclusive).", "integer", required=True),
            Column("evidence", "Which editions have what, as the canon's note says."),
            Column("reason", "Why the canon reads as it does."),
        ),
        ("variant",),
        lambda: ((name, v.ref, v.through, v.start, v.end, v.evidence, v.reason) for name, v in _places(library)),
        lambda row: f"urn:wenli:variant:{row['variant']}",
        "Variant",
    )
    yield Table(
        "readings",
        "The readings at each place, the canon's first, and who has them",
        (
            variant,
            Column("n", "The number of the reading; 1 is the canon's.", "integer", required=True),
            Column("text", "The words, without punctuation; empty where they are lacking.", term=TEXT, language="lzh"),
            Column("class", "What kind of difference it is; empty of the canon's.", choices=tuple(Kind)),
            Column(
                "standing",
                "Whether editions share it, it is a slip, or it is an error that editions share.",
                choices=("shared", "slip", "error"),
            ),
            Column("witnesses", "Who prints it, and where in their clause: tongxing:6-7.", parts=";"),
            Column("parties", "Who is reported to have it.", parts=";"),
            Column("reported", "Whether editions that are not held have it.", "boolean", required=True),
        ),
        ("variant", "n"),
        lambda: _reading_rows(library),
        lambda row: f"urn:wenli:reading:{row['variant']}:{row['n']}",
        "Reading",
    )
    yield Table(
        "remarks",
        "What collators say of a place",
        (
            variant,
            Column("n", "The number of the remark.", "integer", required=True),
            Column("comment", "The comment in which it stands."),
            Column("page", "Or the page of a book that is not held."),
            Column("book", "That book."),
            Column("party", "Whom it is about.", required=True),
            Column("quote", "The collator's own words.", term=TEXT, language="lzh-Hant", required=True),
            Column(
                "reading", "What it says the party reads, where that is certain; ∅ where the party lacks the words."
            ),
        ),
        ("variant", "n"),
        lambda: _remark_rows(library),
        lambda row: f"urn:wenli:remark:{row['variant']}:{row['n']}",
        "Remark",
    )


def _places(library: Library) -> Iterator[tuple[str, Variation]]:
    for ref, places in library.apparatus.by_clause.items():
        for number, place in enumerate(places, 1):
            yield f"{ref}.{number}", place


def _reading_rows(library: Library) -> Iterator[Row]:
    for name, place in _places(library):
        for n, r in enumerate(place.readings, 1):
            spans = ";".join(f"{p.witness}:{p.start}-{p.end}" for p in r.printed)
            kind = r.kind.value if r.kind else ""
            standing = "" if r.standing is Standing.UNJUDGED else r.standing.value
            yield name, n, r.text, kind, standing, spans, ";".join(r.parties), r.reported


def _remark_rows(library: Library) -> Iterator[Row]:
    for name, place in _places(library):
        for n, m in enumerate(place.remarks, 1):
            said = "" if m.reading is None else m.reading or "∅"
            book = books()[m.page.rpartition("-")[0]].title_hant if m.page else ""
            yield name, n, m.comment, m.page, book, m.party, m.quote, said
