"""What is said of editions: the citation of words on their pages, and the sentences around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.library import Library
from corpus.model import Stored, Unit
from index.shelf.search import Found
from service.ask.draft import Draft
from service.ask.names import quoted
from service.ask.values import Citation, Verification
from service.editions.quoting import EditionQuote
from service.texts.language import Lang
from service.texts.passage import label, page_url, read_url, urn


@dataclass(frozen=True)
class Supported:
    """A draft, what its citations are of, and the passages it rests on; ``answers`` is whether what is asked stands
    in the words quoted, rather than near them."""

    draft: Draft
    cited: Mapping[str, Sequence[Stored]]
    found: tuple[Found, ...]
    answers: bool


class Saying:
    """Puts words of editions into sentences, in the language of the question."""

    def __init__(self, library: Library, phrases: Mapping[str, Mapping[str, str]]) -> None:
        self._library = library
        self._phrases = phrases

    def quoting(
        self, quotes: Sequence[EditionQuote], found: Sequence[Found], lang: Lang, *, answers: bool
    ) -> Supported:
        """Words of editions, each with its place; ``answers`` as in :class:`Supported`."""
        say = self._phrases[lang]
        citations = tuple(citation(one, at, self._library, lang) for at, one in enumerate(quotes, 1))
        sentences = tuple(
            say["edition"].format(place=one.label, quote=quoted(one.cited_text), marker=f"[{one.index}]")
            for one in citations
        )
        provisional = any(isinstance(q.unit, Unit) and q.unit.chapter in self._library.provisional for q in quotes)
        sentences = (*sentences, say["edition_provisional"]) if provisional else sentences
        return Supported(Draft(sentences, citations), _cited(quotes), tuple(found), answers)

    def locating(self, words: str, quotes: Sequence[EditionQuote], lang: Lang) -> Supported:
        """On which pages words stand that are quoted."""
        say = self._phrases[lang]
        citations = tuple(citation(one, at, self._library, lang) for at, one in enumerate(quotes, 1))
        pages = say["and"].join(dict.fromkeys(one.label for one in citations))
        markers = "".join(f"[{one.index}]" for one in citations)
        sentence = say["quote_found"].format(quote=quoted(words), place=pages, how="", markers=markers, more="")
        found = tuple(Found(one.passage, 1.0, ("lexical",)) for one in quotes)
        return Supported(Draft((sentence,), citations), _cited(quotes), found, answers=True)


def _cited(quotes: Sequence[EditionQuote]) -> dict[str, list[Stored]]:
    cited: dict[str, list[Stored]] = {}
    for one in quotes:
        cited.setdefault(one.unit.ref, []).append(one.unit)
    return cited


def citation(chosen: EditionQuote, index: int, library: Library, lang: Lang) -> Citation:
    """The citation of words of an edition: a clause by its reference, anything else by its page."""
    unit, passage = chosen.unit, chosen.passage
    chapter = library.canon.chapters[unit.chapter].name_hant if unit.chapter else ""
    clause = unit if isinstance(unit, Unit) else None
    return Citation(
        index=index,
        ref=unit.ref,
        urn=urn(clause) if clause else f"urn:kanripo:{passage.page}",
        url=read_url(clause.ref) if clause else page_url(passage.page),
        label=edition_label(chosen, library, lang),
        chapter=chapter,
        phase=library.canon.phase(clause.chapter, clause.phase).name_hant if clause else "",
        layer=clause.layer.zh if clause else ("小字" if passage.note else "大字"),
        commentator=None,
        witness=unit.witness,
        cited_text=chosen.text,
        start=chosen.start,
        end=chosen.end,
        verification=Verification.EXACT,
    )


def edition_label(chosen: EditionQuote, library: Library, lang: Lang) -> str:
    """Book, clause and page: 《儀禮鄭註句讀》（文淵閣四庫全書）·士冠禮 1.1，KR1d0038_WYG_001-2a."""
    unit, page = chosen.unit, chosen.passage.page
    if isinstance(unit, Unit):
        pages = library.leaves.of(unit)
        return f"{label(unit, library, lang)}{', ' if lang == 'en' else '，'}{(pages or (page,))[0]}"
    work = library.works[chosen.passage.witness]
    return f"{work.label_en}, {page}" if lang == "en" else f"{work.label_hant}{chosen.passage.juan}，{page}"
