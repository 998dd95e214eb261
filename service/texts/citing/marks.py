"""What a page says of itself to reference managers: meta tags, linked data, an OpenURL.

Made from the item that every export is made from, so that a browser's plug-in takes the same citation from the page as
from ``/v1/cite``.

    dict(metas(item, host))["citation_title"] == "儀禮·鄉射禮 17.1"
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

Item = dict[str, Any]


def _people(item: Item, role: str) -> list[str]:
    return [person["literal"] for person in item.get(role, ())]


def _year(item: Item) -> str:
    return str(item["issued"]["date-parts"][0][0]) if "issued" in item else ""


def _pages(item: Item) -> tuple[str, str]:
    """First and last leaf; both the same of one leaf, "" where the source tells none."""
    first, _, last = item.get("page", "").partition("–")
    return first, last or first


def metas(item: Item) -> list[tuple[str, str]]:
    """Name and content of meta tags: Highwire's, as Google Scholar and Zotero read them, and Dublin Core's."""
    first, last = _pages(item)
    pairs = [
        ("citation_title", item["title"]),
        *(("citation_author", name) for name in _people(item, "author")),
        ("citation_inbook_title", item["container-title"]),
        *(("citation_editor", name) for name in _people(item, "container-author")),
        ("citation_volume", item.get("volume", "")),
        ("citation_series_title", item.get("collection-title", "")),
        ("citation_publication_date", _year(item)),
        ("citation_firstpage", first),
        ("citation_lastpage", last),
        ("citation_language", item["language"]),
        ("citation_public_url", item["URL"]),
        ("DC.title", item["title"]),
        *(("DC.creator", name) for name in _people(item, "author")),
        *(("DC.contributor", name) for name in _people(item, "container-author")),
        ("DC.identifier", item["note"]),
        ("DC.isPartOf", item["container-title"]),
        ("DC.date", _year(item)),
        ("DC.language", item["language"]),
        ("DC.type", "Text"),
    ]
    return [(name, content) for name, content in pairs if content]


def linked(item: Item, ref: str) -> dict[str, Any]:
    """The passage in the words of schema.org, as JSON-LD: a chapter, or a part of one, of a book."""
    people = [{"@type": "Person", "name": name} for name in _people(item, "author")]
    compilers = [{"@type": "Person", "name": name} for name in _people(item, "container-author")]
    book = {
        "@type": "Book",
        "name": item["container-title"],
        "editor": compilers,
        "volumeNumber": item.get("volume", ""),
        "datePublished": _year(item),
        "isPartOf": {"@type": "BookSeries", "name": item["collection-title"]} if "collection-title" in item else None,
    }
    told = {
        "@context": "https://schema.org",
        "@type": "Chapter",
        "@id": item["URL"],
        "url": item["URL"],
        "name": item["title"],
        "identifier": [ref, item["note"]],
        "inLanguage": "lzh",
        "author": people,
        "pagination": item.get("page", ""),
        "isPartOf": {name: value for name, value in book.items() if value},
    }
    return {name: value for name, value in told.items() if value}


def openurl(item: Item) -> str:
    """The item as an OpenURL ContextObject in a query (COinS): ``ctx_ver=Z39.88-2004&rft.genre=bookitem&…``."""
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", "info:ofi/fmt:kev:mtx:book"),
        ("rfr_id", "info:sid/wenli"),
        ("rft.genre", "bookitem"),
        ("rft.atitle", item["title"]),
        ("rft.btitle", item["container-title"]),
        *(("rft.au", name) for name in _people(item, "author")),
        ("rft.series", item.get("collection-title", "")),
        ("rft.date", _year(item)),
        ("rft.pages", item.get("page", "").replace("–", "-")),
        ("rft_id", item["URL"]),
        ("rft_id", item["note"] if item["note"].startswith("urn:") else ""),
    ]
    return urlencode([(name, value) for name, value in pairs if value])
