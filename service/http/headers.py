"""What every response carries: its id, its time, the security headers, validators for caches, CORS where allowed."""

from __future__ import annotations

import re
import time
import uuid

from flask import Flask, Response, g, request

from service.settings import Settings

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
EMBEDDED = ("/widget.js", "/link.js", "/static/fonts/")
"""What pages of other sites load, besides stills of the stage: the widget, the linker, the font for rare characters."""
ASKED_WITH = ("Accept", "Authorization", "Content-Type", "X-Request-Id")
"""Headers that pages of other sites may send."""
_CLIENTS = re.compile(r"x-stainless-[a-z-]{1,40}|openai-(?:organization|project|beta)|user-agent|idempotency-key", re.I)
"""Headers that the official clients of OpenAI's API add by themselves, in browsers too; they change nothing here."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_IMMUTABLE = "public, max-age=31536000, immutable"


def register(app: Flask, settings: Settings) -> None:
    """Put the headers on every response of ``app``, errors included."""

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex

    @app.after_request
    def finish(response: Response) -> Response:
        for name, value in SECURITY.items():
            response.headers.setdefault(name, value)
        response.headers["X-Request-Id"] = g.get("request_id", "")
        response.headers["Server-Timing"] = _server_timing()
        _cross_origin(response, settings.cors_origins)
        response = _validated(response)
        if response.status_code == 304:  # no body goes out, and nobody else closes the file that it would come from
            response.close()
        return response


def _server_timing() -> str:
    """Stages in milliseconds, in the form browsers show: ``retrieve;dur=12.1, total;dur=15.0``."""
    stages = {name: ms for name, ms in g.get("timings", {}).items() if name != "total"}
    stages["total"] = (time.perf_counter() - g.get("started", time.perf_counter())) * 1000
    return ", ".join(f"{name};dur={ms:.1f}" for name, ms in stages.items())


def _cross_origin(response: Response, origins: tuple[str, ...]) -> None:
    if request.path.startswith(EMBEDDED) or (request.path.startswith("/rites/") and request.path.endswith(".svg")):
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if not origins or not request.path.startswith(("/v1/", "/dts")):
        return
    response.vary.add("Origin")
    origin = request.headers.get("Origin", "")
    if origin and ("*" in origins or origin in origins):
        response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
        response.headers["Access-Control-Expose-Headers"] = "X-Request-Id, Server-Timing, Retry-After"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
            response.headers["Access-Control-Allow-Headers"] = ", ".join((*ASKED_WITH, *_of_clients()))
            response.headers["Access-Control-Max-Age"] = "600"


def _of_clients() -> list[str]:
    """The headers of known clients among those that a browser asks leave for."""
    wanted = request.headers.get("Access-Control-Request-Headers", "").split(",")
    return [name.strip() for name in wanted if _CLIENTS.fullmatch(name.strip())]


def _validated(response: Response) -> Response:
    """Let caches ask whether what they hold is still good; static files named by content are good for ever."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200:
        return response
    if request.endpoint == "static":
        if "v" in request.args:
            response.headers["Cache-Control"] = _IMMUTABLE
    elif "no-store" not in response.headers.get("Cache-Control", ""):
        response.headers.setdefault("Cache-Control", "no-cache")
        response.add_etag()
        response.make_conditional(request)
    return response
