"""The numbers of the ranking, read from ``weights.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from corpus.errors import WenliError

WEIGHTS = Path(__file__).parent / "weights.toml"


@dataclass(frozen=True)
class Weights:
    """One field per key of ``weights.toml``, where each is explained; all in standard deviations."""

    fine_lexical: float
    fine_dense: float
    wide_lexical: float
    wide_dense: float
    rendering: float
    asked_lexical: float
    asked_dense: float
    asked_first: float
    wording: float
    term: float
    chapter: float
    phase: float
    layer: float
    threshold: float


def read_weights(path: Path = WEIGHTS) -> Weights:
    """Read the weights; WenliError names a key that is missing, unknown or not a number.

    >>> read_weights().layer > 0
    True
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise WenliError(f"{path.name}: {error}") from error
    found = {key: value for table in tables.values() if isinstance(table, dict) for key, value in table.items()}
    expected = {field.name for field in fields(Weights)}
    if found.keys() != expected:
        raise WenliError(f"{path.name}: missing or unknown: {', '.join(sorted(found.keys() ^ expected))}")
    for key, value in found.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise WenliError(f"{path.name}: {key} is {value!r}, should be a number")
    return Weights(**found)
