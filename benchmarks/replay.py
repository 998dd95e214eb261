"""Answers that are replayed through a guard: honest ones in two styles, and the same with planted faults.

    python -m benchmarks.citations --evidence "Who serves as marshal?" > evidence.txt
    python -m benchmarks.citations --replay [FILE] [--missed]

``benchmarks/replay.md`` says what a file has in it. An answer is a list of pieces – a sentence, a line, an item –, so
that what is true of it can be counted; a fault takes the place of one piece, or comes after one.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table

from benchmarks.answers import bare, markers
from corpus.library import Library
from corpus.model import Unit
from index.encoder import open_encoder
from service.ask.values import Ask
from service.llm.client import Model
from service.settings import Settings
from service.wenli import Wenli, open_parts

PATH = Path(__file__).resolve().parent.parent / "tests" / "guard" / "replay.jsonl"
STYLES = ("disciplined", "loose")
KINDS = (
    "quotation",
    "marker",
    "rite",
    "commentator",
    "number",
    "actor",
    "direction",
    "order",
    "negation",
    "invention",
    "claim",
    "generality",
    "anachronism",
)
NOWHERE = 9
"""The port where the model would be that is never asked when evidence is printed."""


class Unfit(ValueError):
    """A line of a file of answers is not what it should be (``where``, ``why``)."""

    def __init__(self, where: str, why: str) -> None:
        self.where, self.why = where, why
        super().__init__(f"{where}: {why}")


@dataclass(frozen=True)
class Fault:
    """A false piece: in the place of piece ``at`` of the answer of a style, or after it where it is ``added``."""

    style: str
    at: int
    text: str
    kind: str
    why: str
    added: bool = False


@dataclass(frozen=True)
class Replay:
    """A question, the keys of the passages as they were given, what was written from them, and what is false."""

    id: str
    language: str
    question: str
    evidence: tuple[str, ...]
    answers: dict[str, tuple[str, ...]]
    refusals: tuple[str, ...]
    faults: tuple[Fault, ...]

    def joined(self, pieces: Sequence[str]) -> str:
        """Pieces as one text."""
        text = ""
        for piece in pieces:
            apart = self.language == "en" and text and not text[-1].isspace() and not piece[:1].isspace()
            text += f" {piece}" if apart else piece
        return text

    def planted(self, fault: Fault) -> tuple[str, ...]:
        """The pieces of an answer with one fault in it."""
        own = self.answers[fault.style]
        return (*own[: fault.at + fault.added], fault.text, *own[fault.at + 1 :])


class Out(Protocol):
    """What a guard let out: ``benchmarks.citations.Verified``."""

    @property
    def text(self) -> str:
        """The text."""


Guarding = Callable[[str, Sequence[Unit]], Out]


def loaded(path: Path = PATH) -> list[Replay]:
    """The answers of a file; Unfit says where one is wrong."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            found.append(_read(json.loads(line), f"{path.name}:{number}"))
    return found


def _read(row: dict[str, Any], where: str) -> Replay:
    answers = {style: tuple(row[style]) for style in STYLES if row.get(style)}
    faults = tuple(Fault(**fault) for fault in row.get("faults", ()))
    one = Replay(
        row["id"],
        row["language"],
        row["question"],
        tuple(row["evidence"]),
        answers,
        tuple(row.get("refusals", ())),
        faults,
    )
    for pieces in (*answers.values(), one.refusals, [fault.text for fault in faults]):
        for piece in pieces:
            if any(not 1 <= number <= len(one.evidence) for number in markers(piece)):
                raise Unfit(where, f"a marker names no passage: {piece}")
    for fault in faults:
        if fault.kind not in KINDS:
            raise Unfit(where, f"there is no kind {fault.kind}")
        if fault.style not in answers or not 0 <= fault.at < len(answers[fault.style]):
            raise Unfit(where, f"there is no piece {fault.at} of style {fault.style}")
        if bare(fault.text) in map(bare, answers[fault.style]):
            raise Unfit(where, f"a fault has the words of a true piece: {fault.text}")
    return one


def unknown(replays: Sequence[Replay], library: Library) -> list[str]:
    """The keys of evidence that no passage of the library has."""
    held = {unit.key for unit in library.units}
    return sorted({key for one in replays for key in one.evidence} - held)


@dataclass
class Scores:
    """Counts by style and by kind; ``missed`` and ``lost`` name what they count."""

    true: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    damaged: Counter[str] = field(default_factory=Counter)
    planted: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    beside: int = 0
    beside_lost: int = 0
    refusals: int = 0
    refusals_kept: int = 0
    sentence_ms: float = 0.0
    missed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def scored(replays: Sequence[Replay], guard: Guarding, library: Library) -> Scores:
    """What a guard does to all of them."""
    units = {unit.key: unit for unit in library.units}
    scores = Scores()
    spent, read = 0.0, 0
    for one in replays:
        evidence = [units[key] for key in one.evidence]
        for style, pieces in one.answers.items():
            begun = time.perf_counter()
            out = guard(one.joined(pieces), evidence).text
            spent, read = spent + time.perf_counter() - begun, read + len(pieces)
            gone = [piece for piece in pieces if not stands(piece, out)]
            scores.true[style] += len(pieces)
            scores.kept[style] += len(pieces) - len(gone)
            scores.answers[style] += 1
            scores.damaged[style] += bool(gone)
            scores.lost += [f"{one.id} {style}: {piece.strip()}" for piece in gone]
        for fault in one.faults:
            pieces = one.planted(fault)
            out = guard(one.joined(pieces), evidence).text
            let = stands(fault.text, out)
            scores.planted[fault.kind] += 1
            if not let:
                scores.caught[fault.kind] += 1
            else:
                scores.missed.append(f"{one.id} {fault.kind}: {fault.text.strip()} ({fault.why})")
            beside = [piece for piece in pieces if piece != fault.text]
            scores.beside += len(beside)
            scores.beside_lost += sum(not stands(piece, out) for piece in beside)
        for refusal in one.refusals:
            scores.refusals += 1
            kept = stands(refusal, guard(refusal, evidence).text)
            scores.refusals_kept += kept
            if not kept:
                scores.lost.append(f"{one.id} refusal: {refusal}")
    scores.sentence_ms = 1000 * spent / max(read, 1)
    return scores


def stands(piece: str, out: str) -> bool:
    """Whether the words of a piece left. Markers are not compared: they are numbered anew."""
    return bare(piece) in bare(out)


def show(scores: Scores) -> None:
    """Print the scores."""
    table = Table("style", "pieces", "kept", "lost", "answers", "damaged")
    for style in STYLES:
        true, kept = scores.true[style], scores.kept[style]
        lost = f"{(true - kept) / max(true, 1):.1%}"
        table.add_row(style, str(true), str(kept), lost, str(scores.answers[style]), str(scores.damaged[style]))
    console = Console()
    console.print(table)
    faults = Table("fault", "planted", "caught", "share")
    for kind in KINDS:
        if scores.planted[kind]:
            faults.add_row(
                kind,
                str(scores.planted[kind]),
                str(scores.caught[kind]),
                f"{scores.caught[kind] / scores.planted[kind]:.0%}",
            )
    planted, caught = scores.planted.total(), scores.caught.total()
    faults.add_row("all", str(planted), str(caught), f"{caught / max(planted, 1):.0%}")
    console.print(faults)
    print(
        f"True pieces lost beside a fault: {scores.beside_lost} of {scores.beside}; refusals kept: "
        f"{scores.refusals_kept} of {scores.refusals}; {scores.sentence_ms:.1f} ms a piece"
    )


def exported(questions: Sequence[str]) -> Iterator[str]:
    """For each question the evidence as a model is given it, and the line that a file of answers begins with."""
    wenli = asking()
    for at, question in enumerate(questions, 1):
        asked = wenli.given(Ask(question))
        if asked is None:
            yield f"== {question}\n(no model is asked)\n"
            continue
        row: dict[str, Any] = {"id": f"replay-{at:02}", "language": asked.lang, "question": question}
        row["evidence"] = [passage.key for passage in asked.passages]
        row |= {part: [] for part in (*STYLES, "refusals", "faults")}
        shown = asked.messages[-1].content.replace(f"<<{asked.boundary} ", "<<")
        yield f"== {question}\n{shown}\n\n{json.dumps(row, ensure_ascii=False)}\n"


def asking() -> Wenli:
    """The service with a model that is nowhere, to see what it would be asked."""
    environ = {"WENLI_LLM_BASE_URL": f"http://127.0.0.1:{NOWHERE}/v1", "WENLI_LLM_MODEL": "none"}
    settings = Settings.read(os.environ | environ)
    library, index, terms = open_parts(settings, open_encoder(settings.embedding_model, settings.home))
    return Wenli(library, index, terms, Model(settings))
