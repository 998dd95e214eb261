"""The circuit breaker: a model that keeps failing is left alone for a while, so that nobody waits for it in vain.

pybreaker, the usual library, holds its lock during the call it guards, which would let one answer be written at a
time; these streams take seconds, so the breaker here only counts.

>>> breaker = Breaker(failures=1, pause=60)
>>> breaker.failed()
>>> breaker.closed()
False
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Breaker:
    """Opens after ``failures`` in a row, for ``pause`` seconds; then one request may try, and its outcome decides."""

    def __init__(self, failures: int = 4, pause: float = 20.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = failures
        self._pause = pause
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._until = 0.0

    def closed(self) -> bool:
        """Whether a request may be made now. Once the pause is over, true for one caller in each further pause."""
        with self._lock:
            if self._failures < self._most:
                return True
            now = self._clock()
            if now < self._until:
                return False
            self._until = now + self._pause
            return True

    def succeeded(self) -> None:
        """The model answered."""
        with self._lock:
            self._failures = 0

    def failed(self) -> None:
        """It did not."""
        with self._lock:
            self._failures += 1
            self._until = self._clock() + self._pause
