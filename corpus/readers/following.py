"""Which lines of a hard-wrapped source are base text and which commentary, by the base text of other witnesses.

A note is announced by words such as 鄭注 or 註曰 and ends with a line that is not full – but where its last line
happens to be full, nothing on the page shows that the next line is base text again. So the lines are weighed
together: the reading is chosen in which the lines called base text, in order, follow the base text known from
other witnesses (the canon) with the fewest differences, and in which the fewest lines break the rules of wrapping.
The costs are counted in characters of base text gone wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import inf

from corpus.readers.wrapped import Line

NOTE_CHARACTER = 0.3  # a character read as commentary explains no base text; below 1, so that quotations stay notes
UNANNOUNCED = 4.0  # a note that begins without the words that announce one
ANNOUNCED_BASE = 3.0  # base text that begins with such words
SHORT_NOTE_LINE = 1.0  # a note that runs on after a line with room left, for each column of room
SHORT_NOTE_LINES = 1.5  # … at most
AFTER_NOTE = 1.0  # base text after a note: a short last line of the note is not to pass for a word of base text
SHORT_BASE_LINE = 1.0  # base text that runs on after a line with room left: a paragraph without a note
MISSING = 12.0  # base text that the source leaves out, however long: the line that follows shows where it goes on
OPENING = 8  # … by so many characters, found word for word further on
SLACK = 16.0  # readings dearer than the best so far by more than this are given up


class Role(Enum):
    """What a whole line is. HEAD is commentary on the chapter as a whole; START is where no line has been yet."""

    START = "start"
    HEAD = "head"
    BASE = "base"
    NOTE = "note"


@dataclass(frozen=True)
class Wrap:
    """Columns of a full line of base text, of a note, and of a note at the head of the chapter."""

    base: int
    note: int
    head: int

    def columns(self, role: Role) -> int:
        """``Wrap(21, 20, 18).columns(Role.NOTE) == 20``."""
        return {Role.BASE: self.base, Role.NOTE: self.note, Role.HEAD: self.head}[role]


@dataclass(frozen=True)
class Placed:
    """A line, its role, and for base text the span of the folded canon it follows."""

    line: Line
    role: Role
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class _Step:
    """The cheapest way to a canon position: where the line before left off, in which role, and where this began."""

    cost: float
    before: Role
    left: int
    start: int


_Ways = dict[Role, dict[int, float]]


def place(found: list[Line], canon: str, wrap: Wrap) -> list[Placed]:
    """The role of every line, given the folded base text of the chapter from other witnesses.

    The source may begin and end anywhere in the chapter. Example: with the canon 無介乃席賓, the lines
    無介 | 鄭注雖先飲酒 | 乃席賓 are BASE, NOTE and BASE, over the canon's [0, 2) and [2, 5).
    """
    ways: _Ways = {Role.START: dict.fromkeys(range(len(canon) + 1), 0.0)}
    trail: list[dict[Role, dict[int, _Step]]] = []
    previous: Line | None = None
    for line in found:
        steps: dict[Role, dict[int, _Step]] = {}
        for role in (Role.HEAD, Role.BASE, Role.NOTE):
            steps[role] = _entries(ways, role, line, previous, wrap)
        _leap(steps[Role.BASE], line.base, canon)
        steps[Role.BASE] = _follow(line.base, canon, steps[Role.BASE])
        limit = min(step.cost for reached in steps.values() for step in reached.values()) + SLACK
        ways = {role: {at: step.cost for at, step in to.items() if step.cost <= limit} for role, to in steps.items()}
        trail.append(steps)
        previous = line
    return _trace_back(found, trail, ways)


def _entries(ways: _Ways, role: Role, line: Line, previous: Line | None, wrap: Wrap) -> dict[int, _Step]:
    """The cheapest way into ``role`` for each canon position, with what it costs to be that by its looks."""
    entries: dict[int, _Step] = {}
    for before, reached in ways.items():
        price = _price(before, role, line, previous, wrap)
        if price is None:
            continue
        for at, cost in reached.items():
            if at not in entries or cost + price < entries[at].cost:
                entries[at] = _Step(cost + price, before, at, at)
    return entries


def _price(before: Role, role: Role, line: Line, previous: Line | None, wrap: Wrap) -> float | None:
    at_head = before in (Role.START, Role.HEAD)
    if (role is Role.HEAD and not at_head) or (role is Role.NOTE and at_head):
        return None
    if not line.base:  # nothing but a parenthesis: it goes on with what it stands in
        return 0.0 if before in (role, Role.START) else None
    room = 0 if previous is None else max(0, wrap.columns(before) - previous.columns)
    if role is Role.BASE:
        price = SHORT_BASE_LINE * (room > 0) if before is Role.BASE else AFTER_NOTE
        return price + ANNOUNCED_BASE * line.announced
    price = NOTE_CHARACTER * len(line.base)
    if role is before:
        return price + min(SHORT_NOTE_LINES, SHORT_NOTE_LINE * room)
    return price + UNANNOUNCED * (not line.announced)


def _leap(entries: dict[int, _Step], text: str, canon: str) -> None:
    """Allow for base text left out before this line: add the places further on where its first words stand."""
    opening = text[:OPENING]
    at = canon.find(opening) if len(opening) == OPENING else -1
    while at >= 0:
        nearest = min((step for step in entries.values() if step.start < at), key=lambda step: step.cost, default=None)
        if nearest and (at not in entries or nearest.cost + MISSING < entries[at].cost):
            entries[at] = _Step(nearest.cost + MISSING, nearest.before, nearest.left, at)
        at = canon.find(opening, at + 1)


def _follow(text: str, canon: str, entries: dict[int, _Step]) -> dict[int, _Step]:
    """Follow ``text`` along the canon from each entry: edit distance, by the canon position it ends at."""
    reached: dict[int, _Step] = {}
    near: dict[int, _Step] = {}
    last = 0
    for at in sorted(entries):
        if near and at - last > len(text) + SLACK:
            reached |= _follow_near(text, canon, near)
            near = {}
        near[at] = entries[at]
        last = at
    return reached | _follow_near(text, canon, near) if near else reached


def _follow_near(text: str, canon: str, entries: dict[int, _Step]) -> dict[int, _Step]:
    low = min(entries)
    span = canon[low : max(entries) + len(text) + int(SLACK)]
    costs = [entries[low + k].cost if low + k in entries else inf for k in range(len(span) + 1)]
    starts = list(range(low, low + len(costs)))
    _pass_over(costs, starts)
    for char in text:
        before_cost, before_start = inf, low
        for k, cost in enumerate(costs):
            start = starts[k]
            best, best_start = cost + 1.0, start  # the source has a character more
            if k and before_cost + (span[k - 1] != char) < best:
                best, best_start = before_cost + (span[k - 1] != char), before_start
            before_cost, before_start = cost, start
            costs[k], starts[k] = best, best_start
        _pass_over(costs, starts)
    return {
        low + k: _Step(cost, entries[start].before, entries[start].left, start)
        for k, (cost, start) in enumerate(zip(costs, starts, strict=True))
        if cost < inf
    }


def end_of(text: str, canon: str, start: int) -> int:
    """The canon position that ``text`` most likely ends at when it begins at ``start``."""
    reached = _follow(text, canon, {start: _Step(0.0, Role.START, start, start)})
    return min(reached, key=lambda at: reached[at].cost)


def _pass_over(costs: list[float], starts: list[int]) -> None:
    """Allow for characters of the canon that the source lacks."""
    for k in range(1, len(costs)):
        if costs[k - 1] + 1.0 < costs[k]:
            costs[k], starts[k] = costs[k - 1] + 1.0, starts[k - 1]


def _trace_back(found: list[Line], trail: list[dict[Role, dict[int, _Step]]], ways: _Ways) -> list[Placed]:
    _, role, at = min(
        ((cost, role, at) for role, reached in ways.items() for at, cost in reached.items()), key=lambda way: way[0]
    )
    placed: list[Placed] = []
    for line, steps in zip(reversed(found), reversed(trail), strict=True):
        step = steps[role][at]
        placed.append(Placed(line, role, step.start, at) if role is Role.BASE else Placed(line, role))
        role, at = step.before, step.left
    return placed[::-1]
