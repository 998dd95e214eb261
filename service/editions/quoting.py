"""Words of editions chosen for an answer: clauses as the edition prints them, or a piece of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.editions.headings import body
from corpus.editions.passages import PagePassage
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Leaf, Stored, Unit
from corpus.quotes.concordance import Part
from corpus.quotes.judge import Judge
from corpus.quotes.standing import QuoteUnfit
from index.query import Filters
from service.ask.draft import BASE_LIMIT, COMMENT_LIMIT
from service.ask.excerpt import Focus, trimmed
from service.editions.opening import Editions
from service.texts.sentences import sentences

LEAST = 4
"""Characters of a passage, without its headings, from which it says something."""
OPENING, INTRODUCTION = 24, 40
"""How many of its first pages may introduce a book, and from how many characters on."""
_NOTICE = re.compile("謹[案按]")
"""With which the notices of the 四庫 begin."""
WIDELY = 100
"""Places of words that are looked through."""


@dataclass(frozen=True)
class EditionQuote:
    """``unit.text[start:end]`` of a clause of an edition, or of a piece of one of its pages."""

    unit: Stored
    passage: PagePassage
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words, as stored."""
        return self.unit.text[self.start : self.end]


def quote(passage: PagePassage, library: Library, focus: Focus) -> EditionQuote | None:
    """The words of a passage that bear most on a question: of its clauses if it has any, else of itself; None where
    they are nothing but headings."""
    clauses = [] if passage.note else [unit for unit in _clauses(passage, library) if unit.text]
    if clauses:
        unit = max(clauses, key=lambda unit: focus.score(fold(unit.text)))
        start, end = _best(unit.text, (), (0, len(unit.text)), focus, BASE_LIMIT)
        return EditionQuote(unit, passage, start, end)
    within = body(passage.text, passage.title)
    if len(fold(passage.text[slice(*within)])) < LEAST:
        return None
    start, end = _best(passage.text, passage.seams, within, focus, COMMENT_LIMIT)
    return EditionQuote(as_leaf(passage), passage, start, end)


def introduction(editions: Editions, name: str) -> EditionQuote | None:
    """What the notice of an edition (提要) says first or, where it has none, the beginning of the first page on which
    there is more than headings; None where there is none."""
    edition = editions.shelf.edition(name)
    pages = dict.fromkeys(leaf.ref for leaf in edition.pages[:OPENING] if not leaf.note) if edition else {}
    held = editions.read([f"{page}#text.1" for page in pages])
    chosen: EditionQuote | None = None
    for passage in (held[ref] for page in pages if (ref := f"{page}#text.1") in held):
        start, end = body(passage.text, passage.title)
        says = _NOTICE.search(passage.text, start, end)
        if says or (chosen is None and len(fold(passage.text[start:end])) >= INTRODUCTION):
            first = says.start() if says else start
            shown = trimmed(passage.text, *next(_spans(passage.text, first, end, COMMENT_LIMIT)))
            chosen = EditionQuote(as_leaf(passage), passage, *shown)
        if says:
            break
    return chosen


def as_words(words: str, judge: Judge, editions: Editions, filters: Filters, most: int) -> list[EditionQuote]:
    """The pages on which words stand, in at most ``most`` places, each page once: of words that run over the end of a
    page or passage the piece on each. Nothing where they stand on none, or are too short or too long to be judged."""
    try:
        finding = judge.judge(words, None, WIDELY)
    except QuoteUnfit:
        return []
    if not finding.stands:
        return []
    quotes: dict[str, EditionQuote] = {}
    places = 0
    for match in finding.matches:
        parts = match.place.parts
        if not all(isinstance(part.unit, Leaf) and _admits(filters, part.unit) for part in parts):
            continue
        pieces = [piece for part in parts for piece in _pieces(part, editions)]
        if pieces and not all(piece.passage.ref in quotes for piece in pieces):
            quotes |= {piece.passage.ref: piece for piece in pieces if piece.passage.ref not in quotes}
            places += 1
        if places == most:
            break
    return list(quotes.values())


def _admits(filters: Filters, leaf: Leaf) -> bool:
    """Whether a page is one that filters admit; pages have no commentators."""
    chapter = not filters.chapters or leaf.chapter in filters.chapters
    return chapter and not filters.commentators and (not filters.witnesses or leaf.witness.lower() in filters.witnesses)


def _pieces(part: Part, editions: Editions) -> Iterator[EditionQuote]:
    """The passages of a page in which a part of it stands, with the span in each; none that are not indexed yet."""
    leaf = part.unit
    kind = "note" if isinstance(leaf, Leaf) and leaf.note else "text"
    refs = [f"{leaf.ref}#{kind}.{number}" for number in range(1, len(leaf.text) // 20 + 2)]
    held = editions.read(refs)
    for ref in refs:
        passage = held.get(ref)
        if passage is None or leaf.text[passage.start : passage.start + len(passage.text)] != passage.text:
            continue
        start, end = max(part.start - passage.start, 0), min(part.end - passage.start, len(passage.text))
        if start < end:
            yield EditionQuote(as_leaf(passage), passage, start, end)


def as_leaf(passage: PagePassage) -> Leaf:
    """A passage as what citations are checked against."""
    return Leaf(passage.ref, passage.text, passage.witness, passage.title, passage.juan, passage.note, passage.chapter)


def _clauses(passage: PagePassage, library: Library) -> Iterator[Unit]:
    for ref in passage.clauses:
        yield from (unit for unit in library.by_ref(ref) if unit.witness == passage.witness)


def _best(text: str, seams: Sequence[int], within: tuple[int, int], focus: Focus, limit: int) -> tuple[int, int]:
    """The span within ``within`` and seams, no longer than ``limit``, in which most of what is asked stands; the first
    of them."""
    first, last = within
    edges = (first, *(seam for seam in seams if first < seam < last), last)
    spans = [span for start, end in pairwise(edges) for span in _spans(text, start, end, limit)]
    best = max(spans, key=lambda span: (focus.score(fold(text[slice(*span)])), -span[0]))
    return trimmed(text, *best)


def _spans(text: str, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    """Whole sentences as many as go within the limit, from each sentence on; a long one is cut."""
    if end - start <= limit:
        yield start, end
        return
    ends = [start + last for _, last in sentences(text[start:end], limit)]
    for first in (start, *ends[:-1]):
        within = [last for last in ends if first < last <= first + limit]
        yield first, within[-1] if within else min(first + limit, end)
