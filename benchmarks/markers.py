"""How far is far: what a bound on the distance of a sentence from its passage loses, and what it catches.

    python -m benchmarks.markers [--questions N]

For ``service.guard.bearing.FAR``. The sentences are questions whose answering clauses are known (corpus/rites), in
Chinese and in English, because they say what a clause is about in other words than it and its rendering. Each is put
among what the index finds for it and five passages of its chapter by chance. A marker of its clause should stand, one
of a passage by chance should not; a passage that was found is about much the same, so little can be told of it.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

from corpus.library import Library, load
from corpus.model import Unit
from index.build import open_index
from index.encoder import open_encoder
from index.query import Query
from index.search import Index
from service.guard.bearing import FAR, Bearing
from service.settings import Settings

FOUND = 8
CHANCE = 5
BOUNDS = (0.45, 0.5, 0.525, 0.55, 0.575, 0.6, 0.65)
SEED = 7


@dataclass(frozen=True)
class Pairs:
    """Distances of sentences from the passages that a marker names, ``inf`` where words alone let it stand."""

    true: list[float]
    chance: list[float]
    found: list[float]


def pairs(library: Library, index: Index, questions: int, lang: str) -> Pairs:
    """The distances of a sample of the known questions in one language."""
    bearing = Bearing(library, index.alike)
    drawn = random.Random(SEED)
    first = {unit.ref: unit for unit in reversed(library.units)}
    result = Pairs([], [], [])

    def distance(text: str, own: Sequence[Unit], others: Sequence[Unit]) -> float:
        return bearing.distance(text, own, others) if bearing.fewer_words(text, own, others) else float("inf")

    for asked in drawn.sample(list(library.book.asked), questions):
        gold = [first[ref] for ref in asked.refs if ref in first]
        if not gold:
            continue
        text = asked.zh if lang == "zh" else asked.en
        places = {unit.base_ref for unit in gold}
        found = [hit.unit for hit in index.search(Query(text), k=FOUND) if hit.unit.base_ref not in places]
        elsewhere = [u for u in first.values() if u.chapter == gold[0].chapter and u.base_ref not in places]
        chance = drawn.sample(elsewhere, CHANCE)
        every = [*gold, *found, *chance]
        result.true.append(distance(text, gold, [*found, *chance]))
        for units, into in ((chance, result.chance), (found, result.found)):
            into += [distance(text, [unit], [u for u in every if u.base_ref != unit.base_ref]) for unit in units]
    return result


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.markers", description=__doc__)
    parser.add_argument("--questions", type=int, default=300, help="how many questions, in each language")
    options = parser.parse_args()
    settings, library = Settings.read(os.environ), load()
    index = open_index(library, open_encoder(settings.embedding_model, settings.home), settings.home / "index")
    table = Table(caption=f"FAR is {FAR}")
    for column in ("language", "bound", "right markers lost", "by chance, caught", "found, caught"):
        table.add_column(column, justify="right")
    for lang in ("zh", "en"):
        own = pairs(library, index, options.questions, lang)
        for bound in BOUNDS:
            shares = (f"{np.mean(np.array(d) < bound):.1%}" for d in (own.true, own.chance, own.found))
            table.add_row(lang, str(bound), *shares)
    Console().print(table)


if __name__ == "__main__":
    main()
