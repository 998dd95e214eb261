"""Documents checked in processes of their own, so that none can take the memory and the time of those who ask.

    document, report = Desk(settings.packs).check(source, "docx")

The processes come from the server of forks of Python's multiprocessing: a process of a service that works in threads
must not be forked itself. The server starts with the first document, in some two seconds, and ends with the service.
"""

from __future__ import annotations

import multiprocessing
from pathlib import Path

from service.problems import DocumentUnreadable
from service.texts.documents.checking import Report
from service.texts.documents.room import SECONDS, TOO_MUCH, work
from service.texts.documents.text import Document, Format


class Desk:
    """Where documents are handed in; safe to share between threads, each of which waits for its own document."""

    def __init__(self, packs: Path, seconds: float = SECONDS) -> None:
        self._packs = packs
        self._seconds = seconds
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["service.texts.documents.preload"])

    def check(self, source: bytes | str, kind: Format) -> tuple[Document, Report]:
        """The document in a file or a text, and the report on it; DocumentUnreadable says why there is none."""
        here, there = self._context.Pipe(duplex=False)
        process = self._context.Process(target=work, args=(there, source, kind, self._packs), daemon=True)
        process.start()
        there.close()
        try:
            found = here.recv() if here.poll(self._seconds) else TOO_MUCH
        except EOFError:  # its limits have ended it
            found = TOO_MUCH
        finally:
            process.kill()
            process.join()
            process.close()
            here.close()
        if isinstance(found, str):
            raise DocumentUnreadable(found)
        document, report = found
        return document, report
