"""The verdict on a quotation: whether it stands in the texts, how it differs, and whether it stands where claimed.

finding = Judge(library).judge("大侯八十，参七十，干五十", "大射儀 經")
finding.verdict, in_words(finding.matches[0].changes)     # altered, 大侯[八→九]十参七十干五十
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rapidfuzz.distance import Levenshtein

from corpus.library import Library
from corpus.quotes.claim import Claim, Claims
from corpus.quotes.concordance import GAP, Concordance, printed, tracks
from corpus.quotes.differ import changes, fit
from corpus.quotes.standing import FOUND, LIMIT, Match, Quotation, Verdict, standing
from corpus.readers.mandoku import Edition

LIKE_FROM = 4
"""Characters from which a quotation that stands nowhere is compared with what is like it."""
ALTERED = 0.3
"""Share of the characters up to which a quotation is an altered form of a passage; beyond it, it is another text."""
NEAR = 0.55
"""Share of the characters up to which a passage is still shown as the nearest one."""


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
        return self.verdict in FOUND or self.verdict is Verdict.MISATTRIBUTED


class Judge:
    """Judges quotations against one library and, beside it, editions read from disk. Read-only once made.

    Words are looked for in base text and comments each by itself, and only what stands in none of them in what is
    printed: base text and comments by turns.
    """

    def __init__(self, library: Library, editions: Sequence[Edition] = (), named: Library | None = None) -> None:
        """``named`` is the library by which claims are understood, where it is a wider one."""
        self._claims = Claims(named or library)
        self._texts = Concordance(chain(tracks(library.units), *(edition.texts for edition in editions)))
        joined = [Concordance(chain.from_iterable(edition.joined for edition in editions))] if editions else []
        printed_ones = Concordance(chain(printed(library.units), *(edition.printed for edition in editions)))
        self._in_turn = (self._texts, *joined, printed_ones)

    def judge(self, quote: str, claimed: str | Claim | None = None, limit: int = LIMIT) -> Finding:
        """The verdict; QuoteUnfit where the quotation has too few or too many Han characters."""
        quotation = Quotation.read(quote)
        claim = claimed if isinstance(claimed, Claim) else self.claim(claimed)
        for concordance in self._in_turn:
            found, total = standing(concordance, quotation, claim, limit)
            if found:
                verdict = Verdict.MISATTRIBUTED if found[0].fits_claim is False else found[0].verdict
                return Finding(quote, verdict, tuple(found), total, claim)
        like = self._alike(quotation, claim)
        near = [match for match in like if match.distance <= _most(len(quotation.words))]
        if near:
            return Finding(quote, Verdict.ALTERED, tuple(near[:limit]), len(near), claim)
        return Finding(quote, Verdict.NOT_FOUND, (), 0, claim, next(iter(like), None))

    def claim(self, claimed: str | None) -> Claim | None:
        """What is claimed; None where nothing is."""
        return self._claims.read(claimed) if claimed and claimed.strip() else None

    def _alike(self, quotation: Quotation, claim: Claim | None) -> list[Match]:
        """Places where something like the words stands, nearest first, one for each stretch of text."""
        words = quotation.words
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
                found[place.start, place.end] = Match(place, Verdict.ALTERED, fits, best.distance)
        ranked = sorted(found.values(), key=lambda match: _nearness(match, quotation.bare))
        return [
            replace(match, changes=changes(quotation.bare, match.place.cited_text))
            for match in ranked
            if match.distance <= max(ranked[0].distance + 1, 1)
        ]


def _nearness(match: Match, bare: str) -> tuple[int, bool, int, int]:
    """Least changed first, then what fits the claim, then the witness whose spelling is nearest."""
    place = match.place
    return match.distance, match.fits_claim is False, Levenshtein.distance(bare, place.cited_text), place.start


def _most(size: int) -> int:
    """How many characters of ``size`` may differ."""
    return max(1 if size < 6 else 2, int(ALTERED * size))


def _within_tracks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of ``[start, end)`` between the ends of tracks."""
    at = start
    for piece in text[start:end].split(GAP):
        if piece:
            yield at, at + len(piece)
        at += len(piece) + 1
