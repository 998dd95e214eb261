"""How the text of the environment becomes the value of a setting; each reader raises ValueError for what cannot be.

>>> number(0, 65535)("8000")
8000
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

LOG_LEVELS = ("debug", "info", "warning", "error")


class Secret:
    """A value that is used and never shown: ``str(Secret("key"))`` and its repr are ``***``."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "***" if self._value else ""

    __str__ = __repr__

    def __bool__(self) -> bool:
        return bool(self._value)

    def reveal(self) -> str:
        """The value itself; for the one call that needs it."""
        return self._value


def words(value: str) -> str:
    """Text, without blanks around it."""
    return value.strip()


def path(value: str) -> Path | None:
    """A folder as an absolute path; None for ""."""
    return Path(value).expanduser().absolute() if value else None


def number(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from ``low`` to ``high``."""

    def read(value: str) -> int:
        number = int(value) if re.fullmatch(r"[0-9]{1,12}", value) else -1
        if not low <= number <= high:
            raise ValueError
        return number

    return read


def host(value: str) -> str:
    """A host name or address."""
    if not re.fullmatch(r"[0-9A-Za-z._:\[\]-]{1,253}", value):
        raise ValueError
    return value


def switch(value: str) -> bool:
    """on or off, in any of the words for them."""
    words = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
    if value.lower() not in words:
        raise ValueError
    return words[value.lower()]


def room(value: str) -> int:
    """``off`` or a number of bytes; 0 stands for off."""
    return 0 if value.lower() in ("off", "0") else number(1024, 1024**3)(value)


def rate(value: str) -> str:
    """``off`` or a number per span of time; the empty string stands for no limit."""
    if value.lower() == "off":
        return ""
    if not re.fullmatch(r"[1-9]\d{0,6}\s*/\s*(second|minute|hour|day)", value.lower()):
        raise ValueError
    return re.sub(r"\s", "", value.lower())


def origins(value: str) -> tuple[str, ...]:
    """Web origins, separated by commas."""
    origins = tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
    for origin in origins:
        parts = urlsplit(origin)
        if origin != "*" and (parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}"):
            raise ValueError
    return origins


def secret(value: str) -> Secret:
    """Visible ASCII, kept from being shown."""
    if not re.fullmatch(r"[\x21-\x7e]{0,400}", value):
        raise ValueError
    return Secret(value)


def address(value: str) -> str:
    """The address of an API, without a slash at its end; a key in it would be shown in logs, so it may have none."""
    parts = urlsplit(value)
    bare = not (parts.username or parts.password or parts.query or parts.fragment)
    if value and not (parts.scheme in ("http", "https") and parts.hostname and bare and "\\" not in value):
        raise ValueError
    return value.rstrip("/")


def public(value: str) -> str:
    """The address under which people reach the service, without a slash at its end: it stands at the root of a host."""
    parts = urlsplit(value)
    port = parts.port  # raises where it is no number
    plain = re.fullmatch(r"[0-9A-Za-z._:\[\]-]{1,253}", parts.netloc) and port != 0
    if value and not (
        parts.scheme in ("http", "https") and plain and value.rstrip("/") == f"{parts.scheme}://{parts.netloc}"
    ):
        raise ValueError
    return value.rstrip("/")


def level(value: str) -> str:
    """A level of the log."""
    if value.lower() not in LOG_LEVELS:
        raise ValueError
    return value.lower()


def storage(value: str) -> str:
    """``memory``, or the address of a Redis as its clients write it."""
    if value.lower() == "memory":
        return "memory"
    parts = urlsplit(value)
    if parts.scheme not in ("redis", "rediss", "redis+unix") or not (parts.netloc or parts.path):
        raise ValueError
    return value


def metrics(value: str) -> str:
    """``off`` as the empty string, ``on``, or HOST:PORT."""
    if value.lower() in ("off", "on"):
        return "" if value.lower() == "off" else "on"
    name, _, port = value.rpartition(":")
    host(name)
    number(1, 65535)(port)
    return value


def one_of(*choices: str) -> Callable[[str], str]:
    """Reads one of these words."""

    def read(value: str) -> str:
        if value.lower() not in choices:
            raise ValueError
        return value.lower()

    return read


def store(value: str) -> str:
    """Nothing, or the address of a Milvus."""
    parts = urlsplit(value)
    port = parts.port  # raises where it is no number
    if value and (parts.scheme not in ("milvus", "milvus+https") or not parts.hostname or port == 0):
        raise ValueError
    if not re.fullmatch(r"/?[A-Za-z_]?\w{0,60}", parts.path):
        raise ValueError
    return value


def host_and_port(host: str, port: int) -> str:
    """Host and port as one writes them: ``[::1]:8000`` for IPv6."""
    return f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"
