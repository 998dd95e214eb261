"""How long things take, as a user meets them. Run by ``make bench``.

    python -m benchmarks.speed [--requests N] [--build]

Starts the real service on a free port of 127.0.0.1, asks it one question at a time over HTTP and prints the time to
ready, p50 and p95 of /v1/ask and /v1/search. With --build it first builds the index anew in a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = (
    "誰當司馬？",
    "乡饮酒礼上有几个乐工？",
    "Where is the wash-basin placed in the district drinking ceremony?",
    "為什麼獻酒用爵？",
    "「不貫不釋」是誰說的？",
    "大射的三个靶子各有多远？",
    "What does the host do when the guest descends?",
    "特牲饋食禮在哪裡占筮？",
    "无算爵是什么意思？",
    "Who calls the hits, and where does he take shelter?",
    "司射誘射之後做什麼？",
    "尸入席之後先祭什麼？",
)
_FRESH = count()
"""Makes every question of a run new, so that what the service remembers does not help it."""


def free_port() -> int:
    """A port on 127.0.0.1 that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(address: str, process: subprocess.Popen[bytes], limit_s: float = 120) -> None:
    """Return when /readyz answers 200; RuntimeError when the service ends or takes too long."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the service ended with status {process.returncode}")
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=2) as response:
                if response.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise RuntimeError("the service did not become ready")


def ask(address: str, question: str) -> None:
    """One POST /v1/ask, read to its end."""
    body = json.dumps({"question": question}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/v1/ask", body, headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        response.read()


def search(address: str, question: str) -> None:
    """One GET /v1/search, read to its end."""
    with urllib.request.urlopen(f"{address}/v1/search?q={urllib.parse.quote(question)}", timeout=30) as response:
        response.read()


def measure(call: Callable[[str, str], None], address: str, requests: int) -> tuple[float, float]:
    """p50 and p95 in milliseconds over ``requests`` calls, one at a time, no question twice."""
    times = []
    for at in range(requests):
        question = f"{QUESTIONS[at % len(QUESTIONS)]} {next(_FRESH)}"
        start = time.perf_counter()
        call(address, question)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


def build(home: str) -> float:
    """Seconds that a build takes in an empty folder (the embedding model is made there too)."""
    start = time.perf_counter()
    environment = {**os.environ, "WENLI_HOME": home}
    subprocess.run([sys.executable, "-m", "service", "build"], cwd=ROOT, env=environment, check=True)
    return time.perf_counter() - start


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--requests", type=int, default=120, help="calls of each endpoint (default 120)")
    parser.add_argument("--build", action="store_true", help="time a whole build in an empty folder first")
    options = parser.parse_args()
    if options.build:
        with tempfile.TemporaryDirectory() as home:
            print(f"build, empty folder     {build(home):7.1f} s")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "service", "serve", "--host", "127.0.0.1", "--port", str(port)]
    environment = {**os.environ, "WENLI_RATE_LIMIT": "off"}
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_until_ready(address, process)
        print(f"start to ready          {time.perf_counter() - start:7.1f} s")
        for name, call in (("/v1/ask", ask), ("/v1/search", search)):
            measure(call, address, len(QUESTIONS))
            p50, p95 = measure(call, address, options.requests)
            print(f"{name:12} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   ({options.requests} calls, one at a time)")
    finally:
        process.terminate()
        process.wait(timeout=30)


if __name__ == "__main__":
    main()
