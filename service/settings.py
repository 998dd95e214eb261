"""The one home of settings: a table of what can be set, and the frozen values read from the environment once.

>>> Settings.read({"WENLI_PORT": "9000"}).port
9000
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from corpus.errors import WenliError
from service.setting_values import (
    Secret,
    address,
    host,
    level,
    metrics,
    number,
    one_of,
    origins,
    path,
    public,
    rate,
    room,
    secret,
    storage,
    store,
    switch,
    words,
)

CHECKOUT = Path(__file__).resolve().parent.parent
STATIC, TEMPLATES = CHECKOUT / "service" / "web" / "static", CHECKOUT / "service" / "web" / "templates"


def default_home(code: Path, environ: Mapping[str, str]) -> Path:
    """Return ``.wenli`` in a checkout; where Wenli was installed from a wheel, ``wenli`` in the user's data folder."""
    if (code / "pyproject.toml").is_file():
        return code / ".wenli"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wenli"


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
    secret: bool = False


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "WENLI_HOME",
        "home",
        "folder",
        "",
        "Where models and the index are kept; .wenli in a checkout, else wenli in the user's data folder.",
        path,
    ),
    Setting("WENLI_PACKS", "packs", "folder", "", "Where local packs of texts are kept; packs in WENLI_HOME.", path),
    Setting(
        "WENLI_KANRIPO",
        "kanripo",
        "folder",
        "",
        "Copies of Kanripo's repositories, for `wenli corpus add kanripo:KR1d0026`; without it, they come from GitHub.",
        path,
    ),
    Setting(
        "WENLI_VECTOR_STORE",
        "vector_store",
        "milvus://HOST:PORT, with /ALIAS if need be",
        "",
        "Where the index of added editions is kept: a Milvus; empty means editions in WENLI_HOME.",
        store,
    ),
    Setting(
        "WENLI_EMBEDDING_MODEL",
        "embedding_model",
        "name or folder",
        "",
        "The embedding model; empty means the one Wenli comes with. A change needs `wenli build`.",
        words,
    ),
    Setting(
        "WENLI_EMBEDDING_BACKEND",
        "embedding_backend",
        "auto, onnx or torch",
        "auto",
        "What computes with the embedding model: onnx (made once, fast on processors), torch, or auto: onnx for the "
        "model Wenli comes with unless there is a graphics card.",
        one_of("auto", "onnx", "torch"),
    ),
    Setting("WENLI_HOST", "host", "address", "127.0.0.1", "Address the service listens on.", host, override="HOST"),
    Setting(
        "WENLI_PORT",
        "port",
        "number from 0 to 65535",
        "8000",
        "Port the service listens on; 0 takes any free one.",
        number(0, 65535),
        override="PORT",
    ),
    Setting(
        "WENLI_WORKERS",
        "workers",
        "number from 1 to 64",
        "1",
        "Processes that answer requests.",
        number(1, 64),
    ),
    Setting(
        "WENLI_THREADS",
        "threads",
        "number from 1 to 256",
        "3",
        "Requests one process works on at the same time.",
        number(1, 256),
    ),
    Setting(
        "WENLI_QUEUE",
        "queue",
        "number from 0 to 1024",
        "64",
        "Requests that wait in one process for their turn; more are told to come back (503).",
        number(0, 1024),
    ),
    Setting(
        "WENLI_RATE_LIMIT",
        "rate_limit",
        "off, or a number per second, minute, hour or day, such as 60/minute",
        "off",
        "How many requests to /v1 and /dts, or questions to the page, one address may make.",
        rate,
    ),
    Setting(
        "WENLI_RATE_STORAGE",
        "rate_storage",
        "memory, or the URL of a Redis such as redis://localhost:6379/0",
        "memory",
        "Where they are counted: memory, for each process by itself, or the URL of a Redis, for all together.",
        storage,
    ),
    Setting(
        "WENLI_KEYS",
        "keys",
        "off, optional or required",
        "off",
        "Whether /v1 and /dts look at API keys (`wenli keys add`): not at all, where one is sent, or always.",
        one_of("off", "optional", "required"),
    ),
    Setting(
        "WENLI_PROXIES",
        "proxies",
        "number from 0 to 8",
        "0",
        "Reverse proxies in front of the service whose X-Forwarded-For and -Proto are believed.",
        number(0, 8),
    ),
    Setting(
        "WENLI_PUBLIC_URL",
        "public_url",
        "address such as https://wenli.example, without a path",
        "",
        "Address under which people reach the service, for the links it gives; empty takes the host a request names.",
        public,
    ),
    Setting(
        "WENLI_CORS_ORIGINS",
        "cors_origins",
        "origins such as https://example.org separated by commas, or *",
        "",
        "Web sites whose pages may call /v1 and /dts from a browser; none by default.",
        origins,
    ),
    Setting(
        "WENLI_MAX_BODY",
        "max_body",
        "number from 1024 to 16777216",
        "65536",
        "Largest request body, in bytes.",
        number(1024, 16 * 1024 * 1024),
    ),
    Setting(
        "WENLI_MAX_DOCUMENT",
        "max_document",
        "number from 1024 to 67108864",
        "4194304",
        "Largest document that is checked for its quotations, in bytes.",
        number(1024, 64 * 1024 * 1024),
    ),
    Setting(
        "WENLI_LOG_LEVEL",
        "log_level",
        "debug, info, warning or error",
        "info",
        "How much is written to the log.",
        level,
    ),
    Setting(
        "WENLI_LOG_FORMAT",
        "log_format",
        "auto, json or text",
        "auto",
        "How it is written: json, one object a line; text; auto, which is text on a terminal and json elsewhere.",
        one_of("auto", "json", "text"),
    ),
    Setting(
        "WENLI_LOG_QUESTIONS",
        "log_questions",
        "on or off",
        "off",
        "Whether questions are written to the log, and kept with feedback; they may be private.",
        switch,
    ),
    Setting(
        "WENLI_METRICS",
        "metrics",
        "off, on, or an address such as 127.0.0.1:9100",
        "off",
        "Figures for Prometheus at /metrics: none, with the service, or at an address of their own.",
        metrics,
    ),
    Setting(
        "WENLI_FEEDBACK",
        "feedback",
        "off, or a number from 1024 to 1073741824",
        "10485760",
        "Room for what readers think of answers (`/v1/feedback`), in bytes; off takes none.",
        room,
    ),
    Setting(
        "WENLI_FEEDBACK_FOLDER",
        "feedback_folder",
        "folder",
        "",
        "Where that is kept, as JSON lines; feedback in WENLI_HOME.",
        path,
    ),
    Setting(
        "WENLI_LLM_BASE_URL",
        "llm_base_url",
        "address without a key in it, such as http://127.0.0.1:11434/v1",
        "",
        "Address of an OpenAI-compatible API that writes answers; empty for answers made of quotations alone.",
        address,
    ),
    Setting("WENLI_LLM_MODEL", "llm_model", "name", "", "The model to ask there.", words),
    Setting(
        "WENLI_LLM_API_KEY",
        "llm_api_key",
        "up to 400 visible ASCII characters",
        "",
        "The key for it, where it wants one; never logged or shown.",
        secret,
        secret=True,
    ),
    Setting(
        "WENLI_LLM_TIMEOUT",
        "llm_timeout",
        "number from 1 to 600",
        "60",
        "Longest time, in seconds, that the model may write; what is verified by then is kept and completed.",
        number(1, 600),
    ),
    Setting(
        "WENLI_LLM_SILENCE",
        "llm_silence",
        "number from 1 to 600",
        "20",
        "Longest time, in seconds, that the model may send nothing.",
        number(1, 600),
    ),
    Setting(
        "WENLI_LLM_RETRIES",
        "llm_retries",
        "number from 0 to 5",
        "1",
        "How often a request that failed before anything came is sent again, after a pause.",
        number(0, 5),
    ),
    Setting(
        "WENLI_LLM_CONTEXT",
        "llm_context",
        "number from 3000 to 1000000",
        "8192",
        "Tokens that the model takes in, prompt and answer together.",
        number(3000, 1_000_000),
    ),
    Setting(
        "WENLI_LLM_ANSWER_TOKENS",
        "llm_answer_tokens",
        "number from 100 to 8000",
        "900",
        "Tokens of an answer at the most.",
        number(100, 8000),
    ),
)


@dataclass(frozen=True)
class Settings:
    """Every setting, read and checked; ``rate_limit`` and ``metrics`` are "" for none, sizes bytes, 0 is off.

    ``llm_base_url`` is "" where there is no language model; times are seconds, ``llm_context`` tokens.
    """

    home: Path
    packs: Path
    kanripo: Path | None
    vector_store: str
    embedding_model: str
    embedding_backend: str
    host: str
    port: int
    workers: int
    threads: int
    queue: int
    rate_limit: str
    rate_storage: str
    keys: str
    proxies: int
    public_url: str
    cors_origins: tuple[str, ...]
    max_body: int
    max_document: int
    log_level: str
    log_format: str
    log_questions: bool
    metrics: str
    feedback: int
    feedback_folder: Path
    llm_base_url: str
    llm_model: str
    llm_api_key: Secret
    llm_timeout: int
    llm_silence: int
    llm_retries: int
    llm_context: int
    llm_answer_tokens: int

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """The settings of an environment; SettingInvalid names the key and the value that cannot be."""
        values = {setting.field: _value(setting, environ) for setting in SETTINGS}
        values["home"] = values["home"] or default_home(CHECKOUT, environ)
        values["packs"] = values["packs"] or values["home"] / "packs"
        values["feedback_folder"] = values["feedback_folder"] or values["home"] / "feedback"
        if bool(values["llm_base_url"]) != bool(values["llm_model"]):
            missing = "WENLI_LLM_MODEL" if values["llm_base_url"] else "WENLI_LLM_BASE_URL"
            raise SettingInvalid(missing, "", "a value, as WENLI_LLM_BASE_URL and WENLI_LLM_MODEL go together")
        if values["llm_context"] < values["llm_answer_tokens"] + 2000:
            raise SettingInvalid("WENLI_LLM_CONTEXT", str(values["llm_context"]), "2000 more than an answer's tokens")
        return cls(**values)


def _value(setting: Setting, environ: Mapping[str, str]) -> Any:
    """An empty variable counts as not set, as it does in a shell's ``${X:-default}``."""
    key = setting.override if environ.get(setting.override, "").strip() else setting.key
    text = environ.get(key, "").strip() or setting.default
    try:
        return setting.read(text)
    except ValueError:
        raise SettingInvalid(key, "***" if setting.secret or set("@?") & set(text) else text, setting.kind) from None


def unknown(environ: Mapping[str, str]) -> dict[str, str]:
    """Variables that look like settings and are none → the nearest that is ("" if none is near)."""
    known = [setting.key for setting in SETTINGS]
    strange = [key for key in environ if key.startswith("WENLI_") and key not in known]
    return {key: next(iter(get_close_matches(key, known, 1)), "") for key in strange}
