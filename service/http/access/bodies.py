"""Bodies have a limit by path, and are looked at whole before anything works on them.

``wenli serve`` has read them by then (:mod:`service.http.running.gathering`); other servers read them here, in a
thread.
"""

from __future__ import annotations

from flask import Flask, request

from service.settings import Settings

DOCUMENTS = "/v1/documents/verify"


def limit_of(settings: Settings, path: str) -> int:
    """The most bytes a body may have at this path."""
    return settings.max_document if path == DOCUMENTS else settings.max_body


def register(app: Flask, settings: Settings) -> None:
    """Limit bodies to ``max_body``, those of documents to ``max_document``; RequestEntityTooLarge beyond."""

    @app.before_request
    def read() -> None:
        request.max_content_length = limit_of(settings, request.path)
        if request.method in ("POST", "PUT", "PATCH") and request.path != DOCUMENTS:  # large; read in its turn
            request.get_data(cache=True)
