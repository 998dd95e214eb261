"""/metrics, and what is counted of every request."""

from __future__ import annotations

import time

from flask import Blueprint, Flask, Response, abort, g, request

from service.http.running.log import routed
from service.http.running.metrics import Metrics
from service.settings import Settings

PROBES = ("/metrics", "/healthz", "/readyz")


METHODS = ("GET", "HEAD", "POST", "OPTIONS")


def separate(app: Flask, settings: Settings) -> None:
    """Show the figures where the settings want them, and only there.

    At an address of their own stand the probes, too, and nothing else.
    """
    own_port = settings.metrics.rpartition(":")[2] if ":" in settings.metrics else ""

    @app.before_request
    def apart() -> None:
        at_own_port = bool(own_port) and request.environ.get("SERVER_PORT") == own_port
        if at_own_port and request.path not in PROBES:
            abort(404)
        if request.path == "/metrics" and not at_own_port and settings.metrics != "on":
            abort(404)


def register(app: Flask, settings: Settings, metrics: Metrics) -> None:
    """Count what ``app`` answers, and show the figures."""

    site = Blueprint("figures", __name__)  # not of the API: it stands in no document

    @site.get("/metrics")
    def figures() -> Response:
        """The figures of all workers, as Prometheus reads them."""
        text, media_type = metrics.text(settings.home)
        return Response(text, content_type=media_type, headers={"Cache-Control": "no-store"})

    app.register_blueprint(site)

    @app.after_request
    def count(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("started", time.perf_counter())
        method = request.method if request.method in METHODS else "other"
        metrics.responded(routed(), method, response.status_code, seconds)
        reasons = {429: "rate", 503: "overload", 401: "key"}
        if response.status_code in reasons and request.path not in PROBES:
            metrics.refused(reasons[response.status_code])
        return response
