"""Who is understood to be back in his place when a phase begins, though no step leads him there (``returns.tsv``).

The pipers drink at the foot of the steps (5.12.7) and are among the chimes when music is next made; those who withdrew
while the grand master was served sit on their mats again. ``basis`` is the clause that tells the place. The place
``-`` is that someone is one among others again: the couples when archery is over, the guest who shot beside the duke.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from corpus.canon import rows
from corpus.rites.state import Station

PATH = Path(__file__).with_name("returns.tsv")


AMONG_OTHERS = "-"


@dataclass(frozen=True)
class Return:
    """Before ``phase`` begins, ``person`` is at ``place`` again."""

    phase: str
    person: str
    place: str
    basis: str


@lru_cache(maxsize=1)
def load(path: Path = PATH) -> tuple[Return, ...]:
    """All returns; CorpusError where the table cannot be read."""
    return tuple(Return(**row) for row in rows(path, ("phase", "person", "place", "basis")))


def go_back(people: dict[str, Station], phase: str) -> tuple[str, ...]:
    """Bring those who are back in their places when a phase begins there; returns whom. Nobody else is touched."""
    back = [one for one in load() if one.phase == phase and one.person in people]
    for one in back:
        if one.place == AMONG_OTHERS:
            del people[one.person]
        else:
            people[one.person] = replace(people[one.person], place=one.place, facing="", kneels=False)
    return tuple(one.person for one in back)
