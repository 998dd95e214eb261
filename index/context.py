"""What stands around a unit: the names of its chapter and phase, the clauses beside it, the clause it explains.

A clause of the 儀禮 rarely says who acts or at which ceremony; what stands around it does. The wide lexical index
reads it as one text; the wide vector is the mean of the vectors of its parts, which ranked the clauses of the
evaluation questions better than the vector of the joined text and needs no further encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.canon import Canon
from corpus.model import Unit

LIMIT = 400
"""The longest wide text, in characters."""

REACH = 2
"""How many clauses before and after a clause stand around it."""

_BESIDE = 60
"""How much of each clause beside it the wide text of a clause quotes, in characters."""


@dataclass(frozen=True)
class Context:
    """``header`` names chapter and phase; ``around`` are whole texts; ``text`` is all as one, at most 400 long."""

    header: str
    around: tuple[str, ...]
    text: str


def contexts(units: Sequence[Unit], canon: Canon) -> tuple[Context, ...]:
    """The context of each unit, in the same order.

    >>> contexts(library.units, library.canon)[3].header
    '鄉飲酒禮 謀賓戒賓 District Drinking Ceremony: Consulting about and notifying the guest'
    """
    held: dict[tuple[str, str], str] = {}
    for unit in units:
        if "#" not in unit.ref:
            held[unit.ref, unit.witness] = unit.text
            held.setdefault((unit.ref, ""), unit.text)
    beside = _beside(canon)
    return tuple(_context(unit, canon, held, beside) for unit in units)


def wide_texts(units: Sequence[Unit], canon: Canon) -> list[str]:
    """The wide text of each unit, at most 400 characters."""
    return [context.text for context in contexts(units, canon)]


def _beside(canon: Canon) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Reference → references of the clauses before and after it in the same phase, at most ``REACH`` each."""
    found = {}
    for chapter in canon.held:
        for phase in chapter.phases:
            refs = [clause.ref for clause in phase.clauses]
            for at, ref in enumerate(refs):
                found[ref] = (tuple(refs[max(0, at - REACH) : at]), tuple(refs[at + 1 : at + 1 + REACH]))
    return found


def _context(
    unit: Unit,
    canon: Canon,
    held: dict[tuple[str, str], str],
    beside: dict[str, tuple[tuple[str, ...], tuple[str, ...]]],
) -> Context:
    def text(ref: str) -> str:
        """A clause as the unit's witness has it, or else another."""
        return held.get((ref, unit.witness)) or held.get((ref, "")) or canon.clauses[ref].text

    header = _header(unit, canon)
    if "#" in unit.ref:
        around = (text(unit.base_ref),) if unit.base_ref in canon.clauses else ()
        return Context(header, around, _join(header, *around, unit.text))
    before, after = (tuple(map(text, refs)) for refs in beside.get(unit.ref, ((), ())))
    shown = [header, "".join(before)[-_BESIDE:], unit.text, "".join(after)[:_BESIDE]]
    return Context(header, before + after, _join(*shown))


def _header(unit: Unit, canon: Canon) -> str:
    chapter = canon.chapters[unit.chapter]
    if not unit.phase:
        return f"{chapter.name_hant} {chapter.name_en}"
    phase = canon.phase(unit.chapter, unit.phase)
    return f"{chapter.name_hant} {phase.name_hant} {chapter.name_en}: {phase.name_en}"


def _join(*parts: str) -> str:
    return " ".join(part for part in parts if part)[:LIMIT]
