"""Serving the tools: over the standard streams to the program that started us, or over HTTP to many."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server

from service.problems import AddressTaken
from service.setting_values import host_and_port

PATH = "/mcp"
LARGEST = 256 * 1024
"""Bytes of a request over HTTP: a quotation of 8,000 characters with room to spare."""
_GRACE = 5
"""Seconds that calls under way have when the server is told to stop."""


def serve_stdio(server: Server[Any]) -> None:
    """Serve until the input ends. The protocol has the output to itself: whatever else is printed goes to errors."""

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)


def serve_http(server: Server[Any], host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serve streamable HTTP at /mcp until told to stop; ``announce`` gets the address. AddressTaken if it is taken.

    On a loopback address, requests that name another host, or come from the page of another site, are refused.
    """
    listening = _listen(host, port)
    bound = listening.getsockname()[1]
    app = server.streamable_http_app(
        streamable_http_path=PATH, host=host, stateless_http=True, json_response=True, max_request_body_size=LARGEST
    )
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=_GRACE, server_header=False
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # what uvicorn hands the signal on to when it has finished
    announce(f"http://{host_and_port(host, bound)}{PATH}")
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host.strip("[]"), port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise AddressTaken(host_and_port(host, port), os.strerror(error.errno or errno.EIO)) from None
    return listening
