"""Columns that several tables share, and how things are named in JSON-LD."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.export.tables import SCHEMA, Cell, Column

NAME = f"{SCHEMA}name"
TEXT = f"{SCHEMA}text"
REF = Column("ref", "The reference of the clause: chapter.phase.clause.", refers=("canon", "ref"), required=True)
CHINESE = Column("zh", "In modern Chinese, traditional script.", term=TEXT, language="zh-Hant", required=True)
ENGLISH = Column("en", "In modern English.", term=TEXT, language="en", required=True)
NAMES = (
    Column("name_hant", "Name in traditional script.", term=NAME, language="zh-Hant", required=True),
    Column("name_hans", "Name in simplified script.", term=NAME, language="zh-Hans", required=True),
    Column("name_en", "Name in English.", term=NAME, language="en", required=True),
)


def urn(ref: str) -> str:
    """The URN of a clause, phase or chapter of the work: ``urn("5.21.3") == "urn:cts:yili:jing.p05:21.3"``."""
    chapter, _, passage = ref.partition(".")
    return f"urn:cts:yili:jing.p{int(chapter):02}" + (f":{passage}" if passage else "")


def by_ref(row: Mapping[str, Cell]) -> str:
    """The URN of what a row's reference names."""
    return urn(str(row["ref"]))
