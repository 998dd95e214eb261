"""The gate: so many requests are worked on at once, so many wait, and more are told to come back.

Without it, a service that is asked for more than it can do makes everyone wait longer and longer, until nobody gets
an answer in time. Probes, figures and static files pass beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from threading import Condition

from flask import Flask, Response, g, request

from service.ask.values import Told
from service.http.access.bodies import DOCUMENTS
from service.problems import Overloaded
from service.settings import Settings

WAIT_SECONDS = 10.0
"""How long a request waits for its turn before it is told to come back."""
DOCUMENTS_WAITING = 8
"""Documents that wait in one process while one is checked."""
_BESIDE = ("/healthz", "/readyz", "/metrics", "/static/", "/widget.js", "/link.js")


def passes(path: str) -> bool:
    """Whether what is asked for passes beside the gate: probes, figures and files."""
    return path.startswith(_BESIDE)


class Gate:
    """``room`` at once, ``queue`` waiting, first come first served; ``watch`` is told how many work and how many wait.

    Example: ``with Gate(1, 0).enter(): …``; a second that enters meanwhile gets Overloaded.
    """

    def __init__(
        self, room: int, queue: int, wait_s: float = WAIT_SECONDS, watch: Callable[[int, int], None] | None = None
    ) -> None:
        self._watch = watch
        self._room = room
        self._queue = queue
        self._wait_s = wait_s
        self._changed = Condition()
        self._line: list[object] = []
        self.working = 0

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._line)

    def enter(self) -> Slot:
        """A place to work, at once or after waiting; Overloaded where none comes free in time."""
        turn = object()
        until = time.monotonic() + self._wait_s
        with self._changed:
            if self._line or self.working >= self._room:
                if len(self._line) >= self._queue:
                    raise Overloaded
                self._line.append(turn)
                self._tell()
                try:
                    while self._line[0] is not turn or self.working >= self._room:
                        left = until - time.monotonic()
                        if left <= 0 or not self._changed.wait(left):
                            raise Overloaded
                finally:
                    self._line.remove(turn)
                    self._tell()
                    self._changed.notify_all()
            self.working += 1
            self._tell()
        return Slot(self)

    def leave(self) -> None:
        """Give a place back."""
        with self._changed:
            self.working -= 1
            self._tell()
            self._changed.notify_all()

    def _tell(self) -> None:
        if self._watch:
            self._watch(self.working, self.waiting)


class Slot:
    """A place to work, to be given back once."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._held = True

    def leave(self) -> None:
        """Give the place back; doing so again changes nothing."""
        if self._held:
            self._held = False
            self._gate.leave()

    def __enter__(self) -> Slot:
        """Nothing to do: the place is already held."""
        return self

    def __exit__(self, *failure: object) -> None:
        """Give the place back, however the work ended."""
        self.leave()


def told_within(slot: Slot | None, telling: Iterator[Told], written: bool) -> Iterator[Told]:
    """What is told of a streamed answer, with the place held only while it is worked on.

    A reader who is slow to take the answer keeps nobody waiting, nor does a model that writes (``written``).
    """
    with slot or nullcontext():
        begun = [next(telling)] if written else list(telling)
    yield from begun
    yield from telling


def register(app: Flask, settings: Settings, watch: Callable[[int, int], None]) -> None:
    """Let requests through one gate, watched by ``watch``, and documents, one at a time, through another.

    What streams takes its slot out of ``g``.
    """
    gate = Gate(settings.threads, settings.queue, watch=watch)
    desk = Gate(1, DOCUMENTS_WAITING)

    @app.before_request
    def enter() -> None:
        if not passes(request.path):
            g.slot = (desk if request.path == DOCUMENTS else gate).enter()

    @app.after_request
    def leave(response: Response) -> Response:
        slot: Slot | None = g.get("slot")
        if slot is not None:
            slot.leave()
        return response

    @app.teardown_request
    def failed(error: BaseException | None) -> None:
        slot: Slot | None = g.get("slot")
        if slot is not None and error is not None:
            slot.leave()
