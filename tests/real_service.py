"""The real service as its own processes, for tests that do it harm."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpus.library import Library

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = (
    "誰當司馬?",
    "主人如何戒賓?",
    "What does the host do?",
    "三耦在哪裡?",
    "設洗在何處?",
    "司射誘射之後做什麼?",
)


def environ(home: Path, **more: str) -> dict[str, str]:
    """The environment without settings of the machine, with ours."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("WENLI_") and k not in ("HOST", "PORT")}
    return clean | {"WENLI_HOME": str(home), "WENLI_LOG_FORMAT": "json", "PYTHONPATH": str(ROOT)} | more


def linked(source: str, target: str) -> None:
    """A hard link where that is possible, else a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def home_like(home: Path, place: Path) -> Path:
    """A home of its own: the index copied, the models, which are only read, by hard links where that is possible."""
    shutil.copytree(home / "index", place / "index")
    shutil.copytree(home / "models", place / "models", copy_function=linked)
    return place


@dataclass
class Reply:
    """What came back: ``status`` 0 means that the connection broke."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Service:
    """A running service: its master process, its port and what it logs."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    def send(self, method: str, path: str, body: Any = None, timeout: float = 30, **headers: str) -> Reply:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            content = None if body is None else json.dumps(body).encode()
            kinds = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, content, kinds | headers)
            response = connection.getresponse()
            headers = {name.title(): value for name, value in response.getheaders()}  # their case says nothing
            return Reply(response.status, response.read(), headers)
        except (OSError, http.client.HTTPException):
            return Reply(0)
        finally:
            connection.close()

    def ask(self, question: str = QUESTIONS[0], **more: Any) -> Reply:
        return self.send("POST", "/v1/ask", {"question": question, **more})

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def workers(self) -> list[int]:
        """The ids of the worker processes."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        ).stdout
        return [int(pid) for pid in found.split()]

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines() if line.startswith("{")]

    def until(self, true: Callable[[], bool], limit_s: float = 30) -> None:
        """Wait until something is the case."""
        end = time.monotonic() + limit_s
        while not true():
            assert time.monotonic() < end, "it did not become so in time"
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it and wait for its end; nothing it started may have crashed on the way."""
        self.process.send_signal(how)
        ended = self.process.wait(60)
        log = self.log.read_text(encoding="utf-8")
        assert not re.search(r"was sent SIG(SEGV|ABRT|BUS)", log), log
        return ended


@contextmanager
def running(home: Path, *before: str, **settings: str) -> Iterator[Service]:
    """A service that answers, and is gone afterwards; ``before`` is put before its command."""
    log = home / f"log-{time.monotonic_ns()}"
    command = [*before, sys.executable, "-m", "service", "serve", "--port", "0"]
    with (
        log.open("w") as errors,
        subprocess.Popen(
            command, cwd=ROOT, env=environ(home, **settings), stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        assert process.stdout
        try:
            line = process.stdout.readline()
            match = re.search(r":(\d+)$", line.strip())
            assert match, log.read_text(encoding="utf-8")
            service = Service(process, int(match[1]), log)
            service.until(lambda: service.send("GET", "/readyz").status == 200)
            yield service
        finally:
            if process.poll() is None:
                children = Service(process, 0, log).workers()
                process.kill()
                for pid in children:
                    with_no_owner(pid)


def with_no_owner(pid: int) -> None:
    """End a worker whose master was killed."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def true_citations(reply: Any, library: Library) -> int:
    """How many citations a reply has; fails unless each is a slice of the text it names."""
    held: dict[tuple[str, str], list[str]] = {}
    for unit in library.units:
        held.setdefault((unit.ref, unit.witness), []).append(unit.text)
    for citation in reply["citations"]:
        texts = held[citation["ref"], citation["witness"]]
        part = slice(citation["start"], citation["end"])
        assert any(text[part] == citation["cited_text"] for text in texts), citation
    return len(reply["citations"])


class Load:
    """So many clients that ask until they are told to stop, each request on a new connection; ``replies`` has all."""

    def __init__(self, service: Service, clients: int, **more: Any) -> None:
        self.replies: list[Reply] = []
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._go, args=(service, at, more)) for at in range(clients)]

    def _go(self, service: Service, at: int, more: dict[str, Any]) -> None:
        count = 0
        while not self._stop.is_set():
            count += 1
            reply = service.ask(f"{QUESTIONS[(at + count) % len(QUESTIONS)]} {at}.{count}", **more)
            self.replies.append(reply)
            if reply.status == 0:
                time.sleep(0.05)

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(60)

    def wait_for(self, count: int, limit_s: float = 30) -> None:
        end = time.monotonic() + limit_s
        while len(self.replies) < count:
            assert time.monotonic() < end, self.replies
            time.sleep(0.02)
