"""gunicorn's threads, made to outlast clients that are slow or say nothing, and its log, made ours.

A connection costs a thread only once its client has begun to speak; from then on the head of a request, and the whole
exchange, have a limit of time.
"""

from __future__ import annotations

import logging
import socket
import sys
import time
from functools import partial
from selectors import EVENT_READ
from threading import Lock
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]
from structlog.contextvars import clear_contextvars

HEAD_SECONDS = 10.0
"""How long a client may take over the head of a request."""
EXCHANGE_SECONDS = 120.0
"""How long a request may take from its first byte to the last of its response."""


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """A worker in which clients that send nothing wait beside the threads, and slow ones are cut off."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadlines: dict[Any, float] = {}
        self._deadlines_lock = Lock()

    def accept(self, listener: socket.socket) -> None:
        """Take a connection and wait for its first byte without a thread."""
        try:
            client, place = listener.accept()
        except OSError:  # another worker was faster, the client has gone, or files have run out for the moment
            return
        self.nr_conns += 1
        connection = TConn(self.cfg, client, place, listener.getsockname())
        connection.timeout = time.monotonic() + self.cfg.keepalive
        self.pending_conns.append(connection)
        self.poller.register(client, EVENT_READ, partial(self.on_pending_socket_readable, connection))

    def handle(self, conn: Any) -> Any:
        """One request; runs in a thread."""
        clear_contextvars()  # of the request this thread answered before
        self._until(conn, time.monotonic() + HEAD_SECONDS)
        try:
            return super().handle(conn)
        finally:
            with self._deadlines_lock:
                self._deadlines.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """The head has been read; what follows has a limit of its own."""
        self._until(conn, time.monotonic() + EXCHANGE_SECONDS)
        return super().handle_request(req, conn)

    def murder_pending(self) -> None:
        """Close connections that say nothing, and end exchanges that take too long; runs every second."""
        super().murder_pending()
        now = time.monotonic()
        with self._deadlines_lock:
            late = [conn for conn, until in self._deadlines.items() if until < now]
            for conn in late:
                del self._deadlines[conn]
        for conn in late:
            try:
                conn.sock.shutdown(socket.SHUT_RDWR)  # whoever reads from it or writes to it stops
            except OSError:
                continue

    def _until(self, conn: Any, moment: float) -> None:
        with self._deadlines_lock:
            self._deadlines[conn] = moment


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

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """What is not HTTP is quoted nowhere: it can hold a question, and gunicorn would add the address."""
        if msg.startswith("Invalid request"):
            msg, args = "a request was not valid HTTP", ()
        self.error_log.warning(msg, *args, **kwargs)

    def exception(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """A client that went away or was cut off is not our failure."""
        cut_off = isinstance(sys.exc_info()[1], (TimeoutError, BrokenPipeError, ConnectionError))
        self.error_log.log(logging.DEBUG if cut_off else logging.ERROR, msg, *args, exc_info=True, **kwargs)
