"""Asking a service that runs already: it has the index open, so that an answer takes no start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from corpus.errors import WenliError

ADDRESS = "serving"
"""The file in WENLI_HOME in which a running service says where it listens."""
_PATIENCE = 60.0
_GLANCE = 0.5


class ServerSilent(WenliError):
    """The service named does not answer, or refuses (``server``)."""

    def __init__(self, server: str, why: str) -> None:
        self.server = server
        super().__init__(f"The service at {server} does not answer: {why}.")


def running(home: Path) -> str:
    """The address of the service that runs over ``home`` and is ready; "" where there is none."""
    try:
        address = (home / ADDRESS).read_text(encoding="utf-8").strip()
        if not address.startswith(("http://", "https://")):
            return ""
        with urlopen(f"{address}/readyz", timeout=_GLANCE) as reply:  # noqa: S310  # nosec B310
            return address if reply.status == 200 else ""
    except (OSError, ValueError):
        return ""


def ask_there(server: str, body: dict[str, Any]) -> dict[str, Any]:
    """The reply of ``POST /v1/ask``; ServerSilent where none comes."""
    if not server.startswith(("http://", "https://")):
        raise ServerSilent(server, "an address begins with http:// or https://")
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    request = Request(f"{server.rstrip('/')}/v1/ask", json.dumps(body).encode(), headers)  # noqa: S310
    try:
        with urlopen(request, timeout=_PATIENCE) as reply:  # noqa: S310  # nosec B310
            told: dict[str, Any] = json.loads(reply.read())
    except HTTPError as error:
        raise ServerSilent(server, _detail(error)) from error
    except (URLError, OSError, ValueError) as error:
        raise ServerSilent(server, str(getattr(error, "reason", error))) from error
    return told


def _detail(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read())["detail"]).rstrip(".")
    except (ValueError, KeyError, TypeError):
        return f"status {error.code}"
