"""Who takes part in a chapter and where, in TEI: the roles and places of the glossary that its acts name.

Each is described once, in the header, and linked to every clause in which the steps of the rite name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from corpus.canon import Chapter
from corpus.library import Library
from corpus.rites.data import Step
from corpus.rites.glossary import Entry, Glossary
from corpus.tei.names import ID, LANG, E, clause_id


@dataclass(frozen=True)
class Named:
    """A role or place: its entry in the glossary, its identifier, and the clauses whose acts name it."""

    entry: Entry
    identifier: str
    clauses: tuple[str, ...]


def named(library: Library, chapter: Chapter, glossary: Glossary, kind: str) -> tuple[Named, ...]:
    """The entries of one kind (``role`` or ``place``) that the acts of a chapter name, as the glossary orders them."""
    where: dict[str, dict[str, None]] = {}
    for clause in chapter.clauses:
        for step in library.rites.steps.get(clause.ref, ()):
            for term in _terms(step, kind):
                where.setdefault(term, {})[clause.ref] = None
    entries = [entry for entry in glossary.entries if entry.kind == kind]
    return tuple(
        Named(entry, f"{kind}.{number}", tuple(where[entry.term]))
        for number, entry in enumerate(entries, 1)
        if entry.term in where
    )


def _terms(step: Step, kind: str) -> Iterator[str]:
    yield from (*step.actor, *step.recipient) if kind == "role" else (step.origin, step.place)


def persons(roles: Sequence[Named]) -> etree._Element:
    """``particDesc`` with a ``person`` for each role."""
    return E.particDesc(E.listPerson(*(E.person({ID: r.identifier}, *_described(r.entry, "persName")) for r in roles)))


def places(known: Sequence[Named]) -> etree._Element:
    """``settingDesc`` with a ``place`` for each."""
    return E.settingDesc(E.listPlace(*(E.place({ID: p.identifier}, *_described(p.entry, "placeName")) for p in known)))


def _described(entry: Entry, element: str) -> Iterator[etree._Element]:
    yield E(element, entry.term, {LANG: "lzh-Hant"})
    yield E(element, entry.pinyin, {LANG: "zh-Latn-pinyin"})
    yield E(element, entry.en, {LANG: "en"})
    yield E.note(entry.definition_zh, {LANG: "zh-Hant"})
    yield E.note(entry.definition, {LANG: "en"})


def links(roles: Sequence[Named], known: Sequence[Named]) -> etree._Element | None:
    """The division that links roles and places to clauses; None where nothing is linked."""
    groups = [_group(kind, own) for kind, own in (("persons", roles), ("places", known)) if own]
    if not groups:
        return None
    return E.div({"type": "links"}, E.head("Who acts in which clause, and where", {LANG: "en"}), E.ab(*groups))


def _group(kind: str, own: Sequence[Named]) -> etree._Element:
    return E.linkGrp(
        {"type": kind},
        *(E.link({"target": f"#{one.identifier} #{clause_id(ref)}"}) for one in own for ref in one.clauses),
    )
