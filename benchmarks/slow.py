"""Clients that crawl: connections that send a byte now and then, held open for as long as the server lets them.

    with Slow(port, 500) as slow: …        # slow.open says how many are connected

A third of them never ends the head of its request, a third never ends a body whose length it told, a third never ends
a body in chunks. One that is cut off connects again, so that there are as many at any time.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress

BYTE_SECONDS = 1.0
"""How often each connection sends a byte."""
_POST = b"POST /v1/ask HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
BEGINNINGS = (
    (b"GET /v1/search?q=a HTTP/1.1\r\nHost: a\r\nX-Slow: ", b"a"),
    (_POST + b"Content-Length: 60000\r\n\r\n", b" "),
    (_POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
)
"""How a connection begins, and what it sends each time."""


class Slow:
    """So many slow connections to 127.0.0.1, from one thread, while the context lasts."""

    def __init__(self, port: int, count: int, every_s: float = BYTE_SECONDS) -> None:
        self._address = ("127.0.0.1", port)
        self._every_s = every_s
        self._held: list[socket.socket | None] = [None] * count
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.cut_off = 0

    @property
    def open(self) -> int:
        """How many are connected."""
        return sum(connection is not None for connection in self._held)

    def __enter__(self) -> Slow:
        """Begin, and wait until all have tried to connect."""
        self._round(time.monotonic())
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Close all of them."""
        self._stop.set()
        self._thread.join()
        for connection in self._held:
            if connection is not None:
                connection.close()

    def _run(self) -> None:
        begin = time.monotonic()
        while not self._stop.is_set():
            self._round(begin)
            begin = max(begin + self._every_s, time.monotonic())

    def _round(self, begin: float) -> None:
        """A byte of each, evenly over the time."""
        for at in range(len(self._held)):
            pause = begin + self._every_s * at / len(self._held) - time.monotonic()
            if self._thread.is_alive() and pause > 0 and self._stop.wait(pause):
                return
            self._send(at)

    def _send(self, at: int) -> None:
        head, more = BEGINNINGS[at % len(BEGINNINGS)]
        connection = self._held[at]
        try:
            if connection is None:
                self._held[at] = connection = socket.create_connection(self._address, timeout=5)
                connection.setblocking(False)
                connection.sendall(head)
                return
            connection.sendall(more)
            with suppress(BlockingIOError):
                if not connection.recv(4096):
                    raise ConnectionResetError
        except OSError:
            if connection is not None:
                connection.close()
                self.cut_off += 1
            self._held[at] = None
