"""Which picture is meant: a phase, a language, the readings chosen, a moment named by its number or its clause.

shows = Showing(library, words, staging, checklists)
shows.painter(shows.staging.phase_at(chapter, "20"), "en").picture(9).whole()
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property, lru_cache

from corpus.canon import Phase
from corpus.library import Library
from corpus.rites.stage.theatre import Enacted, Theatre
from corpus.rites.stated import Checklists
from service.problems import RequestInvalid
from service.rites.stage.frame import frame_of
from service.rites.stage.picture import Painter
from service.rites.stage.speech import Speech
from service.rites.staging import Staging
from service.rites.words import Words
from service.texts.language import Lang

_NUMBER = re.compile(r"\d{1,4}")
_ROW = re.compile(r"(\d+\.\d+\.\d+[a-z]?)(?:-(\d{1,3}))?")
KEPT = 48
"""How many phases, each in one language, are kept as painted."""


class Showing:
    """Shows the rites of ``library``; nothing is enacted or painted before it is asked for."""

    def __init__(self, library: Library, words: Words, staging: Staging, checklists: Checklists) -> None:
        self.library = library
        self.staging = staging
        self.words = words
        self._checklists = checklists
        self._painter = lru_cache(maxsize=KEPT)(self._paint)

    @cached_property
    def theatre(self) -> Theatre:
        """All rites, ready to be enacted."""
        texts = {ref: clause.text for ref, clause in self.library.canon.clauses.items()}
        return Theatre(self.library.rites, self.words.effects, self.words.plan, texts, self._checklists)

    def prepare(self) -> None:
        """Carry out the rites once (a third of a second), so that whoever asks first for a late phase does not wait."""
        self.theatre.prepare()

    def painter(self, phase: Phase, lang: Lang, chosen: Collection[str] = ()) -> Painter:
        """Who paints the scenes of a phase."""
        known = {reading.key for reading in self.theatre.readings}
        return self._painter(phase, lang, frozenset(chosen) & known)

    def moment(self, enacted: Enacted, step: str, at: str) -> int:
        """The number of the scene that an address asks for: ``step`` is a number, ``at`` a clause or a row of one.

        RequestInvalid where it is neither; beyond the last scene is the last, and a clause without acts the beginning.
        """
        if at:
            found = _ROW.fullmatch(at)
            if not found:
                raise RequestInvalid("request-invalid", "at is a clause, such as 5.20.2, or a row of one: 5.20.2-3.")
            return enacted.at(found[1], int(found[2] or 1))
        if step and not _NUMBER.fullmatch(step):
            raise RequestInvalid("request-invalid", "step is the number of an act, from 0.")
        return min(int(step or 0), enacted.last)

    def _paint(self, phase: Phase, lang: Lang, chosen: frozenset[str]) -> Painter:
        enacted = self.theatre.enact(phase.ref, chosen)
        chapter = self.library.canon.chapters[phase.chapter]
        speech = Speech(self.words, self._checklists.needs, chapter, phase, lang)
        return Painter(enacted, frame_of(enacted, self.words.plan, self.words.effects), speech)
