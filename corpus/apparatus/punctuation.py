"""Where witnesses are punctuated otherwise than the canon: no reading, and listed only where it is asked for.

A mark is compared by what it does, not by its form: full and half width count alike, quotation marks and the marks of
titles not at all. A witness without punctuation says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corpus.apparatus.collation import DAMAGE_MARKS, Collation, Kind, Text
from corpus.apparatus.judged import text_of
from corpus.apparatus.model import Printed, Reading, Variation
from corpus.fold import is_han
from corpus.model import Unit
from corpus.texts import Work

_MARKS = str.maketrans(",.;:︰?!．·", "，。；：：？！。、")
COUNTED = frozenset("，。；：、？！")


def punctuation(
    clause: tuple[str, str], units: Sequence[Unit], works: Mapping[str, Work], punctuated: frozenset[str]
) -> tuple[Variation, ...]:
    """The places of a clause where a punctuated witness has another mark than the canon after the same character."""
    ref, stored = clause
    base = Text(stored)
    found: dict[int, dict[str, list[Printed]]] = {}
    for unit in (u for u in units if u.witness in punctuated):
        collation = Collation(base, text_of(works[unit.witness], unit.text))
        for at in base.places[:-1]:
            start, end = collation.across(at, at + 1)
            if start < end and _marks(stored, at + 1) != (own := _marks(unit.text, end)):
                stop = _next(unit.text, end)
                found.setdefault(at + 1, {}).setdefault(own, []).append(Printed(unit.witness, own, end, stop))
    return tuple(
        Variation(
            ref,
            at,
            _next(stored, at),
            (
                Reading(_marks(stored, at), None),
                *(Reading(own, Kind.PUNCTUATION, tuple(printed)) for own, printed in readings.items()),
            ),
        )
        for at, readings in sorted(found.items())
    )


def _next(text: str, at: int) -> int:
    """Where the next character that is collated stands, or the end."""
    return next((n for n in range(at, len(text)) if is_han(text[n]) or text[n] in DAMAGE_MARKS), len(text))


def _marks(text: str, at: int) -> str:
    """The mark that counts between the characters around ``at``, in full width; "" where there is none."""
    return "".join(c for c in text[at : _next(text, at)].translate(_MARKS) if c in COUNTED)


def punctuated_witnesses(units: Sequence[Unit]) -> frozenset[str]:
    """The witnesses whose base text has punctuation."""
    return frozenset(u.witness for u in units if u.layer.is_base and set(u.text.translate(_MARKS)) & COUNTED)
