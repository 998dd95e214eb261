"""The words of the pages in three languages, and which of them a reader gets. The words are in locale/*.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import get_args

from flask import Request

from service.ask.values import Lang

FOLDER = Path(__file__).parent / "locale"
LANGUAGES: tuple[Lang, ...] = get_args(Lang)
_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


@lru_cache(maxsize=len(LANGUAGES))
def interface(lang: Lang) -> Mapping[str, str]:
    """The words of one language by name: ``interface("en")["ask"] == "Ask"``."""
    words: dict[str, str] = tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    return words


def choose(asked: str, accepted: list[str]) -> Lang:
    """The language asked for by name, else the first of those a browser accepts that there is, else English.

    ``choose("", ["fr", "zh-TW", "en"]) == "zh-Hant"``; plain ``zh`` is simplified.
    """
    for lang in LANGUAGES:
        if asked.lower() == lang.lower():
            return lang
    for tag in accepted:
        plain = tag.lower()
        if plain.startswith("zh"):
            return "zh-Hant" if plain.startswith(_TRADITIONAL) else "zh-Hans"
        if plain.partition("-")[0] == "en":
            return "en"
    return "en"


def language(request: Request) -> Lang:
    """The language of the pages for a request: ``?lang=``, else Accept-Language."""
    return choose(request.args.get("lang", ""), [tag for tag, quality in request.accept_languages if quality > 0])
