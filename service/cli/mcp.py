"""The command that serves assistants: tools over the Model Context Protocol."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated

import typer

from service.cli.run import settings_of


def mcp(
    http: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Serve streamable HTTP there rather than standard streams.")
    ] = None,
    links: Annotated[
        str,
        typer.Option(metavar="URL", help="Address of the service that links lead to; WENLI_PUBLIC_URL else, or paths."),
    ] = "",
) -> None:
    """Give assistants tools to search, read and verify these texts (Model Context Protocol).

    An assistant starts it by itself: docs/mcp.md says what to write into its configuration.

    `wenli mcp`

    `wenli mcp --http 127.0.0.1:8765 --links http://127.0.0.1:8000`
    """
    from importlib.metadata import version

    from service.protocols.mcp.links import read_host
    from service.protocols.mcp.protocol import make_server
    from service.protocols.mcp.tools import Tools
    from service.protocols.mcp.transports import serve_http, serve_stdio

    host, port = _address(http) if http else ("", 0)
    settings = settings_of()
    before = read_host(links or settings.public_url)
    with contextlib.redirect_stdout(sys.stderr):  # the output belongs to the protocol
        from service.wenli import open_wenli

        server = make_server(Tools(open_wenli(settings), before), version("wenli"))
    if http:
        serve_http(server, host, port, lambda at: print(f"Wenli's tools are at {at}", file=sys.stderr, flush=True))
    else:
        serve_stdio(server)


def _address(given: str) -> tuple[str, int]:
    """Host and port, checked as the settings of the service are."""
    from service.settings import Settings

    host, colon, port = given.rpartition(":")
    if not colon:
        raise typer.BadParameter(f"“{given}” is not a host and a port such as 127.0.0.1:8765.")
    read = Settings.read({"WENLI_HOST": host, "WENLI_PORT": port})
    return read.host, read.port
