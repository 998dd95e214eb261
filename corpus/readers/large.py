"""Which large characters of an edition are base text and which a note, where nothing but the text itself tells.

A note opens with 注; what ends it is seldom printed. So the characters are weighed together: that reading is chosen in
which those called base text, in order, follow the base text known from other witnesses (the canon) with the fewest
differences. Costs are counted in characters of base text gone wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from corpus.fold import fold

OPENING = "注"
NOTE_CHARACTER = 0.3  # a large character that is no base text; below 1, so that quotations stay notes
UNANNOUNCED = 6.0  # a note that begins without 注
UNENDED = 1.0  # base text that follows a note with nothing between
RESUMED = 4.0  # a note that goes on behind small characters or ○
SLACK = 12.0  # readings dearer than the best so far by more than this are given up


@dataclass(frozen=True)
class Char:
    """One character of the text and where in the source it stands."""

    at: int
    char: str


@dataclass
class Large:
    """A large character; ``after`` says whether small characters or ○ stand before it.

    What :func:`tell_apart` finds: whether it is base text (``base``), opens a note, and how many folded characters of
    the canon stand before the end of it (``place``).
    """

    char: Char
    after: bool = False
    base: bool = False
    opens: bool = False
    place: int = 0


_Ways = dict[int, tuple[float, int]]
"""Place in the canon → cost of the cheapest way there, and where that way came from: ``2 * place + base``."""


def tell_apart(items: Sequence[Large], canon: str) -> None:
    """Say of every large character whether it is base text, opens a note, or belongs to one.

    With the canon 無介乃席賓, of 無介注雖先飲酒乃席賓 the first two and the last three are base text.
    """
    base: _Ways = _passed_over({0: (0.0, 0)}, canon)
    note: _Ways = {}
    trail: list[tuple[_Ways, _Ways]] = []
    for item in items:
        base, note = _step(item, canon, base, note)
        best = min(cost for ways in (base, note) for cost, _ in ways.values())
        base = {at: way for at, way in base.items() if way[0] <= best + SLACK}
        note = {at: way for at, way in note.items() if way[0] <= best + SLACK}
        trail.append((base, note))
    _, at, is_base = min((cost, at, ways is base) for ways in (base, note) for at, (cost, _) in ways.items())
    for item, (bases, notes) in zip(reversed(items), reversed(trail), strict=True):
        item.base, item.place = is_base, at
        came = (bases if is_base else notes)[at][1]
        at, was_base = divmod(came, 2)
        item.opens = not is_base and bool(was_base)
        is_base = bool(was_base)


def _step(item: Large, canon: str, base: _Ways, note: _Ways) -> tuple[_Ways, _Ways]:
    """The cheapest ways after one more large character, as base text and as part of a note."""
    opening = 0.0 if item.char.char == OPENING else UNANNOUNCED
    notes: _Ways = {at: (cost + NOTE_CHARACTER + RESUMED * item.after, 2 * at) for at, (cost, _) in note.items()}
    for at, (cost, _) in base.items():
        _offer(notes, at, cost + opening, 2 * at + 1)
    bases: _Ways = {}
    folded = fold(item.char.char)
    for ways, price, was_base in ((base, 0.0, 1), (note, 0.0 if item.after else UNENDED, 0)):
        for at, (cost, _) in ways.items():
            came = 2 * at + was_base
            _offer(bases, at, cost + price + 1.0, came)
            if at < len(canon):
                _offer(bases, at + 1, cost + price + (canon[at] != folded), came)
    return _passed_over(bases, canon), notes


def _passed_over(ways: _Ways, canon: str) -> _Ways:
    """Allow for characters of the canon that the edition lacks."""
    limit = min((cost for cost, _ in ways.values()), default=0.0) + SLACK
    for start in sorted(ways):
        at, (cost, came) = start, ways[start]
        while at < len(canon) and cost + 1.0 <= limit and cost + 1.0 < ways.get(at + 1, (inf, 0))[0]:
            at, cost = at + 1, cost + 1.0
            ways[at] = (cost, came)
    return ways


def _offer(ways: _Ways, at: int, cost: float, came: int) -> None:
    if cost < ways.get(at, (inf, 0))[0]:
        ways[at] = (cost, came)
