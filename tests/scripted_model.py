"""An OpenAI-compatible server on a real socket that misbehaves on demand; the name of the model says how.

As a process of its own: ``python tests/scripted_model.py`` prints its port and serves until it is killed.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PASSAGE = re.compile(r"^\[(\d+)\] (.+)\n(.+)$", re.MULTILINE)
FALSE = "司正乘龍而升堂，賓主皆降。"


def passages(messages: list[dict[str, str]]) -> list[tuple[str, str, str]]:
    """Number, label and text of the passages in a prompt."""
    section = next(m["content"] for m in messages if m["role"] == "user").split("PASSAGES>>\n", 1)
    return PASSAGE.findall(section[1].split("END>>")[0]) if len(section) > 1 else []


def faithful(messages: list[dict[str, str]]) -> str:
    """A true sentence for each of the first four passages."""
    return "".join(f"其文說「{text[:12]}」[{number}]。" for number, _, text in passages(messages)[:4])


def spoken(model: str, messages: list[dict[str, str]]) -> str:
    """What a model of this name says."""
    given = passages(messages)
    first = given[0][2][:10] if given else ""
    said = {
        "faithful": faithful(messages),
        "slow": faithful(messages),
        "newer": faithful(messages),
        "fabricates": f"其文說「{first}」[1]。經文說「{FALSE}」[1]。{FALSE}",
        "only-fabricates": f"經文說「{FALSE}」[1]。" * 3,
        "cites-9": f"其文說「{first}」[1]。司馬由司正擔任[99]。",
        "repeats-the-prompt": "\n".join(m["content"] for m in messages),
        "endless": "",
        "silent": "所給的段落沒有說明。",
        "key": "Your key is in the log.",
    }
    if model == "repairs":
        return f"其文說「{first}」[1]。" if messages[-2]["role"] == "assistant" else f"「{first}」[1]。「{FALSE}」[1]。"
    if model == "condenses" and "LAST QUESTION" in messages[-1]["content"]:
        return "大射儀中誰擔任司馬？"
    return said.get(model, faithful(messages))


@dataclass
class Scripted:
    """The server and what was asked of it."""

    port: int = 0
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    fail: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


class Handler(BaseHTTPRequestHandler):
    """What is answered; a server has a class of its own, with its ``script``."""

    protocol_version = "HTTP/1.1"
    script: Scripted

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.script.asked.append(body)
        self.script.headers.append({name.title(): value for name, value in self.headers.items()})
        model = body["model"]
        key = self.headers.get("Authorization", "")
        if self.script.fail > 0:
            self.script.fail -= 1
            self._fail(503, "overloaded")
        elif model.isdigit():
            self._fail(int(model), f"Incorrect API key provided: {key}")
        elif model == "newer" and "max_tokens" in body:
            self._fail(400, "Unsupported parameter: max_tokens")
        elif model == "garbage":
            self._begin()
            self._write(b"data: {not json at all\n\ndata: \xff\xfe\n\n")
            self._write(b"")
        elif model == "html":
            self._reply(200, b"<html>a proxy's page</html>", "text/html")
        else:
            self._stream(model, body["messages"])

    def _stream(self, model: str, messages: list[dict[str, str]]) -> None:
        if model == "stalls-at-once":
            time.sleep(30)
        self._begin()
        text = spoken(model, messages)
        if model == "drips":
            for _ in range(600):
                self._write(b":")
                time.sleep(0.2)
        pieces: Iterator[str] = (text[at : at + 3] for at in range(0, len(text), 3))
        if model == "endless":
            pieces = (f"甲乙{n}" for n in range(100_000))
        for number, piece in enumerate(pieces):
            self._chunk({"content": piece})
            if model == "slow":
                time.sleep(0.15)
            if model in ("drops", "ends-early") and number == len(text) // 6:
                if model == "ends-early":
                    self._write(b"")
                self.close_connection = True
                self.connection.close()
                return
            if model == "stalls" and number == len(text) // 6:
                time.sleep(30)
        self._chunk({}, "stop")
        self._write(b"data: [DONE]\n\n")
        self._write(b"")

    def _chunk(self, delta: dict[str, str], finish: str | None = None) -> None:
        chunk = {
            "id": "c1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "scripted",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
        }
        self._write(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode())

    def _begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _write(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _fail(self, status: int, message: str) -> None:
        error = {"error": {"message": message, "type": "x", "param": None, "code": None}}
        self._reply(status, json.dumps(error).encode(), "application/json")

    def _reply(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def handler(script: Scripted) -> type[Handler]:
    return type("Handler", (Handler,), {"script": script})


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """A client that goes away is no error."""


@contextmanager
def scripted() -> Iterator[Scripted]:
    """A server in a thread."""
    script = Scripted()
    server = Server(("127.0.0.1", 0), handler(script))
    script.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    alone = Scripted()
    own = Server(("127.0.0.1", 0), handler(alone))
    print(own.server_address[1], flush=True)
    sys.stdout.flush()
    own.serve_forever()
