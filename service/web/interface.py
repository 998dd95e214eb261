"""Which of the three languages of the pages a reader gets."""

from __future__ import annotations

from flask import Request

from service.texts.language import LANGUAGES, Lang

_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


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
