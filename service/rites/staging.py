"""The rites as they are served: which chapter and phase are meant, and what stands after every act.

rites = Staging(library, words.plan, effects.load())
rites.phase(rites.phase_at(rites.chapter_at("鄉射禮"), "司射誘射"))      the clauses of 5.20, row by row
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from corpus.canon import Chapter, Phase
from corpus.errors import ReferenceAmbiguous, ReferenceUnknown
from corpus.fold import fold
from corpus.library import Library
from corpus.ref import Ref
from corpus.rites.data import Step
from corpus.rites.effects import Effects
from corpus.rites.expand import Act, acts_of
from corpus.rites.plan import Plan, Point
from corpus.rites.simulate import Moment, carry_out
from corpus.rites.state import Station
from service.problems import RequestInvalid, RiteUnwritten

SUGGESTIONS = 3
_NUMBER = re.compile(r"第?\s*([1-9]\d{0,2})\s*[節节]?")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Standing:
    """One person after an act, as far as it is told; ``point`` is None where the place cannot be drawn."""

    person: str
    station: Station
    point: Point | None


@dataclass(frozen=True)
class Done:
    """An act carried out: what stands after it, and in what it does not fit what was told before."""

    act: Act
    state: tuple[Standing, ...]
    doubts: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A row of the steps and the acts it stands for: one, those it repeats, or none."""

    step: Step
    done: tuple[Done, ...]


@dataclass(frozen=True)
class Enacted:
    """A phase carried out: clause → its rows, in the order of the text."""

    phase: Phase
    clauses: dict[str, tuple[Row, ...]]

    @property
    def done(self) -> tuple[Done, ...]:
        """All acts in order, repetitions expanded."""
        return tuple(done for rows in self.clauses.values() for row in rows for done in row.done)

    @property
    def people(self) -> tuple[str, ...]:
        """Who acts or is acted towards, in the order of appearance."""
        steps = (done.act.step for done in self.done)
        return tuple(dict.fromkeys(person for step in steps for person in (*step.actor, *step.recipient)))


class Staging:
    """The rites of a library. A chapter is carried out when it is first wanted, and once: the data are frozen."""

    def __init__(self, library: Library, plan: Plan, effects: Effects) -> None:
        self._library = library
        self._plan = plan
        self._effects = effects
        self._courses = lru_cache(maxsize=None)(self._carry_out)

    def phase(self, phase: Phase) -> Enacted:
        """A phase of a chapter that has steps."""
        return self._courses(phase.chapter)[phase.number]

    def chapter(self, chapter: Chapter) -> tuple[Enacted, ...]:
        """All phases of a chapter that has steps, in order."""
        return tuple(self._courses(chapter.number).values())

    def chapter_at(self, text: str) -> Chapter:
        """The chapter of a number or any name; the errors of references, or RiteUnwritten where it has no steps."""
        chapters = self._library.canon.chapters
        english = [c.number for c in chapters.values() if _letters(c.name_en) == _letters(text) != ""]
        resolution = self._library.resolver.resolve(str(english[0]) if english else text)
        if resolution.kind != "chapter":
            raise RequestInvalid("reference-malformed", f"{resolution.ref} is not the number or name of a chapter.")
        chapter = chapters[resolution.ref.chapter]
        written = self._library.rites.chapters
        if chapter.number not in written:
            raise RiteUnwritten(_told(chapter), tuple((str(n), _told(chapters[n])) for n in written))
        return chapter

    def phase_at(self, chapter: Chapter, text: str) -> Phase:
        """The phase of a number or name; ReferenceUnknown with the nearest, ReferenceAmbiguous, or RequestInvalid."""
        plain = unicodedata.normalize("NFKC", text).strip()
        if match := _NUMBER.fullmatch(plain.removeprefix(f"{chapter.number}.")):
            self._library.resolver.resolution(Ref(chapter.number, int(match[1])))
            return self._library.canon.phase(chapter.number, int(match[1]))
        found = [phase for phase in chapter.phases if _named(phase, plain)]
        if len(found) > 1:
            raise ReferenceAmbiguous(plain, tuple(phase.ref for phase in found))
        if found:
            return found[0]
        if not _LETTER.search(plain) or not plain.isprintable() or len(plain) > 100:
            raise RequestInvalid("reference-malformed", "A phase has a number, such as 20, or a name: 司射誘射.")
        raise ReferenceUnknown(f"{chapter.name_hant}·{plain}", _nearest(chapter, plain))

    def _carry_out(self, chapter: int) -> dict[int, Enacted]:
        standing = lru_cache(maxsize=None)(Standing)  # most stay where they are while one acts
        moments = dict(carry_out(self._library.rites, chapter, self._effects, self._plan))
        return {
            phase.number: Enacted(phase, self._rows(phase, iter(moments.get(phase.ref, ())), standing))
            for phase in self._library.canon.chapters[chapter].phases
        }

    def _rows(
        self, phase: Phase, moments: Iterator[Moment], standing: Callable[[str, Station, Point | None], Standing]
    ) -> dict[str, tuple[Row, ...]]:
        """The moments of a phase beside the rows they come from."""

        def done(moment: Moment) -> Done:
            people = (standing(name, own, moment.points.get(name)) for name, own in moment.people.items())
            return Done(moment.act, tuple(people), moment.findings)

        rites = self._library.rites
        return {
            clause.ref: tuple(
                Row(step, tuple(done(next(moments)) for _ in acts_of(rites, step)))
                for step in rites.steps.get(clause.ref, ())
            )
            for clause in phase.clauses
        }


def _told(chapter: Chapter) -> str:
    return f"{chapter.number} {chapter.name_hant}"


def _letters(text: str) -> str:
    """The Latin letters of a name, by which English names are compared."""
    return "".join(re.findall("[a-z]+", text.lower()))


def _named(phase: Phase, name: str) -> bool:
    return (fold(name) or None) in (fold(phase.name_hant), fold(phase.name_hans)) or (
        _letters(name) == _letters(phase.name_en) != ""
    )


def _nearest(chapter: Chapter, name: str) -> tuple[str, ...]:
    """The phases whose names are most like what was written."""
    han = {phase.ref: fold(phase.name_hant) for phase in chapter.phases}
    english = {phase.ref: phase.name_en.lower() for phase in chapter.phases}
    wanted, names = (fold(name), han) if fold(name) else (name.lower(), english)
    found = process.extract(wanted, names, scorer=fuzz.WRatio, limit=SUGGESTIONS, score_cutoff=40)
    return tuple(ref for _, _, ref in found) or (chapter.phases[0].ref,)
