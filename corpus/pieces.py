"""Cutting a comment into pieces short enough to search and to cite, each about one thing.

賈公彥 takes a note up phrase by phrase: 云「…」 opens a new matter, and that is the best place to cut; then the end of
a sentence, then a comma. Texts without punctuation are cut by their formulae: 云 … 者 opens, 也 closes. All cuts are
weighed together, so that pieces come out neither tiny nor long and a quotation stays whole wherever it can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from corpus.model import Layer

LIMIT = 300
AIM = 150
"""The length, in characters, that costs nothing."""
SHORT = 80
"""Below this a piece is too little to stand alone, and costs more the shorter it is."""

_MATTER, _SENTENCE, _PHRASE, _INSIDE, _ANYWHERE = 0.0, 1.0, 4.0, 12.0, 40.0
"""What a cut costs: before a new matter, after a sentence, after a phrase, inside a quotation, elsewhere."""

_OPEN, _CLOSE = "「『“‘《〈【（(", "」』”’》〉】）)"
_MATTERS = {
    Layer.SHU: re.compile(r"(?<=[。？！?!；;])[」』”’]*(?=鄭?[云言知引][「『“《])"),
}
_SENTENCES = re.compile(r"[。！？!?；;]+[」』”’）)]*")
_PHRASES = re.compile(r"[，,、：:︰]")
_BARE_MATTERS = re.compile(r"(?<=[也矣焉耳是同之])(?=云\w{1,40}?者)")
_BARE_SENTENCES = re.compile(r"(?<=[也矣焉])(?![者也矣焉夫乎故])|(?<=是也)|(?=今[按案])")
_BARE_PHRASES = re.compile(r"(?<=者)(?!也)|(?=[故案按]\w)|(?<=[耳乎哉])")


def cut(text: str, layer: Layer, limit: int = LIMIT) -> tuple[tuple[int, int], ...]:
    """End-exclusive spans that cover ``text`` without gap or overlap, none longer than ``limit`` characters.

    ``cut("酒,己物也。", Layer.ZHU) == ((0, 6),)``; ValueError where ``limit`` is not positive.
    """
    if limit < 1:
        raise ValueError(f"limit is {limit}, must be positive")
    if not text:
        return ()
    costs = _cut_costs(text, layer)
    ends = _cheapest(len(text), costs, limit)
    if ends is None:
        ends = _cheapest(len(text), {at: costs.get(at, _ANYWHERE) for at in range(1, len(text))}, limit) or ()
    return tuple(zip((0, *ends[:-1]), ends, strict=True))


def _cut_costs(text: str, layer: Layer) -> dict[int, float]:
    """Position → cost of a cut before it; positions that are no good place are absent."""
    costs: dict[int, float] = {}
    quoted = _quoted(text)
    for at, cost in _places(text, layer):
        if 0 < at < len(text) and text[at] not in _CLOSE and text[at - 1] not in _OPEN:
            whole = cost + _INSIDE if quoted[at] else cost
            costs[at] = min(whole, costs.get(at, whole))
    return costs


def _places(text: str, layer: Layer) -> Iterator[tuple[int, float]]:
    punctuated = _SENTENCES.search(text) is not None
    matters = _MATTERS.get(layer) if punctuated else _BARE_MATTERS
    sentences, phrases = (_SENTENCES, _PHRASES) if punctuated else (_BARE_SENTENCES, _BARE_PHRASES)
    for pattern, cost in ((matters, _MATTER), (sentences, _SENTENCE), (phrases, _PHRASE)):
        for place in pattern.finditer(text) if pattern else ():
            yield place.end(), cost


def _quoted(text: str) -> list[bool]:
    """For every position whether a cut before it falls inside a pair of quotation marks or brackets."""
    inside = [0] * (len(text) + 1)
    opened: list[int] = []
    for at, char in enumerate(text):
        if char in _OPEN:
            opened.append(at)
        elif char in _CLOSE:
            kind = _OPEN[_CLOSE.index(char)]
            while opened and kind in (text[o] for o in opened):
                start = opened.pop()
                if text[start] == kind:
                    inside[start + 1] += 1
                    inside[at + 1] -= 1
                    break
    depth = 0
    within: list[bool] = []
    for step in inside[: len(text)]:
        depth += step
        within.append(depth > 0)
    return within


def _cheapest(size: int, costs: Mapping[int, float], limit: int) -> tuple[int, ...] | None:
    """Ends of the pieces whose cuts and lengths cost least together; None where a piece would exceed the limit."""
    places = [0, *sorted(costs), size]
    best: list[tuple[float, int]] = [(0.0, -1)]
    for index in range(1, len(places)):
        found = (float("inf"), -1)
        for before in range(index - 1, -1, -1):
            length = places[index] - places[before]
            if length > limit:
                break
            total = best[before][0] + _length_cost(length, limit)
            found = min(found, (total, before))
        best.append((found[0] + costs.get(places[index], 0.0), found[1]))
    if best[-1][0] == float("inf"):
        return None
    ends: list[int] = []
    at = len(places) - 1
    while at > 0:
        ends.append(places[at])
        at = best[at][1]
    return tuple(reversed(ends))


def _length_cost(length: int, limit: int) -> float:
    """0 at the length aimed at, 1 at twice that length, and more for a piece too short to stand alone."""
    aim = min(AIM, limit // 2 or 1)
    short = min(SHORT, aim)
    return ((length - aim) / aim) ** 2 + max(0, short - length) / short * 2
