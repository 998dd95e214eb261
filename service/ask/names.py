"""How chapters, phases, speakers and citations are named in an answer, in its language."""

from __future__ import annotations

from corpus.library import Library
from corpus.model import Unit
from corpus.ref import Ref, parse
from service.ask.values import Citation, Verification
from service.texts.language import Lang


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
        return say["title_open"] + (chapter.name_hans if lang == "zh-Hans" else chapter.name_hant) + say["title_close"]

    def speaker(self, unit: Unit, lang: Lang) -> str:
        """Who speaks in a comment, and how: 鄭玄注, “Zheng Xuan’s note”."""
        person = self._people.get(unit.commentator or "")
        name = ""
        if person:
            name = {"en": person.name_en, "zh-Hans": person.name_hans, "zh-Hant": person.name_hant}[lang]
        return self._phrases[lang][f"speaker_{unit.layer.value}"].format(name=name)

    def phase(self, unit: Unit, lang: Lang) -> str:
        """The name of the phase a unit stands in."""
        phase = self._library.canon.phase(unit.chapter, unit.phase)
        return {"en": phase.name_en, "zh-Hans": phase.name_hans, "zh-Hant": phase.name_hant}[lang]

    def place(self, unit: Unit, lang: Lang) -> str:
        """Where a unit stands, chapter and phase: 鄉射禮 · 司馬命張侯倚旌."""
        chapter = self._library.canon.chapters[unit.chapter]
        names = {"en": chapter.name_en, "zh-Hans": chapter.name_hans, "zh-Hant": chapter.name_hant}
        return f"{names[lang]} · {self.phase(unit, lang)}" if unit.phase else names[lang]

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
