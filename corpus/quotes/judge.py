"""The verdict on a quotation: whether it stands in the texts, how it differs, and whether it stands where claimed.

finding = Judge(library).judge("大侯八十，参七十，干五十", "大射儀 經")
finding.verdict, in_words(finding.matches[0].changes)     # altered, 大侯[八→九]十参七十干五十
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from corpus.errors import WenliError
from corpus.fold import fold, is_han
from corpus.library import Library
from corpus.quotes.claim import Claim, Claims
from corpus.quotes.concordance import Concordance, Place, printed, tracks
from corpus.quotes.differ import Change, changes, fit

SHORTEST, LONGEST = 2, 1000
"""Han characters of a quotation that can be judged."""
LIMIT = 20
"""Places returned unless more, or fewer, are asked for."""
SPAN = 300
"""Folded characters over which the parts of a quotation with 「……」 may lie in base text; a comment is one passage."""
LIKE_FROM = 4
"""Characters from which a quotation that stands nowhere is compared with what is like it."""
ALTERED = 0.3
"""Share of the characters up to which a quotation is an altered form of a passage; beyond it, it is another text."""
NEAR = 0.55
"""Share of the characters up to which a passage is still shown as the nearest one."""
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


_FOUND = (Verdict.EXACT, Verdict.NORMALIZED, Verdict.ELIDED)


@dataclass(frozen=True)
class Match:
    """A place where a quotation stands, or nearly: ``verdict`` is of this place alone.

    ``fits_claim`` is None where nothing was claimed. ``changes`` compares the quotation with what stands here.
    """

    place: Place
    verdict: Verdict
    fits_claim: bool | None
    distance: int = 0
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The verdict on a quotation; ``matches`` are the best of ``total`` places; ``nearest`` only if it is not found."""

    quote: str
    verdict: Verdict
    matches: tuple[Match, ...]
    total: int
    claim: Claim | None = None
    nearest: Match | None = None

    @property
    def stands(self) -> bool:
        """Whether the words stand in the texts, wherever that is."""
        return self.verdict in _FOUND or self.verdict is Verdict.MISATTRIBUTED


class Judge:
    """Judges quotations against one library. Read-only once made."""

    def __init__(self, library: Library) -> None:
        self._claims = Claims(library)
        self._texts = Concordance(tracks(library.units))
        self._printed = Concordance(printed(library.units))

    def judge(self, quote: str, claimed: str | None = None, limit: int = LIMIT) -> Finding:
        """The verdict; QuoteUnfit where the quotation has too few or too many Han characters."""
        size = sum(map(is_han, quote))
        parts = [folded for folded in map(fold, _ELISION.split(quote)) if folded]
        if not SHORTEST <= size <= LONGEST:
            raise QuoteUnfit(size)
        claim = self._claims.read(claimed) if claimed and claimed.strip() else None
        if claim and not claim.understood:
            claim = None if not claim.text else claim
        found = self._standing(quote, parts, claim)
        if found:
            return _finding(quote, found, claim, limit)
        like = self._alike(quote, parts, claim)
        near = [match for match in like if match.distance <= _most(sum(map(len, parts)))]
        if near:
            return Finding(quote, Verdict.ALTERED, tuple(near[:limit]), len(near), claim)
        return Finding(quote, Verdict.NOT_FOUND, (), 0, claim, next(iter(like), None))

    def _standing(self, quote: str, parts: Sequence[str], claim: Claim | None) -> list[Match]:
        """Every place where the words stand, as one or with their elisions; best first."""
        for concordance in (self._texts, self._printed):
            if len(parts) == 1:
                spans: Iterable[tuple[int, int]] = ((at, at + len(parts[0])) for at in concordance.starts(parts[0]))
            else:
                spans = _in_order(concordance, parts)
            bare = _bare(quote)
            found = [_match(concordance.place(*span), bare, len(parts) > 1, claim) for span in spans]
            if found:
                return sorted(found, key=_rank)
        return []

    def _alike(self, quote: str, parts: Sequence[str], claim: Claim | None) -> list[Match]:
        """Places where something like the words stands, nearest first, one for each stretch of text."""
        words = "".join(parts)
        if len(words) < LIKE_FROM:
            return []
        found: dict[tuple[int, int], Match] = {}
        for start, end in self._texts.near(words):
            for low, high in _within_tracks(self._texts.text, start, end):
                best = fit(words, self._texts.text[low:high])
                if best is None or best.distance > NEAR * len(words):
                    continue
                place = self._texts.place(low + best.start, low + best.end)
                fits = claim.fits(place.unit) if claim and claim.understood else None
                compared = changes(_bare(quote), place.cited_text)
                found[place.start, place.end] = Match(place, Verdict.ALTERED, fits, best.distance, compared)
        ranked = sorted(found.values(), key=lambda m: (m.distance, m.fits_claim is False, m.place.start))
        return [match for match in ranked if match.distance <= max(ranked[0].distance + 1, 1)]


def _finding(quote: str, found: Sequence[Match], claim: Claim | None, limit: int) -> Finding:
    verdict = found[0].verdict
    if claim and claim.understood and not found[0].fits_claim:
        verdict = Verdict.MISATTRIBUTED
    return Finding(quote, verdict, tuple(found[:limit]), len(found), claim)


def _match(place: Place, bare: str, elided: bool, claim: Claim | None) -> Match:
    exact = place.cited_text == bare
    verdict = Verdict.ELIDED if elided else Verdict.EXACT if exact else Verdict.NORMALIZED
    fits = all(claim.fits(part.unit) for part in place.parts[:1]) if claim and claim.understood else None
    return Match(place, verdict, fits)


def _rank(match: Match) -> tuple[bool, int, int, bool, int]:
    """What fits the claim first, then what is spelt alike, then what stands in one passage, then base text."""
    unit = match.place.unit
    parts = len(match.place.parts)
    return match.fits_claim is False, _FOUND.index(match.verdict), parts, not unit.layer.is_base, match.place.start


def _bare(quote: str) -> str:
    """The quotation from its first Han character to its last: marks around it are the writer's."""
    han = [at for at, char in enumerate(quote) if is_han(char)]
    return quote[han[0] : han[-1] + 1] if han else ""


def _most(size: int) -> int:
    """How many characters of ``size`` may differ."""
    return max(1 if size < 6 else 2, int(ALTERED * size))


def _in_order(concordance: Concordance, parts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Spans in which all parts stand in order within one passage; of those with one end, the shortest."""
    text = concordance.text
    best: dict[int, int] = {}
    for start in concordance.starts(parts[0]):
        last, at = concordance.end_of_track(start), start + len(parts[0])
        for part in parts[1:]:
            found = text.find(part, at, last)
            at = found + len(part) if found >= 0 else -1
            if at < 0:
                break
        if at > 0 and _one_passage(concordance.place(start, at), at - start):
            best[at] = max(start, best.get(at, 0))
    return ((start, end) for end, start in best.items())


def _one_passage(place: Place, size: int) -> bool:
    first, last = place.parts[0].unit, place.parts[-1].unit
    return not first.layer.is_base or size <= SPAN or (first.chapter, first.phase) == (last.chapter, last.phase)


def _within_tracks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of ``[start, end)`` between the ends of tracks."""
    at = start
    for piece in text[start:end].split("\n"):
        if piece:
            yield at, at + len(piece)
        at += len(piece) + 1
