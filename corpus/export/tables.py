"""What a table is: its columns, what they mean, how they hang together, and under which licence it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Cell = str | int | bool
Row = tuple[Cell, ...]
Kind = Literal["string", "integer", "boolean"]
SCHEMA = "https://schema.org/"
VOCABULARY = "urn:wenli:vocabulary:"
"""Where the columns that no common vocabulary has are named."""


@dataclass(frozen=True)
class Licence:
    """A licence: its name in the Open Definition's list, its title and its address."""

    name: str
    title: str
    path: str


CC_BY = Licence("CC-BY-4.0", "Creative Commons Attribution 4.0", "https://creativecommons.org/licenses/by/4.0/")
PUBLIC_DOMAIN = Licence("CC-PDDC", "Public domain", "https://creativecommons.org/publicdomain/mark/1.0/")


@dataclass(frozen=True)
class Column:
    """A column. ``term`` names it in JSON-LD, ``language`` is that of its text; ``parts`` is what divides its values.

    ``refers`` is the table and column whose values these are, and ``required`` says that no cell is empty.
    """

    name: str
    meaning: str
    kind: Kind = "string"
    term: str = ""
    language: str = ""
    parts: str = ""
    refers: tuple[str, str] | None = None
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table with its rows, made when they are asked for; ``iri`` names the thing that a row is about."""

    name: str
    title: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    rows: Callable[[], Iterable[Row]]
    iri: Callable[[Mapping[str, Cell]], str]
    thing: str
    licence: Licence = CC_BY
