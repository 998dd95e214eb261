"""Throughput and latency under load, cold start and memory. Run by ``make bench``.

    python -m benchmarks.load [--clients 1,8,32] [--seconds 10] [--servers wenli,granian,…] [--record]
    python -m benchmarks.load --slow 500 --servers wenli,gthread,waitress     eight clients beside slow connections
    python -m benchmarks.load --uploads 20                                    one client beside hostile documents

Starts each server on a free port of 127.0.0.1, one after the other, and asks it from so many clients at once, each
on a connection that stays open. Every question is another one – the known questions of the corpus, in an order that is
the same in every run – so that nothing remembered helps. The peers need an environment of their own
(``make peers``); they are given the same texts and the same model, and answer with the ten best passages.

With --record the figures go into docs/performance.md, as ratios to Wenli as ``wenli serve`` runs it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from benchmarks.speed import free_port, wait_until_ready
from corpus import library as libraries

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".venv-peers" / "bin" / "python"
PAGE = ROOT / "docs" / "performance.md"
WSGI = "benchmarks.peers.wenli_wsgi:app"
"""Wenli's application for other servers; gevent has to be installed for that."""
MARKS = ("<!-- figures: written by `benchmarks.load --record` -->", "<!-- end of figures -->")
WARM_UP_SECONDS = 2.0
SERVERS = ("wenli", "granian", "haystack", "txtai", "haystack-onnx", "txtai-onnx")
"""Wenli as it is served and under another server, and peers.

The peers have the model on torch, as sentence-transformers computes it; with "-onnx" they have Wenli's graph."""


@dataclass(frozen=True)
class Figures:
    """What one server did with one kind of request and so many clients: answers a second, milliseconds, failures."""

    server: str
    path: str
    clients: int
    per_second: float
    p50: float
    p95: float
    failures: int


class Questions:
    """Questions that are all different, for many threads: ``next(questions)``."""

    def __init__(self) -> None:
        held = libraries.load().book.asked
        self._texts = sorted({text for question in held for text in (question.zh, question.en) if text})
        random.Random(5).shuffle(self._texts)
        self._count = count()
        self._lock = threading.Lock()

    def __next__(self) -> str:
        with self._lock:
            at = next(self._count)
        round_, place = divmod(at, len(self._texts))
        return self._texts[place] + (f" {round_}" if round_ else "")


class Client:
    """One client: asks, waits for the answer, asks again, until told to stop."""

    def __init__(self, port: int, questions: Questions, path: str, stop: threading.Event) -> None:
        self.times: list[tuple[float, float]] = []
        self.failures = 0
        self._port = port
        self._path = path
        self._questions = questions
        self._stop = stop

    def run(self) -> None:
        """Runs in a thread."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        while not self._stop.is_set():
            start = time.perf_counter()
            try:
                status = self._ask(connection)
            except (OSError, http.client.HTTPException):
                connection.close()
                status = 0
            now = time.perf_counter()
            if status == 200:
                self.times.append((now, (now - start) * 1000))
            else:
                self.failures += 1
        connection.close()

    def _ask(self, connection: http.client.HTTPConnection) -> int:
        question = next(self._questions)
        if self._path == "/v1/ask":
            body = json.dumps({"question": question}).encode()
            connection.request("POST", self._path, body, {"Content-Type": "application/json"})
        else:
            connection.request("GET", f"{self._path}?q={urllib.parse.quote(question)}")
        response = connection.getresponse()
        response.read()
        return response.status


def measure(server: str, path: str, clients: int, seconds: float, client: Callable[..., Client]) -> Figures:
    """Load one endpoint for so many seconds, after a short time that does not count."""
    stop = threading.Event()
    crowd = [client(path, stop) for _ in range(clients)]
    threads = [threading.Thread(target=client.run) for client in crowd]
    for thread in threads:
        thread.start()
    time.sleep(WARM_UP_SECONDS)
    begin = time.perf_counter()
    time.sleep(seconds)
    end = time.perf_counter()
    stop.set()
    for thread in threads:
        thread.join()
    times = sorted(ms for client in crowd for at, ms in client.times if begin <= at <= end)
    failures = sum(client.failures for client in crowd)
    if len(times) < 2:
        return Figures(server, path, clients, 0.0, 0.0, 0.0, failures)
    p95 = statistics.quantiles(times, n=20)[-1]
    return Figures(server, path, clients, len(times) / (end - begin), statistics.median(times), p95, failures)


def command(server: str, port: int) -> list[str]:
    """How each server is started."""
    if server == "wenli":
        return [sys.executable, "-m", "service", "serve", "--port", str(port)]
    if server == "granian":
        threads = ["--blocking-threads", os.environ.get("WENLI_THREADS", "3"), "--no-ws"]
        granian = Path(sys.executable).parent / "granian"
        return [str(granian), "--interface", "wsgi", "--port", str(port), *threads, WSGI]
    if server == "waitress":
        limits = ["--threads=75", "--connection-limit=2000"]
        return [sys.executable, "-m", "waitress", f"--listen=127.0.0.1:{port}", *limits, WSGI]
    if server in ("gthread", "gevent"):
        worker = ["-k", server, "--threads", "75", "--worker-connections", "2000", "--no-control-socket"]
        return [sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", *worker, WSGI]
    return [str(PEERS), "-m", f"benchmarks.peers.{server.removesuffix('-onnx')}_server", str(port)]


def _descendants(pid: int) -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return [one for child in map(int, listed) for one in (child, *_descendants(child))]


def memory(pid: int) -> float:
    """Megabytes of a process and all that come from it, what they share counted once (PSS)."""
    total = 0
    for process in (pid, *_descendants(pid)):
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


@contextmanager
def running(server: str, port: int) -> Iterator[tuple[int, float]]:
    """A server that is ready: its process and how long its start took, in seconds."""
    environment = {**os.environ, "WENLI_RATE_LIMIT": "off", "WENLI_LOG_LEVEL": "warning", "PYTHONPATH": str(ROOT)}
    if server in ("haystack", "txtai"):
        environment["WENLI_EMBEDDING_BACKEND"] = "torch"
    start = time.perf_counter()
    process = subprocess.Popen(command(server, port), cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_until_ready(f"http://127.0.0.1:{port}", process)
        yield process.pid, time.perf_counter() - start
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(40)
        except subprocess.TimeoutExpired:
            process.kill()


def loads(server: str, clients: list[int], seconds: float, questions: Questions) -> Iterator[Figures]:
    """Start a server, load it, print its start and memory, stop it."""
    port = free_port()
    with running(server, port) as (pid, ready):
        before = memory(pid)
        for path in ("/v1/ask", "/v1/search"):
            for number in clients:
                yield measure(server, path, number, seconds, partial(Client, port, questions))
        print(f"{server}: ready in {ready:.1f} s; {before:.0f} MB, after the load {memory(pid):.0f} MB")


def harm(server: str, slow: int, uploads: int, seconds: float, questions: Questions) -> None:
    """Start a server, do it harm while others ask, stop it."""
    from benchmarks import harm

    port = free_port()
    with running(server, port) as (pid, _):
        if slow:
            harm.slow(server, port, slow, seconds, questions)
        if uploads:
            harm.uploads(server, port, pid, uploads, questions)


def table(found: list[Figures]) -> str:
    """The figures as ratios to Wenli as it is served, as a Markdown table."""
    ours = {(f.path, f.clients): f for f in found if f.server == "wenli"}
    lines = [
        "| server | endpoint | clients | answers a second | p50 | p95 |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for f in found:
        own = ours.get((f.path, f.clients))
        if own is None or not own.per_second or not f.per_second:
            continue
        ratios = (f.per_second / own.per_second, f.p50 / own.p50, f.p95 / own.p95)
        cells = " | ".join(f"{ratio:.2f}" for ratio in ratios)
        lines.append(f"| {f.server} | `{f.path}` | {f.clients} | {cells} |")
    return "\n".join(lines)


def record(text: str, page: Path = PAGE) -> None:
    """Put a table between the marks of a page."""
    head, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, tail = rest.partition(MARKS[1])
    page.write_text(f"{head}{MARKS[0]}\n{text}\n{MARKS[1]}{tail}", encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--clients", default="1,8,32", help="how many at once, separated by commas")
    parser.add_argument("--seconds", type=float, default=10, help="how long each measurement takes (default 10)")
    parser.add_argument("--servers", default=",".join(SERVERS), help=f"which of {', '.join(SERVERS)}")
    parser.add_argument("--record", action="store_true", help="write the ratios into docs/performance.md")
    parser.add_argument("--slow", type=int, default=0, help="so many slow connections beside eight clients, instead")
    parser.add_argument("--uploads", type=int, default=0, help="so many hostile documents beside a client, instead")
    options = parser.parse_args()
    questions = Questions()
    if options.slow or options.uploads:
        asked = options.servers if options.servers != parser.get_default("servers") else "wenli"
        for server in asked.split(","):
            harm(server, options.slow, options.uploads, options.seconds, questions)
        return
    found: list[Figures] = []
    for server in options.servers.split(","):
        if server.startswith(("haystack", "txtai")) and not PEERS.exists():
            print(f"{server}: left out, for there is no .venv-peers; `make peers` makes it")
            continue
        for f in loads(server, [int(n) for n in options.clients.split(",")], options.seconds, questions):
            found.append(f)
            what = f"{f.server:<13} {f.path:<11} {f.clients:>3} clients"
            print(f"{what} {f.per_second:7.1f}/s   p50 {f.p50:6.0f} ms   p95 {f.p95:6.0f} ms   {f.failures} failed")
    if options.record:
        record(table(found))


if __name__ == "__main__":
    main()
