"""What the re-ranking looks at: numbers that say how a candidate row stands to a question.

Each is cheap and means the same in training and in service. :data:`NAMES` lists them in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
    *("cosine_mean", "covered", "covered_alone", "covered_main", "missing_alone", "missing_main"),
    *("terms_before", "denies", "affirms", "gives_reason"),
)
_RELATIVE = (
    *("cosine_ask", "cosine_ask_other", "cosine_answer", "cosine_answer_other", "overlap_ask", "overlap_answer"),
    *("asked_of_answer", "intent", "passage_score", "cosine_alone", "overlap_alone", "cosine_before"),
    *("cosine_people", "overlap_people", "cosine_second", "cosine_main", "overlap_main"),
    *("cosine_mean", "covered_alone", "covered_main", "missing_alone"),
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
_GIVES_REASON = ("because", "so that", "since", "for ", "to ")
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
    clauses = Counter(row.clause for row in leading)
    phases = Counter(phase_of(row.clause) for row in leading)
    types = Counter(row.type for row in leading)
    where: dict[str, tuple[int, float]] = {}
    for at, hit in enumerate(hits):
        where.setdefault(hit.unit.whole_ref, (at, hit.score))
    top = hits[0].score if hits else 0.0
    found = [_among(row, where, top) for row in rows]
    asked = [fold(term) for term in question.telling]
    held = [sum(term in row.said for term in asked) for row in rows]
    subjects = [fold(term) for term in question.subjects]
    named_before = [sum(term in row.said for term in subjects) for row in rows]
    named = question.chapters
    inside = [1.0 if named & set(row.chapters) else -1.0 for row in rows] if named else [0.0]
    kinds = np.array([_TYPE[row.type] for row in rows])
    spheres = np.array([rite_of(row.chapters) for row in rows])
    own_type = intent[kinds]
    numbers: dict[str, Any] = {
        "cosine_ask": cosine[:, ask],
        "cosine_ask_other": cosine[:, other_ask],
        "cosine_answer": cosine[:, answer],
        "cosine_answer_other": cosine[:, other_answer],
        "cosine_gap": best - best[order[0]],
        "cosine_place": place,
        "overlap_ask": overlap[:, ask],
        "asked_of_ask": near.overlap[:, ask, 0],
        "ask_asked": near.overlap[:, ask, 1],
        "overlap_answer": overlap[:, answer],
        "asked_of_answer": near.overlap[:, answer, 0],
        "overlap_gap": both - both.max(),
        "passage_place": [1 / (1 + first) for first, _, _ in found],
        "passage_score": [score - top for _, score, _ in found],
        "passages_share": [share for _, _, share in found],
        "chapter": inside,
        "chapters_of_row": [len(row.chapters) for row in rows],
        "terms": np.array(held) / len(asked) if asked else -1.0,
        "terms_asked": len(asked),
        "intent": own_type,
        "intent_first": own_type - intent.max(),
        "neighbours_clause": np.array([clauses[row.clause] for row in rows]) / _NEIGHBOURS,
        "neighbours_phase": np.array([phases[phase_of(row.clause)] for row in rows]) / _NEIGHBOURS,
        "neighbours_intent": np.array([types[row.type] for row in rows]) / _NEIGHBOURS,
        "unknown": near.unknown,
        "english": english,
        "generated": [row.origin == "generated" for row in rows],
        "general": [row.type in {"summary", "walkthrough"} for row in rows],
        "follows": [bool(before & {phase_of(ref.split("#")[0]) for ref in row.refs}) for row in rows],
        "best_cosine": best[order[0]],
        "passage_top": top,
        "elsewhere": bool(question.elsewhere),
        "second_cosine": best[order[1]] if count > 1 else 0.0,
        "cosine_alone": alone.cosine[:, ASKED].max(axis=1),
        "overlap_alone": overlap_alone[:, (ask, answer, people)].max(axis=1),
        "told": [row.clause in question.places for row in rows],
        "leans": bool(question.follows),
        "inherited": question.inherited,
        "cosine_before": cosine_before,
        "overlap_before": shared[:, (ask, answer, people)].max(axis=1),
        "intent_before": intent_before[kinds] if len(intent_before) else 0.0,
        "clauses_on": [_steps(place_before, row.clause)[0] for row in rows],
        "phases_on": [_steps(place_before, row.clause)[1] for row in rows],
        "sister": [phase_of(row.clause) in sisters for row in rows],
        "rite": rites[spheres],
        "rite_first": rites[spheres] - rites.max(),
        "cosine_people": cosine[:, people],
        "cosine_people_other": cosine[:, other_people],
        "overlap_people": overlap[:, people],
        "asked_of_people": near.overlap[:, people, 0],
        "people": cosine[:, people] > 0,
        "cosine_second": near.second,
        "cosine_main": main.cosine[:, ASKED].max(axis=1),
        "overlap_main": overlap_main[:, (ask, answer, people)].max(axis=1),
        "main": main is not alone,
        "cosine_mean": near.mean,
        "covered": near.covered,
        "covered_alone": alone.covered,
        "covered_main": main.covered,
        "missing_alone": alone.missing,
        "missing_main": main.missing,
        "denies": [row.denies for row in rows],
        "affirms": [row.en.lower().startswith("yes") for row in rows],
        "gives_reason": [row.en.lower().startswith(_GIVES_REASON) for row in rows],
        "terms_before": np.array(named_before) / len(subjects) if subjects else -1.0,
    }
    table = np.empty((count, len(_OWN)), dtype=np.float32)
    for at, name in enumerate(_OWN):
        table[:, at] = numbers[name]
    return _related(table)


def _among(row: Row, where: Mapping[str, tuple[int, float]], top: float) -> tuple[int, float, float]:
    """The place and the score of the best passage that a row rests on, and the share of its passages that are among
    the first."""
    places = [where[ref] for ref in row.refs if ref in where]
    first = min(places, default=(2 * _PASSAGES, top - 10.0))
    return *first, sum(at < _PASSAGES for at, _ in places) / max(len(row.refs), 1)


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
    agreeing = sum(rows[at].clause == rows[first].clause for at in order[1:5].tolist())
    return np.array([[*features[first], share, margin, agreeing]], dtype=np.float32)
