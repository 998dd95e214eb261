"""What references, editions and authors are called in the reader's language."""

from __future__ import annotations

import re

from corpus.errors import WenliError
from corpus.library import Library
from corpus.ref import Ref, parse
from service.ask.speakers import author
from service.texts.language import Lang, name_of
from service.texts.passage import label

_CHAPTER = re.compile(r"\d{1,2}(?![\d])")


class Naming:
    """Names of chapters and phases, held or not, of editions and of commentators."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def of(self, text: str, lang: Lang) -> str:
        """Chapter and phase of a reference: ``of("5.17.1", "en")`` begins with "District Archery Ceremony"."""
        try:
            ref = parse(text)
        except WenliError:
            return ""
        if not isinstance(ref, Ref):
            return ""
        places = [self._library.canon.chapters[ref.chapter]]
        names = [name_of(place, lang) for place in places]
        if ref.phase is not None and places[0] in self._library.canon.held:
            phase = self._library.canon.phase(ref.chapter, ref.phase)
            names.append(name_of(phase, lang))
        return " · ".join(names)

    def label(self, ref: str, witness: str, lang: Lang, otherwise: str) -> str:
        """Where a unit is printed: ``《儀禮集釋》卷五·鄉射禮 17.1``; ``otherwise`` where no such unit is held."""
        units = (unit for unit in self._library.by_ref(ref) if unit.witness == witness)
        unit = next(units, None)
        return label(unit, self._library, lang) if unit else otherwise

    def author(self, name: str | None, lang: Lang) -> str:
        """A commentator's name."""
        return author(name, self._library, lang)

    def not_held(self, text: str, lang: Lang) -> str:
        """The name of the chapter that a reference names, where its text is not held; else ""."""
        found = _CHAPTER.match(text)
        chapter = self._library.canon.chapters.get(int(found[0])) if found else None
        if chapter is None or chapter in self._library.canon.held:
            return ""
        return name_of(chapter, lang)
