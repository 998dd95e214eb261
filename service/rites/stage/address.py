"""Where a moment of a rite is shown."""

from __future__ import annotations


def stage_url(ref: str) -> str:
    """The scene of a clause or of one of its steps, or the beginning of a phase.

    ``stage_url("5.20.2-3") == "/rites/5/20?at=5.20.2-3"``; references are frozen, so the address stays good.
    """
    chapter, phase, *clause = ref.split(".")
    return f"/rites/{chapter}/{phase}" + (f"?at={ref}" if clause else "")
