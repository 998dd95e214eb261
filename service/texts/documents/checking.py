"""A document checked: every quotation in it, with the verdict and its place."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from corpus.quotes.find import Quoted, find, spans
from corpus.quotes.judge import Finding, Judge
from corpus.quotes.standing import FOUND, Verdict
from service.texts.documents.text import Document

MOST = 1000
"""Quotations of one document that are judged."""
LONGEST_IN_ALL = 200_000
"""Characters of its quotations that are judged."""
PLACES = 3
"""Places told of each."""


@dataclass(frozen=True)
class Checked:
    """A quotation, its verdict, and the line and paragraph, from 1, in which it begins."""

    quoted: Quoted
    finding: Finding
    line: int
    paragraph: int

    @property
    def wrong(self) -> bool:
        """Whether an editor should look at it."""
        return self.finding.verdict not in FOUND


@dataclass(frozen=True)
class Report:
    """What was checked of ``total`` quotations. Those within one that stands are true with it, and left out."""

    checked: tuple[Checked, ...]
    total: int
    truncated: bool

    @property
    def summary(self) -> dict[str, int]:
        """How many quotations have each verdict; all six are there."""
        counts = Counter(checked.finding.verdict.value for checked in self.checked)
        return {verdict.value: counts[verdict.value] for verdict in Verdict}


def check(document: Document, judge: Judge, progress: Callable[[int, int], None] = lambda done, all_: None) -> Report:
    """Judge the quotations of a document, as many as the bounds allow; ``progress`` hears how many are done.

    ``total`` counts all of them where they are too many, quotations within others included.
    """
    expected = len(spans(document.text, document.blocks))
    lines = [at for at, char in enumerate(document.text) if char == "\n"]
    starts = _paragraphs(document.text)
    checked: list[Checked] = []
    stands: set[int] = set()
    truncated = False
    length = 0
    for number, quoted in enumerate(find(document.text, document.blocks, judge.claim)):
        if quoted.within in stands:
            stands.add(number)
            continue
        length += len(quoted.words)
        if len(checked) == MOST or length > LONGEST_IN_ALL:
            truncated = True
            break
        finding = judge.judge(quoted.words, quoted.claimed, PLACES)
        if finding.stands:
            stands.add(number)
        place = (bisect_right(lines, quoted.start) + 1, bisect_right(starts, quoted.start))
        checked.append(Checked(quoted, finding, *place))
        progress(number + 1, max(expected, number + 1))
    return Report(tuple(checked), max(expected, len(checked) + 1) if truncated else len(checked), truncated)


def _paragraphs(text: str) -> list[int]:
    """Where each paragraph begins; an empty line stands between two."""
    starts: list[int] = []
    at, before = 0, ""
    for line in text.split("\n"):
        if line.strip() and not before.strip():
            starts.append(at)
        at, before = at + len(line) + 1, line
    return starts
