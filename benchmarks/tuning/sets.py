"""Questions for fitting: those written for it, which lie here, and the public set where it is at hand."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.retrieval.questions import SPECIAL
from benchmarks.scoring import fold, load
from corpus.model import Unit
from service.answering.answer import Turn

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Example:
    """A question; ``right`` says whether a passage answers it, and is None where the texts do not answer it."""

    question: str
    right: Callable[[Unit], bool] | None
    origin: str
    history: tuple[Turn, ...] = ()


def written(name: str) -> list[dict[str, str]]:
    """The rows of ``inside.tsv`` or ``outside.tsv``."""
    with (HERE / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def examples(public: Path) -> list[Example]:
    """All questions: inside and outside, and those of the public set (but for false premises) where there is one."""
    found = [Example(row["question"], None, "outside") for row in written("outside")]
    found += [Example(row["question"], _at(row["ref"]), "inside") for row in written("inside")]
    if (public / "questions.jsonl").is_file():
        for row in load(public, "questions.jsonl"):
            if row["type"] == "out_of_scope":
                found.append(Example(row["question"], None, "public"))
            elif row["type"] not in SPECIAL:
                found.append(Example(row["question"], _holding([fold(g["span"]) for g in row["gold"]]), "public"))
        found += _turns(public)
    return found


def _turns(public: Path) -> list[Example]:
    """The turns of the public dialogues, each after the questions before it."""
    found = []
    for row in load(public, "dialogues.jsonl"):
        history: tuple[Turn, ...] = ()
        for turn in row["turns"]:
            right = _holding([fold(gold["span"]) for gold in turn["gold"]])
            found.append(Example(turn["question"], right, "dialogue", history))
            history += (Turn("user", turn["question"]),)
    return found


def _at(ref: str) -> Callable[[Unit], bool]:
    return lambda unit: ref in (unit.ref, unit.whole_ref, unit.base_ref)


def _holding(spans: list[str]) -> Callable[[Unit], bool]:
    def right(unit: Unit) -> bool:
        text = fold(unit.text)
        return any(span in text for span in spans)

    return right
