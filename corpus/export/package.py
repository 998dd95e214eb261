"""The data package: a descriptor (``datapackage.json``) that says what each file is, with schema, licence and hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from corpus.export.tables import CC_BY, PUBLIC_DOMAIN, Column, Licence, Table
from corpus.library import Library

NAME = "wenli-yili"
"""The name of the package; a folder whose descriptor has it is an export."""


def descriptor(library: Library, version: str, resources: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The descriptor of everything that was written; ``version`` is that of Wenli.

    ``corpus`` is the fingerprint of the texts: two exports with the same one hold the same texts.
    """
    return {
        "profile": "data-package",
        "name": NAME,
        "title": "儀禮 (Yili): four chapters with commentary, variants, renderings and steps",
        "description": "鄉飲酒禮, 鄉射禮, 大射儀 and 特牲饋食禮 as Wenli 問禮 holds them.",
        "version": version,
        "corpus": library.hash,
        "licenses": [_licence(CC_BY), _licence(PUBLIC_DOMAIN)],
        "contributors": [{"title": "Wenli contributors", "role": "author"}],
        "sources": [{"title": f"{w.label_hant} {w.label_en}"} for w in library.works.values()],
        "keywords": ["儀禮", "Yili", "Classical Chinese", "ritual", "commentary", "textual criticism"],
        "resources": list(resources),
    }


def tabular(table: Table, path: str, content: bytes) -> dict[str, Any]:
    """The entry of a table as TSV, with its schema."""
    return {
        "profile": "tabular-data-resource",
        **_file(table.name, path, content),
        "title": table.title,
        "format": "tsv",
        "mediatype": "text/tab-separated-values",
        "encoding": "utf-8",
        "dialect": {"delimiter": "\t", "quoteChar": '"', "doubleQuote": True, "header": True},
        "licenses": [_licence(table.licence)],
        "schema": {
            "fields": [_field(column) for column in table.columns],
            "primaryKey": list(table.key),
            "foreignKeys": list(_keys(table.columns)),
            "missingValues": [""],
        },
    }


def other(name: str, path: str, content: bytes, *, title: str, media: str, licence: Licence) -> dict[str, Any]:
    """The entry of a file that is no table."""
    return {
        "profile": "data-resource",
        **_file(name, path, content),
        "title": title,
        "format": path.rpartition(".")[2],
        "mediatype": media,
        "encoding": "utf-8",
        "licenses": [_licence(licence)],
    }


def _file(name: str, path: str, content: bytes) -> dict[str, Any]:
    return {"name": name, "path": path, "bytes": len(content), "hash": f"sha256:{hashlib.sha256(content).hexdigest()}"}


def _licence(licence: Licence) -> dict[str, str]:
    return {"name": licence.name, "title": licence.title, "path": licence.path}


def _field(column: Column) -> dict[str, Any]:
    found: dict[str, Any] = {"name": column.name, "type": column.kind, "description": column.meaning}
    if column.kind == "boolean":
        found |= {"trueValues": ["true"], "falseValues": ["false"]}
    limits: dict[str, Any] = {"required": True} if column.required else {}
    if column.choices:
        limits["enum"] = [str(choice) for choice in column.choices]
    return found | ({"constraints": limits} if limits else {})


def _keys(columns: Iterable[Column]) -> Iterable[dict[str, Any]]:
    for column in columns:
        if column.refers:
            table, field = column.refers
            yield {"fields": [column.name], "reference": {"resource": table, "fields": [field]}}
