"""The public questions as a test of retrieval: which passages answer each of them, and how Wenli ranks them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.retrieval.measures import DEPTH
from benchmarks.scoring import fold, load
from service.ask.values import Ask
from service.wenli import Wenli

SPECIAL = frozenset({"out_of_scope", "false_premise"})


def answerable(folder: Path) -> list[dict[str, Any]]:
    """The questions that have an answer in the corpus."""
    return [row for row in load(folder, "questions.jsonl") if row["type"] not in SPECIAL]


def relevant(rows: Sequence[dict[str, Any]], texts: Sequence[str]) -> list[frozenset[int]]:
    """For each question the positions of the texts in which one of its spans stands."""
    folded = [fold(text) for text in texts]
    spans = [[fold(gold["span"]) for gold in row["gold"]] for row in rows]
    return [frozenset(at for at, text in enumerate(folded) if any(span in text for span in own)) for own in spans]


def wenli_ranks(wenli: Wenli, rows: Sequence[dict[str, Any]]) -> list[list[int]]:
    """The positions of the passages that Wenli finds, as its answer lists them."""
    places = {unit.key: at for at, unit in enumerate(wenli.library.units)}
    found = []
    for row in rows:
        answer = wenli.ask(Ask(row["question"], top_k=DEPTH))
        found.append([places[hit.unit.key] for hit in answer.passages])
    return found
