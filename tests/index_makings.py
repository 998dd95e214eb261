"""What tests of the index make for themselves: a library of given units, a child process that may die."""

import os
import signal
from collections.abc import Callable

from corpus.canon import Canon
from corpus.library import Library
from corpus.model import Unit


def library_of(units: list[Unit], canon: Canon, digest: str = "a" * 64) -> Library:
    return Library(canon, {}, {}, tuple(units), (), digest)


def status_of_child(work: Callable[[], object], seconds: int = 60) -> int:
    """Do ``work`` in a forked child; its exit status, or minus the signal that ended it (SIGALRM: it hung)."""
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
