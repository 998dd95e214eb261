"""What stands around a unit: the names of its chapter and phase, the clauses beside it, the clause it explains.

A clause of the 儀禮 rarely says who acts or at which ceremony; what stands around it does. The wide lexical index
reads it as one text; the wide vector is the mean of the vectors of its parts, which ranked the clauses of the
evaluation questions better than the vector of the joined text and needs no further encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.canon import Canon
from corpus.model import Unit
from corpus.rites.data import Rites

LIMIT = 400
"""The longest wide text, in characters."""

REACH = 2
"""How many clauses before and after a clause stand around it."""

_BESIDE = 60
"""How much of each clause beside it the wide text of a clause quotes, in characters."""


RENDERED_ZH, RENDERED_EN = 150, 600
"""How much of a rendering the wide text takes in, in characters; those of long notes go on."""

NO_RITES = Rites({}, {}, {})


@dataclass(frozen=True)
class Context:
    """``header`` names chapter and phase; ``around`` are whole texts; ``text`` is all as one, at most 400 long, and
    what renders it. ``renderings`` are Wenli's, in modern Chinese and in English, or none."""

    header: str
    around: tuple[str, ...]
    text: str
    renderings: tuple[str, ...] = ()


def contexts(units: Sequence[Unit], canon: Canon, rites: Rites = NO_RITES) -> tuple[Context, ...]:
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
    return tuple(_rendered(_context(unit, canon, held, beside), unit, rites) for unit in units)


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


def _rendered(context: Context, unit: Unit, rites: Rites) -> Context:
    """The context with what renders the unit: questions in modern words meet these before the classical ones."""
    found = rites.notes.get(unit.whole_ref) if "#" in unit.ref else rites.renderings.get(unit.ref)
    if found is None:
        return context
    text = _join(context.text, found.zh[:RENDERED_ZH], found.en[:RENDERED_EN], limit=None)
    return replace(context, text=text, renderings=(found.zh, found.en))


def _header(unit: Unit, canon: Canon) -> str:
    chapter = canon.chapters[unit.chapter]
    if not unit.phase:
        return f"{chapter.name_hant} {chapter.name_en}"
    phase = canon.phase(unit.chapter, unit.phase)
    return f"{chapter.name_hant} {phase.name_hant} {chapter.name_en}: {phase.name_en}"


def _join(*parts: str, limit: int | None = LIMIT) -> str:
    return " ".join(part for part in parts if part)[:limit]
