"""From the catalogue and its trees to the replies of DTS; addresses are absolute, as the service was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from service.problems import TextUnknown
from service.protocols.dts.catalogue import Catalogue, Collection, Resource
from service.protocols.dts.passages import MEDIA
from service.protocols.dts.replies import (
    CONTEXT,
    VERSION,
    CitableUnitReply,
    CitationTreeReply,
    CiteStructureReply,
    CollectionReply,
    EntryReply,
    MemberReply,
    NavigationReply,
    PaginationReply,
)
from service.protocols.dts.trees import DEPTH, PAGES, Citable, Span

PER_PAGE = 100
"""How many members a page of a list has."""
_LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_DESCRIBED = {"": "phases, after 張爾岐, and in them clauses", PAGES: "pages of the edition, as Kanripo names them"}


class Addresses:
    """The addresses of the endpoints under ``base``, such as ``https://wenli.example/dts``."""

    def __init__(self, base: str) -> None:
        self.base = base

    def collection(self, identifier: str = "") -> str:
        """The template of the collection endpoint, of one collection where it is named."""
        return self._template("collection", "id", identifier, "page,nav")

    def navigation(self, identifier: str = "") -> str:
        """The template of the navigation endpoint."""
        return self._template("navigation", "resource", identifier, "ref,start,end,down,tree,page")

    def document(self, identifier: str = "") -> str:
        """The template of the document endpoint."""
        return self._template("document", "resource", identifier, "ref,start,end,tree,mediaType")

    def asked(self, endpoint: str, **parameters: str | int | None) -> str:
        """The address of a question; what is None is left out."""
        given = {name: value for name, value in parameters.items() if value is not None}
        return f"{self.base}/{endpoint}" + (f"?{urlencode(given, safe=':')}" if given else "")

    def _template(self, endpoint: str, name: str, identifier: str, more: str) -> str:
        if not identifier:
            return f"{self.base}/{endpoint}{{?{name},{more}}}"
        return f"{self.base}/{endpoint}?{name}={quote(identifier, safe=':')}{{&{more}}}"


class Replies:
    """Replies about a catalogue, with these addresses."""

    def __init__(self, catalogue: Catalogue, addresses: Addresses) -> None:
        self._catalogue = catalogue
        self._addresses = addresses

    def entry(self) -> EntryReply:
        """The reply of /dts."""
        return EntryReply(
            context=CONTEXT,
            id=self._addresses.base,
            type="EntryPoint",
            dts_version=VERSION,
            collection=self._addresses.collection(),
            navigation=self._addresses.navigation(),
            document=self._addresses.document(),
        )

    def collection(self, one: Collection | Resource, nav: str, page: int | None) -> CollectionReply:
        """The reply of /dts/collection: a collection or resource, with its children or parents."""
        parent = self._catalogue.parent(one)
        children = one.members if isinstance(one, Collection) else ()
        members = ((parent,) if parent else ()) if nav == "parents" else children
        asked = {"id": one.identifier} | ({"nav": nav} if nav == "parents" else {})
        shown, view = _paged(members, page, lambda n: self._addresses.asked("collection", **asked, page=n))
        fields = self._member(one) | {"context": CONTEXT, "dts_version": VERSION}
        fields["member"] = [MemberReply(**self._member(member)) for member in shown]
        return CollectionReply(**fields, **view)

    def navigation(
        self, resource: Resource, span: Span, members: Sequence[Citable] | None, asked: dict[str, Any]
    ) -> NavigationReply:
        """The reply of /dts/navigation; ``members`` is None where only the span itself is asked about."""
        ends = (("ref", span.ref), ("start", span.start), ("end", span.end))
        fields: dict[str, Any] = {name: _citable(unit) for name, unit in ends if unit is not None}
        if members is not None:
            shown, view = _paged(
                members, asked.get("page"), lambda n: self._addresses.asked("navigation", **{**asked, "page": n})
            )
            fields |= {"member": [_citable(unit) for unit in shown], **view}
        return NavigationReply(
            context=CONTEXT,
            dts_version=VERSION,
            id=self._addresses.asked("navigation", **asked),
            type="Navigation",
            resource=MemberReply(**self._member(resource)),
            **fields,
        )

    def _member(self, one: Collection | Resource) -> dict[str, Any]:
        """What is said of a collection or resource wherever it stands."""
        fields: dict[str, Any] = {
            "id": one.identifier,
            "total_parents": 1 if self._catalogue.parent(one) else 0,
            "collection": self._addresses.collection(one.identifier),
        }
        return fields | (_resource(one, self._addresses) if isinstance(one, Resource) else _collection(one))


def _paged(
    members: Sequence[Any], page: int | None, address: Callable[[int], str]
) -> tuple[Sequence[Any], dict[str, Any]]:
    """The members of a page, and its pagination; all of them where no page is asked for."""
    if page is None:
        return members, {}
    last = max(1, -(-len(members) // PER_PAGE))
    if page > last:
        raise TextUnknown(f"There is no page {page}; the last is {last}.")
    view = PaginationReply(
        id=address(page),
        type="Pagination",
        first=address(1),
        previous=address(page - 1) if page > 1 else None,
        next=address(page + 1) if page < last else None,
        last=address(last),
    )
    return members[(page - 1) * PER_PAGE : page * PER_PAGE], {"view": view}


def _collection(one: Collection) -> dict[str, Any]:
    chapter = one.chapter
    title = (chapter.name_hant, f"{chapter.name_pinyin} ({chapter.name_en})") if chapter else ("儀禮", "Yili")
    return {
        "type": "Collection",
        "title": f"{title[0]} {title[1]}",
        "total_children": len(one.members),
        "dublin_core": {"title": _in_languages(title), "language": ["lzh"], "license": [_LICENCE]},
    }


def _resource(one: Resource, addresses: Addresses) -> dict[str, Any]:
    chapter, work = one.chapter, one.work
    title = (f"{work.label_hant}·{chapter.name_hant}", f"{work.label_en}, {chapter.name_pinyin}")
    core: dict[str, Any] = {
        "title": _in_languages(title),
        "language": [f"lzh-{work.script}"],
        "type": ["Text"],
        "source": [{"lang": "en", "value": work.edition}],
        "rights": [{"lang": "en", "value": work.licence}],
    }
    if work.authors:
        core["contributor"] = [text for pair in work.authors for text in _in_languages(pair)]
    return {
        "type": "Resource",
        "title": title[0],
        "description": f"{title[1]}: the base text with the commentary that this witness has",
        "total_children": 0,
        "dublin_core": core,
        "navigation": addresses.navigation(one.identifier),
        "document": addresses.document(one.identifier),
        "download": addresses.asked("document", resource=one.identifier),
        "media_types": list(MEDIA),
        "citation_trees": [_tree(name) for name in DEPTH if not name or one.paged],
    }


def _in_languages(names: tuple[str, str]) -> list[dict[str, str]]:
    return [{"lang": "zh-Hant", "value": names[0]}, {"lang": "en", "value": names[1]}]


def _tree(name: str) -> CitationTreeReply:
    named: dict[str, Any] = {"identifier": name} if name else {}
    structure = _structure(DEPTH[name])
    return CitationTreeReply(type="CitationTree", description=_DESCRIBED[name], cite_structure=[structure], **named)


def _structure(levels: Sequence[str]) -> CiteStructureReply:
    below: dict[str, Any] = {"cite_structure": [_structure(levels[1:])]} if levels[1:] else {}
    return CiteStructureReply(type="CiteStructure", cite_type=levels[0], **below)


def _citable(unit: Citable) -> CitableUnitReply:
    more: dict[str, Any] = {"id": unit.urn} if unit.urn else {}
    if unit.phase:
        names = (("zh-Hant", unit.phase.name_hant), ("zh-Hans", unit.phase.name_hans), ("en", unit.phase.name_en))
        more["dublin_core"] = {"title": [{"lang": lang, "value": name} for lang, name in names]}
    return CitableUnitReply(
        identifier=unit.identifier,
        type="CitableUnit",
        level=unit.level,
        parent=unit.parent,
        cite_type=unit.kind,
        **more,
    )
