"""The hand-written answers that guards are measured on (tests/guard), and how answers fall into sentences.

sentences("甲[1]。乙「丙。丁」[2]。")      [(0, 5), (5, 15)]
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from corpus.library import Library
from corpus.model import Unit

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "guard"
KINDS = (
    "invented-quotation",
    "altered-character",
    "wrong-place",
    "wrong-speaker",
    "spliced",
    "dangling-marker",
    "unrelated-marker",
    "uncited",
    "invented-number",
    "rendering-quoted",
)
Label = Literal["supported", "partly", "unsupported", "no_claim"]
Span = tuple[int, int]

_OPEN, _CLOSE = "「『“‘《（([【［〔", "」』”’》）)]】］〕"
_ENDS = "。！？!?"
_TAIL = re.compile(r"[」』”’\"）)]*(?:\s*(?:\[[\d, ，、]+\]|【\d+】|［\d+］))*")
_MARKER = re.compile(r"\s*(?:\[([\d\s,，、]+)\]|【(\d+)】|［(\d+)］)")


@dataclass(frozen=True)
class Case:
    """An answer to a question; marker [1] in it means the first reference of ``evidence``."""

    id: str
    language: str
    question: str
    evidence: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class Planted(Case):
    """An answer with a fault: ``faulty`` spans; ``false_quotation`` does not stand (as ``claimed``), "" for none."""

    kind: str
    faulty: tuple[Span, ...]
    why: str
    false_quotation: str
    claimed: str


@dataclass(frozen=True)
class Labelled:
    """A sentence, ``answer[start:end]``, whether what it cites supports it, and the references that would."""

    start: int
    end: int
    label: Label
    support: frozenset[str]


@dataclass(frozen=True)
class Judged(Case):
    """An answer with a label for every sentence."""

    answerable: bool
    declined: bool
    sentences: tuple[Labelled, ...]


def planted(folder: Path = FOLDER) -> list[Planted]:
    """The answers with faults."""
    return [
        Planted(
            **_case(row),
            kind=row["kind"],
            faulty=tuple((start, end) for start, end in row["faulty"]),
            why=row["why"],
            false_quotation=row.get("false_quotation", ""),
            claimed=row.get("claimed", ""),
        )
        for row in _rows(folder / "planted.jsonl")
    ]


def faithful(folder: Path = FOLDER) -> list[Case]:
    """The answers without."""
    return [Case(**_case(row)) for row in _rows(folder / "faithful.jsonl")]


def judged(folder: Path = FOLDER) -> list[Judged]:
    """The answers that are labelled sentence by sentence."""
    return [
        Judged(
            **_case(row),
            answerable=row["answerable"],
            declined=row["declined"],
            sentences=tuple(
                Labelled(s["start"], s["end"], s["label"], frozenset(s["support"])) for s in row["sentences"]
            ),
        )
        for row in _rows(folder / "support.jsonl")
    ]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _case(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "language": row["language"],
        "question": row["question"],
        "evidence": tuple(row["evidence"]),
        "answer": row["answer"],
    }


def passages(case: Case, library: Library) -> list[Unit]:
    """The unit of each reference of the evidence, in order: its first witness."""
    return [next(unit for unit in library.by_ref(ref) if unit.ref == ref) for ref in case.evidence]


def sentences(text: str) -> list[Span]:
    """The spans of the sentences of an answer, each with the markers after it, without the blanks between."""
    found: list[Span] = []
    start = depth = at = 0
    while at < len(text):
        char = text[at]
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth = max(0, depth - 1)
        at += 1
        if char == "\n":
            depth = 0
        elif depth or not (char in _ENDS or (char == "." and (at == len(text) or text[at].isspace()))):
            continue
        else:
            tail = _TAIL.match(text, at)
            at = tail.end() if tail else at
        found.append((start, at))
        start = at
    spans = [_stripped(text, span) for span in (*found, (start, len(text)))]
    return [span for span in spans if span[0] < span[1]]


def _stripped(text: str, span: Span) -> Span:
    words = text[slice(*span)]
    start = span[0] + len(words) - len(words.lstrip())
    return start, start + len(words.strip())


def markers(sentence: str) -> list[int]:
    """The numbers in the markers of a sentence, in order: ``markers("甲[1][2, 3]") == [1, 2, 3]``."""
    return [int(n) for m in _MARKER.finditer(sentence) for n in re.findall(r"\d+", m[0])]


def bare(sentence: str) -> str:
    """A sentence without markers and blanks, to be compared."""
    return re.sub(r"\s+", "", _MARKER.sub("", sentence))


def cited(sentence: str, evidence: Sequence[str]) -> list[str | None]:
    """The reference behind each marker; None where there is none."""
    return [evidence[n - 1] if 1 <= n <= len(evidence) else None for n in markers(sentence)]
