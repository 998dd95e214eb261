"""Tables of the corpus: files of tab-separated cells with a line of column names."""

from __future__ import annotations

import csv
from pathlib import Path

from corpus.errors import CorpusError

CANON = Path(__file__).parent / "canon"
"""The folder of the canon and of the lists of layers, commentators and chapters."""


def rows(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a TSV file with exactly these columns; CorpusError names file and line otherwise."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        if tuple(reader.fieldnames or ()) != columns:
            raise CorpusError(f"{path.name}: columns are {reader.fieldnames}, should be {list(columns)}")
        found = list(reader)
    for number, row in enumerate(found, 2):
        if None in row or None in row.values():
            raise CorpusError(f"{path.name}, line {number}: not {len(columns)} cells")
    return found


def words(cell: str) -> tuple[str, ...]:
    """The names in a cell that may hold several: ``words("鄭注|鄭氏") == ("鄭注", "鄭氏")``."""
    return tuple(cell.split("|")) if cell else ()
