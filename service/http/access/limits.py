"""The rate limit: how many requests to the API, or questions to the page, one key or one address may make.

Counted in the memory of each process, or in Redis for all of them. Where Redis cannot be reached, each process counts
for itself until it answers again: a limit that is a little too generous is better than a service that is gone.
"""

from __future__ import annotations

import time
from typing import cast

from flask import Flask, g

from service.http.access.asking import asker, asks
from service.http.access.keys import Key
from service.settings import Settings

REDIS_SECONDS = 0.25
"""How long Redis may take to answer; it stands beside the service."""
_JUMP_SECONDS = 2.0


def register(app: Flask, settings: Settings) -> None:
    """Honour ``settings.rate_limit`` and the limits of keys; where both are off nothing is even imported."""
    if not settings.rate_limit and settings.keys == "off":
        return
    from flask_limiter import ApplicationLimit, Limiter

    def none() -> bool:
        return not asks() or not _limit(settings)

    redis = settings.rate_storage != "memory"
    limiter = Limiter(
        asker,
        application_limits=[ApplicationLimit(lambda: _limit(settings) or "1/second", exempt_when=none)],
        storage_uri=settings.rate_storage if redis else "memory://",
        storage_options=_options() if redis else {},
        in_memory_fallback_enabled=redis,
        headers_enabled=True,
        strategy="fixed-window",
    )
    if not redis:
        clock = Clock()

        @app.before_request
        def steady() -> None:
            """A window that began before the clock was put back would last until the clock has caught up."""
            if clock.jumped():
                limiter.reset()

    limiter.init_app(app)


def _limit(settings: Settings) -> str:
    key: Key | None = g.get("key")
    return key.limit if key and key.limit else settings.rate_limit


def _options() -> dict[str, str | int]:
    options = {"socket_connect_timeout": REDIS_SECONDS, "socket_timeout": REDIS_SECONDS}
    return cast("dict[str, str | int]", options)  # typed too narrowly; redis takes fractions


class Clock:
    """Notices when the clock on the wall is moved, by comparing it with one that cannot be.

    Example: ``Clock().jumped()`` is False until someone sets the clock; then True once.
    """

    def __init__(self) -> None:
        self._apart = time.time() - time.monotonic()

    def jumped(self) -> bool:
        """Whether the clock was moved since this was asked last; slewing, as time servers do, is no jump."""
        apart = time.time() - time.monotonic()
        moved, self._apart = abs(apart - self._apart) > _JUMP_SECONDS, apart
        return moved
