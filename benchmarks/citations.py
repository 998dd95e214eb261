"""How true and how complete the citations of answers are, and what a guard catches.

    python -m benchmarks.citations [--guard MODULE:NAME] [--missed] [--bars] [--replay [FILE]]
    python -m benchmarks.citations --evidence QUESTION...

Prints, over the answers of tests/guard labelled by hand, citation recall and precision, how many quotations are real
and how often answers decline; then, for a guard, how many of 100 planted faults it catches by kind, and how many true
sentences it loses. A guard is anything that fits the protocol ``Guard``; without --guard it is the one
for what a language model writes. With --bars it ends with 1 where a fault is let out or more than 2 % of sentences are
lost. With --replay only the answers of a file are replayed (benchmarks/replay.md); --evidence prints what a model
would be given for a question, from which such answers are written.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from rich.console import Console
from rich.table import Table

from benchmarks import replay
from benchmarks.answers import (
    KINDS,
    Case,
    Judged,
    Planted,
    bare,
    cited,
    faithful,
    judged,
    passages,
    planted,
    sentences,
)
from corpus.fold import fold
from corpus.library import Library, load
from corpus.model import Unit
from corpus.quotes.judge import Judge
from corpus.quotes.marks import marked

LOST_AT_MOST = 0.02
_NOWHERE = ("invented-quotation", "altered-character", "spliced")
"""Kinds whose quotation stands nowhere, so that it may not leave in any sentence."""
_CREDIT = {"supported": 1.0, "partly": 0.5, "unsupported": 0.0}


@dataclass(frozen=True)
class Verified:
    """What a guard lets out: a text, and the reference behind each of its markers, [1] first."""

    text: str
    citations: tuple[str, ...]


class Guard(Protocol):
    """Cuts or mends what is not borne out; marker [n] of ``answer`` means ``evidence[n - 1]``."""

    def __call__(self, answer: str, evidence: Sequence[Unit]) -> Verified:
        """What may leave."""


@dataclass(frozen=True)
class CitationScores:
    """Shares, see docs/evaluation.md. ``recall`` gives half credit to partial support, ``recall_full`` none."""

    recall: float
    recall_full: float
    precision: float
    quotations_real: float
    declined: float
    answered: float
    sentences: int
    citations: int
    quotations: int

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision."""
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


@dataclass(frozen=True)
class GuardScores:
    """Planted faults by kind, those caught; true sentences of the faithful answers and of the others, those lost.

    ``missed`` names the answers whose fault was let out, ``lost`` pairs answers with true sentences that were cut.
    ``sentence_ms`` is the time a sentence takes, median over the answers.
    """

    planted: Counter[str]
    caught: Counter[str]
    missed: tuple[str, ...]
    true: int
    lost: tuple[tuple[str, str], ...]
    beside: int
    beside_lost: int
    sentence_ms: float


def citation_scores(answers: Sequence[Judged], judge: Judge) -> CitationScores:
    """The scores of labelled answers. What is not there to be measured counts as 1: no sentence, no fault."""
    claims = [(answer, s) for answer in answers for s in answer.sentences if s.label != "no_claim"]
    marked_ones = [
        (ref, s.support)
        for answer in answers
        for s in answer.sentences
        for ref in cited(answer.answer[s.start : s.end], answer.evidence)
    ]
    quotes = [answer.answer[a:b] for answer in answers for a, b in marked(answer.answer)]
    outside = [answer for answer in answers if not answer.answerable]
    inside = [answer for answer in answers if answer.answerable]
    return CitationScores(
        recall=_mean([_CREDIT[s.label] for _, s in claims]),
        recall_full=_mean([s.label == "supported" for _, s in claims]),
        precision=_mean([ref in support for ref, support in marked_ones]),
        quotations_real=_mean([judge.judge(quote).stands for quote in quotes]),
        declined=_mean([answer.declined for answer in outside]),
        answered=_mean([not answer.declined for answer in inside]),
        sentences=len(claims),
        citations=len(marked_ones),
        quotations=len(quotes),
    )


def _mean(values: Sequence[float]) -> float:
    return statistics.fmean(values) if values else 1.0


def guard_scores(guard: Guard, library: Library) -> GuardScores:
    """What a guard does to the planted faults and to the faithful answers."""
    times: list[float] = []

    def guarded(case: Case) -> Verified:
        start = time.perf_counter()
        verified = guard(case.answer, passages(case, library))
        times.append((time.perf_counter() - start) * 1000 / len(sentences(case.answer)))
        return verified

    faults, caught, missed = Counter[str](), Counter[str](), []
    beside = beside_lost = 0
    for case in planted():
        verified = guarded(case)
        faults[case.kind] += 1
        if let_out(case, verified):
            missed.append(case.id)
        else:
            caught[case.kind] += 1
        own = [case.answer[a:b] for a, b in sentences(case.answer) if (a, b) not in case.faulty]
        beside += len(own)
        beside_lost += len(_lost(own, verified))
    true, lost = 0, []
    for case_ in faithful():
        own = [case_.answer[a:b] for a, b in sentences(case_.answer)]
        true += len(own)
        lost += [(case_.id, sentence) for sentence in _lost(own, guarded(case_))]
    return GuardScores(faults, caught, tuple(missed), true, tuple(lost), beside, beside_lost, statistics.median(times))


def let_out(case: Planted, verified: Verified) -> bool:
    """Whether a fault leaves: its sentence in the same words, or its false quotation.

    Where the fault is in the markers alone, the same words may leave with a marker that mends it.
    """
    if case.kind in _NOWHERE and fold(case.false_quotation) in fold(verified.text):
        return True
    out = [verified.text[a:b] for a, b in sentences(verified.text)]
    return any(
        bare(sentence) == bare(case.answer[slice(*span)])
        and not _mended(case, case.answer[slice(*span)], cited(sentence, verified.citations))
        for span in case.faulty
        for sentence in out
    )


def _mended(case: Planted, faulty: str, refs: Sequence[str | None]) -> bool:
    """Whether the markers of a released sentence mend its fault."""
    if None in refs or not refs:
        return False
    if case.kind == "unrelated-marker":
        return not set(refs) <= set(cited(faulty, case.evidence))
    return case.kind in ("dangling-marker", "uncited")


def _lost(own: Sequence[str], verified: Verified) -> list[str]:
    """The sentences that do not leave with their words and at least one marker that leads somewhere."""
    out = {
        bare(verified.text[a:b])
        for a, b in sentences(verified.text)
        if any(cited(verified.text[a:b], verified.citations))
    }
    return [sentence for sentence in own if bare(sentence) not in out]


def named_guard(name: str, library: Library) -> Guard:
    """The guard that a function makes of the library: ``"benchmarks.guards:model_guard"``."""
    module, _, function = name.partition(":")
    return cast("Guard", getattr(importlib.import_module(module), function)(library))


def show_citations(scores: CitationScores) -> None:
    """Print the scores of the labelled answers."""
    print(
        f"{scores.sentences} sentences, {scores.citations} citations, {scores.quotations} quotations: "
        f"citation recall {scores.recall:.3f} (in full {scores.recall_full:.3f}), precision {scores.precision:.3f}, "
        f"F1 {scores.f1:.3f}; quotations real {scores.quotations_real:.3f}; "
        f"unanswerable declined {scores.declined:.3f}, answerable answered {scores.answered:.3f}"
    )


def show_guard(scores: GuardScores) -> None:
    """Print the faults caught by kind, and the sentences lost."""
    table = Table()
    for column in ("fault", "planted", "caught"):
        table.add_column(column, justify="left" if column == "fault" else "right")
    for kind in KINDS:
        table.add_row(kind, str(scores.planted[kind]), str(scores.caught[kind]))
    table.add_row("all", str(scores.planted.total()), str(scores.caught.total()))
    Console().print(table)
    print(
        f"True sentences lost: {len(scores.lost)} of {scores.true} ({len(scores.lost) / scores.true:.1%}) in faithful "
        f"answers, {scores.beside_lost} of {scores.beside} beside faults; {scores.sentence_ms:.2f} ms a sentence"
    )


def replayed(path: Path, guard: Guard, library: Library, missed: bool) -> None:
    """Print what a guard makes of the answers of a file."""
    answers = replay.loaded(path)
    if keys := replay.unknown(answers, library):
        sys.exit(f"There are no such passages: {', '.join(keys)}")
    scores = replay.scored(answers, guard, library)
    replay.show(scores)
    if missed:
        print("\n".join(("", "Let out:", *scores.missed, "", "Lost:", *scores.lost)))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.citations", description=__doc__)
    parser.add_argument(
        "--guard", default="benchmarks.guards:model_guard", help="MODULE:NAME of a function of the library"
    )
    parser.add_argument("--missed", action="store_true", help="print what was let out and what was lost")
    parser.add_argument("--bars", action="store_true", help="end with 1 where a bar is not held")
    parser.add_argument("--replay", nargs="?", const=replay.PATH, type=Path, help="replay the answers of a file")
    parser.add_argument("--evidence", nargs="+", metavar="QUESTION", help="print the evidence of questions")
    options = parser.parse_args()
    if options.evidence:
        for shown in replay.exported(options.evidence):
            print(shown)
        return
    library = load()
    if options.replay:
        replayed(options.replay, named_guard(options.guard, library), library, options.missed)
        return
    show_citations(citation_scores(judged(), Judge(library)))
    scores = guard_scores(named_guard(options.guard, library), library)
    show_guard(scores)
    if options.missed:
        print("\n".join(("", "Let out:", *scores.missed, "", "Lost:", *(f"{i}: {s}" for i, s in scores.lost))))
    if options.bars and (scores.missed or len(scores.lost) > LOST_AT_MOST * scores.true):
        sys.exit("A bar is not held.")


if __name__ == "__main__":
    main()
