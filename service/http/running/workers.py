"""gunicorn's workers, each an event loop that reads and writes and threads that work, and its log, made ours."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from typing import Any, ClassVar

from gunicorn.glogging import Logger  # type: ignore[import-untyped]
from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]

from service.http.running.connections import HEAD_BYTES, PatientProtocol

_BEAT_SECONDS = 1.0


class PatientWorker(UvicornWorker):  # type: ignore[misc]
    """uvicorn in a worker of gunicorn: slow clients wait in its event loop, and are cut off in the end."""

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        "loop": "asyncio",
        "http": PatientProtocol,
        "ws": "none",
        "lifespan": "off",
        "proxy_headers": False,  # believed only where WENLI_PROXIES says so
        "server_header": False,
        "access_log": False,
        "h11_max_incomplete_event_size": HEAD_BYTES,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.config.timeout_graceful_shutdown = self.cfg.graceful_timeout
        logging.getLogger("uvicorn.error").propagate = True
        self._serving = False

    def init_signals(self) -> None:
        """End at once while nothing is served yet; later, uvicorn ends what it serves and this worker its process."""
        super().init_signals()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._leave)

    async def _serve(self) -> None:
        self._serving = True
        beat = asyncio.create_task(self._beat())
        try:
            await super()._serve()
        finally:
            beat.cancel()

    async def _beat(self) -> None:
        """Tell gunicorn's master that this worker lives, also while it ends; end where the master has died."""
        while True:
            self.notify()
            if os.getppid() != self.ppid:
                os.kill(os.getpid(), signal.SIGTERM)
                return
            await asyncio.sleep(_BEAT_SECONDS)

    def _leave(self, number: int, frame: object) -> None:
        if not self._serving:
            sys.exit(0)


class PlainLogger(Logger):  # type: ignore[misc]
    """gunicorn's messages in Wenli's log."""

    def setup(self, cfg: Any) -> None:
        """Leave the form and the place to the root logger."""
        self.error_log.setLevel(cfg.loglevel.upper())
        self.error_log.handlers[:] = []
        self.error_log.propagate = True
        self.access_log.disabled = True

    def reopen_files(self) -> None:
        """There are no files: the log goes to the error stream."""

    def close_on_exec(self) -> None:
        """There are no files."""
