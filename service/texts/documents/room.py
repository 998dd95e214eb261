"""What a process for documents does: it reads one, judges its quotations, answers and ends.

Such a process is forked from a server of forks, a Python process without threads that has loaded the texts before
(:mod:`service.texts.documents.preload`). It has so much memory and so much time, and gives way to whoever else works.
"""

from __future__ import annotations

import os
import resource
import signal
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path

from corpus import library as libraries
from corpus.editions.shelf import Shelf
from corpus.packs import packs_of
from corpus.quotes.judge import Judge
from service.problems import DocumentUnreadable
from service.texts.documents.checking import check
from service.texts.documents.text import Document, Format, of_text, read_document

MEMORY = 512 * 1024 * 1024
"""Bytes that one document may take beyond what the process has at its beginning."""
CPU_SECONDS = 20
"""Time on a processor that one document may take; judging all that is judged of one takes ten at most."""
SECONDS = 60.0
"""How long a document may take, whatever else the machine does."""
_NICE = 10


@lru_cache(maxsize=1)
def judge_of(packs: Path) -> Judge:
    """What judges quotations against the default texts and what is in a folder of packs."""
    library = libraries.load(packs_of(packs))
    shelf = Shelf.open(packs, library)
    return Judge(library, shelf.editions, shelf.library) if shelf.packs else Judge(library)


def read(source: bytes | str, kind: Format) -> Document:
    """The document in a file or a text; DocumentUnreadable says why there is none."""
    return read_document(source, kind) if isinstance(source, bytes) else of_text(source, kind)


def work(answer: Connection, source: bytes | str, kind: Format, packs: Path) -> None:
    """Send the document and the report on it, or a sentence that says why there is none."""
    judge = judge_of(packs)
    _confine()
    try:
        document = read(source, kind)
        answer.send((document, check(document, judge)))
    except DocumentUnreadable as error:
        answer.send(str(error))
    except MemoryError:
        answer.send(TOO_MUCH)
    answer.close()


TOO_MUCH = "The document takes more memory or time than one may."


def _confine() -> None:
    os.nice(_NICE)
    silence = os.open(os.devnull, os.O_WRONLY)  # libraries that find no memory say so thousands of times
    os.dup2(silence, 2)
    held = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (held + MEMORY, held + MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)  # also where nobody is left who waits for the answer
