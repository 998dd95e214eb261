"""Readings that are reported, not printed, in the texts held: by collators and by the canon's own notes.

``remarks.tsv`` has what 鄭玄 says of the 今文 and 古文, 賈公彥 of common copies, the 四庫 editors of 今注疏本 and
唐石經, and 張爾岐 of 監本 and 唐石經: the clause; the comment, or the page where it stands in a book that is not held;
the words of the clause as the canon has them and as the party reads them; the party; and the collator's own words
(``quote``). Where ``other`` is the same as ``canon`` the party agrees with the canon, ``∅`` says that it lacks these
words, nothing that its wording is not known for certain. An empty ``canon`` says that the remark is on the wording of
a note. ``canon/readings.tsv`` says where the canon's choice among the editions rests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus import canon as canons
from corpus.apparatus.collation import Difference, Kind, Text, collate
from corpus.canon import Canon, rows
from corpus.errors import CorpusError
from corpus.fold import fold, fold_with_offsets

REMARKS = Path(__file__).parent / "remarks.tsv"
REMARK_COLUMNS = ("ref", "comment", "page", "canon", "other", "party", "quote")
READINGS = canons.ROOT / "readings.tsv"
READING_COLUMNS = ("ref", "canon", "other", "witnesses", "reason")
_RUN = re.compile(r"(.+)（(.+)–(.+)）")
_NO_WITNESS = "—"


@dataclass(frozen=True)
class Reported:
    """A reading, or an agreement with the canon, that a comment or a note reports at one place of a clause.

    ``start`` and ``end`` are code points of the canon's clause. ``reading`` is None where nothing certain is said of
    it, and ``kind`` None where the party agrees with the canon. ``comment`` or ``page`` say where the collator's words
    (``quote``) stand; a note of the canon has neither, but ``evidence`` (which editions have what) and ``reason``.
    """

    ref: str
    start: int
    end: int
    reading: str | None
    kind: Kind | None
    party: str = ""
    comment: str = ""
    page: str = ""
    quote: str = ""
    evidence: str = ""
    reason: str = ""
    through: str = ""


def reported(canon: Canon, remarks: Path = REMARKS, readings: Path = READINGS) -> Iterator[Reported]:
    """Everything that is reported on the base text; CorpusError names a line whose words are not in the clause."""
    yield from _remarks(canon, remarks)
    yield from _notes(canon, readings)


def _remarks(canon: Canon, path: Path) -> Iterator[Reported]:
    for line, row in enumerate(rows(path, REMARK_COLUMNS), 2):
        if not row["canon"]:
            continue
        ref = row["ref"]
        said = {name: row[name] for name in ("party", "comment", "page", "quote")}
        start, end = _find(canon, ref, row["canon"], f"{path.name}, line {line}")
        found = _differences(row) if row["other"] else ()
        if not found:
            yield Reported(ref, start, end, (row["other"] and row["canon"]) or None, None, **said)
        for d in found:
            low, high = _within(canon, ref, start, end, d)
            yield Reported(ref, low, high, d.other, d.kind, **said)


def _differences(row: dict[str, str]) -> tuple[Difference, ...]:
    return collate(Text(row["canon"]), Text(row["other"]))  # ∅ is no character: all words are lacking


def _notes(canon: Canon, path: Path) -> Iterator[Reported]:
    for line, row in enumerate(rows(path, READING_COLUMNS), 2):
        said = {"evidence": row["witnesses"], "reason": row["reason"]}
        if run := _RUN.fullmatch(row["canon"]):
            end = Text(canon.clauses[row["ref"]].text).places[-1] + 1
            yield Reported(row["ref"], 0, end, "", Kind.OMISSION, through=run[3], **said)
            continue
        start, end = _find(canon, row["ref"], row["canon"], f"{path.name}, line {line}")
        certain = row["witnesses"] != _NO_WITNESS and "&" not in row["other"]
        for d in _differences(row):
            low, high = _within(canon, row["ref"], start, end, d)
            yield Reported(row["ref"], low, high, d.other if certain else None, d.kind if certain else None, **said)


def _find(canon: Canon, ref: str, words: str, place: str) -> tuple[int, int]:
    """The span of words in a clause of the canon, as code points; script and punctuation do not count."""
    if ref not in canon.clauses:
        raise CorpusError(f"{place}: {ref} is no clause")
    folded = fold_with_offsets(canon.clauses[ref].text)
    at = folded.text.find(fold(words))
    if at < 0:
        raise CorpusError(f"{place}: “{words}” is not in {ref}")
    return folded.stored_span(at, at + len(fold(words)))


def _within(canon: Canon, ref: str, start: int, end: int, difference: Difference) -> tuple[int, int]:
    """Where in the clause a difference lies that was found in ``canon``'s words, which have no punctuation."""
    folded = fold_with_offsets(canon.clauses[ref].text[start:end])
    low, high = difference.base_span
    if low < high:
        first, last = folded.stored_span(low, high)
        return start + first, start + last
    after = start + folded.offsets[low - 1] + 1 if low else start
    return after, after
