"""What readers think of answers: kept as JSON lines in a folder, bounded, and only of answers given recently.

Every answer leaves a line in ``recent.jsonl`` – its id, when, in which language, how well grounded, what it cites – so
that any worker can tell, also after a restart, whether an id is of a real answer. A judgement is one line of
``feedback.jsonl``: the line of the answer with the rating and the reason. The question is in neither, unless questions
may be logged.
"""

from __future__ import annotations

import errno
import fcntl
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from index.folders import flush_entry
from service.ask.values import Answer
from service.problems import AnswerUnknown, FeedbackFull, FeedbackOff, FeedbackUnwritable

log = logging.getLogger("wenli")
Rating = Literal["up", "down"]
RECENT_BYTES = 256 * 1024
"""How much is remembered of answers before the older half is forgotten: some thousand answers."""


class Feedback:
    """The judgements in ``folder``, at most ``limit`` bytes of them; ``limit`` 0 means that none are taken.

    Example: after ``remember(answer)``, ``judge(answer.id, "up", "")`` appends a line; ``judge("x", …)`` raises.
    """

    def __init__(self, folder: Path, limit: int, with_questions: bool) -> None:
        self._folder = folder
        self._limit = limit
        self._with_questions = with_questions
        self.judgements = folder / "feedback.jsonl"
        self._recent = folder / "recent.jsonl"
        self._older = folder / "older.jsonl"

    def remember(self, answer: Answer, question: str) -> None:
        """Note that an answer was given. A disk that cannot be written to must not keep the answer from its reader."""
        if not self._limit:
            return
        line = {
            "id": answer.id,
            "answered": _now(),
            "lang": answer.lang,
            "grounding": answer.grounding.value,
            "refs": [citation.ref for citation in answer.citations],
        }
        if self._with_questions:
            line["question"] = question
        try:
            with self._locked():
                if self._recent.exists() and self._recent.stat().st_size > RECENT_BYTES // 2:
                    self._recent.replace(self._older)
                _append(self._recent, line)
        except OSError as error:
            log.warning("answers cannot be remembered for feedback: %s", error)

    def judge(self, id: str, rating: Rating, reason: str) -> None:
        """Keep a judgement; once this returns it is on disk.

        FeedbackOff, AnswerUnknown, FeedbackFull or FeedbackUnwritable where that cannot be.
        """
        if not self._limit:
            raise FeedbackOff
        try:
            self._judge(id, rating, reason)
        except OSError as error:
            log.error("feedback cannot be written: %s", error)
            raise FeedbackUnwritable from None

    def _judge(self, id: str, rating: Rating, reason: str) -> None:
        with self._locked():
            answer = next((line for path in (self._recent, self._older) for line in _lines(path, id)), None)
            if answer is None:
                raise AnswerUnknown(id)
            line = answer | {"rating": rating, "reason": reason, "at": _now()}
            held = self.judgements.stat().st_size if self.judgements.exists() else 0
            if held + len(_json(line).encode()) > self._limit:
                raise FeedbackFull(self._limit)
            _append(self.judgements, line, durably=True)

    def export(self) -> list[dict[str, Any]]:
        """All judgements, oldest first; of several on one answer the last, for readers change their minds."""
        last: dict[str, dict[str, Any]] = {}
        for line in _lines(self.judgements):
            last.pop(line["id"], None)
            last[line["id"]] = line
        return list(last.values())

    def clear(self) -> int:
        """Forget all judgements; says how many there were."""
        if not self._folder.is_dir():
            return 0
        with self._locked():
            count = len(self.export())
            self.judgements.unlink(missing_ok=True)
        return count

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One writer at a time, over all threads and processes."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "lock").open("a") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _json(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _append(path: Path, line: dict[str, Any], durably: bool = False) -> None:
    """Add a line whole or not at all; a half line that a crash left is ended first, so that it takes none with it."""
    with path.open("ab+", buffering=0) as handle:
        end = handle.seek(0, os.SEEK_END)
        if end:
            handle.seek(end - 1)
        broken = bool(end) and handle.read(1) != b"\n"
        content = (b"\n" if broken else b"") + _json(line).encode()
        try:
            if handle.write(content) != len(content):
                raise OSError(errno.ENOSPC, "only a part of the line could be written")
            if durably:
                os.fsync(handle.fileno())
        except OSError:
            handle.truncate(end)
            raise
    if durably and not end:
        flush_entry(path.parent)  # the file is new, and so is its name


def _lines(path: Path, id: str = "") -> Iterator[dict[str, Any]]:
    """The lines of a file, all or those of one answer; a line that was cut short by a crash is passed over."""
    if not path.exists():
        return
    with path.open(encoding="utf-8") as handle:
        for text in handle:
            if id not in text:
                continue
            try:
                line = json.loads(text)
            except ValueError:
                continue
            if not id or line["id"] == id:
                yield line
