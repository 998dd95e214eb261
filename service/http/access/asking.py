"""Which requests ask for work, and who asks: what limits, keys and the queue look at."""

from __future__ import annotations

from flask import Flask, g, request

from service.http.access.keys import Key, Keys
from service.problems import KeyRefused
from service.settings import Settings

API = ("/v1/", "/dts")
ASKED = {"/": {"q"}, "/search": {"q"}, "/verify": {"quote"}, "/unapi": {"id"}}
"""Pages that do work for a question in their address, which therefore counts."""


def asks() -> bool:
    """Whether this request is limited: the API, and pages with a question; not probes, files or preflights."""
    counted = request.path.startswith(API) or bool(ASKED.get(request.path, frozenset()) & request.args.keys())
    return counted and request.method != "OPTIONS"


def asker() -> str:
    """Who asks: a key, or else an address."""
    key: Key | None = g.get("key")
    return f"key {key.id}" if key else request.remote_addr or "nowhere"


def register(app: Flask, settings: Settings) -> None:
    """Look at the keys of requests to the API before anything else does; KeyRefused where one is wrong or missing."""
    if settings.keys == "off":
        return
    keys = Keys(settings.home)

    @app.before_request
    def known() -> None:
        if not request.path.startswith(API) or request.method == "OPTIONS":
            return
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        given = scheme.lower() == "bearer"
        g.key = keys.find(text.strip()) if given else None
        if g.key is None and (given or settings.keys == "required"):
            raise KeyRefused(given)
