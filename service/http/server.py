"""Serving over HTTP: gunicorn with uvicorn in its workers, the library and index loaded once and shared by all of them.

When a new index is put into use, or at SIGHUP, everything is loaded anew beside what is served; new workers take over
and the old ones finish what they have begun. Where the new index cannot be opened, the old one goes on being served.
"""

from __future__ import annotations

import gc
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]

from service.http.running import log as logs
from service.http.running import metrics
from service.http.running.gathering import Gathering
from service.http.running.workers import PatientWorker, PlainLogger
from service.problems import AddressTaken
from service.setting_values import host_and_port
from service.settings import Settings

log = logging.getLogger("wenli")
GRACE_SECONDS = 30


@dataclass(frozen=True)
class Site:
    """What is served: the application, what a worker does before its first request, the version of its index."""

    app: Flask
    warm: Callable[[], object]
    version: str = ""


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn for a site, opened by ``open_site`` and again whenever ``newest`` names another version.

    ``announce`` is told the address once it listens.
    """

    def __init__(
        self,
        open_site: Callable[[], Site],
        settings: Settings,
        announce: Callable[[str], None],
        newest: Callable[[], str],
    ) -> None:
        self._open_site = open_site
        self._newest = newest
        self._settings = settings
        self._announce = announce
        self._site = open_site()
        self._tried = self._site.version
        super().__init__()

    def load_config(self) -> None:
        """Everything that is set differs from gunicorn's defaults for a reason that can be read here."""
        settings = self._settings
        options: dict[str, Any] = {
            "bind": addresses(settings),
            "worker_class": PatientWorker,
            "logger_class": PlainLogger,
            "workers": settings.workers,
            "keepalive": 5,
            "preload_app": True,
            "control_socket_disable": True,  # it wants a writable home
            "accesslog": None,
            "loglevel": "debug" if settings.log_level == "debug" else "warning",
            "graceful_timeout": GRACE_SECONDS,
            "pre_fork": lambda arbiter, worker: _share(),
            "post_worker_init": lambda worker: self._warm_up(),
            "child_exit": lambda arbiter, worker: metrics.forget(worker.pid),
            "when_ready": lambda arbiter: self._announce(_listening(arbiter.LISTENERS[0].sock, settings.host)),
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def _warm_up(self) -> None:
        """The first embedding of a process is slow; a failure is for /readyz to tell, not for the worker to die of."""
        try:
            self._site.warm()
        except Exception:
            log.exception("the index does not answer")

    def load(self) -> Gathering:
        """The application, made before gunicorn started, behind what gathers its requests."""
        return Gathering(self._site.app, self._settings)

    def outdated(self) -> bool:
        """Whether another version of the index was put into use; one that could not be opened is not tried again."""
        newest = self._newest()
        return bool(newest) and newest not in (self._site.version, self._tried)

    def renew(self) -> bool:
        """Open everything anew; False where that fails, and what was served goes on being served."""
        self._tried = self._newest()
        try:
            site = self._open_site()
        except Exception as error:
            log.error("the new index is not used, the old one goes on: %s", error)
            return False
        self._site, self.callable = site, None
        gc.unfreeze()
        gc.collect()
        log.info("the index %s is taken into use", site.version)
        return True

    def run(self) -> None:
        """Serve until told to stop."""
        Watch(self).run()


class Watch(Arbiter):  # type: ignore[misc]
    """gunicorn's master process, which also watches for a new index."""

    def handle_hup(self) -> None:
        """Reload, if there is something to reload."""
        if self.app.renew():
            self.reload()

    def murder_workers(self) -> None:
        """Runs every second."""
        super().murder_workers()
        if self.app.outdated():
            self.handle_hup()


def _share() -> None:
    """Let the collector of garbage leave alone what workers share: touching it would copy it into each of them."""
    gc.collect()
    gc.freeze()


def addresses(settings: Settings) -> list[str]:
    """Where the service listens: its own address, and that of the figures if they have one."""
    own = [host_and_port(settings.host, settings.port)]
    return [*own, settings.metrics] if ":" in settings.metrics else own


def _listening(listener: socket.socket, host: str) -> str:
    return f"http://{host_and_port(host, listener.getsockname()[1])}"


def serve(
    open_site: Callable[[], Site],
    settings: Settings,
    announce: Callable[[str], None],
    newest: Callable[[], str] = lambda: "",
) -> None:
    """Serve until told to stop; raises AddressTaken where nothing can listen. For the arguments see Server."""
    logs.configure(settings)
    for place in addresses(settings):
        host, _, port = place.rpartition(":")
        refuse_taken(host, int(port))
    Server(open_site, settings, announce, newest).run()


def refuse_taken(host: str, port: int) -> None:
    """Find out before gunicorn does, which would try for five seconds and then print a log rather than a sentence."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        raise AddressTaken(host_and_port(host.strip("[]"), port), (error.strerror or str(error)).lower()) from None
