"""What the re-ranking looks at: numbers that say how a candidate row stands to a question.

Each is cheap and means the same in training and in service. :data:`NAMES` lists them in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from corpus.answers.book import TYPES, Row
from corpus.fold import fold
from corpus.rites.parallels import order, phase_of
from index.query import Hit
from index.rows import ASK_EN, ASK_ZH, ASKED, EN, PEOPLE_EN, PEOPLE_ZH, ZH, Near
from service.ask.intent import rite_of
from service.ask.question import Question

Floats = NDArray[np.float32]
_OWN = (
    *("cosine_ask", "cosine_ask_other", "cosine_answer", "cosine_answer_other", "cosine_gap"),
    *("cosine_place", "overlap_ask", "asked_of_ask", "ask_asked", "overlap_answer", "asked_of_answer"),
    *("overlap_gap", "passage_place", "passage_score", "passages_share", "chapter", "chapters_of_row"),
    *("terms", "terms_asked", "intent", "intent_first", "neighbours_clause", "neighbours_phase"),
    *("neighbours_intent", "unknown", "english", "generated", "general", "follows", "best_cosine"),
    *("passage_top", "elsewhere", "second_cosine", "cosine_alone", "overlap_alone", "told"),
    *("leans", "inherited", "cosine_before", "overlap_before", "intent_before", "clauses_on", "phases_on", "sister"),
    *("rite", "rite_first"),
    *("cosine_people", "cosine_people_other", "overlap_people", "asked_of_people", "people", "cosine_second"),
    *("cosine_main", "overlap_main", "main"),
)
_RELATIVE = (
    *("cosine_ask", "cosine_ask_other", "cosine_answer", "cosine_answer_other", "overlap_ask", "overlap_answer"),
    *("asked_of_answer", "intent", "passage_score", "cosine_alone", "overlap_alone", "cosine_before"),
    *("cosine_people", "overlap_people", "cosine_second", "cosine_main", "overlap_main"),
)
"""Numbers that also count in relation to the other candidates: how far below the best, and in which place. They brought
the right row to the first place for 71 questions of 100 instead of 64, on phases kept aside."""
NAMES = (*_OWN, *(f"{name}_{kind}" for name in _RELATIVE for kind in ("below", "place")))
_LAST = 20
"""The place from which on all are alike."""
CONFIDENCE = (*(f"first_{name}" for name in NAMES), "share", "margin", "agreeing")
"""What the probability that the first candidate answers is learned from: its features, its share of the candidates'
scores, how far it leads, and how many of the next ones rest on its clause."""
_NEIGHBOURS = 12
"""Candidates, nearest first, that vote on clause, phase and type."""
_PASSAGES = 12
"""Passages whose places count."""
_FAR = 9
"""Clauses or phases from which on the distance does not matter."""
_TYPE = {name: at for at, name in enumerate(TYPES)}


@dataclass(frozen=True)
class Views:
    """How the same candidates stand to the question with what it leaves to the turn before, to the question by itself,
    to its main clause, and to the turn before, where there is one that it leans on."""

    whole: Near
    alone: Near
    main: Near
    before: Near | None = None


def features(
    question: Question, views: Views, rows: Sequence[Row], hits: Sequence[Hit], sisters: frozenset[str] = frozenset()
) -> Floats:
    """One line of numbers for each candidate, float32 (n, len(NAMES)).

    ``rows`` are the candidates in the order of all views, ``hits`` the ranked passages, ``sisters`` the phases of the
    rite asked about that correspond to the one the answer before was about.
    """
    near, alone, main, earlier = views.whole, views.alone, views.main, views.before
    before = frozenset(phase_of(ref) for ref in question.places)
    intent, intent_before = (np.array(of, dtype=np.float32) for of in (question.intent, question.before))
    rites = np.array(question.rites, dtype=np.float32)
    count = len(rows)
    if not count:
        return np.zeros((0, len(NAMES)), dtype=np.float32)
    english = question.lang == "en"
    ask, other_ask, answer, other_answer = (ASK_EN, ASK_ZH, EN, ZH) if english else (ASK_ZH, ASK_EN, ZH, EN)
    people, other_people = (PEOPLE_EN, PEOPLE_ZH) if english else (PEOPLE_ZH, PEOPLE_EN)
    cosine = near.cosine
    best = cosine[:, ASKED].max(axis=1)
    order = np.argsort(-best, kind="stable")
    place = np.empty(count, dtype=np.float32)
    place[order] = np.arange(count)
    overlap = np.sqrt(near.overlap[:, :, 0] * near.overlap[:, :, 1])
    both = overlap.max(axis=1)
    overlap_alone = np.sqrt(alone.overlap[:, :, 0] * alone.overlap[:, :, 1])
    overlap_main = np.sqrt(main.overlap[:, :, 0] * main.overlap[:, :, 1])
    cosine_before = earlier.cosine[:, ASKED].max(axis=1) if earlier else np.zeros(count, dtype=np.float32)
    shared = np.sqrt(earlier.overlap[:, :, 0] * earlier.overlap[:, :, 1]) if earlier else np.zeros_like(overlap)
    place_before = question.places[0] if question.places else ""
    leading = [rows[at] for at in order[:_NEIGHBOURS].tolist()]
    clauses = Counter(_first(row) for row in leading)
    phases = Counter(_phase(row) for row in leading)
    types = Counter(row.type for row in leading)
    where: dict[str, tuple[int, float]] = {}
    for at, hit in enumerate(hits):
        where.setdefault(hit.unit.whole_ref, (at, hit.score))
    top = hits[0].score if hits else 0.0
    asked = question.telling
    table = np.zeros((count, len(_OWN)), dtype=np.float32)
    for at, row in enumerate(rows):
        places = [where[ref] for ref in row.refs if ref in where]
        first = min(places, default=(2 * _PASSAGES, top - 10.0))
        named = question.chapters
        inside = bool(named & set(row.chapters))
        text = says(row)
        held = sum(_has(text, term) for term in asked)
        own_type = intent[_TYPE[row.type]]
        table[at] = (
            *(cosine[at, ask], cosine[at, other_ask], cosine[at, answer], cosine[at, other_answer]),
            best[at] - best[order[0]],
            place[at],
            overlap[at, ask],
            *near.overlap[at, ask],
            overlap[at, answer],
            near.overlap[at, answer, 0],
            both[at] - both.max(),
            1 / (1 + first[0]),
            first[1] - top,
            sum(p < _PASSAGES for p, _ in places) / max(len(row.refs), 1),
            (1.0 if inside else -1.0) if named else 0.0,
            len(row.chapters),
            held / len(asked) if asked else -1.0,
            len(asked),
            own_type,
            own_type - intent.max(),
            clauses[_first(row)] / _NEIGHBOURS,
            phases[_phase(row)] / _NEIGHBOURS,
            types[row.type] / _NEIGHBOURS,
            near.unknown,
            english,
            row.origin == "generated",
            row.type in {"summary", "walkthrough"},
            bool(before & {phase_of(ref.split("#")[0]) for ref in row.refs}),
            best[order[0]],
            top,
            bool(question.elsewhere),
            best[order[1]] if count > 1 else 0.0,
            alone.cosine[at, ASKED].max(),
            overlap_alone[at, (ask, answer, people)].max(),
            _first(row) in question.places,
            bool(question.follows),
            question.inherited,
            cosine_before[at],
            shared[at, (ask, answer, people)].max(),
            intent_before[_TYPE[row.type]] if len(intent_before) else 0.0,
            *_steps(place_before, _first(row)),
            _phase(row) in sisters,
            rites[rite_of(row.chapters)],
            rites[rite_of(row.chapters)] - rites.max(),
            *(cosine[at, people], cosine[at, other_people], overlap[at, people], near.overlap[at, people, 0]),
            cosine[at, people] > 0,
            near.second[at],
            main.cosine[at, ASKED].max(),
            overlap_main[at, (ask, answer, people)].max(),
            main is not alone,
        )
    return _related(table)


def _steps(before: str, here: str) -> tuple[int, int]:
    """How many clauses a clause follows after another one of its phase, and how many phases in its rite; at most
    :data:`_FAR` either way, and that much more than all where they are not to be counted."""
    none = 2 * _FAR
    if not before or before.split(".", maxsplit=1)[0] != here.split(".", maxsplit=1)[0]:
        return none, none
    one, other = order(before), order(here)
    if len(one) < 3 or len(other) < 3:
        return none, none
    phases = max(-_FAR, min(_FAR, other[1][0] - one[1][0]))
    return (none if phases else max(-_FAR, min(_FAR, other[2][0] - one[2][0]))), phases


def _related(table: Floats) -> Floats:
    """The numbers of each candidate with those that put it in relation to the others."""
    columns = [table]
    for name in _RELATIVE:
        own = table[:, _OWN.index(name)]
        place = np.searchsorted(
            np.sort(-own), -own
        )  # those alike have one place: the order of candidates tells nothing
        columns += [(own - own.max())[:, None], np.minimum(place, _LAST)[:, None]]
    return np.concatenate(columns, axis=1).astype(np.float32)


def confidence(features: Floats, scores: Floats, rows: Sequence[Row]) -> Floats:
    """The numbers of :data:`CONFIDENCE` for the first of some candidates, float32 (1, n); ``scores`` are logits."""
    order = np.argsort(-scores, kind="stable")
    first = order[0]
    share = 1 / float(np.exp(scores - scores[first]).sum())
    margin = float(scores[first] - scores[order[1]]) if len(order) > 1 else 10.0
    agreeing = sum(_first(rows[at]) == _first(rows[first]) for at in order[1:5].tolist())
    return np.array([[*features[first], share, margin, agreeing]], dtype=np.float32)


def _first(row: Row) -> str:
    return row.evidence[0].ref.split("#")[0]


def _phase(row: Row) -> str:
    return phase_of(_first(row))


@lru_cache(maxsize=4096)
def says(row: Row) -> str:
    """What a row says and how it is asked for, folded; its evidence, too."""
    return fold(" ".join((row.zh, *row.asks_zh, *(one.words for one in row.evidence))))


def _has(text: str, term: str) -> bool:
    return fold(term) in text
