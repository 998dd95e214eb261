"""Fit the numbers of the ranking and of the decision to answer: ``python -m benchmarks.tuning ranking|support``.

``ranking`` tries random weights around those of index/weights.toml and prints the best with what cross-validation
says they gain. ``support`` fits service/answering/support.toml and prints its curve of risk and coverage. Nothing is
written: the numbers are put into the two files by hand, with `make evaluate` before and after.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import track

from benchmarks.tuning import support as deciding
from benchmarks.tuning.ranking import Bench, Trial, cross_validated, varied
from benchmarks.tuning.sets import examples
from corpus.errors import WenliError
from corpus.fold import fold
from index.weights import read_weights
from service.answering.excerpt import Grams
from service.answering.retrieve import Retriever
from service.answering.support import Support
from service.answering.understand import Reader
from service.settings import Settings
from service.wenli import Wenli, open_wenli

ROOT = Path(__file__).resolve().parent.parent.parent


def ranking(wenli: Wenli, reader: Reader, options: argparse.Namespace, console: Console) -> None:
    """Random weights, then finer ones around the best."""
    bench = Bench(wenli.library, wenli.index, reader, examples(options.set))
    lot = random.Random(options.seed)
    trials: list[Trial] = [bench.trial(read_weights())]
    console.print(f"in use: {trials[0].gains.mean():.4f} over {len(trials[0].gains)} questions")
    for spread in (0.7, 0.35):
        centre = max(trials, key=lambda trial: trial.gains.mean()).weights
        rounds = track(range(options.trials // 2), console=console, description=f"spread {spread}")
        trials.extend(bench.trial(varied(centre, lot, spread)) for _ in rounds)
    trials.sort(key=lambda trial: -trial.gains.mean())
    for trial in trials[:5]:
        console.print(f"{trial.gains.mean():.4f}  {asdict(trial.weights)}")
    console.print(f"chosen on four fifths, measured on the fifth: {cross_validated(trials, options.seed):.4f}")


def support(wenli: Wenli, reader: Reader, options: argparse.Namespace, console: Console) -> None:
    """The regression and its curve."""
    judge = Support(wenli.index, Grams.of(fold(unit.text) for unit in wenli.library.units))
    found = deciding.signs(reader, Retriever(wenli.library, wenli.index), judge, examples(options.set))
    names, values, answered = found
    fitted = deciding.fit(names, values, answered, options.seed)
    console.print(
        f"constant = {fitted.constant}", *(f"{name} = {value}" for name, value in fitted.weights.items()), sep="\n"
    )
    console.print("\nthreshold  answered  declined   (each question kept aside once)")
    for threshold, kept, declined in deciding.curve(fitted.aside, answered):
        console.print(f"{threshold:9.2f} {kept:9.3f} {declined:9.3f}")


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning", description=__doc__)
    parser.add_argument("what", choices=("ranking", "support"))
    parser.add_argument("--set", type=Path, default=ROOT.parent / "shared" / "eval", help="folder of the public set")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    console = Console(width=140)
    try:
        wenli = open_wenli(Settings.read(os.environ))
    except WenliError as error:
        console.print(str(error))
        return 2
    reader = Reader(wenli.terms, wenli.library.commentators)
    {"ranking": ranking, "support": support}[options.what](wenli, reader, options, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
