"""A quotation that is nearly right is put right.

mended_words("「設洗於阼階東南」[8]。", "設洗於阼階東南", [8], evidence)      # 設洗于阼階東南
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from corpus.fold import fold
from corpus.quotes.differ import fit
from corpus.quotes.standing import Quotation, QuoteUnfit
from service.guard.evidence import Evidence

MENDED = 0.2
"""Share of the characters of a quotation that may be put right; where more differ, it is not a slip."""
MENDED_FROM = 5
"""Han characters that a quotation has at least for one of them to be put right."""
_TELLING = frozenset(fold("一二三四五六七八九十百千兩再不無弗勿毋未非皆東西南北左右上下內外先後"))
"""Characters that turn what is said into something else; a quotation that differs in one of them is not mended."""


def mended_words(text: str, words: str, cited: Sequence[int], evidence: Evidence) -> str | None:
    """The true words where those quoted are nearly so, there is one such place, and nothing else is said by it; None
    otherwise. ``text`` is the sentence, which must not speak of the characters that would go."""
    try:
        quotation = Quotation.read(words)
    except QuoteUnfit:
        return None
    if len(quotation.parts) != 1 or len(quotation.words) < MENDED_FROM:
        return None
    most = max(1, int(MENDED * len(quotation.words)))
    places = {}
    concordance = evidence.concordance(cited)
    start = 0
    for track in concordance.text.split("\n"):
        best = fit(quotation.words, track) if track else None
        if best and best.distance <= most:
            place = concordance.place(start + best.start, start + best.end)
            places[fold(place.cited_text)] = (best.distance, place.cited_text)
        start += len(track) + 1
    if len(places) != 1:
        return None
    true = next(iter(places.values()))[1]
    ops = [op for op in Levenshtein.opcodes(quotation.words, fold(true)) if op.tag != "equal"]
    lost = "".join(quotation.words[op.src_start : op.src_end] for op in ops)
    gained = "".join(fold(true)[op.dest_start : op.dest_end] for op in ops)
    rest = fold(text.replace(words, ""))
    if set(lost + gained) & _TELLING or any(char in rest for char in lost):
        return None
    return true
