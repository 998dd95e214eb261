"""The apparatus: every place of a clause where its parties part, with all readings side by side.

    apparatus.at("5.52.40")[0].readings      奉 (the canon and tongxing) and 拳 (tongxing-b, tongxing-c, 唐石經 …)

The parties are the witnesses that have the clause, the canon, and whoever a commentator or a note reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corpus.apparatus.collation import Collation, Kind, Text, same_character
from corpus.apparatus.judged import Judged, Place, Standing, text_of
from corpus.apparatus.model import Printed, Reading, Remark, Variation
from corpus.apparatus.reported import Reported
from corpus.model import Unit
from corpus.texts import Work

_GRAVITY = (
    Kind.VARIANT_CHARACTER,
    Kind.OMISSION,
    Kind.ADDITION,
    Kind.SUBSTANTIVE,
    Kind.TRANSPOSITION,
    Kind.DAMAGE,
)


@dataclass
class _Spot:
    """A place being put together: its span, who differs there and how, and what is reported of it."""

    start: int
    end: int
    differing: dict[str, list[Judged]] = field(default_factory=dict)
    reported: list[Reported] = field(default_factory=list)

    def overlaps(self, start: int, end: int) -> bool:
        return (start < self.end and self.start < end) or (self.start, self.end) == (start, end)


def variations(
    clause: tuple[str, str],
    units: Sequence[Unit],
    works: Mapping[str, Work],
    judged: Mapping[Place, Judged],
    *,
    reports: Sequence[Reported] = (),
    lacking: Iterable[str] = (),
) -> tuple[Variation, ...]:
    """The places of one clause, ``(reference, the canon's text)``, that ``units`` print, in order.

    ``lacking`` are witnesses that leave the whole clause out.
    """
    ref, stored = clause
    base = Text(stored)
    collations = {unit.witness: Collation(base, text_of(works[unit.witness], unit.text)) for unit in units}
    apart = [r for r in reports if r.reading == "" and (r.start, r.end) == _whole(base)]
    spots = [_Spot(r.start, r.end, reported=[r]) for r in apart]
    if gone := list(lacking):
        spots.append(_Spot(*_whole(base), {witness: [Judged(Kind.OMISSION)] for witness in gone}))
    within: list[_Spot] = []
    for witness, collation in collations.items():
        for d in collation.differences:
            place = Place(ref, d.base_span[0], witness, d.base, d.other)
            _spot(within, *d.base_span).differing.setdefault(witness, []).append(judged.get(place, Judged(d.kind)))
    for report in sorted((r for r in reports if r not in apart), key=lambda r: r.kind is None):
        _report(within, report)
    spots += sorted(within, key=lambda s: (s.start, s.end))
    return tuple(v for spot in spots if (v := _variation(clause, spot, units, collations, works)))


def _whole(base: Text) -> tuple[int, int]:
    """The span of all its characters: who lacks them all lacks the clause, whatever else there is to say of it."""
    return 0, base.places[-1] + 1


def _spot(spots: list[_Spot], start: int, end: int) -> _Spot:
    """The spot at a span: a new one, or those it overlaps put together."""
    met = [spot for spot in spots if spot.overlaps(start, end)]
    one = _Spot(min([start, *(s.start for s in met)]), max([end, *(s.end for s in met)]))
    for spot in met:
        spots.remove(spot)
        one.reported += spot.reported
        for witness, own in spot.differing.items():
            one.differing.setdefault(witness, []).extend(own)
    spots.append(one)
    return one


def _report(spots: list[_Spot], report: Reported) -> None:
    """Who agrees with the canon, or says nothing certain, is heard at the places there are within these words."""
    if report.kind is None:
        within = [s for s in spots if report.start <= s.start and s.end <= report.end]
        if within or report.evidence:
            for spot in within:
                spot.reported.append(report)
            return
    _spot(spots, report.start, report.end).reported.append(report)


def _variation(
    clause: tuple[str, str],
    spot: _Spot,
    units: Sequence[Unit],
    collations: Mapping[str, Collation],
    works: Mapping[str, Work],
) -> Variation | None:
    ref, stored = clause
    readings = [Reading(_characters(stored, spot.start, spot.end), None)]
    for report in spot.reported:
        _add_reported(readings, report, spot)
    for unit in sorted(units, key=lambda u: works[u.witness].script == "Hans"):
        start, end = collations[unit.witness].across(spot.start, spot.end)
        text = _characters(unit.text, start, end)
        _add_printed(readings, Printed(unit.witness, text, start, end), spot, works)
    for witness in (w for w in spot.differing if w not in collations):
        _add_printed(readings, Printed(witness, "", 0, 0), spot, works)
    notes = [r for r in spot.reported if r.evidence]
    return Variation(
        ref,
        spot.start,
        spot.end,
        tuple(readings),
        tuple(dict.fromkeys(Remark(r.comment, r.page, r.party, r.quote, r.reading) for r in spot.reported if r.quote)),
        notes[0].evidence if notes else "",
        notes[0].reason if notes else "",
        next((r.through for r in spot.reported if r.through), ""),
    )


def _characters(stored: str, start: int, end: int) -> str:
    """The characters of a span without punctuation."""
    text = Text(stored)
    return "".join(stored[at] for at in text.places if start <= at < end)


def _add_reported(readings: list[Reading], report: Reported, spot: _Spot) -> None:
    if report.reading is None:
        return
    parties = (report.party,) if report.party else ()
    if report.kind is None:
        readings[0] = _join(readings[0], parties=parties)
        return
    if (report.start, report.end) != (spot.start, spot.end):
        text = _spliced(readings[0].text, report, spot)
    else:
        text = report.reading
    at = next((n for n, r in enumerate(readings) if r.text == text), None)
    if at is None:
        readings.append(Reading(text, report.kind, parties=parties, reported=bool(report.evidence)))
    else:
        readings[at] = _join(readings[at], parties=parties, reported=bool(report.evidence))


def _spliced(lemma: str, report: Reported, spot: _Spot) -> str:
    """A reading of part of a place, written out for the whole place."""
    before, after = report.start - spot.start, spot.end - report.end
    return lemma[:before] + (report.reading or "") + (lemma[len(lemma) - after :] if after else "")


def _add_printed(readings: list[Reading], printed: Printed, spot: _Spot, works: Mapping[str, Work]) -> None:
    """Put a witness to the reading that it shares, script aside; the canon's where it does not differ."""
    own = spot.differing.get(printed.witness)
    if own is None:
        readings[0] = _join(readings[0], printed=(printed,))
        return
    simplified = works[printed.witness].script == "Hans"
    at = next((n for n, r in enumerate(readings[1:], 1) if _same(r, printed.text, simplified, works)), None)
    kinds = [judged.kind for judged in own]
    standing = next((s for s in (Standing.SLIP, Standing.SHARED) if any(j.standing is s for j in own)), own[0].standing)
    if at is None:
        readings.append(Reading(printed.text, _gravest(kinds), (printed,), standing=standing))
    else:
        readings[at] = _join(readings[at], printed=(printed,), standing=standing, kind=_gravest(kinds))


def _same(reading: Reading, text: str, simplified: bool, works: Mapping[str, Work]) -> bool:
    """Whether a text is this reading; a simplified one may be its conversion where the reading is traditional."""
    traditional = not reading.printed or works[reading.printed[0].witness].script != "Hans"
    across = simplified and (traditional or reading.reported)
    return len(reading.text) == len(text) and all(
        same_character(one, other, across) for one, other in zip(text, reading.text, strict=True)
    )


def _gravest(kinds: Sequence[Kind]) -> Kind:
    if {Kind.OMISSION, Kind.ADDITION} <= set(kinds):
        return Kind.SUBSTANTIVE
    return max(kinds, key=_GRAVITY.index)


def _join(one: Reading, **more: Any) -> Reading:
    """A reading with who else has it; what an editor says of the kind outweighs what was computed for a report."""
    return Reading(
        one.text,
        more.get("kind") or one.kind,
        (*one.printed, *more.get("printed", ())),
        tuple(dict.fromkeys((*one.parties, *more.get("parties", ())))),
        one.standing or more.get("standing", Standing.UNJUDGED),
        one.reported or more.get("reported", False),
    )
