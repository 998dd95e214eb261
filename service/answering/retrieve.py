"""From a question understood to ranked passages: the query for the index, and words quoted in the question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from corpus.fold import fold
from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.rites.parallels import phase_of
from index.query import Filters, Hit, Query
from index.search import Index
from service.answering.understand import Question

POOL = 40
"""Passages taken from the index before quotations and layers have their say."""
QUOTED_BONUS = 3.0
"""Score added to a passage in which words quoted in the question stand (scores are sums of z-scores)."""
PLACES = 2
"""References of the answer before whose phases a question that follows is likely about."""

_COMMENTARY = (Layer.ZHU, Layer.SHU, Layer.AN, Layer.JINAN, Layer.ZHANG, Layer.YANG)
_SPEAKS_IN = {
    "鄭玄": Layer.ZHU,
    "賈公彥": Layer.SHU,
    "四庫館臣": Layer.AN,
    "朱熹": Layer.JINAN,
    "張載": Layer.ZHANG,
    "楊復": Layer.YANG,
}


class Retriever:
    """Finds the passages for a question in one library and its index."""

    def __init__(self, library: Library, index: Index) -> None:
        self._library = library
        self._index = index
        self._folded = [(fold(unit.text), unit) for unit in library.units]

    def passages(self, question: Question, filters: Filters, k: int) -> list[Hit]:
        """The ``k`` best passages, best first, one for each reference."""
        query = replace(query_for(question), phases=self._phases(question))
        hits = self._index.search(query, filters, max(k, POOL))
        quoting = {unit.ref: unit for unit in self.quoting(question.quotes) if filters.admits(unit)}
        if quoting:
            held = {hit.unit.ref for hit in hits}
            floor = hits[-1].score if hits else 0.0
            missing = [Hit(unit, floor, ("lexical",)) for ref, unit in quoting.items() if ref not in held]
            hits = [replace(h, score=h.score + QUOTED_BONUS * (h.unit.ref in quoting)) for h in (*hits, *missing)]
            hits.sort(key=lambda hit: -hit.score)
        return hits[:k]

    def _phases(self, question: Question) -> frozenset[tuple[int, int]]:
        """Where the conversation is: the phases that the answer before spoke of or, where another chapter is asked
        about now, those that correspond to them there."""
        named = [phase_of(ref) for ref in question.places[:PLACES] if ref in self._library.canon.clauses]
        found: set[str] = set()
        for phase in named:
            if not question.chapters or _chapter(phase) in question.chapters:
                found.add(phase)
            else:
                beside = (parallel.ref for parallel in self._library.parallels(phase))
                found.update(ref for ref in beside if _chapter(ref) in question.chapters)
        return frozenset((_chapter(phase), int(phase.split(".")[1])) for phase in found)

    def quoting(self, quotes: Sequence[Sequence[str]]) -> list[Unit]:
        """Units in which a quotation stands (its parts in order), or clauses over which it runs."""
        found: list[Unit] = []
        for parts in quotes:
            inside = [unit for folded, unit in self._folded if _in_order(parts, folded)]
            found.extend(inside or self._across(parts))
        return found

    def _across(self, parts: Sequence[str]) -> Iterable[Unit]:
        """A quotation of base text that runs over the end of a clause: the clauses it touches."""
        for chapter in self._library.canon.held:
            start = chapter.folded.find(parts[0])
            end = chapter.folded.find(parts[-1], start) + len(parts[-1]) if start >= 0 else -1
            if start < 0 or end <= start or end - start > 400 or not _in_order(parts, chapter.folded[start:end]):
                continue
            at = 0
            for clause in chapter.clauses:
                size = len(fold(clause.text))
                if at < end and start < at + size:
                    yield from self._library.by_ref(clause.ref)[:1]
                at += size


def _chapter(ref: str) -> int:
    return int(ref.split(".", maxsplit=1)[0])


def _in_order(parts: Sequence[str], text: str) -> bool:
    at = 0
    for part in parts:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def query_for(question: Question) -> Query:
    """What the index is asked: the words used, the texts' own words for them, the chapters named, the layers meant."""
    terms = question.telling
    wordings = tuple(w for w in (" ".join(terms) if question.lang == "en" else "", question.follows) if w)
    return Query(
        text=question.subject,
        wordings=wordings,
        terms=terms,
        chapters=question.chapters,
        layers=_layer_bonus(question),
    )


def _layer_bonus(question: Question) -> dict[Layer, float]:
    """Base text answers what is done; commentary explains why and what words mean."""
    bonus: dict[Layer, float] = {}
    if question.asks_commentary:
        bonus.update(dict.fromkeys(_COMMENTARY, 1.0))
        if question.type == "term":
            bonus[Layer.ZHU] = 1.5  # 鄭玄 glosses words; the layers after him discuss his glosses
    else:
        bonus.update({Layer.JING: 1.0, Layer.JI: 1.0})
    bonus.update(dict.fromkeys(question.layers, 2.0))
    bonus.update({_SPEAKS_IN[name]: 2.5 for name in question.commentators if name in _SPEAKS_IN})
    return bonus
