"""The rate limit: how many requests to /v1, or questions to the page, one address may make.

Counted in the memory of each process.
"""

from __future__ import annotations

from flask import Flask, request

from service.settings import Settings

ASKED = {"/": {"q"}, "/search": {"q"}, "/verify": {"quote"}}
"""Pages that do work for a question in their address, which therefore counts."""


def register(app: Flask, settings: Settings) -> None:
    """Honour ``settings.rate_limit``; nothing is counted, or even imported, where it is off."""
    if not settings.rate_limit:
        return
    from flask_limiter import Limiter
    from flask_limiter.util import get_remote_address

    limiter = Limiter(
        get_remote_address,
        app=app,
        application_limits=[settings.rate_limit],
        storage_uri="memory://",
        headers_enabled=True,
        strategy="fixed-window",
    )

    @limiter.request_filter
    def outside() -> bool:
        """Reading pages, static files and probes are not limited, nor are a browser's preflights."""
        asks = request.path.startswith("/v1/") or bool(ASKED.get(request.path, frozenset()) & request.args.keys())
        return not asks or request.method == "OPTIONS"
