"""The three languages that Wenli speaks, and the words of its pages in them. The words are in locale/*.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

Lang = Literal["zh-Hant", "zh-Hans", "en"]
FOLDER = Path(__file__).parent / "locale"
LANGUAGES: tuple[Lang, ...] = get_args(Lang)


@lru_cache(maxsize=len(LANGUAGES))
def interface(lang: Lang) -> Mapping[str, str]:
    """The words of one language by name: ``interface("en")["ask"] == "Ask"``."""
    words: dict[str, str] = tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    return words
