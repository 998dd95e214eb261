"""A late phase costs no more than its own acts: how the phases before it end is worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from corpus.canon import load as load_canon
from corpus.rites import effects, plan, stated
from corpus.rites.data import Rites
from corpus.rites.expand import Act, expand
from corpus.rites.simulate import perform
from corpus.rites.stage.theatre import Theatre
from corpus.rites.state import Scene

RITES = Rites.load()
TEXTS = {ref: clause.text for ref, clause in load_canon().clauses.items()}
ACTS = {phase: len(expand(RITES, phase)) for chapter in RITES.chapters for phase in RITES.phases(chapter)}


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many acts of which phase have been done so far."""
    count: Counter[str] = Counter()

    def counted(
        rites: Rites, phase: str, scene: Scene, table: effects.Effects
    ) -> Iterator[tuple[Act, tuple[str, ...]]]:
        for act, findings in perform(rites, phase, scene, table):
            count[phase] += 1
            yield act, findings

    monkeypatch.setattr("corpus.rites.stage.course.perform", counted)
    return count


def theatre() -> Theatre:
    return Theatre(RITES, effects.load(), plan.load(), TEXTS, stated.load())


def test_prepared_each_phase_is_carried_out_once_and_then_only_what_is_shown(done: Counter[str]) -> None:
    prepared = theatre()
    prepared.prepare()
    assert all(number <= ACTS[phase] for phase, number in done.items())
    done.clear()
    late = prepared.enact("7.46")
    late.scene(late.last)
    assert done == {"7.46": late.last}


def test_not_prepared_the_phases_before_are_carried_out_once(done: Counter[str]) -> None:
    unprepared = theatre()
    for phase in ("7.46", "7.45"):
        unprepared.enact(phase, ("drum",)).scene(0)
    assert done["7.1"] == ACTS["7.1"] and done["7.45"] == ACTS["7.45"] and "7.46" not in done


def test_a_phase_is_the_same_whatever_was_shown_before_it(done: Counter[str]) -> None:
    one, other = theatre(), theatre()
    for phase in ("5.19", "5.21", "5.20"):
        assert one.enact(phase).scenes
    assert one.enact("5.21").scenes == other.enact("5.21").scenes
