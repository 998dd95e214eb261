"""Links in replies: as the service writes them, or with the address that a reader can open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from corpus.errors import WenliError

_ADDRESS = re.compile(r"https?://[\w.:\[\]-]+(?:/[\w./~-]*)?")


class LinksInvalid(WenliError):
    """What links should begin with is no address (``given``)."""

    def __init__(self, given: str) -> None:
        self.given = given
        super().__init__(f"“{given}” is not an address such as https://wenli.example that links can begin with.")


def read_host(given: str) -> str:
    """The beginning of links: ``read_host("https://wenli.example/") == "https://wenli.example"``; "" for none."""
    if given and not _ADDRESS.fullmatch(given):
        raise LinksInvalid(given)
    return given.rstrip("/")


def linked(reply: BaseModel, host: str) -> dict[str, Any]:
    """A reply as JSON values, every ``url`` of it with ``host`` before it."""
    values: dict[str, Any] = _with_host(reply.model_dump(mode="json", by_alias=True), host)
    return values


def _with_host(value: Any, host: str) -> Any:
    if isinstance(value, Mapping):
        return {
            key: f"{host}{own}" if key == "url" and isinstance(own, str) else _with_host(own, host)
            for key, own in value.items()
        }
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_with_host(own, host) for own in value]
    return value
