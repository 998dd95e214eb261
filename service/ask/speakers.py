"""Who says a comment, in the reader's language: 鄭玄, and 鄭玄注 or “Zheng Xuan’s note”."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from corpus.library import Library
from corpus.model import Unit
from service.ask.answering import PHRASES
from service.ask.names import Names
from service.texts.language import Lang, name_of


@lru_cache(maxsize=1)
def _phrases() -> dict[str, dict[str, str]]:
    told: dict[str, dict[str, str]] = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
    return told


def author(name: str | None, library: Library, lang: Lang) -> str:
    """A commentator's name: ``author("鄭玄", library, "en") == "Zheng Xuan"``; "" for base text."""
    person = next((p for p in library.commentators.values() if p.name_hant == name), None)
    if person is None:
        return name or ""
    return name_of(person, lang)


def speaker(unit: Unit, library: Library, lang: Lang) -> str:
    """Who says a unit, and how: “Zheng Xuan’s note”; "" for base text."""
    return "" if unit.layer.is_base else Names(library, _phrases()).speaker(unit, lang)
