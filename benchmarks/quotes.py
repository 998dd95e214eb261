"""How long the verdict on a quotation takes.

    python -m benchmarks.quotes [--in FOLDER]… [--count N] [--bars]

Judges a seeded mix of quotations – exact, altered, found nowhere, of 2 to 4 characters and of 1,000 – against the
default texts, then against these and the Kanripo repositories of the folders together, and prints p50 and p95. With
--bars it ends with 1 where p95 is above 20 ms (the default texts) or 150 ms (with the folders).
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from corpus.fold import is_han
from corpus.library import Library, load
from corpus.model import Leaf
from corpus.quotes.judge import Judge
from corpus.quotes.standing import LONGEST
from corpus.readers.mandoku import Edition, read_all

ROOT = Path(__file__).resolve().parent.parent
KANRIPO = ROOT.parent / "shared" / "kanripo"
BAR_DEFAULT_MS, BAR_EDITIONS_MS = 20.0, 150.0
SEED = 11


def sources(library: Library, editions: list[Edition]) -> list[str]:
    """Runs of Han characters to quote from: each witness as a whole, and each page of large characters."""
    witnesses: dict[str, list[str]] = {}
    for unit in library.units:
        witnesses.setdefault(unit.witness if unit.layer.is_base else unit.whole_ref, []).append(unit.text)
    runs = ["".join(texts) for texts in witnesses.values()]
    for edition in editions:
        runs += ["".join(part.text for part in track) for track in edition.texts]
    return ["".join(filter(is_han, run)) for run in runs]


def quotations(runs: list[str], count: int) -> Iterator[tuple[str, str]]:
    """``count`` quotations of each kind, with the name of the kind; the same for the same texts."""
    chance = random.Random(SEED)
    letters = "".join(runs)
    longer = {size: [run for run in runs if len(run) >= size] for size in (2, 3, 4, 12, 40)}
    longer[LONGEST] = [run for run in runs if len(run) >= LONGEST] or [letters]

    def window(size: int) -> str:
        run = chance.choice(longer[size])
        start = chance.randrange(len(run) - size + 1)
        return run[start : start + size]

    def edited(words: str, edits: int) -> str:
        chars = list(words)
        for _ in range(edits):
            chars[chance.randrange(len(chars))] = chance.choice(letters)
        return "".join(chars)

    for _ in range(count):
        yield "2 to 4 characters", window(chance.choice((2, 3, 4)))
        yield "exact, 12 to 40", window(chance.choice((12, 40)))
        yield "one or two edits", edited(window(chance.choice((12, 40))), chance.choice((1, 2)))
        yield "found nowhere", "".join(chance.choice(letters) for _ in range(chance.choice((6, 12, 40))))
        yield "1,000 characters", window(LONGEST)
        yield "1,000, ten edits", edited(window(LONGEST), 10)


def measure(judge: Judge, runs: list[str], count: int) -> dict[str, list[float]]:
    """Milliseconds of each verdict by kind of quotation."""
    times: dict[str, list[float]] = {}
    judge.judge(runs[0][:20] + "龘龘龘")  # makes what is made once
    for kind, quote in quotations(runs, count):
        start = time.perf_counter()
        judge.judge(quote)
        times.setdefault(kind, []).append((time.perf_counter() - start) * 1000)
    return times


def p95(times: list[float]) -> float:
    """The time that 95 of 100 stay below."""
    return statistics.quantiles(times, n=20)[-1]


def show(title: str, times: dict[str, list[float]]) -> float:
    """Print a table; returns p95 of the whole mix."""
    print(title)
    table = Table()
    for column in ("quotations", "n", "p50 ms", "p95 ms"):
        table.add_column(column, justify="left" if column == "quotations" else "right")
    whole = [ms for own in times.values() for ms in own]
    for kind, own in {**times, "all": whole}.items():
        table.add_row(kind, str(len(own)), f"{statistics.median(own):.1f}", f"{p95(own):.1f}")
    Console().print(table)
    return p95(whole)


def characters(library: Library, editions: list[Edition]) -> int:
    """Han characters searched."""
    pages = [page.text for edition in editions for page in edition.pages if isinstance(page, Leaf)]
    return sum(sum(map(is_han, text)) for text in (*(unit.text for unit in library.units), *pages))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quotes", description=__doc__)
    parser.add_argument("--in", dest="folders", action="append", type=Path, help="folder of Kanripo repositories")
    parser.add_argument("--count", type=int, default=200, help="quotations of each kind (default 200)")
    parser.add_argument("--bars", action="store_true", help="end with 1 where a bar is not held")
    options = parser.parse_args()
    library = load()
    folders = options.folders or ([KANRIPO] if KANRIPO.is_dir() else [])
    held = True
    for editions, bar in (([], BAR_DEFAULT_MS), (read_all(folders), BAR_EDITIONS_MS)):
        if bar == BAR_EDITIONS_MS and not editions:
            print("No Kanripo repositories: name their folder with --in.")
            continue
        start = time.perf_counter()
        judge = Judge(library, editions)
        made = time.perf_counter() - start
        title = f"{characters(library, editions):,} characters, {len(editions)} editions beside; ready in {made:.1f} s"
        held &= show(title, measure(judge, sources(library, editions), options.count)) <= bar
    if options.bars and not held:
        sys.exit("A bar is not held.")


if __name__ == "__main__":
    main()
