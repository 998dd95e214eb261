"""What a question costs a model: ``python -m benchmarks.retrieval.cost MODEL HOME BACKEND`` with questions, one a line.

A process that does nothing else, on one processor. A question is encoded five times, of which the quickest counts: what
other programs take of the processor is no part of the model's cost.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

_TIMES = 5


class Cost(NamedTuple):
    """Milliseconds a question on one processor (median), and what the process holds in memory, MB."""

    ms: float
    memory: float


def cost(model: str, home: Path, backend: str, questions: Sequence[str]) -> Cost:
    """Measure in a process of its own; CalledProcessError where the model cannot be opened."""
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks.retrieval.cost", model, home, backend],
        input="\n".join(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    return Cost(*json.loads(told.stdout.splitlines()[-1]))


def main() -> None:
    """Command line; prints the two figures as JSON."""
    from index.encoder import open_encoder

    model, home, backend = sys.argv[1:]
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    encoder = open_encoder(model, Path(home), backend)
    questions = sys.stdin.read().splitlines()
    encoder.encode_queries(questions)
    with suppress(OSError):  # where that is not granted, the quickest of five still comes near
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(10))
    times = [min(_seconds(encoder, question) for _ in range(_TIMES)) for question in questions]
    status = Path("/proc/self/status").read_text(encoding="ascii")
    held = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    print(json.dumps([1000 * median(times), int(held.split()[1]) / 1000]))


def _seconds(encoder: object, question: str) -> float:
    start = perf_counter()
    encoder.encode_queries([question])  # type: ignore[attr-defined]
    return perf_counter() - start


if __name__ == "__main__":
    main()
