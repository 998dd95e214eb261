"""The one home of settings: a table of what can be set, and the frozen values read from the environment once.

>>> Settings.read({"WENLI_PORT": "9000"}).port
9000
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from corpus.errors import WenliError

CHECKOUT = Path(__file__).resolve().parent.parent
STATIC = CHECKOUT / "service" / "static"
LOG_LEVELS = ("debug", "info", "warning", "error")


class SettingInvalid(WenliError):
    """A setting has a value that cannot be (``key``, ``value``, ``expected``)."""

    def __init__(self, key: str, value: str, expected: str) -> None:
        self.key = key
        self.value = value
        self.expected = expected
        super().__init__(f"{key}={value!r}: expected {expected}.")


@dataclass(frozen=True)
class Setting:
    """One row of the table: ``read`` turns the text of the environment into the value, or raises ValueError.

    ``default`` is written as one would write it in the environment; "" means what ``help`` says.
    ``override`` is a second, shorter name that wins where both are set (``PORT=9000 make run``).
    """

    key: str
    field: str
    kind: str
    default: str
    help: str
    read: Callable[[str], Any]
    override: str = ""


def _text(value: str) -> str:
    return value.strip()


def _path(value: str) -> Path | None:
    return Path(value).expanduser().absolute() if value else None


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        number = int(value) if re.fullmatch(r"[0-9]{1,12}", value) else -1
        if not low <= number <= high:
            raise ValueError
        return number

    return read


def _host(value: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z._:\[\]-]{1,253}", value):
        raise ValueError
    return value


def _switch(value: str) -> bool:
    words = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
    if value.lower() not in words:
        raise ValueError
    return words[value.lower()]


def _room(value: str) -> int:
    """``off`` or a number of bytes; 0 stands for off."""
    return 0 if value.lower() in ("off", "0") else _number(1024, 1024**3)(value)


def _rate(value: str) -> str:
    """``off`` or a number per span of time; the empty string stands for no limit."""
    if value.lower() == "off":
        return ""
    if not re.fullmatch(r"[1-9]\d{0,6}\s*/\s*(second|minute|hour|day)", value.lower()):
        raise ValueError
    return re.sub(r"\s", "", value.lower())


def _origins(value: str) -> tuple[str, ...]:
    origins = tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
    for origin in origins:
        parts = urlsplit(origin)
        if origin != "*" and (parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}"):
            raise ValueError
    return origins


def _level(value: str) -> str:
    if value.lower() not in LOG_LEVELS:
        raise ValueError
    return value.lower()


SETTINGS: tuple[Setting, ...] = (
    Setting("WENLI_HOME", "home", "folder", "", "Where models and the index are kept; .wenli in the checkout.", _path),
    Setting("WENLI_PACKS", "packs", "folder", "", "Where local packs of texts are kept; packs in WENLI_HOME.", _path),
    Setting(
        "WENLI_EMBEDDING_MODEL",
        "embedding_model",
        "name or folder",
        "",
        "The embedding model; empty means the one Wenli comes with. A change needs `wenli build`.",
        _text,
    ),
    Setting("WENLI_HOST", "host", "address", "127.0.0.1", "Address the service listens on.", _host, override="HOST"),
    Setting(
        "WENLI_PORT",
        "port",
        "number from 0 to 65535",
        "8000",
        "Port the service listens on; 0 takes any free one.",
        _number(0, 65535),
        override="PORT",
    ),
    Setting(
        "WENLI_WORKERS",
        "workers",
        "number from 1 to 64",
        "1",
        "Processes that answer requests. Each counts its own rate limit.",
        _number(1, 64),
    ),
    Setting(
        "WENLI_THREADS",
        "threads",
        "number from 1 to 256",
        "8",
        "Requests one process answers at the same time.",
        _number(1, 256),
    ),
    Setting(
        "WENLI_RATE_LIMIT",
        "rate_limit",
        "off, or a number per second, minute, hour or day, such as 60/minute",
        "off",
        "How many requests to /v1, or questions to the page, one address may make.",
        _rate,
    ),
    Setting(
        "WENLI_CORS_ORIGINS",
        "cors_origins",
        "origins such as https://example.org separated by commas, or *",
        "",
        "Web sites whose pages may call /v1 from a browser; none by default.",
        _origins,
    ),
    Setting(
        "WENLI_MAX_BODY",
        "max_body",
        "number from 1024 to 16777216",
        "65536",
        "Largest request body, in bytes.",
        _number(1024, 16 * 1024 * 1024),
    ),
    Setting(
        "WENLI_MAX_DOCUMENT",
        "max_document",
        "number from 1024 to 67108864",
        "4194304",
        "Largest document that is checked for its quotations, in bytes.",
        _number(1024, 64 * 1024 * 1024),
    ),
    Setting(
        "WENLI_LOG_LEVEL",
        "log_level",
        "debug, info, warning or error",
        "info",
        "How much is written to the log.",
        _level,
    ),
    Setting(
        "WENLI_LOG_QUESTIONS",
        "log_questions",
        "on or off",
        "off",
        "Whether questions are written to the log, and kept with feedback; they may be private.",
        _switch,
    ),
    Setting(
        "WENLI_FEEDBACK",
        "feedback",
        "off, or a number from 1024 to 1073741824",
        "10485760",
        "Room for what readers think of answers (`/v1/feedback`), in bytes; off takes none.",
        _room,
    ),
    Setting(
        "WENLI_FEEDBACK_FOLDER",
        "feedback_folder",
        "folder",
        "",
        "Where that is kept, as JSON lines; feedback in WENLI_HOME.",
        _path,
    ),
)


@dataclass(frozen=True)
class Settings:
    """Every setting, read and checked; ``rate_limit`` is "" for none, sizes are bytes, 0 is off."""

    home: Path
    packs: Path
    embedding_model: str
    host: str
    port: int
    workers: int
    threads: int
    rate_limit: str
    cors_origins: tuple[str, ...]
    max_body: int
    max_document: int
    log_level: str
    log_questions: bool
    feedback: int
    feedback_folder: Path

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """The settings of an environment; SettingInvalid names the key and the value that cannot be."""
        values = {setting.field: _value(setting, environ) for setting in SETTINGS}
        values["home"] = values["home"] or CHECKOUT / ".wenli"
        values["packs"] = values["packs"] or values["home"] / "packs"
        values["feedback_folder"] = values["feedback_folder"] or values["home"] / "feedback"
        return cls(**values)


def _value(setting: Setting, environ: Mapping[str, str]) -> Any:
    """An empty variable counts as not set, as it does in a shell's ``${X:-default}``."""
    key = setting.override if environ.get(setting.override, "").strip() else setting.key
    text = environ.get(key, "").strip() or setting.default
    try:
        return setting.read(text)
    except ValueError:
        raise SettingInvalid(key, text, setting.kind) from None


def unknown(environ: Mapping[str, str]) -> dict[str, str]:
    """Variables that look like settings and are none → the nearest that is ("" if none is near)."""
    known = [setting.key for setting in SETTINGS]
    strange = [key for key in environ if key.startswith("WENLI_") and key not in known]
    return {key: next(iter(get_close_matches(key, known, 1)), "") for key in strange}
