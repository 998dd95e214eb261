"""The address under which people reach the service: that of the settings, whatever a request calls it.

Links that leave the service – permalinks, citations, markers in chats, addresses of DTS – name it. A request's Host
header is the client's to write; with WENLI_PUBLIC_URL it is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


class PublicAddress:
    """A WSGI application whose requests all come to one address: ``PublicAddress(app, "https://wenli.example")``."""

    def __init__(self, app: WSGIApplication, url: str) -> None:
        self._app = app
        parts = urlsplit(url)
        self._scheme, self._host = parts.scheme, parts.netloc

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request as one to the address."""
        environ["wsgi.url_scheme"] = self._scheme
        environ["HTTP_HOST"] = self._host
        return self._app(environ, start_response)
