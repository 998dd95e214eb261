"""Figures for Prometheus, over all processes: how much is asked, how long it takes, how it ends.

``prepare`` is called before anything imports prometheus_client, which decides at its import whether processes share
their figures. Labels have few values and never hold what was asked.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from service.ask.values import Answer

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
FREE = "wenli_home_free_bytes"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


def prepare() -> None:
    """Make the folder in which processes share their figures, and remove it when this process ends."""
    if os.environ.get(FOLDER):
        return
    folder = tempfile.mkdtemp(prefix="wenli-metrics-")
    os.environ[FOLDER] = folder
    maker = os.getpid()

    def remove() -> None:
        if os.getpid() == maker:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)


def forget(pid: int) -> None:
    """A worker has ended: what it had in progress does not count any longer; what it counted stays."""
    if os.environ.get(FOLDER):
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


class Metrics:
    """The figures of one application; safe to share between threads.

    Example: ``metrics.answered(answer)``; ``metrics.text()`` is what /metrics says.
    """

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._own = own = CollectorRegistry()
        self._requests = Counter("wenli_requests", "Requests answered.", ("endpoint", "method", "status"), registry=own)
        self._request_seconds = Histogram(
            "wenli_request_seconds", "Time to a response.", ("endpoint",), registry=own, buckets=_SECONDS
        )
        self._stage_seconds = Histogram(
            "wenli_stage_seconds", "Time of each stage of an answer.", ("stage",), registry=own, buckets=_SECONDS
        )
        self._answers = Counter("wenli_answers", "Answers given.", ("grounding", "lang", "mode"), registry=own)
        self._verdicts = Counter("wenli_verdicts", "Quotations judged.", ("verdict",), registry=own)
        self._feedback = Counter("wenli_feedback", "Judgements of readers.", ("rating",), registry=own)
        self._model_failures = Counter(
            "wenli_model_failures", "Answers that a language model did not give.", ("reason",), registry=own
        )
        self._refused = Counter("wenli_refused", "Requests refused to keep the service up.", ("reason",), registry=own)
        self._working = Gauge("wenli_working", "Requests being worked on.", registry=own, multiprocess_mode="livesum")
        self._waiting = Gauge(
            "wenli_waiting", "Requests waiting for their turn.", registry=own, multiprocess_mode="livesum"
        )
        self._index = Gauge(
            "wenli_index_info",
            "The index in use, by its version.",
            ("version",),
            registry=own,
            multiprocess_mode="livemax",
        )
        self._opened = Gauge(
            "wenli_index_opened_seconds", "When it was opened.", registry=own, multiprocess_mode="livemax"
        )

    def responded(self, endpoint: str, method: str, status: int, seconds: float) -> None:
        """A response is on its way; ``endpoint`` is the route, such as /v1/ask."""
        self._requests.labels(endpoint, method, str(status)).inc()
        self._request_seconds.labels(endpoint).observe(seconds)

    def answered(self, answer: Answer) -> None:
        """A question was answered, or declined; where a language model failed at it, why, in one of few words."""
        self._answers.labels(answer.grounding.value, answer.lang, answer.mode).inc()
        for stage, ms in answer.timings_ms.items():
            if stage != "total":
                self._stage_seconds.labels(stage).observe(ms / 1000)
        if answer.generation and answer.generation.reason:
            self._model_failures.labels(answer.generation.reason).inc()

    def judged(self, verdict: str) -> None:
        """A quotation got its verdict."""
        self._verdicts.labels(verdict).inc()

    def rated(self, rating: str) -> None:
        """A reader's judgement was kept."""
        self._feedback.labels(rating).inc()

    def refused(self, reason: str) -> None:
        """A request was refused: ``rate`` or ``overload``."""
        self._refused.labels(reason).inc()

    def queue(self, working: int, waiting: int) -> None:
        """How many requests this process works on, and how many wait."""
        self._working.set(working)
        self._waiting.set(waiting)

    def opened(self, version: str) -> None:
        """This process answers from this version of the index."""
        self._index.labels(version).set(1)
        self._opened.set(time.time())

    def text(self, home: Path) -> tuple[bytes, str]:
        """The figures of all processes, the room left on the disk of ``home``, and the media type they are in."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess

        registry: CollectorRegistry = self._own
        if os.environ.get(FOLDER):
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry) + self._room(home), CONTENT_TYPE_LATEST

    @staticmethod
    def _room(home: Path) -> bytes:
        """The room left, looked at when it is asked for; nothing where there is no such folder."""
        try:
            free = shutil.disk_usage(home).free
        except OSError:
            return b""
        return f"# HELP {FREE} Bytes left on the disk of WENLI_HOME.\n# TYPE {FREE} gauge\n{FREE} {free}\n".encode()
