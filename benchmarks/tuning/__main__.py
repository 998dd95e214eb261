"""Fit the weights of the passage ranking: ``python -m benchmarks.tuning``.

Tries random weights around those of index/weights.toml and prints the best with what cross-validation says they gain.
Nothing is written: the numbers are put into the file by hand, with `make evaluate` before and after. The re-ranking of
answers is trained by ``python -m benchmarks.tuning.reader``.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from dataclasses import asdict

from rich.console import Console
from rich.progress import track

from benchmarks.tuning.ranking import Bench, Trial, cross_validated, varied
from benchmarks.tuning.sets import examples
from corpus.errors import WenliError
from index.weights import read_weights
from service.ask.intent import Intents
from service.ask.question import Understanding
from service.settings import Settings
from service.wenli import Wenli, open_wenli


def ranking(wenli: Wenli, reader: Understanding, options: argparse.Namespace, console: Console) -> None:
    """Random weights, then finer ones around the best."""
    bench = Bench(wenli.library, wenli.index, reader, examples())
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


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning", description=__doc__)
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    console = Console(width=140)
    try:
        wenli = open_wenli(Settings.read(os.environ))
    except WenliError as error:
        console.print(str(error))
        return 2
    reader = Understanding(wenli.terms, wenli.library.commentators, Intents.load())
    ranking(wenli, reader, options, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
