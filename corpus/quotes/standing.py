"""Where words stand as they are quoted: exactly, in another spelling, or in parts with 「……」 between them.

    words = Quotation.read("三耦皆执弓，搢三而挟一个")
    [match], total = standing(concordance, words, limit=1)
    match.verdict                                          # normalized

Both the judge of quotations and the guard of the service's own answers ask this module.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from corpus.errors import WenliError
from corpus.fold import fold, is_han
from corpus.model import Leaf, Stored
from corpus.quotes.claim import Claim
from corpus.quotes.concordance import Concordance, Place, Spans, is_base
from corpus.quotes.differ import Change

SHORTEST, LONGEST = 2, 1000
"""Han characters of a quotation that can be judged."""
LIMIT = 20
"""Places returned unless more, or fewer, are asked for."""
SPAN = 300
"""Folded characters over which the parts of a quotation with 「……」 may lie in base text; a comment is one passage."""
_ELISION = re.compile(r"\s*(?:[\[〔（(【]\s*(?:…+|⋯+|\.{3,}|[中下]?略)\s*[\]〕）)】]|…+|⋯+|\.{3,}|。{3,}|・{3,})\s*")


class QuoteUnfit(WenliError):
    """A quotation is too short or too long to be judged (``size`` Han characters)."""

    def __init__(self, size: int) -> None:
        self.size = size
        super().__init__(f"A quotation has {SHORTEST} to {LONGEST:,} Chinese characters; this one has {size:,}.")


class Verdict(StrEnum):
    """What is found of a quotation, see docs/quotations.md."""

    EXACT = "exact"
    NORMALIZED = "normalized"
    ELIDED = "elided"
    ALTERED = "altered"
    MISATTRIBUTED = "misattributed"
    NOT_FOUND = "not_found"


FOUND = (Verdict.EXACT, Verdict.NORMALIZED, Verdict.ELIDED)
"""The verdicts on words that stand, best first."""


@dataclass(frozen=True)
class Quotation:
    """Words as quoted, and folded, cut at their elisions: ``Quotation.read("「甲乙……丙」").parts`` has two parts.

    ``bare`` goes from the first Han character to the last: marks around it are the writer's.
    """

    text: str
    parts: tuple[str, ...]
    bare: str

    @classmethod
    def read(cls, text: str) -> Quotation:
        """The quotation in ``text``; QuoteUnfit where it has too few or too many Han characters."""
        han = [at for at, char in enumerate(text) if is_han(char)]
        if not SHORTEST <= len(han) <= LONGEST:
            raise QuoteUnfit(len(han))
        parts = tuple(folded for folded in map(fold, _ELISION.split(text)) if folded)
        return cls(text, parts, text[han[0] : han[-1] + 1])

    @property
    def words(self) -> str:
        """All of it, folded, without the elisions."""
        return "".join(self.parts)


@dataclass(frozen=True)
class Match:
    """A place where a quotation stands, or nearly: ``verdict`` is of this place alone.

    ``fits_claim`` is None where nothing was claimed, or where it cannot be told. ``changes`` compares the quotation
    with what stands here.
    """

    place: Place
    verdict: Verdict
    fits_claim: bool | None
    distance: int = 0
    changes: tuple[Change, ...] = ()


def standing(
    concordance: Concordance, quotation: Quotation, claim: Claim | None = None, limit: int = LIMIT
) -> tuple[list[Match], int]:
    """The best ``limit`` of the places where a quotation stands, and how many there are.

    What fits the claim comes first, then what is spelt alike, what stands in one passage, base text.
    """
    spans = _spans(concordance, quotation.parts)
    if not len(spans.start):
        return [], 0
    if len(quotation.parts) > 1:
        verdicts = np.full(len(spans.start), FOUND.index(Verdict.ELIDED))
    else:
        verdicts = np.where(_as_spelt(concordance, spans, quotation.bare), 0, 1)
    first_units = [concordance.parts[at].unit for at in spans.low]
    fits = _fits(first_units, claim)
    misfit = np.asarray([1 if fit is None else 2 * (not fit) for fit in fits])
    comment = np.asarray([not is_base(unit) for unit in first_units])
    order = np.lexsort((spans.start, comment, spans.high - spans.low, verdicts, misfit))[:limit]
    return [
        Match(concordance.place(int(spans.start[at]), int(spans.end[at])), FOUND[int(verdicts[at])], fits[at])
        for at in map(int, order)
    ], len(spans.start)


def _fits(units: list[Stored], claim: Claim | None) -> list[bool | None]:
    """Whether each unit stands where the claim says, asked once of each."""
    if claim is None or not claim.understood:
        return [None] * len(units)
    known: dict[int, bool | None] = {}
    for unit in units:
        if id(unit) not in known:
            known[id(unit)] = claim.fits(unit)
    return [known[id(unit)] for unit in units]


def _as_spelt(concordance: Concordance, spans: Spans, bare: str) -> NDArray[np.bool_]:
    """Which of the spans are stored exactly as the words are written."""
    exact: NDArray[np.bool_] = spans.last - spans.first == len(bare)
    for at in np.flatnonzero(exact):
        exact[at] = concordance.stored.startswith(bare, int(spans.first[at]))
    return exact


def _spans(concordance: Concordance, parts: tuple[str, ...]) -> Spans:
    """Where the parts stand in order within one passage; of those with one end, the shortest."""
    starts = concordance.starts(parts[0])
    ends = starts + len(parts[0])
    if len(parts) == 1 or not len(starts):
        return concordance.spans(starts, ends)
    limits = concordance.ends_of_tracks(starts)
    for part in parts[1:]:
        places = concordance.starts(part)
        next_one = np.searchsorted(places, ends)
        kept = next_one < len(places)
        starts, limits, ends = starts[kept], limits[kept], places[next_one[kept]] + len(part)
        within = ends <= limits
        starts, limits, ends = starts[within], limits[within], ends[within]
    shortest = np.append(ends[1:] != ends[:-1], True)[: len(ends)]  # both run upwards; the last of an end is shortest
    spans = concordance.spans(starts[shortest], ends[shortest])
    passage = [_one_passage(concordance, spans, at) for at in range(len(spans.start))]
    return Spans(*(values[passage] for values in spans))


def _one_passage(concordance: Concordance, spans: Spans, at: int) -> bool:
    """Whether a span keeps within a comment, a phase of base text, or ``SPAN`` characters."""
    if spans.end[at] - spans.start[at] <= SPAN:
        return True
    first, last = (concordance.parts[part].unit for part in (spans.low[at], spans.high[at] - 1))
    if isinstance(first, Leaf) or isinstance(last, Leaf):
        return not is_base(first)
    return not is_base(first) or (first.chapter, first.phase) == (last.chapter, last.phase)
