"""What the guard catches of true sentences of models that are turned round by rule, and what a sentence takes.

    python -m benchmarks.turned [--show]

The sentences are those of the faithful answers of tests/guard, with their evidence; outside of quotations one word is
changed as ``benchmarks.claims`` changes it. No rule was written by these sentences; they were looked at once, after
which persons that no passage names, and denials of acts whose doer is not said, were added.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from collections import Counter

from rich.console import Console
from rich.table import Table

from benchmarks.answers import Case, faithful, passages, sentences
from benchmarks.claims import Change, changes
from corpus.library import Library, load
from corpus.quotes.judge import Judge
from corpus.rites.glossary import load as load_glossary
from service.guard.check import Checker
from service.guard.evidence import Evidence

_QUOTED = re.compile(r"([「『“][^」』”]*[」』”])")
TRIES = 3
"""How often a place for a change is looked for in a sentence."""


def evidence(case: Case, library: Library) -> Evidence:
    """The passages of a case with their renderings."""
    units = passages(case, library)
    told = (library.rites.renderings.get(unit.ref) or library.rites.notes.get(unit.ref) for unit in units)
    return Evidence(units, library, {at: f"{one.zh} {one.en}" for at, one in enumerate(told, 1) if one})


def turned(sentence: str, change: Change, rng: random.Random) -> str:
    """A sentence with one word outside of its quotations changed; "" where there is none to change."""
    parts = _QUOTED.split(sentence)
    for _ in range(TRIES):
        at = rng.randrange(0, len(parts), 2)
        if other := change(parts[at], rng):
            return "".join((*parts[:at], other, *parts[at + 1 :]))
    return ""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.turned", description=__doc__)
    parser.add_argument("--show", action="store_true", help="print what was lost and what was let out")
    options = parser.parse_args()
    library, rng = load(), random.Random(9)
    checker, kinds = Checker(library, Judge(library)), changes(load_glossary())
    made, caught = Counter[str](), Counter[str]()
    lost, taken = 0, []
    for case in faithful():
        given = evidence(case, library)
        for start, end in sentences(case.answer):
            sentence = case.answer[start:end]
            begun = time.perf_counter()
            fault = checker.rule(sentence, given).fault
            taken.append((time.perf_counter() - begun) * 1000)
            if fault:
                lost += 1
                if options.show:
                    print("lost:", sentence, fault)
                continue
            for kind, change in kinds.items():
                if not (false := turned(sentence, change, rng)):
                    continue
                made[kind] += 1
                found = bool(checker.rule(false, given).fault)
                caught[kind] += found
                if options.show and not found:
                    print(f"{kind}:", false)
    table = Table("turned round", "made", "caught")
    for kind in kinds:
        table.add_row(kind, str(made[kind]), str(caught[kind]))
    Console().print(table)
    print(f"True sentences lost: {lost} of {len(taken)}; {statistics.median(taken):.1f} ms a sentence in the middle")


if __name__ == "__main__":
    main()
