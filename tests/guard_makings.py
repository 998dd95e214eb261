"""Evidence for the guard's tests: twenty passages of all four chapters, and the lines of the files of sentences."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from corpus.library import Library, load
from corpus.quotes.judge import Judge
from service.guard.check import Checker
from service.guard.evidence import Evidence
from service.guard.guard import Guard

KEYS = (
    *("5.17.1@jishi", "5.17.1#zheng.1@jishi", "5.17.2@jishi", "5.1.1@jishi", "5.1.1#zheng.1@jishi"),
    *("5.1.3@jishi", "5.1.3#zheng.1@jishi", "5.2.5@jishi", "5.2.5#zheng.1@jishi", "5.19.4@jishi"),
    *("5.19.5@jishi", "4.1.1@zhushu", "4.1.1#zheng.1.2@zhushu", "4.1.1#jia.2.1@zhushu", "4.2.1@zhushu"),
    *("4.2.1#zheng.1@zhushu", "7.2.1@tongxing", "7.2.2@tongxing", "15.1.1@shuzhu", "15.1.1#zheng.1@shuzhu"),
)


@lru_cache(maxsize=1)
def library() -> Library:
    return load()


@lru_cache(maxsize=1)
def checker() -> Checker:
    return Checker(library(), Judge(library()))


@lru_cache(maxsize=1)
def evidence() -> Evidence:
    units = {unit.key: unit for unit in library().units}
    chosen = [units[key] for key in KEYS]
    renderings = library().rites.renderings
    told = {
        number: f"{rendering.zh} {rendering.en}"
        for number, unit in enumerate(chosen, 1)
        if (rendering := renderings.get(unit.ref))
    }
    return Evidence(chosen, library(), told)


def guard(asked: str = "", **more: object) -> Guard:
    return Guard(checker(), evidence(), asked, **more)  # type: ignore[arg-type]


def lines(name: str) -> list[str]:
    """The sentences of a file beside the tests; lines that begin with # are comments."""
    path = Path(__file__).parent / "guarded" / name
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
