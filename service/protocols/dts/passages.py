"""The text of a resource, whole or in part, in TEI or plain."""

from __future__ import annotations

from functools import lru_cache

from lxml import etree

from corpus.library import Library
from corpus.tei.document import witness_document
from corpus.tei.fragment import divisions, lines, pages
from corpus.tei.names import ID, division_id, serialised, tag
from service.protocols.dts.catalogue import Resource
from service.protocols.dts.trees import PAGES, Citable, Span, Tree

MEDIA = ("application/tei+xml", "text/plain")
"""The media types that texts are given in, the default first."""


class Passages:
    """Documents of a library; each is made once and kept as it is sent."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._whole = lru_cache(maxsize=32)(self._written)

    def document(self, resource: Resource, tree: Tree, span: Span, media: str) -> bytes:
        """What a span of a tree is, in UTF-8: all of the resource where the span is empty."""
        whole = self._whole(resource)
        if span == Span():
            return whole if media == MEDIA[0] else plain(_parsed(whole))
        document = _parsed(whole)
        units = tree.within(span, -1)
        if units[0].kind == PAGES:
            part = pages(document, units[0].identifier, units[-1].identifier)
        else:
            part = divisions(document, self._divisions(document, resource, units))
        return serialised(part) if media == MEDIA[0] else plain(part)

    def _written(self, resource: Resource) -> bytes:
        return serialised(witness_document(self._library, resource.chapter, resource.work.witness))

    @staticmethod
    def _divisions(document: etree._Element, resource: Resource, units: tuple[Citable, ...]) -> list[etree._Element]:
        """The divisions of these passages: a phase that is there as a whole, with its head, else its clauses."""
        known = {element.get(ID): element for element in document.iter(tag("div"))}
        found: list[etree._Element] = []
        for unit in units:
            if unit.kind == "clause":
                ref = f"{resource.chapter.number}.{unit.identifier}"
                found.append(known[division_id(resource.work.witness, ref)])
        wanted = set(found)
        kept: dict[etree._Element, None] = {}
        for clause in found:
            phase = clause.getparent()
            whole = all(child in wanted for child in phase.iterchildren(tag("div")))
            named = any(unit.identifier == phase.get("n") for unit in units)
            kept[phase if whole and named else clause] = None
        return list(kept)


def plain(document: etree._Element) -> bytes:
    """Every clause and comment on a line of its own."""
    return "".join(f"{line}\n" for line in lines(document)).encode()


def _parsed(file: bytes) -> etree._Element:
    return etree.fromstring(file)
