"""The editions added, as one shelf: their passages, and the library widened by what they print of the 儀禮.

    shelf = Shelf.open(packs, libraries.load())
    shelf.library.by_ref("1.1.1")        the first clause of 士冠禮, in every edition that prints it
    shelf.library.provisional            {1, 2, 3, 6, …}: chapters whose references are an edition's division

A clause that several editions print is one clause with several witnesses. The library that is widened stays as it is:
its units come first, and what is collated, rendered and indexed of it is not touched.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from corpus.canon import Canon
from corpus.editions.division import divided
from corpus.editions.packs import EditionPack, held
from corpus.editions.passages import PagePassage, passages, placed
from corpus.editions.places import Place, places
from corpus.library import Library
from corpus.model import Unit
from corpus.readers.mandoku import Edition, read
from corpus.texts import Work

LICENCE = "Kanripo: CC BY-SA 4.0"
_PRINTS = {"SBCK": ("四部叢刊", "Sibu congkan"), "WYG": ("文淵閣四庫全書", "Wenyuange Siku quanshu")}


@dataclass(frozen=True)
class Shelf:
    """``library`` is the default one and what the editions print of it; ``division`` the edition after which the
    chapters that the canon lacks are divided, "" where there is none."""

    library: Library
    packs: tuple[EditionPack, ...]
    editions: tuple[Edition, ...]
    places: tuple[tuple[Place, ...], ...]
    division: str

    @cached_property
    def passages(self) -> tuple[PagePassage, ...]:
        """All passages of all editions; what an index is made of."""
        read = zip(self.packs, self.editions, self.places, strict=True)
        return tuple(p for pack, edition, where in read for p in placed(passages(edition, pack.name), where))

    @classmethod
    def open(cls, packs: Path, library: Library) -> Shelf:
        """Read the editions in a folder of packs and place their clauses; some 0.3 s for a million characters."""
        added = held(packs)
        editions = tuple(read(pack.folder) for pack in added)
        canon, division = divided(library.canon, editions, [pack.name for pack in added])
        found: list[tuple[Place, ...]] = []
        units: list[Unit] = []
        printed: dict[str, list[str]] = {}
        for pack, edition in zip(added, editions, strict=True):
            where = places(edition, canon)
            found.append(where)
            units.extend(_units(where, canon, pack.witness))
            for leaf in edition.pages:
                printed.setdefault(leaf.ref, [])
            for place in where:
                for page, _, _ in place.spans:
                    printed[page].append(place.ref)
        if not added:
            return cls(library, (), (), (), "")
        wide = replace(
            library,
            canon=canon,
            works=library.works | {pack.witness: _work(pack, units) for pack in added},
            units=(*library.units, *units),
            hash=_hash(library, added),
            core=library,
            provisional=frozenset(c.number for c in canon.held if not library.canon.chapters[c.number].phases),
            beside=_chapters(editions) - {c.number for c in library.canon.held},
            printed={page: tuple(dict.fromkeys(refs)) for page, refs in printed.items()},
        )
        return cls(wide, added, editions, tuple(found), division)

    def edition(self, name: str) -> Edition | None:
        """The edition of a name such as ``KR1d0026``."""
        return next((e for pack, e in zip(self.packs, self.editions, strict=True) if pack.name == name), None)


def _chapters(editions: Sequence[Edition]) -> frozenset[int]:
    """The chapters of the 儀禮 that editions hold, by the headings over their pages."""
    return frozenset(leaf.chapter for edition in editions for leaf in edition.pages if leaf.chapter)


def _units(where: Sequence[Place], canon: Canon, witness: str) -> Iterator[Unit]:
    """The clauses as an edition prints them. Its pages, not positions in a source file, say where."""
    for place in where:
        clause = canon.clauses[place.ref]
        yield Unit(place.ref, clause.layer, witness, place.text, clause.chapter, clause.phase, clause.label)


def _work(pack: EditionPack, units: Sequence[Unit]) -> Work:
    series, series_en = _PRINTS.get(pack.edition, (pack.edition, pack.edition))
    return Work(
        witness=pack.witness,
        label_hant=f"《{pack.title}》（{series}）",
        label_en=f"{pack.title} ({series_en})",
        title=pack.title,
        author="",
        dynasty="",
        edition=series,
        chapters=tuple(sorted({unit.chapter for unit in units if unit.witness == pack.witness})),
        script="Hant",
        licence=LICENCE,
        provenance=pack.name,
        sha256=pack.sha256,
        fragment=True,
        series=series,
        series_en=series_en,
    )


def _hash(library: Library, packs: Sequence[EditionPack]) -> str:
    names = "".join(f"{pack.name} {pack.sha256}\n" for pack in packs)
    return hashlib.sha256(f"{library.hash}\n{names}".encode()).hexdigest()
