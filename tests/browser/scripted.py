"""A service that says what a test wants it to say: hostile answers, failures, silence."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from conftest import ROOT

WIDGET = (ROOT / "service" / "web" / "static" / "widget.js").read_bytes()
CORS = [("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Headers", "content-type")]
CORS += [("Access-Control-Expose-Headers", "Retry-After"), ("Access-Control-Allow-Methods", "POST")]


def citation(**changed: Any) -> dict[str, Any]:
    plain = {
        "index": 1,
        "ref": "5.17.1",
        "label": "《儀禮集釋》卷五·鄉射禮 17.1",
        "chapter": "鄉射禮",
        "phase": "司馬命張侯倚旌",
        "layer": "經",
        "commentator": None,
        "witness": "jishi",
        "cited_text": "司正為司馬",
        "start": 0,
        "end": 5,
    }
    return plain | changed


def passage(text: str = "司正為司馬", **changed: Any) -> dict[str, Any]:
    unit = {"ref": "5.17.1", "witness": "jishi", "script": "Hant", "text": text, "label": "l", "layer": "經"}
    names = {"zh-Hant": "鄉射禮", "zh-Hans": "乡射礼", "en": "District Archery Ceremony"}
    plain = {"chapter": {"names": names}, "phase": {"names": names}, "witnesses": [unit], "commentary": []}
    return plain | {"renderings": [], "steps": []} | changed


@dataclass
class Scripted:
    """A WSGI application. ``fate`` is taken from the front for each question: a status, "cut", "wait" or "answer"."""

    answer: str = "經云「司正為司馬」[1]。"
    citations: list[dict[str, Any]] = field(default_factory=lambda: [citation()])
    passage: dict[str, Any] = field(default_factory=passage)
    fate: list[str] = field(default_factory=list)
    cors: bool = True
    asked: list[dict[str, Any]] = field(default_factory=list)
    judged: list[dict[str, Any]] = field(default_factory=list)
    cite: str = ""
    read: int = 0
    go: threading.Event = field(default_factory=threading.Event)

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))

        def reply(status: str, kind: str, *headers: tuple[str, str]) -> None:
            start(status, [("Content-Type", kind), *(CORS if self.cors else []), *headers])

        if method == "OPTIONS":
            reply("200 OK", "text/plain")
            return []
        if path == "/widget.js":
            reply("200 OK", "text/javascript; charset=utf-8")
            return [WIDGET]
        if path == "/v1/ask":
            self.asked.append(json.loads(body))
            return self._ask(self.fate.pop(0) if self.fate else "answer", reply)
        if path == "/v1/feedback":
            self.judged.append(json.loads(body))
            reply("200 OK", "application/json")
            return [b'{"status": "kept"}']
        if path.startswith("/v1/passages/"):
            self.read += 1
            reply("200 OK", "application/json")
            return [json.dumps(self.passage).encode()]
        if path.startswith("/v1/cite/") and self.cite:
            reply("200 OK", "text/plain; charset=utf-8")
            return [self.cite.encode()]
        reply("404 Not Found", "application/problem+json")
        return [b'{"type": "/problems/not-found"}']

    def _ask(self, fate: str, reply: Callable[..., None]) -> Iterable[bytes]:
        if fate.isdecimal():
            reply(f"{fate} No", "application/problem+json", ("Retry-After", "2"))
            return [json.dumps({"type": "/problems/x", "detail": "<b>no</b>"}).encode()]
        reply("200 OK", "text/event-stream")
        return self._stream(fate)

    def _stream(self, fate: str) -> Iterator[bytes]:
        yield b": wenli\n\n"
        half = len(self.answer) // 2
        yield event("delta", {"text": self.answer[:half]})
        if fate == "cut":
            return
        if fate == "wait":
            self.go.wait(20)
        yield event("delta", {"text": self.answer[half:]})
        yield event("citations", {"citations": self.citations})
        yield event("done", {"id": "abc", "lang": "zh-Hant", "answer": self.answer, "grounding": "grounded"})


def event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
