"""The three languages that Wenli speaks, and the words of its pages in them. The words are in locale/*.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, Protocol, get_args

Lang = Literal["zh-Hant", "zh-Hans", "en"]
FOLDER = Path(__file__).parent / "locale"
LANGUAGES: tuple[Lang, ...] = get_args(Lang)


@lru_cache(maxsize=len(LANGUAGES))
def interface(lang: Lang) -> Mapping[str, str]:
    """The words of one language by name: ``interface("en")["ask"] == "Ask"``."""
    words: dict[str, str] = tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    return words


class Named(Protocol):
    """Whatever has a name in three forms: a chapter, a phase, a commentator."""

    @property
    def name_hant(self) -> str:
        """The name in traditional script."""

    @property
    def name_hans(self) -> str:
        """The name in simplified script."""

    @property
    def name_en(self) -> str:
        """The name in English."""


def name_of(named: Named, lang: Lang) -> str:
    """Return a name in the reader's language: ``name_of(canon.chapters[5], "zh-Hans") == "乡射礼"``."""
    return {"zh-Hant": named.name_hant, "zh-Hans": named.name_hans, "en": named.name_en}[lang]
