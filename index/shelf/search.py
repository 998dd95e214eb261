"""Finding in editions: by words and by vectors, each a list; a passage counts by its place in both.

Places, not scores, are added (reciprocal rank fusion), for the scores of two engines cannot be compared, and those of
two lists even less. What several editions print of one clause is one find with several witnesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from corpus.editions.passages import PagePassage
from corpus.fold import fold
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
RUN = 5
"""Folded characters of the words, and half of them, that must stand in a passage without a break to put it first."""
LONGEST = 300
"""Folded characters of words that are looked for as they stand: a passage has no more."""


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

    def search(
        self, query: Query, wanted: Wanted, k: int, vector: Vectors | None = None, words: str = ""
    ) -> list[Found]:
        """The ``k`` best passages, best first, those of the same clauses as one. ``vector`` is that of the question,
        where it is known; encoding takes most of the time. Passages in which ``words`` stand as they are come first,
        or the longer part of them, since the end of a page may go through them.

        >>> finder.search(Query("筮于廟門"), Wanted(chapters=frozenset({1})), 3)[0].passage.page
        'KR1d0026_SBCK_001-1a'
        """
        if vector is None:
            (vector,) = self._encoder.encode_queries([query.text])
        lists = self._lists(query, wanted, vector)
        if query.chapters and not wanted.chapters:  # preferred, not required: what is there counts twice
            lists += self._lists(query, replace(wanted, chapters=query.chapters), vector)
        runs = self._standing(fold(words), wanted)
        lists.append(("lexical", 0.0, list(runs)))
        scores: dict[str, float] = {}
        why: dict[str, dict[str, None]] = {}
        for name, weight, refs in lists:
            for place, ref in enumerate(refs, 1):
                scores[ref] = scores.get(ref, 0.0) + weight / (DAMPING + place)
                why.setdefault(ref, {})[name] = None
        order = sorted(scores, key=lambda ref: (-runs.get(ref, 0), -scores[ref], ref))
        held = self.store.read(order)
        found = [Found(held[ref], scores[ref], tuple(why[ref])) for ref in order if ref in held]
        return grouped(found)[:k]

    def _standing(self, words: str, wanted: Wanted) -> dict[str, int]:
        """The passages in which folded words stand, or the longer part of them, with how many characters of it."""
        least = max(RUN, -(-len(words) // 2))
        if not least <= len(words) <= LONGEST:
            return {}
        held = self.store.read(self.store.by_words(pairs(words), wanted, POOL))
        runs = {ref: longest(words, fold(passage.text), least) for ref, passage in held.items()}
        return {ref: run for ref, run in runs.items() if run}

    def _lists(self, query: Query, wanted: Wanted, vector: Vectors) -> list[tuple[str, float, list[str]]]:
        """References by words, by the classical terms of the question and by meaning, each with its name and weight."""
        lists = [("lexical", 1.0, self.store.by_words(pairs(query.text), wanted, POOL))]
        more = [pair for words in (*query.terms, *query.wordings) for pair in pairs(words)]
        if more:
            lists.append(("lexical", TERM, self.store.by_words(more, wanted, POOL)))
        return [*lists, ("dense", 1.0, self.store.by_vector(vector, wanted, POOL))]


def longest(words: str, text: str, least: int) -> int:
    """The length of the longest part of ``words``, of ``least`` characters or more, in a text; 0 where there is none.

    >>> longest("甲乙丙丁", "乙丙丁戊", 2)
    3
    """
    best = 0
    for start in range(len(words) - least + 1):
        size = max(best + 1, least)
        while start + size <= len(words) and words[start : start + size] in text:
            best, size = size, size + 1
    return best


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
