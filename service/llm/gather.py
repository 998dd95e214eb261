"""The passages that a model is given: base text with its notes, the best first, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from corpus.answers.book import Row
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.rites.data import NoteKind
from corpus.rites.glossary import load as load_glossary
from index.query import Filters, Hit
from prompts.asking import Beside, Shown
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
        self._order = {ref: at for at, ref in enumerate(library.canon.clauses)}
        self._entries = load_glossary().entries

    def groups(self, cited: Sequence[Citation], hits: Sequence[Hit], filters: Filters) -> list[list[Unit]]:
        """Base text with its notes, clause by clause: those quoted in the extractive answer, then as ranked."""
        quoted = [unit for c in cited for unit in self._library.by_ref(c.ref) if unit.witness == c.witness]
        found = list(dict.fromkeys((*quoted, *(hit.unit for hit in hits))))
        found += [unit for unit in self._phase_of(found) if filters.admits(unit)]
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

    def beside(self, rows: Sequence[Row], groups: Sequence[Sequence[Unit]], asked: str, lang: Lang) -> list[Beside]:
        """What is known of these passages: rows of the book of answers, and words of the question as the glossary
        explains them."""
        keys = {unit.ref: unit.key for group in groups for unit in group}
        told = [(row.en if lang == "en" else row.zh, row.refs) for row in rows]
        folded, plain = fold(asked), asked.lower()
        for entry in self._entries:
            named = fold(entry.term) in folded or any(name.strip().lower() in plain for name in entry.en.split(";"))
            if named and entry.basis and (len(entry.term) > 1 or entry.en):
                words = (
                    f"{entry.term} ({entry.en}): {entry.definition}"
                    if lang == "en"
                    else f"{entry.term}：{entry.definition_zh}"
                )
                told.append((words, entry.basis[:1]))
        return [
            Beside(simplified(text) if lang == "zh-Hans" else text, tuple(keys[ref] for ref in refs))
            for text, refs in told
            if text and refs and all(ref in keys for ref in refs)
        ]

    def _phase_of(self, found: Sequence[Unit]) -> Iterator[Unit]:
        """The rest of the phase that the first passage stands in: what is done before and after."""
        held = {unit.base_ref for unit in found}
        for first in found[:1]:
            for ref in self._library.canon.clauses:
                if ref.startswith(f"{first.chapter}.{first.phase}.") and ref not in held:
                    yield from self._library.by_ref(ref)[:1]

    def shown(self, unit: Unit, lang: Lang, chapters: Sequence[int] = ()) -> Shown:
        """A passage as the prompt shows it: where it stands and who speaks, its words, what they mean. ``chapters`` is
        the order in which chapters come."""
        chapter = self._library.canon.chapters[unit.chapter].name_hant
        who = f"{unit.commentator or ''}{unit.layer.zh}"
        return Shown(
            unit.key,
            f"《{chapter}》{unit.base_ref} {who}",
            unit.text,
            self._rendering(unit, lang),
            at=self._at(unit, chapters),
        )

    def _at(self, unit: Unit, chapters: Sequence[int]) -> tuple[int, ...]:
        """Where a passage stands: its chapter, its clause, base text first, then notes and their pieces in order."""
        notes = [note.ref for note in self._library.commentary(unit.base_ref)]
        chapter = chapters.index(unit.chapter) if unit.chapter in chapters else len(chapters)
        return chapter, self._order.get(unit.base_ref, -1), notes.index(unit.ref) + 1 if unit.ref in notes else 0

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
