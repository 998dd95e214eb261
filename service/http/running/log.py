"""The log: one line an event, as JSON for machines or as text for a terminal, with the id of the request it is about.

Everything that logs – Wenli, gunicorn, libraries – goes through the root logger and comes out in one form. What was
asked is in no line unless WENLI_LOG_QUESTIONS is on; addresses with their query never are.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request

from service.http.access.asking import asker
from service.settings import Settings

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor, WrappedLogger

log = logging.getLogger("wenli.access")
UNROUTED = "(none)"
_QUIET = ("/healthz", "/readyz", "/metrics", "/static/<path:filename>")
"""Asked every few seconds by machines, or many times for one page; logged only where all is."""


def configure(settings: Settings) -> None:
    """Write the log of this process and its workers to the error stream, as the settings say."""
    import structlog

    text = settings.log_format == "text" or (settings.log_format == "auto" and sys.stderr.isatty())
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=_FIELDS),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
    ]
    after: list[Processor] = [_remove_meta, structlog.dev.ConsoleRenderer(colors=False)]
    if not text:
        after = [
            _remove_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    handler = logging.StreamHandler()
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=after))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    root.setLevel(level if level == logging.DEBUG else max(level, logging.WARNING))  # libraries tell how they load
    logging.getLogger("wenli").setLevel(level)


def _remove_meta(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    for key in ("_record", "_from_structlog"):
        event.pop(key, None)
    return event


_FIELDS = ("method", "route", "status", "ms", "by", "pid")


def register(app: Flask) -> None:
    """Log every response of ``app``: its method, route, status and time – not the address as it was typed."""
    import structlog

    @app.before_request
    def bind() -> None:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=g.request_id)

    @app.after_request
    def line(response: Response) -> Response:
        route = routed()
        level = logging.DEBUG if route in _QUIET and response.status_code < 400 else logging.INFO
        if log.isEnabledFor(level):
            fields: dict[str, Any] = {"method": request.method, "route": route, "status": response.status_code}
            fields["ms"] = round((time.perf_counter() - g.get("started", time.perf_counter())) * 1000, 1)
            if g.get("key"):
                fields["by"] = asker()
            log.log(level, "request", extra=fields)
        return response


def routed() -> str:
    """The route of the request, such as /v1/passages/<path:ref>: few values, and nothing of what was asked."""
    return request.url_rule.rule if request.url_rule else UNROUTED
