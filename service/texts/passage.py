"""A passage as a reader wants it: the clauses a reference covers, every witness, all commentary, the neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from corpus.canon import Chapter, Phase
from corpus.errors import ReferenceUnknown
from corpus.library import Library
from corpus.model import Unit
from corpus.ref import Ref, parse
from corpus.resolve import Resolution
from service.texts.aid import simplified
from service.texts.language import Lang


@dataclass(frozen=True)
class Passage:
    """What stands at a reference. ``previous`` and ``next`` are references of the same kind, or None at an end.

    ``base`` has the units of the clauses in reading order, all witnesses of one clause together; ``commentary``
    the comment units, pieces in order. A comment on the head of a chapter has no clauses and no ``phase``.
    """

    resolution: Resolution
    chapter: Chapter
    phase: Phase | None
    clauses: tuple[str, ...]
    base: tuple[Unit, ...]
    commentary: tuple[Unit, ...]
    previous: str | None
    next: str | None

    @property
    def ref(self) -> str:
        """The canonical reference; a page's address."""
        return self.resolution.page or str(replace(self.resolution.ref, witness=None))


def passage_at(library: Library, text: str) -> Passage:
    """What stands at the reference a person wrote; raises the three reference errors."""
    return assemble(library, library.resolver.resolve(text))


def assemble(library: Library, resolution: Resolution) -> Passage:
    """Gather everything that is held at a resolved reference."""
    ref = resolution.ref
    if ref.witness and ref.witness not in library.works:
        raise ReferenceUnknown(f"{replace(ref, witness=None)}@{ref.witness}", (str(replace(ref, witness=None)),))
    at_head = resolution.kind == "comment" and ref.phase is None
    clauses = () if at_head else resolution.clauses
    base = (unit for clause in clauses for unit in library.by_ref(clause))
    previous, following = (None, None) if at_head else _neighbours(library, resolution)
    return Passage(
        resolution=resolution,
        chapter=library.canon.chapters[ref.chapter],
        phase=library.canon.phase(ref.chapter, ref.phase) if ref.phase is not None else None,
        clauses=clauses,
        base=_in_witness(base, ref.witness),
        commentary=_in_witness(_commentary(library, resolution), ref.witness),
        previous=previous,
        next=following,
    )


def _in_witness(units: Iterable[Unit], witness: str | None) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if witness in (None, unit.witness))


def _commentary(library: Library, resolution: Resolution) -> Iterable[Unit]:
    """For a comment itself; else all comments on the clauses, each once, those on a chapter's head before them."""
    ref = resolution.ref
    if resolution.kind == "comment":
        wanted = str(replace(ref, witness=None))
        if ref.ordinal is not None:
            return library.by_ref(wanted)
        return [u for u in library.commentary(str(ref.base)) if u.ref.startswith(f"{wanted}.")]
    chapter = str(ref.chapter)
    on_page = library.leaves.clauses(resolution.page)
    heads = [chapter] if resolution.kind == "chapter" or chapter in on_page else []
    found = (unit for place in (*heads, *resolution.clauses) for unit in library.commentary(place))
    return dict.fromkeys(found)


def _neighbours(library: Library, resolution: Resolution) -> tuple[str | None, str | None]:
    """Before and after: chapters beside chapters, phases beside phases, clauses beside everything else."""
    ref = resolution.ref
    chapter = library.canon.chapters[ref.chapter]
    if resolution.page:
        volume = resolution.page.rpartition("-")[0]
        order = [page for page in library.leaves.pages if page.rpartition("-")[0] == volume]
        first = last = resolution.page
    elif resolution.kind == "chapter":
        order, first, last = [str(c.number) for c in library.canon.held], str(ref.chapter), str(ref.chapter)
    elif ref.clause is None and resolution.kind != "comment":
        order = [phase.ref for phase in chapter.phases]
        first, last = str(Ref(ref.chapter, ref.phase)), f"{ref.chapter}.{ref.through or ref.phase}"
    else:
        order = [clause.ref for clause in chapter.clauses]
        first, last = resolution.clauses[0], resolution.clauses[-1]
    before, after = order.index(first) - 1, order.index(last) + 1
    return order[before] if before >= 0 else None, order[after] if after < len(order) else None


def read_url(ref: str) -> str:
    """The page where a reference is read: ``/read/5.21.3#zheng.1``; a comment is a place on the page of its clause."""
    return f"/read/{ref}"


def page_url(page: str) -> str:
    """Where a page of an edition that was added is read: ``/editions/KR1d0026_SBCK_001-1a``."""
    return f"/editions/{page}"


def comment_ref(unit: Unit) -> str:
    """The reference of the whole comment that a unit is a piece of: ``4.1.1#jia.1`` for ``4.1.1#jia.1.2``."""
    return unit.whole_ref


def names(resolution: Resolution, library: Library) -> tuple[str, str]:
    """A reference in Chinese and in English; a page by its book: ``《儀禮集釋》卷五 葉2a``."""
    if not resolution.page:
        return resolution.ref.chinese(), f"Yili {replace(resolution.ref, witness=None)}"
    volume, _, leaf = resolution.page.rpartition("-")
    own = library.works.get(volume.partition("_")[0].lower())
    if own is not None:
        return f"{own.label_hant} {resolution.page}", f"{own.label_en}, {resolution.page}"
    work = next(work for work in library.works.values() if work.pages == volume)
    return f"{work.label_hant} 葉{leaf}", f"{work.label_en}, leaf {leaf}"


def urn(unit: Unit) -> str:
    """The CTS-shaped name of a unit: ``urn:cts:yili:jing.p05.jishi:17.1``."""
    ref = parse(unit.ref)
    if not isinstance(ref, Ref):
        raise ValueError(f"{unit.ref} is a page, not a unit")
    return ref.urn(unit.layer.value, unit.witness)


def label(unit: Unit, library: Library, lang: Lang = "zh-Hant") -> str:
    """Where a unit is printed, as citations say it: ``《儀禮集釋》卷五·鄉射禮 17.1``."""
    work, chapter = library.works[unit.witness], library.canon.chapters[unit.chapter]
    numbers = unit.base_ref.partition(".")[2]
    if lang == "en":
        doubt = " (provisional)" if unit.chapter in library.provisional else ""
        return f"{work.label_en}, {chapter.name_pinyin} {numbers}".rstrip() + doubt
    doubt = "（暫定）" if unit.chapter in library.provisional else ""
    told = f"{work.label_hant}·{chapter.name_hant} {numbers}".rstrip() + doubt
    return simplified(told) if lang == "zh-Hans" else told
