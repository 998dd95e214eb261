"""From a question understood to ranked passages: the query for the index, and words quoted in the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest

from corpus.canon import Phase
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.people import commentators
from corpus.rites.parallels import phase_of
from index.query import Filters, Hit, Query
from index.search import Index
from service.ask.question import Question

POOL = 40
"""Passages taken from the index before quotations and layers have their say."""
QUOTED_BONUS = 3.0
"""Score added to a passage in which words quoted in the question stand (scores are sums of z-scores)."""
FIRST = 5
"""The best passages, which nothing else comes before;"""
LEADING, COMMENTS, LIKE = 2, 2, 5
"""after them, of how many clauses how many comments each, and what answers how many of the known questions like it."""
TOLD = 2
"""Of the first five how many are those that an answer rests on; a walk-through, which rests on many, left no room for
what may answer better (of 400 questions, a passage that answers is then among the first five for 94 of 100, not 90)."""
FEW = 2
"""Phases that may be named after an act for it to tell which is meant."""
PLACES = 2
"""References of the answer before whose phases a question that follows is likely about."""

_COMMENTARY = tuple(layer for layer in Layer if layer.is_commentary)
_SPEAKS_IN = {person.name_hant: Layer(person.layer) for person in commentators().values()}


class Retriever:
    """Finds the passages for a question in one library and its index."""

    def __init__(self, library: Library, index: Index) -> None:
        self._library = library
        self._index = index
        self._folded = [(fold(unit.text), unit) for unit in library.units]

    def passages(self, question: Question, filters: Filters, k: int) -> list[Hit]:
        """The ``k`` best passages, best first, one for each reference, from the witness to quote it from."""
        query = replace(query_for(question), phases=self._phases(question))
        hits = self._index.search(query, filters, max(k, POOL))
        quoting = {unit.ref: unit for unit in self.quoting(question.quotes) if filters.admits(unit)}
        if quoting:
            held = {hit.unit.ref for hit in hits}
            floor = hits[-1].score if hits else 0.0
            missing = [Hit(unit, floor, ("lexical",)) for ref, unit in quoting.items() if ref not in held]
            hits = [replace(h, score=h.score + QUOTED_BONUS * (h.unit.ref in quoting)) for h in (*hits, *missing)]
            hits.sort(key=lambda hit: -hit.score)
        if not question.asks_sounds:
            hits = [hit for hit in hits if hit.unit.layer is not Layer.YIN or hit.unit.ref in quoting]
        if question.type == "variant":
            return hits[:k]
        return [replace(h, unit=self._library.soundest(h.unit, question.script, filters.admits)) for h in hits[:k]]

    def widened(self, question: Question, hits: Sequence[Hit], k: int, cited: Sequence[str] = ()) -> list[Hit]:
        """The best passages, the first of those that an answer cites among them, and after them not what is next best,
        mostly more of the same place, but what else bears on the question: all that is cited, the commentary on it,
        and where questions like this one are answered. The scores of what is put forward are those of its place."""
        if k <= FIRST or len(hits) < FIRST:
            return list(hits[:k])
        held = {hit.unit.ref: hit for hit in hits}
        best = list(hits[:FIRST])
        floor = hits[-1].score
        beside = [held.get(unit.ref) or Hit(unit, floor, (why,)) for unit, why in self._beside(question, hits, cited)]
        if cited and beside and beside[0].unit.ref not in {hit.unit.ref for hit in best}:
            best[-1:] = [beside[0], best[-1]]
        ordered = {hit.unit.ref: hit for hit in reversed([*best, *beside, *hits[FIRST:]])}
        refs = dict.fromkeys(hit.unit.ref for hit in (*best, *beside, *hits[FIRST:]))
        found: list[Hit] = []
        for hit in [ordered[ref] for ref in refs][:k]:
            found.append(replace(hit, score=min(hit.score, found[-1].score)) if found else hit)
        return found

    def led(self, question: Question, hits: Sequence[Hit], cited: Sequence[str], near: Sequence[str]) -> list[Hit]:
        """Passages with the first of those cited before all, then ``near`` and the others in turn, then what else is
        cited; the scores are those of their places."""
        held = {hit.unit.ref: hit for hit in hits}
        top = hits[0].score if hits else 0.0
        told = list(dict.fromkeys(cited))
        others = [ref for pair in zip_longest(near, [hit.unit.ref for hit in hits]) for ref in pair if ref]
        order = [*told[:TOLD], *others[: FIRST - TOLD], *told, *others]
        found: list[Hit] = []
        for ref in dict.fromkeys(order):
            units = [unit for unit in self._library.by_ref(ref) if question.filters.admits(unit)]
            hit = held.get(ref)
            if hit is None and units:
                hit = Hit(
                    self._library.soundest(units[0], question.script, question.filters.admits), top, ("question",)
                )
            if hit and hit.unit.ref not in {other.unit.ref for other in found}:
                found.append(replace(hit, score=min(hit.score, found[-1].score) if found else max(hit.score, top)))
        return found

    def _beside(self, question: Question, hits: Sequence[Hit], cited: Sequence[str]) -> Iterator[tuple[Unit, str]]:
        """What bears on a question beside the best passages, and what speaks for it."""
        leading = cited[:LEADING] or [hit.unit.ref for hit in hits[:LEADING]]
        own = [(ref, "neighbour") for ref in cited] + [(ref, "lexical") for ref in self._named(question)]
        for ref in leading:
            told = [unit for unit in self._library.commentary(ref) if unit.layer is not Layer.YIN]
            comments = [unit.ref for unit in told] if "#" not in ref else [ref.split("#")[0]]
            own += [(comment, "neighbour") for comment in comments[: COMMENTS if cited else 1]]
        own += [(a.refs[0], "question") for a in self._index.asked(question.subject, LIKE, question.chapters)]
        for ref, why in own:
            admits = question.filters.admits
            for unit in [u for u in self._library.by_ref(ref) if admits(u)][:1]:
                yield self._library.soundest(unit, question.script, admits), why

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

    def _named(self, question: Question) -> Iterator[str]:
        """Where phases come to what they are named after, for the acts asked about that few phases are named after:
        the clause of 嗣子長兄弟餕 that first has 餕."""
        for act in [fold(f.term.term) for f in question.terms if f.term.kind == "act"]:
            phases = [phase for phase in self._all_phases if act in fold(phase.name_hant)]
            if question.chapters:
                phases = [phase for phase in phases if phase.chapter in question.chapters]
            for phase in phases if len(phases) <= FEW else ():
                yield from [clause.ref for clause in phase.clauses if act in fold(clause.text)][:1]

    @cached_property
    def _all_phases(self) -> list[Phase]:
        return [phase for chapter in self._library.canon.held for phase in chapter.phases]

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
        bonus.update({layer: 1.0 for layer in Layer if layer.is_base})
    bonus.update(dict.fromkeys(question.layers, 2.0))
    bonus.update({_SPEAKS_IN[name]: 2.5 for name in question.commentators if name in _SPEAKS_IN})
    return bonus
