"""Answers from editions, where the default texts have none: other chapters of the 儀禮, other books on it.

They are given only where the question says that it is about what the editions hold: it names a chapter that only they
have, or one of their titles, or quotes words that stand in them, or is confined to them by its filters. So what the
default texts answer, and what they rightly decline, stays as it is, whatever is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Stored, Unit
from index.dense import Vectors
from index.query import Hit
from index.shelf.search import Found
from service.ask.draft import Draft
from service.ask.excerpt import Focus, Grams, grams
from service.ask.names import quoted
from service.ask.passages import query_for
from service.ask.question import Question
from service.ask.values import Citation, Lang, Verification
from service.editions.opening import Editions
from service.editions.quoting import EditionQuote, quote
from service.passage import label, page_url, read_url, urn

OVERLAP = 0.3
"""Share of the question's matter, by weight, that must stand in the best of what was found."""
WORDS = 1 / 8
"""Share of the pairs of characters of a question without any term of the rites that must stand there."""
BEARING = 5
"""How many of the passages found count as the best."""
QUOTES, CONSIDERED = 3, 8


@dataclass(frozen=True)
class Matter:
    """What is asked for, without the names of chapters, which say where to look: ``text`` and the ``terms`` in it."""

    text: str
    terms: tuple[str, ...]


@dataclass(frozen=True)
class Supported:
    """A draft, what its citations are of, and the passages it rests on."""

    draft: Draft
    cited: Mapping[str, Sequence[Stored]]
    found: tuple[Found, ...]


class FromEditions:
    """Answers from editions; None where a question is not about them, or nothing found bears on it."""

    def __init__(
        self,
        editions: Editions,
        table: Grams,
        phrases: dict[str, dict[str, str]],
        vector: Callable[[str], Vectors],
    ) -> None:
        """``vector`` gives the vector of a question."""
        self._editions = editions
        self._vector = vector
        self._library = editions.shelf.library
        self._table = table
        self._phrases = phrases
        core = editions.shelf.library.core
        known = {fold(work.title) for work in core.works.values()} if core else set()
        packs = ((fold(pack.title), pack.name) for pack in editions.shelf.packs)
        self._titles = {title: name for title, name in packs if title not in known | {fold("儀禮")}}
        self._witnesses = {pack.witness for pack in editions.shelf.packs}

    def answer(self, question: Question, *, quoting: bool = False) -> Supported | None:
        """The answer, with its citations; ``quoting`` admits only passages in which quoted words stand."""
        chapters = self.chapters(question)
        named = self.named(question)
        confined = bool(question.filters.witnesses & self._witnesses) or bool(
            question.filters.chapters & self._library.provisional
        )
        if not (chapters or named or confined or question.quotes):
            return None
        filters = replace(
            question.filters,
            chapters=question.filters.chapters or chapters,
            witnesses=question.filters.witnesses or frozenset(name.lower() for name in named),
        )
        matter = self._matter(question)
        query = replace(query_for(question), chapters=frozenset(), text=matter.text, terms=matter.terms)
        found = self._editions.find(query, filters, CONSIDERED, self._vector(question.subject))
        if not question.asks_commentary:
            found.sort(key=lambda one: one.passage.note or not one.passage.clauses)
        if quoting or (question.quotes and not (chapters or named or confined)):
            found = [one for one in found if _quotes(question, one)]
        elif not self._bears(matter, found):
            found = []
        return self._composed(question, matter, found) if found else None

    def chapters(self, question: Question) -> frozenset[int]:
        """The chapters named that only editions hold."""
        return frozenset(number for _, number in question.elsewhere) & self._library.provisional

    def mentioned(self, question: Question, hits: Sequence[Hit]) -> bool:
        """Whether the best passages of the default texts speak of the chapters named that only editions hold: notes
        often say what another chapter has, and what they say of it answers as well."""
        names = self._names(question)
        return any(name in text for text in (fold(hit.unit.text) for hit in hits[:BEARING]) for name in names)

    def _names(self, question: Question) -> set[str]:
        """What the chapters that the question names and only editions hold are called, folded."""
        chapters = self._library.canon.chapters
        own = [(name, number) for name, number in question.elsewhere if number in self._library.provisional]
        return {*(fold(name) for name, _ in own), *(fold(chapters[number].name_hant) for _, number in own)} - {""}

    def _matter(self, question: Question) -> Matter:
        """What a question is about beside the chapters it names; nothing where it only names them."""
        text = question.subject
        for name, _ in question.elsewhere:
            text = text.replace(name, "")
        names = " ".join(self._names(question))
        terms = query_for(question).terms
        return Matter(text, tuple(term for term in terms if len(term) == 1 or fold(term) not in names))

    def named(self, question: Question) -> frozenset[str]:
        """The editions named by titles that the default texts have not; the longest title at a place counts."""
        text = fold(question.text)
        found = set()
        for title in sorted(self._titles, key=len, reverse=True):
            if title in text:
                found.add(self._titles[title])
                text = text.replace(title, "")
        return frozenset(found)

    def _bears(self, matter: Matter, found: Sequence[Found]) -> bool:
        """Whether what was found has to do with the question: terms of the rites, or its own words.

        Pairs that stand in no text are the language of the question, not its matter.
        """
        texts = " ".join(fold(one.passage.text) for one in found[:BEARING])
        every = texts + " ".join(fold(one.passage.text) for one in found[BEARING:])
        own = [gram for gram in grams(fold(matter.text)) if len(gram) == 2]
        asked = {gram for gram in own if gram in self._table.weight or gram in every} | set(map(fold, matter.terms))
        stand = {gram for gram in asked if gram in texts}
        if not stand or (not matter.terms and len(stand) < WORDS * len(set(own))):
            return False
        weight = self._table.of_gram
        return sum(map(weight, stand)) >= OVERLAP * sum(map(weight, asked))

    def _composed(self, question: Question, matter: Matter, found: Sequence[Found]) -> Supported:
        focus = Focus.of(matter.text, [*matter.terms, *("".join(parts) for parts in question.quotes)], self._table)
        quotes: list[EditionQuote] = []
        for one in found:
            words = quote(one.passage, self._library, focus)
            if len(fold(words.text)) > 1 and not any(fold(words.text) in fold(q.text) for q in quotes):
                quotes.append(words)
            if len(quotes) == QUOTES:
                break
        citations = tuple(citation(q, at, self._library, question.lang) for at, q in enumerate(quotes, 1))
        say = self._phrases[question.lang]
        sentences = tuple(
            say["edition"].format(place=one.label, quote=quoted(one.cited_text), marker=f"[{one.index}]")
            for one in citations
        )
        provisional = any(isinstance(q.unit, Unit) and q.unit.chapter in self._library.provisional for q in quotes)
        sentences = (*sentences, say["edition_provisional"]) if provisional else sentences
        cited: dict[str, list[Stored]] = {}
        for chosen in quotes:
            cited.setdefault(chosen.unit.ref, []).append(chosen.unit)
        return Supported(Draft(sentences, citations), cited, tuple(found))


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


def _quotes(question: Question, found: Found) -> bool:
    """Whether words that the question quotes stand in a passage."""
    text = fold(found.passage.text)
    return any(all(part in text for part in parts) for parts in question.quotes)
