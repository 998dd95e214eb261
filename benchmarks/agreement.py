"""How far two readers of the labelled answers agree (tests/guard/readings.tsv).

python -m benchmarks.agreement
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.answers import FOLDER


@dataclass(frozen=True)
class Reading:
    """What two readers, each without sight of the other's labels, said of one sentence: label and references."""

    id: str
    sentence: int
    first: str
    first_support: frozenset[str]
    second: str
    second_support: frozenset[str]


@dataclass(frozen=True)
class Agreement:
    """``labels`` and ``support`` are shares of the sentences, ``kappa`` Cohen's of the labels."""

    sentences: int
    labels: float
    kappa: float
    support: float


def readings(folder: Path = FOLDER) -> list[Reading]:
    """Both readings of every sentence, in order."""
    with (folder / "readings.tsv").open(encoding="utf-8", newline="") as file:
        return [
            Reading(
                row["id"],
                int(row["sentence"]),
                row["first"],
                frozenset(filter(None, row["first_support"].split(";"))),
                row["second"],
                frozenset(filter(None, row["second_support"].split(";"))),
            )
            for row in csv.DictReader(file, delimiter="\t")
        ]


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Cohen's kappa: agreement beyond that of readers who give out the same labels by chance; 1 where all is alike.

    >>> round(kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")]), 2)
    0.5
    """
    agreed = sum(a == b for a, b in pairs) / len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(first[label] * second[label] for label in first) / len(pairs) ** 2
    return (agreed - chance) / (1 - chance) if chance < 1 else 1.0


def agreement(read: Sequence[Reading]) -> Agreement:
    """How far the two agree."""
    pairs = [(one.first, one.second) for one in read]
    same = sum(one.first_support == one.second_support for one in read)
    return Agreement(len(read), sum(a == b for a, b in pairs) / len(read), kappa(pairs), same / len(read))


def main() -> None:
    """Command line."""
    read = readings()
    found = agreement(read)
    print(
        f"{found.sentences} sentences: labels agree {found.labels:.3f}, Cohen's kappa {found.kappa:.3f}; "
        f"the same references {found.support:.3f}"
    )
    for one in read:
        if (one.first, one.first_support) != (one.second, one.second_support):
            told = (
                f"{label} ({', '.join(sorted(support)) or '–'})"
                for label, support in ((one.first, one.first_support), (one.second, one.second_support))
            )
            print(f"{one.id} {one.sentence}: {' | '.join(told)}")


if __name__ == "__main__":
    main()
