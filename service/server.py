"""Serving over HTTP: gunicorn with threads, the library and index loaded once and shared by all workers."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from corpus.errors import WenliError
from service.settings import Settings

log = logging.getLogger("wenli")
REQUEST_LINE = 8190
"""Longest request line in bytes: a question of 800 characters in ?q= fits, gunicorn takes no more."""


class AddressTaken(WenliError):
    """The service cannot listen where it should (``address``)."""

    def __init__(self, address: str, reason: str) -> None:
        self.address = address
        super().__init__(f"Wenli cannot listen on {address}: {reason}.")


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn for an application that is already made.

    ``announce`` is told the address once it listens; ``warm`` is called in every worker before its first request.
    """

    def __init__(
        self, app: Flask, settings: Settings, announce: Callable[[str], None], warm: Callable[[], object]
    ) -> None:
        self._app = app
        self._warm = warm
        self._settings = settings
        self._announce = announce
        super().__init__()

    def load_config(self) -> None:
        """Everything that is set differs from gunicorn's defaults for a reason that can be read here."""
        settings = self._settings
        options: dict[str, Any] = {
            "bind": [address(settings.host, settings.port)],
            "worker_class": "gthread",
            "workers": settings.workers,
            "threads": settings.threads,
            "preload_app": True,
            "control_socket_disable": True,  # it wants a writable home
            "accesslog": None,
            "loglevel": "debug" if settings.log_level == "debug" else "warning",
            "limit_request_line": REQUEST_LINE,
            "graceful_timeout": 10,
            "post_worker_init": lambda worker: self._warm_up(),
            "when_ready": lambda arbiter: self._announce(_listening(arbiter.LISTENERS[0].sock, settings.host)),
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def _warm_up(self) -> None:
        """The first embedding of a process is slow; a failure is for /readyz to tell, not for the worker to die of."""
        try:
            self._warm()
        except Exception:
            log.exception("the index does not answer")

    def load(self) -> Flask:
        """The application, made before gunicorn started."""
        return self._app


def address(host: str, port: int) -> str:
    """Host and port as one writes them: ``[::1]:8000`` for IPv6."""
    return f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"


def _listening(listener: socket.socket, host: str) -> str:
    return f"http://{address(host, listener.getsockname()[1])}"


def serve(app: Flask, settings: Settings, announce: Callable[[str], None], warm: Callable[[], object]) -> None:
    """Serve until told to stop; raises AddressTaken where nothing can listen. For ``announce``, ``warm`` see Server."""
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    refuse_taken(settings.host, settings.port)
    Server(app, settings, announce, warm).run()


def refuse_taken(host: str, port: int) -> None:
    """Find out before gunicorn does, which would try for five seconds and then print a log rather than a sentence."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        raise AddressTaken(address(host, port), (error.strerror or str(error)).lower()) from None
