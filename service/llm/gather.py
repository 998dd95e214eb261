"""The passages that a model is given: base text with its notes, the best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.rites.data import NoteKind
from index.query import Filters, Hit
from prompts.asking import Shown
from service.ask.names import Names
from service.ask.values import Citation
from service.texts.aid import simplified
from service.texts.language import Lang

NOTED = 3
"""How many of the first clauses are given with the note of 鄭玄 on them, also where it was not found by itself."""


class Gatherer:
    """Puts passages together for a prompt, with Wenli's renderings beside them."""

    def __init__(self, library: Library, phrases: dict[str, dict[str, str]]) -> None:
        self._library = library
        self._names = Names(library, phrases)

    def groups(self, cited: Sequence[Citation], hits: Sequence[Hit], filters: Filters) -> list[list[Unit]]:
        """Base text with its notes, clause by clause: those quoted in the extractive answer, then as ranked."""
        quoted = [unit for c in cited for unit in self._library.by_ref(c.ref) if unit.witness == c.witness]
        found = list(dict.fromkeys((*quoted, *(hit.unit for hit in hits))))
        groups: list[list[Unit]] = []
        for base_ref in dict.fromkeys(unit.base_ref for unit in found):
            here = [unit for unit in found if unit.base_ref == base_ref]
            base = [unit for unit in here if unit.layer.is_base] or list(
                filter(filters.admits, self._library.by_ref(base_ref))
            )
            notes = [unit for unit in here if not unit.layer.is_base]
            if len(groups) < NOTED and not any(unit.layer is Layer.ZHU for unit in notes):
                zhu = (unit for unit in self._library.commentary(base_ref) if unit.layer is Layer.ZHU)
                notes = [*(unit for unit in zhu if filters.admits(unit)), *notes]
            groups.append(_one_of_each((*base, *notes)))
        return [group for group in groups if group]

    def shown(self, unit: Unit, lang: Lang) -> Shown:
        """A passage as the prompt shows it: where it stands and who speaks, its words, what they mean."""
        chapter = self._library.canon.chapters[unit.chapter].name_hant
        who = f"{unit.commentator or ''}{unit.layer.zh}"
        return Shown(unit.key, f"《{chapter}》{unit.base_ref} {who}", unit.text, self._rendering(unit, lang))

    def _rendering(self, unit: Unit, lang: Lang) -> str:
        rites = self._library.rites
        if unit.layer.is_base:
            clause = rites.renderings.get(unit.ref)
            zh, en = (clause.zh, clause.en) if clause else ("", "")
        else:
            note = rites.notes.get(unit.ref)
            whole = note is not None and note.kind is NoteKind.RENDERING
            zh, en = (note.zh, note.en) if note and whole else ("", "")
        return en if lang == "en" else simplified(zh) if lang == "zh-Hans" else zh


def _one_of_each(units: Iterable[Unit]) -> list[Unit]:
    """One witness of each passage, the first."""
    return list({unit.ref: unit for unit in reversed(list(units))}.values())[::-1]
