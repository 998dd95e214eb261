"""The glossary: every role, place, object and act of the steps explained, and the key words around them.

load().find("阼階")[0].en          "eastern steps"
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.rites.data import ROOT

PATH = ROOT / "glossary.tsv"
COLUMNS = ("term", "kind", "pinyin", "zh", "en", "definition", "definition_zh", "basis")
KINDS = ("role", "place", "object", "act", "music", "dress", "food", "direction", "measure", "concept")


@dataclass(frozen=True)
class Entry:
    """A word of the rites: what it is called today (``zh``, ``en``), what it means, and the passage that shows it.

    ``basis`` are references to clauses or comments, such as ``("4.2.4", "4.2.4#zheng.1")``.
    """

    term: str
    kind: str
    pinyin: str
    zh: str
    en: str
    definition: str
    definition_zh: str
    basis: tuple[str, ...]


class Glossary:
    """The entries, to be looked up by term; a term may stand once under each kind (洗 is a basin and an act)."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._by_term: dict[str, tuple[Entry, ...]] = {}
        for entry in self.entries:
            self._by_term[entry.term] = (*self._by_term.get(entry.term, ()), entry)

    def find(self, term: str, kind: str = "") -> tuple[Entry, ...]:
        """The entries of a term, of one kind or of all; empty where there is none."""
        return tuple(e for e in self._by_term.get(term, ()) if kind in ("", e.kind))


def load(path: Path = PATH) -> Glossary:
    """Read the glossary; CorpusError names the file and the line that breaks a rule."""
    entries: list[Entry] = []
    seen: set[tuple[str, str]] = set()
    for line, row in enumerate(rows(path, COLUMNS), 2):
        where = f"{path.name}, line {line}"
        if row["kind"] not in KINDS:
            raise CorpusError(f"{where}: {row['kind']!r} is not a kind; kinds are {', '.join(KINDS)}")
        if empty := [column for column in COLUMNS if not row[column]]:
            raise CorpusError(f"{where}: {row['term']} has no {', '.join(empty)}")
        if (row["term"], row["kind"]) in seen:
            raise CorpusError(f"{where}: {row['term']} stands twice as {row['kind']}")
        seen.add((row["term"], row["kind"]))
        entries.append(Entry(**{**row, "basis": tuple(row["basis"].split(";"))}))  # type: ignore[arg-type]
    return Glossary(entries)
