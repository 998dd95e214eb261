"""What the scenes of one phase have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corpus.rites.effects import Effects
from corpus.rites.plan import Plan
from corpus.rites.stage.ground import Ground
from corpus.rites.stage.told import Numbers


@dataclass(frozen=True)
class Setting:
    """What stays the same throughout a phase: the ground and the plan, who acts in it, how many they are."""

    chapter: int
    ground: Ground
    plan: Plan
    needs: Mapping[str, str]
    numbers: Numbers
    effects: Effects
