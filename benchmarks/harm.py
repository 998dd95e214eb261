"""Load beside clients that do harm: ``benchmarks.load --slow 500``, ``benchmarks.load --uploads 20``.

What is compared is measured in turns, with and without the harm, for a machine is rarely alone for long.
"""

from __future__ import annotations

import http.client
import itertools
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from benchmarks.hostile import documents
from benchmarks.load import Client, Figures, Questions, measure, memory
from benchmarks.slow import Slow

CLIENTS = 8
PAIRS = 3
"""How often what is compared is measured in turns."""
_BOUNDARY = "wenli-load"


@dataclass
class Health:
    """How long /healthz took, in seconds; a probe that failed counts as ``LOST``."""

    times: list[float] = field(default_factory=list)

    LOST = 99.0

    @contextmanager
    def watched(self, port: int) -> Iterator[None]:
        """Ask five times a second while the context lasts."""
        stop = threading.Event()
        thread = threading.Thread(target=self._watch, args=(port, stop))
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def _watch(self, port: int, stop: threading.Event) -> None:
        while not stop.wait(0.2):
            begun = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=8)
            try:
                connection.request("GET", "/healthz")
                good = connection.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                good = False
            finally:
                connection.close()
            self.times.append(time.perf_counter() - begun if good else self.LOST)


def slow(server: str, port: int, count: int, seconds: float, questions: Questions) -> None:
    """Print the figures of 8 asking clients without and with ``count`` slow connections, in turns, and their ratio."""
    found: dict[int, list[Figures]] = {0: [], count: []}
    healths = {0: Health(), count: Health()}
    for _ in range(PAIRS):
        for number in (0, count):
            with Slow(port, number) if number else nullcontext(), healths[number].watched(port):
                time.sleep(1)
                found[number].append(measure(server, "/v1/ask", CLIENTS, seconds, partial(Client, port, questions)))
    for number in (0, count):
        p95 = statistics.median(f.p95 for f in found[number])
        per_second = statistics.median(f.per_second for f in found[number])
        worst = max(healths[number].times)
        failed = sum(f.failures for f in found[number])
        print(
            f"{server:<10} {number:>4} slow connections: {per_second:5.1f} answers/s, p95 {p95:5.0f} ms, "
            f"/healthz at most {worst:.2f} s, {failed} failed"
        )
    ratios = [b.p95 / a.p95 for a, b in zip(found[0], found[count], strict=True) if a.p95 and b.p95]
    print(f"{server:<10} p95 with / without, pair by pair: {', '.join(f'{r:.2f}' for r in ratios) or 'no answers'}")


def uploads(server: str, port: int, pid: int, count: int, questions: Questions) -> None:
    """Print how long asks take while ``count`` hostile documents are sent at once, and what memory is left of it."""
    upload(port, "honest.txt", "「三耦皆執弓」".encode())
    alone = measure(server, "/v1/ask", 1, 10, partial(Client, port, questions))
    before = memory(pid)
    files = list(itertools.islice(itertools.cycle(documents()), count))
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda f=f: statuses.append(upload(port, *f))) for f in files]
    stop = threading.Event()
    client = Client(port, questions, "/v1/ask", stop)
    asking = threading.Thread(target=client.run)
    health = Health()
    with health.watched(port):
        for thread in (asking, *threads):
            thread.start()
        peak = before
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.5)
            peak = max(peak, memory(pid))
        stop.set()
        asking.join()
    told = {status: statuses.count(status) for status in sorted(set(statuses))}
    times = sorted(ms for _, ms in client.times)
    p95 = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else 0.0
    print(
        f"{server:<10} {count} hostile uploads {told}: {len(times)} asks, {client.failures} failed, p95 {p95:.0f} ms "
        f"(before: {alone.p95:.0f}), at most {max(times, default=0):.0f} ms; /healthz at most "
        f"{max(health.times):.2f} s; memory {before:.0f} MB before, {peak:.0f} MB at most, {memory(pid):.0f} MB after"
    )


def upload(port: int, name: str, content: bytes) -> int:
    """Send a document to be checked; the status of the reply, 0 where there was none."""
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{_BOUNDARY}--\r\n".encode()
    headers: dict[str, Any] = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request("POST", "/v1/documents/verify", body, headers)
        response = connection.getresponse()
        response.read()
        return response.status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()
