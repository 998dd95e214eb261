"""The values of the apparatus: a place where the parties part, the readings there and who has them."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.apparatus.collation import Kind
from corpus.apparatus.judged import Standing

CANON = "canon"
"""The canon as a party."""


@dataclass(frozen=True)
class Printed:
    """What one witness prints at a place: the characters of ``[start, end)`` of its unit, in code points.

    ``text`` leaves punctuation out; of punctuation itself it is the mark in full width.
    """

    witness: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Reading:
    """A reading and who has it. ``kind`` is None for the canon's; ``text`` is "" where the words are lacking.

    ``parties`` are those whom a comment reports (今文, 唐石經); ``reported`` says that editions not held have it.
    """

    text: str
    kind: Kind | None
    printed: tuple[Printed, ...] = ()
    parties: tuple[str, ...] = ()
    standing: Standing = Standing.UNJUDGED
    reported: bool = False


@dataclass(frozen=True)
class Remark:
    """What a collator says of a reading: in which comment or on which page, of which party, and in what words."""

    comment: str
    page: str
    party: str
    quote: str
    reading: str | None


@dataclass(frozen=True)
class Variation:
    """One place of the canon's clause, ``text[start:end]``, with its readings, the canon's first.

    ``through`` is the last clause of a passage that is lacking as a whole. ``evidence`` and ``reason`` are the canon's
    note on its choice: which editions read what, and why this was kept.
    """

    ref: str
    start: int
    end: int
    readings: tuple[Reading, ...]
    remarks: tuple[Remark, ...] = ()
    evidence: str = ""
    reason: str = ""
    through: str = ""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the readings against the canon's, each once."""
        return tuple(dict.fromkeys(r.kind for r in self.readings if r.kind))

    @property
    def summary(self) -> str:
        """The place in one line, as an apparatus prints it: ``奉] 拳 tongxing-b, tongxing-c, 唐石經 (substantive)``."""
        others = []
        for reading in self.readings[1:]:
            who = ", ".join((*(p.witness for p in reading.printed), *reading.parties)) or "editions not held"
            others.append(f"{reading.text or '∅'} {who} ({reading.kind})")
        others = others or [f"{remark.party}: {remark.quote}" for remark in self.remarks]
        return f"{self.readings[0].text or '∅'}] " + "; ".join(others)

    @property
    def witnesses(self) -> frozenset[str]:
        """Whoever stands against the canon; the canon itself where no witness is with it."""
        against = {p.witness for r in self.readings if r.kind for p in r.printed}
        alone = against and not any(r.printed for r in self.readings if r.kind is None)
        return frozenset(against | {CANON} if alone else against)
