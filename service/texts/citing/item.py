"""What is cited, as one item of CSL-JSON: who speaks, the passage, the book it is printed in, and where it resolves.

    item(cited, library, "zh-Hant", "http://wenli.example")["URL"] == "http://wenli.example/read/5.17.1@jishi"

Every format is made from this one item. ``URL`` is the permalink, or the URN where no address is known; ``note`` is
always the URN, so that what is exported resolves again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from corpus.errors import ReferenceUnknown
from corpus.library import Library
from corpus.model import Unit
from corpus.ref import Ref
from corpus.resolve import Resolution
from corpus.texts import Work
from service.texts.aid import simplified
from service.texts.language import Lang
from service.texts.passage import assemble


@dataclass(frozen=True)
class Cited:
    """A passage in one witness: its reference, the book and who speaks; ``leaves`` are first and last, or empty.

    Of a page of an edition ``page`` is the address and ``ref`` the first clause on it.
    """

    ref: Ref
    layer: str
    work: Work
    commentator: str
    chapter: str
    leaves: tuple[str, ...]
    page: str = ""

    @property
    def name(self) -> str:
        """The name that resolves to this passage in this witness: its URN, or the page's address."""
        return self.page or self.ref.urn(self.layer, self.work.witness)

    @property
    def key(self) -> str:
        """A short name for files and lists of references: ``5.17.1-jishi``."""
        return self.page or f"{str(self.ref).replace('#', '-')}-{self.work.witness}"

    @property
    def permalink(self) -> str:
        """Where it is read: the clauses in this witness, a comment on the page of its clause."""
        if self.page or self.ref.speaker:
            return f"/read/{self.page or self.ref}"
        return f"/read/{self.ref}@{self.work.witness}"


def cited(library: Library, resolution: Resolution, witness: str | None = None) -> Cited:
    """What a reference cites: in the witness named, else in the one that has most of it; a page in its own.

    ReferenceUnknown where that witness does not have it, with the references that it can be cited by.
    """
    ref = replace(resolution.ref, witness=None)
    passage = assemble(library, replace(resolution, ref=ref))
    units = passage.commentary if resolution.kind == "comment" or not passage.base else passage.base
    wanted = witness or resolution.ref.witness
    if resolution.page:
        volume = resolution.page.rpartition("-")[0]
        edition = volume.partition("_")[0].lower()  # one that was added whole bears the name of its pages
        wanted = next((w.witness for w in library.works.values() if w.pages == volume), edition)
    having = Counter(unit.witness for unit in units)
    if wanted is not None and wanted not in having:
        raise ReferenceUnknown(f"{ref}@{wanted}", tuple(f"{ref}@{name}" for name in having))
    chosen = wanted or max(having, key=lambda name: having[name])
    own = [unit for unit in units if unit.witness == chosen]
    return Cited(
        ref=ref,
        layer=own[0].layer.value,
        work=library.works[chosen],
        commentator=own[0].commentator or "" if resolution.kind == "comment" else "",
        chapter=library.canon.chapters[ref.chapter].name_en,
        leaves=(resolution.page,) if resolution.page else _pages(own, library),
        page=resolution.page,
    )


def _pages(units: list[Unit], library: Library) -> tuple[str, ...]:
    pages = [page for unit in units for page in library.leaves.of(unit)]
    return tuple(dict.fromkeys((pages[0], pages[-1]))) if pages else ()


def item(what: Cited, library: Library, lang: Lang, host: str = "") -> dict[str, Any]:
    """The item in CSL-JSON; names and titles in the language's script, in English with their characters."""
    work, url = what.work, host.rstrip("/") + what.permalink if host else what.name
    compilers = () if what.commentator in [hant for hant, _ in work.authors] else work.authors
    members: dict[str, Any] = {
        "id": what.key,
        "type": "chapter",
        "title": _title(what, lang),
        "author": [_name(_speaker(what.commentator, library), lang)] if what.commentator else [],
        "container-author": [_name(pair, lang) for pair in compilers],
        "container-title": _words(work.title, work.title_en or work.label_en, lang),
        "volume": work.juan,
        "edition": "" if work.juan or lang == "en" else _words(work.label_hant.partition("》")[2], "", lang),
        "collection-title": _words(work.series, work.series_en, lang),
        "issued": {"date-parts": [[work.year]]} if work.year else None,
        "page": "–".join(page.rpartition("-")[2] for page in what.leaves),
        "language": f"zh-{work.script}",
        "URL": url,
        "note": what.name,
    }
    return {name: value for name, value in members.items() if value}


def _speaker(hant: str, library: Library) -> tuple[str, str]:
    person = next((p for p in library.commentators.values() if p.name_hant == hant), None)
    return (hant, person.name_en if person else "")


def _title(what: Cited, lang: Lang) -> str:
    ref = Ref(what.ref.chapter) if what.page else what.ref
    if lang == "en":
        number = f"Yili {ref.base} ({what.chapter})"
        return f"Commentary on {number}" if ref.speaker else number
    return _words(ref.chinese(), "", lang)


def _name(pair: tuple[str, str], lang: Lang) -> dict[str, str]:
    """A name as one piece: Chinese names are not turned round."""
    hant, latin = pair
    return {"literal": f"{latin} {hant}".strip() if lang == "en" else _words(hant, "", lang)}


def _words(hant: str, english: str, lang: Lang) -> str:
    if lang == "en":
        return english or hant
    return simplified(hant) if lang == "zh-Hans" else hant
