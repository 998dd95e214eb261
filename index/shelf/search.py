"""Finding in editions: by words and by vectors, each a list; a passage counts by its place in both.

Places, not scores, are added (reciprocal rank fusion), for the scores of two engines cannot be compared, and those of
two lists even less. What several editions print of one clause is one find with several witnesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from corpus.editions.passages import PagePassage
from index.dense import Vectors
from index.encoder import Encoder
from index.query import Query
from index.shelf.contract import Store, Wanted, pairs

POOL = 60
"""How far down each list is looked."""
DAMPING = 60
"""The constant of reciprocal rank fusion, as its authors give it (Cormack, Clarke and Büttcher 2009)."""
TERM = 0.5
"""What a list of passages with the classical terms of a question counts, beside that with its own words."""


@dataclass(frozen=True)
class Found:
    """A passage found in an edition; ``others`` are passages of other editions in which the same clauses stand."""

    passage: PagePassage
    score: float
    why: tuple[str, ...]
    others: tuple[PagePassage, ...] = ()


class Finder:
    """Finds passages in one store, with one model. Safe to share between threads."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self.store = store
        self._encoder = encoder

    def search(self, query: Query, wanted: Wanted, k: int, vector: Vectors | None = None) -> list[Found]:
        """The ``k`` best passages, best first, those of the same clauses as one. ``vector`` is that of the question,
        where it is known; encoding takes most of the time.

        >>> finder.search(Query("筮于廟門"), Wanted(chapters=frozenset({1})), 3)[0].passage.page
        'KR1d0026_SBCK_001-1a'
        """
        if vector is None:
            (vector,) = self._encoder.encode_queries([query.text])
        lists = self._lists(query, wanted, vector)
        if query.chapters and not wanted.chapters:  # preferred, not required: what is there counts twice
            lists += self._lists(query, replace(wanted, chapters=query.chapters), vector)
        scores: dict[str, float] = {}
        why: dict[str, dict[str, None]] = {}
        for name, weight, refs in lists:
            for place, ref in enumerate(refs, 1):
                scores[ref] = scores.get(ref, 0.0) + weight / (DAMPING + place)
                why.setdefault(ref, {})[name] = None
        order = sorted(scores, key=lambda ref: (-scores[ref], ref))
        held = self.store.read(order)
        found = [Found(held[ref], scores[ref], tuple(why[ref])) for ref in order if ref in held]
        return grouped(found)[:k]

    def _lists(self, query: Query, wanted: Wanted, vector: Vectors) -> list[tuple[str, float, list[str]]]:
        """References by words, by the classical terms of the question and by meaning, each with its name and weight."""
        lists = [("lexical", 1.0, self.store.by_words(pairs(query.text), wanted, POOL))]
        more = [pair for words in (*query.terms, *query.wordings) for pair in pairs(words)]
        if more:
            lists.append(("lexical", TERM, self.store.by_words(more, wanted, POOL)))
        return [*lists, ("dense", 1.0, self.store.by_vector(vector, wanted, POOL))]


def grouped(found: Iterable[Found]) -> list[Found]:
    """Passages of base text in which the same clause stands joined under the best of them, each edition once."""
    kept: list[Found] = []
    where: dict[str, list[int]] = {}
    for one in found:
        passage = one.passage
        signs = (passage.text,) if passage.note else passage.clauses
        near = sorted({at for sign in signs for at in where.get(sign, ())})
        at = next((at for at in near if _same(passage, kept[at].passage)), None)
        if at is None:
            for sign in signs:
                where.setdefault(sign, []).append(len(kept))
            kept.append(one)
        elif passage.edition not in {p.edition for p in (kept[at].passage, *kept[at].others)}:
            kept[at] = replace(kept[at], others=(*kept[at].others, passage))
    return kept


def _same(first: PagePassage, second: PagePassage) -> bool:
    """Whether two passages print the same: most clauses of the shorter stand in the longer."""
    if first.note or second.note:
        return first.note and second.note and first.text == second.text
    return (
        bool(shared := _overlap(first.clauses, second.clauses))
        and shared >= min(len(first.clauses), len(second.clauses)) / 2
    )


def _overlap(first: Sequence[str], second: Sequence[str]) -> int:
    return len(set(first) & set(second))
