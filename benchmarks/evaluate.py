"""Answers to the public evaluation set, measured. Run by ``make evaluate``.

    python -m benchmarks.evaluate [--set FOLDER] [--failures] [--floors] [--record]

Prints hit@k, MRR, correct and supported answers by language, type and chapter; abstention; the truth of every
citation and quotation; dialogues. Without the set it says so and ends with status 0.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.record import markdown, record
from benchmarks.scoring import correct, first_hit, fold, load, plain_correct
from corpus.errors import WenliError
from service.ask.values import Answer, Ask, Grounding, Turn
from service.ask.verify import quotations
from service.settings import Settings
from service.wenli import Wenli, open_wenli

ROOT = Path(__file__).resolve().parent.parent
FLOORS = Path(__file__).parent / "floors.toml"

Figures = dict[str, float]
SETS = {"public": ("questions.jsonl", "dialogues.jsonl"), "people": ("people.jsonl", "people_dialogues.jsonl")}
"""The two sets: questions and conversations, written from the texts and as people type."""


@dataclass(frozen=True)
class Scored:
    """One question with its answer and marks."""

    row: dict[str, Any]
    answer: Answer
    rank: int
    correct: bool
    plain: bool | None
    supported: bool
    ms: float

    @property
    def answered(self) -> bool:
        """True if the texts answered, wholly or in part; related passages are no answer."""
        return self.answer.grounding in (Grounding.GROUNDED, Grounding.PARTIAL)


def score(wenli: Wenli, row: dict[str, Any], history: tuple[Turn, ...] = ()) -> Scored:
    """Ask one question and mark the answer."""
    start = time.perf_counter()
    answer = wenli.ask(Ask(row["question"], history=history, top_k=10))
    ms = (time.perf_counter() - start) * 1000
    right = bool(row["answer_keys"]) and correct(answer.text, row["answer_keys"])
    spans = [fold(g["span"]) for g in row["gold"]]
    cited = [fold(unit.text) for c in answer.citations for unit in wenli.library.by_ref(c.ref) if unit.ref == c.ref]
    supported = right and any(span in text for span in spans for text in cited)
    told = plain_correct(answer.text, row["answer_keys"], row["lang"]) if row["answer_keys"] else None
    rank = first_hit(row["gold"], [h.unit.text for h in answer.passages])
    return Scored(row, answer, rank, right, told, supported, ms)


def untrue(wenli: Wenli, scored: Sequence[Scored]) -> list[str]:
    """Citations that differ from their stored slice and quotations that stand in no source: should be none."""
    pages = {p.ref: p for p in wenli.editions.shelf.passages} if wenli.editions else {}
    printed = (passage.text for passage in pages.values())
    everything = "。".join(map(fold, (*(unit.text for unit in wenli.library.units), *printed)))
    wrong = []
    for s in scored:
        for c in s.answer.citations:
            texts = [u.text for u in wenli.library.by_ref(c.ref) if (u.ref, u.witness) == (c.ref, c.witness)]
            texts += [pages[c.ref].text] if c.ref in pages else []
            if [text[c.start : c.end] for text in texts] != [c.cited_text]:
                wrong.append(f"{s.row.get('id')}: {c.ref} cites {c.cited_text}")
        asked = fold(s.row["question"])
        quotes = [(quote, fold(quote)) for quote in quotations(s.answer.text)]
        wrong += [f"{s.row.get('id')}: quotes {q}" for q, f in quotes if f not in everything and f not in asked]
    return wrong


def figures(scored: Sequence[Scored]) -> Figures:
    """The figures of a group of answerable questions."""
    n = len(scored)
    return {
        "n": n,
        "hit@1": sum(s.rank == 1 for s in scored) / n,
        "hit@5": sum(0 < s.rank <= 5 for s in scored) / n,
        "hit@10": sum(0 < s.rank <= 10 for s in scored) / n,
        "MRR": sum(1 / s.rank for s in scored if s.rank) / n,
        "correct": sum(s.correct for s in scored) / n,
        "plain": _share([s.plain for s in scored if s.plain is not None]),
        "supported": sum(s.supported for s in scored) / n,
        "answered": sum(s.answered for s in scored) / n,
        "right of grounded": _share([s.plain or s.correct for s in scored if s.answered]),
    }


def _share(values: Sequence[bool | None]) -> float:
    return sum(map(bool, values)) / len(values) if values else 0.0


def table(title: str, groups: dict[str, Sequence[Scored]]) -> Table:
    """Figures by group, to be printed."""
    rows = {name: figures(group) for name, group in groups.items() if group}
    result = Table(title=title, title_justify="left")
    result.add_column("")
    for column in next(iter(rows.values())):
        result.add_column(column, justify="right")
    for name, values in rows.items():
        result.add_row(name, *(f"{v:.0f}" if k == "n" else f"{v:.3f}" for k, v in values.items()))
    return result


def by(scored: Sequence[Scored], key: Callable[[Scored], str]) -> dict[str, Sequence[Scored]]:
    """Scored answers in groups."""
    names = dict.fromkeys(key(s) for s in scored)
    return {name: [s for s in scored if key(s) == name] for name in names}


def evaluate(
    wenli: Wenli, folder: Path, console: Console, failures: bool, files: tuple[str, str] = SETS["public"]
) -> tuple[Figures, dict[str, Figures]]:
    """Print all tables; returns the figures that have floors, and the figures of the groups that are recorded."""
    questions = [score(wenli, row) for row in load(folder, files[0])]
    special = ("out_of_scope", "false_premise")
    answerable = [s for s in questions if s.row["type"] not in special]
    outside = [s for s in questions if s.row["type"] == "out_of_scope"]
    premises = [s for s in questions if s.row["type"] == "false_premise"]
    groups = {"all": answerable, **by(answerable, lambda s: s.row["lang"])}
    console.print(table("Answerable questions", groups))
    console.print(table("By type", by(answerable, lambda s: s.row["type"])))
    console.print(table("By chapter", by(answerable, lambda s: s.row["chapter"])))
    turns = dialogues(wenli, load(folder, files[1]))
    talks: dict[str, Sequence[Scored]] = {"first turns": turns[0], "later turns": turns[1]}
    console.print(table("Dialogues", talks))
    whole = figures(answerable)
    english = figures([s for s in answerable if s.row["lang"] == "en"])
    everything = [*questions, *turns[0], *turns[1]]
    wrong = untrue(wenli, everything)
    lengths = [len(s.answer.lead) for s in answerable if s.answer.citations]
    result = {
        "hit@5": whole["hit@5"],
        "hit@5 English": english["hit@5"],
        "answered": whole["answered"],
        # What editions that were added answer is no longer out of scope; the default texts must still decline it.
        "out-of-scope abstention": sum(_declined(s.answer) for s in outside) / len(outside),
        "out-of-scope, no answer at all": sum(_silent(s.answer) for s in outside) / len(outside),
        "answered from editions": float(sum(bool(s.answer.editions) for s in everything)),
        "false premises corrected": sum(s.correct for s in premises) / len(premises),
        "answer_correct": whole["correct"],
        "plain_correct": whole["plain"],
        "plain_correct English": english["plain"],
        "plain_correct, later turns": figures(turns[1])["plain"],
        "supported": whole["supported"],
        "untrue citations or quotations": float(len(wrong)),
        "median answer, characters": statistics.median(lengths),
        "longest passage": max(len(h.unit.text) for s in everything for h in s.answer.passages),
        "p50 ms": statistics.median(s.ms for s in everything),
        "p95 ms": statistics.quantiles([s.ms for s in everything], n=20)[-1],
    }
    for name, value in result.items():
        console.print(f"{name:32} {value:8.3f}" if value < 1 else f"{name:32} {value:8.1f}")
    for line in wrong:
        console.print(f"[red]untrue[/] {line}")
    if failures:
        report(console, answerable, outside)
    return result, {name: figures(group) for name, group in {**groups, **talks}.items()}


def _declined(answer: Answer) -> bool:
    """Whether the default texts gave no answer."""
    return _silent(answer) or bool(answer.editions)


def _silent(answer: Answer) -> bool:
    """Whether there was no answer, from editions neither."""
    return answer.grounding in (Grounding.ABSTAINED, Grounding.RELATED)


def dialogues(wenli: Wenli, rows: Sequence[dict[str, Any]]) -> tuple[list[Scored], list[Scored]]:
    """First turns and later turns, each asked with the turns before it as history."""
    first: list[Scored] = []
    later: list[Scored] = []
    for row in rows:
        history: tuple[Turn, ...] = ()
        for turn in row["turns"]:
            scored = score(wenli, {**turn, "id": row["id"], "lang": row["lang"]}, history)
            (later if history else first).append(scored)
            history += (Turn("user", turn["question"]), Turn("assistant", scored.answer.text))
    return first, later


def report(console: Console, answerable: Sequence[Scored], outside: Sequence[Scored]) -> None:
    """The answers that need reading: wrong, unsupported, or given where none should be."""
    for s in answerable:
        if not s.correct or not s.plain:
            marks = f"rank {s.rank} correct {s.correct} plain {s.plain} {s.answer.answered_by} {s.answer.confidence}"
            console.print(f"\n{s.row['id']} {s.row['type']} {marks}: {s.row['question']}")
            console.print(f"  → {s.answer.text}", markup=False)
            console.print(f"  gold: {[g['span'] for g in s.row['gold']]} keys: {s.row['answer_keys']}", markup=False)
    for s in outside:
        if not _declined(s.answer):
            console.print(f"\n{s.row['id']} should abstain: {s.row['question']}\n  → {s.answer.text}", markup=False)


def below(result: Figures) -> list[str]:
    """What falls short of floors.toml, where a figure must be at least (or, for "most", at most) a value."""
    floors = tomllib.loads(FLOORS.read_text(encoding="utf-8"))
    short = [f"{name} {result[name]:.3f} < {floor}" for name, floor in floors["least"].items() if result[name] < floor]
    return short + [f"{name} {result[name]:.3f} > {top}" for name, top in floors["most"].items() if result[name] > top]


def main() -> int:
    """Command line; status 1 where ``--floors`` is given and a figure falls short."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evaluate", description=__doc__)
    parser.add_argument("--set", type=Path, default=ROOT.parent / "shared" / "eval", help="folder of the set")
    parser.add_argument("--failures", action="store_true", help="print the answers that fell short, to be read")
    parser.add_argument("--floors", action="store_true", help="fail where a figure is below benchmarks/floors.toml")
    parser.add_argument("--record", action="store_true", help="write the figures into docs/evaluation.md")
    options = parser.parse_args()
    console = Console(width=120)
    if not (options.set / "questions.jsonl").is_file():
        console.print("Skipped: no evaluation set at the place given by --set.")
        return 0
    try:
        wenli = open_wenli(Settings.read(os.environ))
    except WenliError as error:
        console.print(str(error))
        return 2
    result, groups = evaluate(wenli, options.set, console, options.failures)
    if (options.set / SETS["people"][0]).is_file():
        console.print("\n[bold]As people type[/]")
        people, _ = evaluate(wenli, options.set, console, options.failures, SETS["people"])
        result |= {f"people: {name}": value for name, value in people.items()}
    if options.record:
        record(markdown(groups, result))
    short = below(result) if options.floors else []
    for line in short:
        console.print(f"[red]below its floor:[/] {line}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
