"""How chapters, phases, speakers and citations are named in an answer, in its language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Unit
from corpus.people import chapter_names
from corpus.ref import Ref, parse
from service.ask.values import Citation, Verification
from service.texts.language import Lang, name_of


class Names:
    """Names in three languages, from the canon, the works and the words in ``phrases``."""

    def __init__(self, library: Library, phrases: dict[str, dict[str, str]]) -> None:
        self._library = library
        self._phrases = phrases
        self._people = {person.name_hant: person for person in library.commentators.values()}

    def chapter(self, number: int, lang: Lang) -> str:
        """《鄉射禮》, or “District Archery Ceremony (鄉射禮)”."""
        chapter = self._library.canon.chapters[number]
        say = self._phrases[lang]
        if lang == "en":
            return f"{chapter.name_en} ({chapter.name_hant})"
        return say["title_open"] + name_of(chapter, lang) + say["title_close"]

    def rite_unnamed(self, numbers: Sequence[int], text: str, lang: Lang) -> str:
        """The name of the one rite that a text speaks of, where the text does not name it, else "": “District Archery”,
        「鄉射禮」."""
        if len(numbers) != 1:
            return ""
        (number,) = numbers
        names = chapter_names()[number]
        folded, bare = fold(text), re.sub(r"[^a-z]", "", text.lower())
        if any(
            (name in bare) if name.isascii() else (fold(name) in folded) for name in (names.name_hant, *names.written)
        ):
            return ""
        chapter = self._library.canon.chapters[number]
        return chapter.name_en.removesuffix(" Ceremony") if lang == "en" else name_of(chapter, lang)

    def speaker(self, unit: Unit, lang: Lang) -> str:
        """Who speaks in a comment, and how: 鄭玄注, “Zheng Xuan’s note”."""
        person = self._people.get(unit.commentator or "")
        name = ""
        if person:
            name = name_of(person, lang)
        say = self._phrases[lang]
        return say.get(f"speaker_{unit.layer.value}", say["speaker_other"]).format(name=name or unit.layer.zh)

    def phase(self, unit: Unit, lang: Lang) -> str:
        """The name of the phase a unit stands in."""
        phase = self._library.canon.phase(unit.chapter, unit.phase)
        return name_of(phase, lang)

    def place(self, unit: Unit, lang: Lang) -> str:
        """Where a unit stands, chapter and phase: 鄉射禮 · 司馬命張侯倚旌."""
        chapter = self._library.canon.chapters[unit.chapter]
        name = name_of(chapter, lang)
        return f"{name} · {self.phase(unit, lang)}" if unit.phase else name

    def citation(self, index: int, unit: Unit, start: int, end: int) -> Citation:
        """The citation of ``unit.text[start:end]``; its names are those of the data, whatever language is spoken."""
        ref = parse(unit.ref)
        chapter = self._library.canon.chapters[unit.chapter].name_hant
        label = f"{self._library.works[unit.witness].label_hant}·{chapter} {unit.base_ref.partition('.')[2]}".rstrip()
        base, _, comment = unit.ref.partition("#")
        return Citation(
            index=index,
            ref=unit.ref,
            urn=ref.urn(unit.layer.value, unit.witness) if isinstance(ref, Ref) else "",
            url=f"/read/{base}#{comment}" if comment else f"/read/{base}",
            label=label,
            chapter=chapter,
            phase=self.phase(unit, "zh-Hant") if unit.phase else "",
            layer=unit.layer.zh,
            commentator=unit.commentator,
            witness=unit.witness,
            cited_text=unit.text[start:end],
            start=start,
            end=end,
            verification=Verification.EXACT,
        )


def quoted(text: str) -> str:
    """A text in quotation marks that do not occur in it: 「…」, 『…』 where it has 「 itself, “…” where both."""
    for opening, closing in ("「」", "『』", "“”"):
        if opening not in text and closing not in text:
            return opening + text + closing
    return f"〔{text}〕"
