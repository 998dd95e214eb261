"""What words cited as evidence mean, where they are a part of a passage whose rendering says more than they do.

    load().of("4.1.1#zheng.1", "先生,鄉中致仕者", "en")     "the elder is a man of the district retired from office"

``meanings.tsv`` has a line for each: reference, words, meaning in Chinese (traditional script) and in English.
"""

from __future__ import annotations

from pathlib import Path

from corpus.canon import rows
from corpus.fold import fold

PATH = Path(__file__).parent / "meanings.tsv"
COLUMNS = ("ref", "words", "zh", "en")


class Meanings:
    """Meanings by reference and words, compared in folded form."""

    def __init__(self, table: dict[tuple[str, str], tuple[str, str]]) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def of(self, ref: str, words: str, lang: str) -> str:
        """The meaning of some words of a passage; "" where none is written for exactly these."""
        found = self._table.get((ref, fold(words)))
        return (found[1] if lang == "en" else found[0]) if found else ""


def load(path: Path = PATH) -> Meanings:
    """Read the table; CorpusError names the line that breaks a rule."""
    if not path.exists():
        return Meanings({})
    return Meanings({(row["ref"], fold(row["words"])): (row["zh"], row["en"]) for row in rows(path, COLUMNS)})
