"""Where an edition comes from: a folder, or a number of Kanripo such as ``kanripo:KR1d0026``.

A number is looked for in the mirror that is named (a folder with a folder for each work) and, where none is named, on
GitHub, where Kanripo publishes each work as a repository of its own.
"""

from __future__ import annotations

import re
import subprocess  # nosec B404
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from corpus.errors import WenliError

GITHUB = "https://github.com/kanripo"
_NUMBERED = re.compile(r"kanripo:(KR\d[a-z]\d{4})")
_SECONDS = 300


class EditionNotFound(WenliError):
    """An edition cannot be had (``name``, ``reason``)."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason
        super().__init__(f"{name} cannot be had: {reason}")


def is_numbered(source: str) -> bool:
    """Whether a source is meant as a number of Kanripo: ``is_numbered("kanripo:KR1d0026")``."""
    return source.startswith("kanripo:")


@contextmanager
def opened(source: str, mirror: Path | None, remote: str = GITHUB) -> Iterator[Path]:
    """The folder of an edition, for as long as it is needed; EditionNotFound says why there is none.

    >>> with opened("kanripo:KR1d0026", Path("/srv/kanripo")) as folder: ...
    """
    if not is_numbered(source):
        yield Path(source).expanduser()
        return
    match = _NUMBERED.fullmatch(source)
    if match is None:
        raise EditionNotFound(source, "a number of Kanripo looks like kanripo:KR1d0026.")
    name = match[1]
    if mirror is not None:
        folder = mirror / name
        if not folder.is_dir():
            raise EditionNotFound(source, f"there is no folder {folder} (WENLI_KANRIPO names the mirror).")
        yield folder
        return
    with TemporaryDirectory(prefix="wenli-kanripo-") as place:
        yield _cloned(source, f"{remote}/{name}", Path(place) / name)


def _cloned(source: str, address: str, place: Path) -> Path:
    """Copy a repository with git; only its newest state."""
    command = ["git", "clone", "--quiet", "--depth", "1", address, str(place)]
    advice = "A folder with copies of the repositories can be named by WENLI_KANRIPO."
    try:
        done = subprocess.run(  # noqa: S603 - the address is made of a checked number  # nosec B603
            command,
            check=False,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            env={"PATH": "/usr/bin:/bin:/usr/local/bin", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise EditionNotFound(source, f"git is not installed. {advice}") from None
    except subprocess.TimeoutExpired:
        raise EditionNotFound(source, f"{address} did not answer within {_SECONDS} seconds. {advice}") from None
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["git failed"])[-1].rstrip(".")
        raise EditionNotFound(source, f"{address}: {reason}. {advice}")
    return place
