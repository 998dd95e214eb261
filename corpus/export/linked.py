"""A table in JSON-LD: a graph of its rows, each named, with a context that says what the columns are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from corpus.export.tables import SCHEMA, VOCABULARY, Cell, Column, Table


def linked(table: Table) -> str:
    """The JSON-LD file of a table; empty cells are left out, and cells of several values are lists.

    ``{"@id": "urn:cts:yili:jing.p05:17.1", "@type": "Clause", "ref": "5.17.1", "text": "司正爲司馬。", …}``
    """
    names = [column.name for column in table.columns]
    graph = [_node(table, dict(zip(names, row, strict=True))) for row in table.rows()]
    return json.dumps({"@context": context(table), "@graph": graph}, ensure_ascii=False, indent=1) + "\n"


def context(table: Table) -> dict[str, Any]:
    """The context: every column that is more than a name in the vocabulary."""
    own = {column.name: _term(column) for column in table.columns}
    return {"@vocab": VOCABULARY, "schema": SCHEMA, **own}


def _term(column: Column) -> dict[str, str]:
    found = {"@id": column.term or f"{VOCABULARY}{column.name}"}
    return found | ({"@language": column.language} if column.language else {})


def _node(table: Table, row: Mapping[str, Cell]) -> dict[str, Any]:
    values = {column.name: _value(column, row[column.name]) for column in table.columns if row[column.name] != ""}
    return {"@id": table.iri(row), "@type": table.thing, **values}


def _value(column: Column, cell: Cell) -> Cell | list[str]:
    return cell.split(column.parts) if column.parts and isinstance(cell, str) else cell
