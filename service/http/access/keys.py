"""API keys: given out once, kept as hashes, each with a limit of its own if it needs one.

A key is ``wenli_<id>_<secret>``; the secret has 256 random bits, so one round of SHA-256 keeps it as well as any slower
hash would. The file is read again when it has changed: a key that is revoked stops at once, without a restart.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from corpus.errors import WenliError
from service.problems import KeysUnreadable

FILE = "keys.json"
_FORM = re.compile(r"wenli_([0-9a-f]{8})_([A-Za-z0-9_-]{43})")


class KeyUnknown(WenliError):
    """No key has this id (``id``)."""

    def __init__(self, id: str) -> None:
        self.id = id
        super().__init__(f"There is no key {id}; `wenli keys list` shows those there are.")


@dataclass(frozen=True)
class Key:
    """One key as it is kept: ``hash`` is the SHA-256 of the secret, ``limit`` a rate such as 60/minute or ""."""

    id: str
    name: str
    hash: str
    limit: str
    created: str


class Keys:
    """The keys in ``folder``; safe to share between threads and processes.

    Example: ``keys.find(keys.add("library", "600/minute"))`` is the key; ``keys.revoke(id)`` ends it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / FILE
        self._read: tuple[tuple[int, int, int] | None, dict[str, Key]] = (None, {})

    def all(self) -> tuple[Key, ...]:
        """Every key, oldest first. KeysUnreadable where the file is damaged."""
        return tuple(self._held().values())

    def find(self, text: str) -> Key | None:
        """The key a client sent, if it is one of ours."""
        match = _FORM.fullmatch(text)
        key = self._held().get(match[1]) if match else None
        if match is None or key is None or not hmac.compare_digest(key.hash, _hash(match[2])):
            return None
        return key

    def add(self, name: str, limit: str = "") -> str:
        """Make a key and keep its hash; the key itself is returned this once and is nowhere else."""
        secret = secrets.token_urlsafe(32)
        with self._changing() as keys:
            id = secrets.token_hex(4)
            while id in keys:
                id = secrets.token_hex(4)
            keys[id] = Key(id, name, _hash(secret), limit, datetime.now(UTC).isoformat(timespec="seconds"))
        return f"wenli_{id}_{secret}"

    def revoke(self, id: str) -> Key:
        """Forget a key; KeyUnknown where there is none."""
        with self._changing() as keys:
            if id not in keys:
                raise KeyUnknown(id)
            return keys.pop(id)

    def _held(self) -> dict[str, Key]:
        try:
            state = self._path.stat()
        except FileNotFoundError:
            return {}
        stamp = (state.st_mtime_ns, state.st_size, state.st_ino)
        known, keys = self._read
        if known != stamp:
            try:
                rows = json.loads(self._path.read_text(encoding="utf-8"))["keys"]
                keys = {row["id"]: Key(**row) for row in rows}
            except (OSError, ValueError, KeyError, TypeError):
                raise KeysUnreadable(self._path) from None
            self._read = (stamp, keys)
        return keys

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Key]]:
        """Change the keys under a lock; the new file replaces the old one whole."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / f".{FILE}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            keys = dict(self._held())
            yield keys
            fresh = self._path.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                json.dump({"keys": [asdict(key) for key in keys.values()]}, file, ensure_ascii=False, indent=2)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
