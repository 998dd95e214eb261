"""Connections that cannot wear the service out: each has so long for its next step, and the oldest gives way.

A connection costs a few kilobytes while its client is slow, and no thread: uvicorn reads it in its event loop.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, cast

import h11
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""How long a client may take over the head of a request, from its connection or the response before."""
EXCHANGE_SECONDS = 120.0
"""How long a request may take from the end of its head to the last byte of its response."""
LINGER_SECONDS = 2.0
"""How long a process that ends waits for requests that are on their way to it."""
HEAD_BYTES = 64 * 1024
"""Most bytes of the head of a request."""
CONNECTIONS = 2000
"""Connections of one process; one more closes that which has been sending a request for longest."""
PIECES, PIECE_BYTES = 4000, 256
"""A body may come in so many pieces, and one more for every so many bytes: a million of one byte, each of which takes
as long to read as a hundred, would keep all others waiting."""
UNREAD_BYTES = 1024 * 1024
"""Bytes of a body that may still come when it has been answered already, as one that is too large is."""
CLOSE = "wenli.close"
"""In the scope of a request: what closes its connection at once."""


class Metered(h11.Connection):
    """h11's reading of a connection, which goes on neither with what comes in crumbs nor with what nobody reads."""

    def __init__(self, most: int) -> None:
        super().__init__(h11.SERVER, most)
        self._pieces = self._bytes = 0

    def next_event(self) -> Any:
        """The next event; RemoteProtocolError where a body is too much to be read on."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._pieces += 1
            self._bytes += len(event.data)
            answered = self.our_state is h11.DONE
            if self._pieces > PIECES + self._bytes // PIECE_BYTES or (answered and self._bytes > UNREAD_BYTES):
                raise h11.RemoteProtocolError("a body in crumbs, or one that has been answered and does not end")
        return event


class PatientProtocol(H11Protocol):
    """uvicorn's protocol with limits of time and number; all connections of a process are in one event loop."""

    _reading: ClassVar[dict[PatientProtocol, None]] = {}
    """Connections whose request is not there yet, longest waiting first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = Metered(self.config.h11_max_incomplete_event_size or HEAD_BYTES)
        self._timer: asyncio.TimerHandle | None = None
        self._last = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to count; where there are too many, one gives way."""
        super().connection_made(transport)
        self._await_head()
        if len(self.connections) > CONNECTIONS:
            next(iter(self._reading)).transport.abort()

    def handle_events(self) -> None:
        """Give a request whose head is there its own time, and note when it is there whole."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._until(EXCHANGE_SECONDS)
            cast("dict[str, object]", self.cycle.scope)[CLOSE] = self.transport.abort
            if self._last:
                self._close_after()
        if self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete:
            self._reading.pop(self, None)

    def send_400_response(self, msg: str) -> None:
        """Say that it is no good HTTP, or, where an answer has begun, say nothing; and close."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._await_head()
        super().on_response_complete()

    def shutdown(self) -> None:
        """The process ends: requests on their way are still answered, and nothing after them."""
        self._last = True
        if self.cycle is not None and not self.cycle.response_complete:
            self._close_after()
        if self in self._reading:
            self._until(LINGER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._reading.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._reading.pop(self, None)
        self._reading[self] = None
        self._until(LINGER_SECONDS if self._last else HEAD_SECONDS)

    def _close_after(self) -> None:
        """Close after the response, and say so in it."""
        self.cycle.keep_alive = False
        self.cycle.scope["headers"] = [*self.cycle.scope["headers"], CLOSE_HEADER]

    def _until(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        self.transport.abort()  # whoever waits for it, to read or to write, is told that the client has gone
