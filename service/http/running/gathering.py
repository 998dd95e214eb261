"""Requests gathered whole before a thread takes them: a slow sender occupies a connection, and nobody's time.

The application is WSGI and works in threads; uvicorn reads in one event loop. Between them, a body is read to its end
or to its limit, then the request goes to a thread, as one whose length is known. Of a body beyond its limit nothing
is kept: the application is told a length that it refuses. Probes and files have threads of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from http import HTTPStatus
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from a2wsgi import WSGIMiddleware
from uvicorn.protocols.http.flow_control import CLOSE_HEADER

from service.http.access.bodies import limit_of
from service.http.access.gate import passes
from service.http.running.connections import CLOSE, HEAD_BYTES
from service.settings import Settings

LARGE_TOGETHER = 64 * 1024 * 1024
"""Bytes that bodies beyond WENLI_MAX_BODY may take while they come in; the oldest gives way to one too many."""
LINE_BYTES, FIELDS = 8190, 64
"""Longest target and header field of a request, in bytes, and most fields; a question of 800 characters in ?q= fits."""
SPARE_THREADS = 8
_GONE = "wenli.gone"

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Gathering:
    """The ASGI application over ``wsgi``.

    Threads are there for all that may be worked on and wait, and some to turn others away.
    """

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], settings: Settings) -> None:
        def while_there(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
            return _While(wsgi(environ, start), environ["asgi.scope"][_GONE])

        app: Any = while_there
        threads = settings.threads + settings.queue + SPARE_THREADS
        self._working: Any = WSGIMiddleware(app, workers=threads)
        self._passing: Any = WSGIMiddleware(app, workers=SPARE_THREADS)
        self._settings = settings
        self._room = max(1, LARGE_TOGETHER // max(settings.max_body, settings.max_document))
        self._large: dict[int, Callable[[], None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if status := _unfit(scope):
            await _refuse(status, send)
            return
        scope = _plain(scope)
        gone = scope[_GONE] = Event()
        body, length = await self._body(scope, receive)
        if length < 0:  # the client has gone
            return
        told = [(name, value) for name, value in scope["headers"] if name not in _FRAMING]
        scope["headers"] = [*told, (b"content-length", b"%d" % length)] if length else told

        watch = asyncio.create_task(_watch(receive, gone)) if length == len(body) else None
        given = [body]
        del body

        async def once() -> dict[str, Any]:
            return {"type": "http.request", "body": given.pop() if given else b"", "more_body": False}

        try:
            await (self._passing if passes(scope["path"]) else self._working)(scope, once, send)
        finally:
            if watch:
                watch.cancel()

    async def _body(self, scope: Scope, receive: Receive) -> tuple[bytes, int]:
        """The body and its length; nothing and a length beyond the limit where it is longer, -1 where it broke off."""
        most = limit_of(self._settings, scope["path"])
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if int(declared) > most:
            return b"", int(declared)
        parts: list[bytes] = []
        length = 0
        try:
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return b"", -1
                parts.append(message["body"])
                length += len(message["body"])
                if length > most:
                    return b"", length
                if not message["more_body"]:
                    return b"".join(parts), length
                if length > self._settings.max_body:
                    self._make_room(scope)
        finally:
            self._large.pop(id(scope), None)

    def _make_room(self, scope: Scope) -> None:
        self._large[id(scope)] = scope[CLOSE]
        if len(self._large) > self._room:
            next(iter(self._large.values()))()


_FRAMING = (b"content-length", b"transfer-encoding")


class _While:
    """A response that ends when its reader has gone, so that nobody goes on writing it."""

    def __init__(self, parts: Iterable[bytes], gone: Event) -> None:
        self._parts, self._gone = parts, gone

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            yield part
            if self._gone.is_set():
                return

    def close(self) -> None:
        """Tell the application, as WSGI has it."""
        getattr(self._parts, "close", lambda: None)()


def _unfit(scope: Scope) -> int:
    """The status with which a head is refused; 0 where it is well."""
    headers = scope["headers"]
    if len(scope["raw_path"]) + len(scope["query_string"]) > LINE_BYTES:
        return 414
    sizes = [len(name) + len(value) for name, value in headers]
    if len(sizes) > FIELDS or max(sizes, default=0) > LINE_BYTES or sum(sizes) > HEAD_BYTES:
        return 431
    framing = [name for name, _ in headers if name in _FRAMING]  # two could mean two lengths to two servers
    return 400 if len(framing) > 1 else 0


async def _refuse(status: int, send: Send) -> None:
    reason = HTTPStatus(status).phrase.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(reason)), CLOSE_HEADER]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason})


async def _watch(receive: Receive, gone: Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
    gone.set()


def _plain(scope: Scope) -> Scope:
    """The path without a host before it, as proxies ask; no headers with an underscore, which in the environment of
    WSGI could not be told from others: X_Forwarded_For is nobody's."""
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    path = scope["path"] if scope["path"].startswith("/") else urlsplit(scope["path"]).path or "/"
    return {**scope, "headers": headers, "path": path}
