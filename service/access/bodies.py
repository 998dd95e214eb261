"""Bodies are read whole, within their limit, before anything works on them: a slow sender occupies nobody else."""

from __future__ import annotations

from flask import Flask, request

from service.settings import Settings

DOCUMENTS = "/v1/documents/verify"


def register(app: Flask, settings: Settings) -> None:
    """Limit bodies to ``max_body``, those of documents to ``max_document``; RequestEntityTooLarge beyond."""
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body

    @app.before_request
    def read() -> None:
        if request.path == DOCUMENTS:
            request.max_content_length = settings.max_document
        if request.method in ("POST", "PUT", "PATCH"):
            request.get_data(cache=True)
