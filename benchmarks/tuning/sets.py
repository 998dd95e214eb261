"""Questions for fitting, written for it: those of ``inside.tsv`` with the passage that answers each, and the questions
of ``corpus/answers`` that nothing answers. The public sets only measure."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from corpus.answers.talks import unanswered
from corpus.model import Unit
from service.ask.values import Turn

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Example:
    """A question; ``right`` says whether a passage answers it, and is None where the texts do not answer it."""

    question: str
    right: Callable[[Unit], bool] | None
    origin: str
    history: tuple[Turn, ...] = ()


def written() -> list[dict[str, str]]:
    """The rows of ``inside.tsv``."""
    with (HERE / "inside.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def examples() -> list[Example]:
    """All questions: inside and outside."""
    found = [Example(one.question, None, "outside") for one in unanswered()]
    return found + [Example(row["question"], _at(row["ref"]), "inside") for row in written()]


def _at(ref: str) -> Callable[[Unit], bool]:
    return lambda unit: ref in (unit.base_ref, unit.whole_ref)
