"""Answers from editions, where the default texts have none: other chapters of the 儀禮, other books on it.

They are given only where the question says that it is about what the editions hold: it names a chapter that only they
have, or one of their titles, or quotes words that stand in them, or is confined to them by its filters. So what the
default texts answer, and what they rightly decline, stays as it is, whatever is added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from corpus.fold import fold, fold_with_offsets
from corpus.mentions import without
from corpus.quotes.judge import Judge
from index.dense import Vectors
from index.query import Hit
from index.shelf.search import Found
from service.ask.excerpt import Grams
from service.ask.passages import query_for
from service.ask.question import Question
from service.editions.choosing import choose, quotes_words, texts_of
from service.editions.matter import Matter, asked, singly
from service.editions.opening import Editions
from service.editions.quoting import as_words, introduction
from service.editions.said import Saying, Supported

OVERLAP = 0.3
"""Share of the question's matter, by weight, that must stand in the best of what was found."""
SINGLY = 0.5
"""Share of the question's single characters that must stand in one passage, where none of its pairs stands anywhere."""
BEARING = 5
"""How many of the passages found count as the best."""
CONSIDERED = 24
"""How many passages are looked into."""
PLACES = 3
"""Places told of words that stand in several."""
_YILI = fold("儀禮")
_BOOK = re.compile(r"[《〈]([^《》〈〉]{1,60})[》〉]")
_NUMBER = re.compile(r"KR\d[a-z]\d{4}", re.IGNORECASE)


class FromEditions:
    """Answers from editions; None where a question is not about them, or nothing found bears on it."""

    def __init__(
        self,
        editions: Editions,
        table: Grams,
        phrases: dict[str, dict[str, str]],
        vector: Callable[[str], Vectors],
        judge: Callable[[], Judge],
    ) -> None:
        """``vector`` gives the vector of a question, ``judge`` the judge of quotations that knows the editions."""
        self._editions = editions
        self._vector = vector
        self._judge = judge
        self._library = editions.shelf.library
        self._table = table
        self._saying = Saying(self._library, phrases)
        core = editions.shelf.library.core
        self._known = {fold(work.title) for work in core.works.values()} if core else set()
        packs = editions.shelf.packs
        self._titles = {title: pack.name for pack in packs if len(title := fold(pack.title)) > 1 and title != _YILI}
        self._short = {title.removeprefix(_YILI): name for title, name in self._titles.items()}
        self._names = {pack.name.lower(): pack.name for pack in packs}

    def answer(self, question: Question, *, quoting: bool = False) -> Supported | None:
        """The answer, with its citations; ``quoting`` admits only passages in which quoted words stand."""
        chapters = self.chapters(question)
        named = self.named(question)
        confined = bool(question.filters.witnesses & set(self._names)) or bool(
            question.filters.chapters & self._library.beside
        )
        if not (chapters or named or confined or question.quotes):
            return None
        if question.asks_quote and question.quoted and (place := self._located(question)):
            return place
        filters = replace(
            question.filters,
            chapters=question.filters.chapters or chapters,
            witnesses=question.filters.witnesses or frozenset(name.lower() for name in named),
        )
        matter = self._matter(question)
        preferred = question.chapters if named else frozenset()
        query = replace(query_for(question), chapters=preferred, text=matter.text, terms=matter.terms)
        found = self._editions.find(query, filters, CONSIDERED, self._vector(matter.text or question.subject))
        if not question.asks_commentary:
            found.sort(key=lambda one: one.passage.note or not one.passage.clauses)
        if quoting or (question.quotes and not (chapters or named or confined)):
            return self._composed(question, matter, [one for one in found if quotes_words(question, one)])
        if not self._bears(matter, found):
            single = [one for one in found if singly(matter, self._table).share(fold(one.passage.text)) >= SINGLY]
            return self._composed(question, matter, single) or self._introduced(named, matter, question)
        return self._composed(question, matter, found)

    def chapters(self, question: Question) -> frozenset[int]:
        """The chapters named that only editions hold."""
        return frozenset(number for _, number in question.elsewhere) & self._library.beside

    def holds(self, name: str, chapter: int) -> bool:
        """Whether a chapter, or with 0 a book, that the default texts lack is in an edition: by its title or, of a
        commentary on it, the beginning of its title (禮記 in 禮記注疏)."""
        return (
            any(title.startswith(fold(name)) for title in self._titles)
            if chapter == 0
            else (chapter in self._library.beside)
        )

    def mentioned(self, question: Question, hits: Sequence[Hit]) -> bool:
        """Whether the best passages of the default texts speak of the chapters named that only editions hold: notes
        often say what another chapter has, and what they say of it answers as well."""
        names = self._chapter_names(question)
        return any(name in text for text in (fold(hit.unit.text) for hit in hits[:BEARING]) for name in names)

    def named(self, question: Question, *, only: bool = False) -> frozenset[str]:
        """The editions named: by titles, the longest at a place, short ones in 《》, or by their numbers; with ``only``
        those of whose book the default texts have no part."""
        found = {name for title, name in self._titled(question.text) if not (only and title in self._known)}
        if not only or not found:
            short = (fold(match[1]) for match in _BOOK.finditer(question.text))
            found |= {self._short[title] for title in short if title in self._short and title not in self._titles}
        found |= {self._names[n.lower()] for n in _NUMBER.findall(question.text) if n.lower() in self._names}
        return frozenset(found)

    def _titled(self, text: str) -> list[tuple[str, str]]:
        """Titles in a text with the editions they name, the longest at a place."""
        rest, found = fold(text), []
        for title in sorted(self._titles, key=len, reverse=True):
            if title in rest:
                found.append((title, self._titles[title]))
                rest = rest.replace(title, " ")
        return found

    def _chapter_names(self, question: Question) -> set[str]:
        """What the chapters that the question names and only editions hold are called, folded."""
        chapters = self._library.canon.chapters
        own = [(name, number) for name, number in question.elsewhere if number in self._library.beside]
        return {*(fold(name) for name, _ in own), *(fold(chapters[number].name_hant) for _, number in own)} - {""}

    def _matter(self, question: Question) -> Matter:
        """What a question is about beside the chapters and books it names; nothing where it only names them."""
        text = question.subject
        for name, _ in question.elsewhere:
            text = text.replace(name, "")
        text = _BOOK.sub(lambda match: "" if fold(match[1]) in self._short else match[0], _NUMBER.sub("", text))
        titles = [title for title, _ in self._titled(text)]
        for title in titles:
            folded = fold_with_offsets(text)
            at = folded.text.find(title)
            text = without(text, [folded.stored_span(at, at + len(title))]) if at >= 0 else text
        names = " ".join((*self._chapter_names(question), *titles))
        terms = (term for term in query_for(question).terms if len(term) == 1 or fold(term) not in names)
        return Matter.of(text, list(terms))

    def _bears(self, matter: Matter, found: Sequence[Found]) -> bool:
        """Whether what was found has to do with the question: terms of the rites, or its own words."""
        texts = " ".join(fold(one.passage.text) for one in found[:BEARING])
        return asked(matter, self._table, texts_of(found)).share(texts) >= OVERLAP

    def _composed(self, question: Question, matter: Matter, found: Sequence[Found]) -> Supported | None:
        """The words that bear most on the question; None where all that was found is headings."""
        chosen = choose(question, matter, found, self._library, self._table)
        if chosen is None:
            return None
        return self._saying.quoting(chosen.quotes, chosen.found, question.lang, answers=chosen.answers)

    def _introduced(self, named: frozenset[str], matter: Matter, question: Question) -> Supported | None:
        """What a book says of itself, where a question names it and asks for nothing that stands in it."""
        if len(named) != 1 or not matter.nothing:
            return None
        chosen = introduction(self._editions, *named)
        if chosen is None:
            return None
        return self._saying.quoting([chosen], (), question.lang, answers=False)

    def _located(self, question: Question) -> Supported | None:
        """Where words that a question quotes stand on the pages of editions, over the end of a page as well; None
        where they stand on none."""
        words = question.quoted[0]
        quotes = as_words(words, self._judge(), self._editions, question.filters, PLACES)
        return self._saying.locating(words, quotes, question.lang) if quotes else None
