"""What every page has in common: its language, its setting, its addresses, the words that templates may use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Response, make_response, render_template, request
from markupsafe import Markup, escape

from service.contract.chapters_wire import runs
from service.texts.aid import simplified
from service.texts.citing.style import STYLE_NAMES
from service.texts.language import Lang, interface
from service.texts.passage import read_url
from service.web.interface import language

SETTING = {"set": "vertical", "aids": "off", "notes": "closed"}
"""How a reader may want passages set, as addresses say it; whatever else stands there means the usual."""
_KEPT = ("q", "kind", "chapter", "layer", "commentator", "witness", "quote", "claimed", "step", "at", "read")
"""What a page was asked, which stays when its language changes."""


@dataclass(frozen=True)
class View:
    """How passages are set: in vertical lines, without Wenli's own words, with the commentary folded."""

    vertical: bool = False
    texts_only: bool = False
    folded: bool = False

    @classmethod
    def asked(cls) -> View:
        """The setting that the address of this page asks for."""
        return cls(*(request.args.get(name) == value for name, value in SETTING.items()))


def words() -> dict[str, Any]:
    """What every template may use."""
    lang = language(request)
    shared = {"here": here, "to": to, "read_url": read_url, "runs": runs, "view": View.asked(), "setting": SETTING}
    shared |= {"stage_to": stage_to, "staged": staged}
    return {"ui": interface(lang), "lang": lang, "styles": tuple(STYLE_NAMES.items()), **shared}


def code(text: str) -> Markup:
    """Words between backticks as code; everything else is escaped."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup(marked)  # noqa: S704  # nosec B704


def in_script(text: str, lang: Lang) -> str:
    """Wenli's own Chinese in the script of a language: ``in_script("東階", "zh-Hans") == "东阶"``."""
    return simplified(text) if lang == "zh-Hans" else text


def page(template: str, **shown: object) -> Response:
    """A page in the reader's language; caches must know that it depends on what the browser accepts."""
    response = make_response(render_template(template, **shown))
    response.vary.add("Accept-Language")
    response.headers["Content-Language"] = language(request)
    return response


def here(lang: Lang, **asked: str) -> str:
    """This page in another language, or asked something more, and else asked the same and set the same."""
    kept = [(name, value) for name in _KEPT for value in request.args.getlist(name) if name not in asked]
    return address(request.path, [*kept, *asked.items(), *_set(), ("lang", lang)])


def to(path: str, **asked: str) -> str:
    """Another page in the language and setting of this one: ``to("/read/5.1") == "/read/5.1?lang=en"``."""
    return address(path, [*asked.items(), *_set(), ("lang", language(request))])


def stage_to(path: str, step: int, readings: Sequence[str]) -> str:
    """A moment of a phase: ``stage_to("/rites/5/20", 9, ["xu"]) == "/rites/5/20?step=9&read=xu&lang=en"``."""
    asked = [("step", str(step)), *(("read", key) for key in readings), ("lang", language(request))]
    return address(path, asked)


def staged(ref: str) -> str:
    """The stage at a clause, or of a phase: ``staged("5.20.2") == "/rites/5/20?at=5.20.2&lang=en"``."""
    chapter, phase, *clause = ref.partition("#")[0].split(".")
    return to(f"/rites/{chapter}/{phase}", at=ref.partition("#")[0] if clause else "")


def moved(path: str) -> str:
    """The true address of this page; the language is named in it only where it was."""
    return address(path, [*_set(), ("lang", language(request) if "lang" in request.args else "")])


def address(path: str, asked: list[tuple[str, str]]) -> str:
    """A path with what is asked of it, before any fragment; what is empty is left out."""
    query = urlencode([(name, value) for name, value in asked if value])
    base, mark, fragment = path.partition("#")
    return (f"{base}?{query}" if query else base) + mark + fragment


def _set() -> list[tuple[str, str]]:
    return [(name, value) for name, value in SETTING.items() if request.args.get(name) == value]
