"""Who is held and what they are called: the commentators and the chapters, from the tables in ``canon``.

A commentator or a chapter more is a row more; nothing else in the code names them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from corpus.script import simplified
from corpus.tables import CANON, rows, words

CHAPTER_COLUMNS = ("chapter", "name_hant", "name_pinyin", "name_en", "held", "written", "short", "headed")


@dataclass(frozen=True)
class Commentator:
    """Who speaks in a layer of commentary: ``Commentator("zheng", "鄭玄", "郑玄", "Zheng Xuan", "漢")``.

    ``layer`` is the code of that layer; ``written`` are the names in references, ``called`` further ones in questions.
    """

    slug: str
    name_hant: str
    name_hans: str
    name_en: str
    dynasty: str
    layer: str = ""
    written: tuple[str, ...] = ()
    called: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChapterNames:
    """What one of the seventeen chapters is called.

    ``written`` are further names in references, Latin ones without blanks; ``short`` is its name in notes where it is
    not held, ``headed`` another that stands over it in editions.
    """

    number: int
    name_hant: str
    name_pinyin: str
    name_en: str
    held: bool
    written: tuple[str, ...]
    short: str
    headed: tuple[str, ...]

    @property
    def name_hans(self) -> str:
        """The name in simplified script."""
        return simplified(self.name_hant)


@lru_cache(maxsize=1)
def commentators() -> dict[str, Commentator]:
    """Slug → commentator, from ``canon/commentators.tsv``."""
    columns = ("slug", "name_hant", "name_en", "layer", "dynasty", "written", "called")
    return {
        r["slug"]: Commentator(
            r["slug"],
            r["name_hant"],
            simplified(r["name_hant"]),
            r["name_en"],
            r["dynasty"],
            r["layer"],
            words(r["written"]),
            words(r["called"]),
        )
        for r in rows(CANON / "commentators.tsv", columns)
    }


@lru_cache(maxsize=1)
def chapter_names() -> dict[int, ChapterNames]:
    """Number → names of a chapter, from ``canon/chapters.tsv``."""
    return {
        int(r["chapter"]): ChapterNames(
            int(r["chapter"]),
            r["name_hant"],
            r["name_pinyin"],
            r["name_en"],
            r["held"] == "yes",
            words(r["written"]),
            r["short"],
            words(r["headed"]),
        )
        for r in rows(CANON / "chapters.tsv", CHAPTER_COLUMNS)
    }
