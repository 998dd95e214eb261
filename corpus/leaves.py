"""Pages of printed editions: which clauses stand on a page, and on which page a clause stands.

``pages/WITNESS.tsv`` says where each page of a witness's edition begins: at which character of which entry. The source
files have no page marks themselves; they were found by laying the texts beside a transcription that has them
(:mod:`corpus.leaves_extract`). A local pack may bring such a file of its own.

    leaves.clauses("KR1d0030_WYG_005-2a") == ("5.1.3", "5.2.1", "5.2.2", "5.2.3")
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.model import Unit

PAGES = Path(__file__).parent / "pages"
COLUMNS = ("page", "ref", "at")


@dataclass(frozen=True)
class Beginning:
    """Where a page begins: at character ``at`` of the entry ``ref`` of a witness."""

    page: str
    ref: str
    at: int


def read_pages(folder: Path = PAGES) -> dict[str, tuple[Beginning, ...]]:
    """Witness → the beginnings of its pages, in order; CorpusError names a line that is no page."""
    found: dict[str, tuple[Beginning, ...]] = {}
    for path in sorted(folder.glob("*.tsv")):
        try:
            own = tuple(Beginning(r["page"], r["ref"], int(r["at"])) for r in rows(path, COLUMNS))
        except ValueError as error:
            raise CorpusError(f"{path.name}: {error}") from None
        found[path.stem] = own
    return found


def in_print(units: Iterable[Unit]) -> list[Unit]:
    """The units of a witness in the order in which its source prints them."""
    return sorted(units, key=lambda unit: unit.extents[0][0] if unit.extents else 0)


def leaf_order(leaf: str) -> int:
    """A leaf and side as a number that rises through a volume: ``leaf_order("2b") == 9``."""
    return 4 * int(leaf[:-1]) + "abcd".index(leaf[-1])


class Leaves:
    """The pages of the witnesses that have them."""

    def __init__(
        self,
        units: Sequence[Unit],
        pages: Mapping[str, tuple[Beginning, ...]],
        printed: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        """``printed`` are further pages and the clauses on them, of editions that are added whole."""
        self._clauses: dict[str, tuple[str, ...]] = {}
        self._pages: dict[str, tuple[str, ...]] = {}
        for witness, beginnings in pages.items():
            self._lay_out([u for u in units if u.witness == witness], beginnings)
        for page, refs in (printed or {}).items():
            self._clauses[page] = tuple(dict.fromkeys((*self._clauses.get(page, ()), *refs)))
            for ref in refs:
                key = f"{ref}@{page.partition('_')[0].lower()}"
                self._pages[key] = (*self._pages.get(key, ()), page)

    def _lay_out(self, units: Sequence[Unit], beginnings: Sequence[Beginning]) -> None:
        """Count characters through the witness: where every unit and every page begins."""
        starts: list[tuple[int, int, Unit]] = []
        where: dict[str, int] = {}
        at = 0
        for unit in in_print(units):
            where.setdefault(unit.whole_ref, at)
            starts.append((at, at + len(unit.text), unit))
            at += len(unit.text)
        begins = [where[b.ref] + b.at for b in beginnings if b.ref in where]
        names = [b.page for b in beginnings if b.ref in where]
        on_page: dict[str, dict[str, None]] = {name: {} for name in names}
        for start, end, unit in starts:
            first, last = max(0, bisect_right(begins, start) - 1), max(0, bisect_right(begins, end - 1) - 1)
            self._pages[unit.key] = tuple(names[first : last + 1])
            for name in names[first : last + 1]:
                on_page[name][unit.base_ref] = None
        self._clauses |= {name: tuple(refs) for name, refs in on_page.items()}

    @property
    def volumes(self) -> tuple[str, ...]:
        """The volumes pages of which are held: ``("KR1d0030_WYG_005", …)``."""
        return tuple(dict.fromkeys(page.rpartition("-")[0] for page in self._clauses))

    @property
    def pages(self) -> tuple[str, ...]:
        """Every page, in order."""
        return tuple(self._clauses)

    def clauses(self, page: str) -> tuple[str, ...]:
        """The clauses, and chapters' heads, whose text or commentary stands on a page; none where it is not held."""
        return self._clauses.get(page, ())

    def holds(self, page: str) -> bool:
        """Whether a page is held, though no clause may stand on it: a preface, an essay."""
        return page in self._clauses

    def of(self, unit: Unit) -> tuple[str, ...]:
        """The pages a unit stands on; none where its edition's pages are not known."""
        return self._pages.get(unit.key, ())
