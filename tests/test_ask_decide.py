"""The decision: parts of a question, thresholds, filters."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from corpus.answers.book import Evidence, Row
from index.query import Filters
from service.ask.candidates import Candidates
from service.ask.decide import Decider, Scoring
from service.ask.question import Question
from service.ask.reader import Confidence


def row(id: str, type: str, ref: str, zh: str = "答。") -> Row:
    return Row(id, type, zh, "An answer.", (Evidence(ref, "司正為司馬"),), ("問",), ("ask",))


ROWS = (
    row("5.17.1-a", "who", "5.17.1"),
    row("5.17.2-b", "where", "5.17.2", "在堂下。"),
    row("7.1.1-c", "who", "7.1.1"),
)
QUESTION = Question(
    "Who is it?", "Who is it?", "en", "who", frozenset(), (), (), frozenset(), (), (), resolved="Who is it?"
)


class Finder:
    """Gives all rows; the part of a question that begins with "where" has the second row first."""

    def find(self, question: Question, hits: Any) -> Candidates:
        order = [1, 0, 2] if question.text.startswith("where") else [0, 1, 2]
        return Candidates(tuple(ROWS[n] for n in order), np.array([[3.0], [1.0], [0.0]], dtype=np.float32))


def asking(*parts: str) -> Question:
    """A question of several parts."""
    return replace(QUESTION, text=", and ".join(parts), parts=tuple(replace(QUESTION, text=text) for text in parts))


def decider(right: float, within: float = 0.9, also: float = 0.5) -> Decider:
    reranker = SimpleNamespace(
        scores=lambda features: features[:, 0], confidence=lambda features, scores, rows: Confidence(within, right)
    )
    return Decider(
        Finder(),
        reranker,
        Scoring(within=0.5, answered=0.5, grounded=0.7, part=0.5, whole=0.0, beside=0.5, also=also, alone=0.9),
    )  # type: ignore[arg-type]


def test_the_first_candidate_answers_from_the_threshold_on() -> None:
    assert [r.id for r in decider(0.6).decide(QUESTION, ()).rows] == ["5.17.1-a"]
    declined = decider(0.4).decide(QUESTION, ())
    assert declined.rows == () and declined.confidence == 0.4 and declined.nearest[0].id == "5.17.1-a"
    assert declined.bears, "it is shown what bears on it"


def test_what_the_texts_do_not_answer_is_declined() -> None:
    declined = decider(0.9, within=0.1).decide(QUESTION, ())
    assert declined.rows == () and not declined.bears


def test_a_question_of_two_parts_has_two_rows() -> None:
    question = asking("Who becomes marshal", "where does he stand?")
    assert [r.id for r in decider(0.9).decide(question, ()).rows] == ["5.17.1-a", "5.17.2-b"]


def test_what_answers_the_whole_stands_where_its_part_is_asked() -> None:
    question = asking("where does he stand", "Who becomes marshal?")
    decision = decider(0.9).decide(question, ())
    assert [r.id for r in decision.rows] == ["5.17.2-b", "5.17.1-a"], (
        "the best of the whole question answers the second"
    )
    assert decision.asked == ("where does he stand", "Who becomes marshal?")


def test_a_part_is_looked_for_near_what_answered_the_one_before() -> None:
    parts = asking("Who becomes marshal", "where does he stand?").parts
    question = replace(QUESTION, parts=(parts[0], replace(parts[1], follows=parts[0].text)))
    asked: list[Question] = []

    class Noting(Finder):
        def find(self, question: Question, hits: Any) -> Candidates:
            asked.append(question)
            return super().find(question, hits)

    told = decider(0.9)
    told._finder = Noting()  # type: ignore[assignment]
    told.decide(question, ())
    assert [one.places for one in asked] == [(), (), ("5.17.1",)]


class Parts:
    """Finds for each part of a question the rows named, the first one with the probability given."""

    def __init__(self, whole: float, **parts: tuple[str, float]) -> None:
        self._whole, self._parts = whole, parts

    def find(self, question: Question, hits: Any) -> Candidates:
        part = not question.parts
        named = next((told for word, told in self._parts.items() if part and word in question.text), ("a", self._whole))
        first = [row for row in ROWS if row.id.endswith(named[0])] or [replace(ROWS[2], id="7.9.9-z")]
        rows = (*first, *(replace(ROWS[2], id=f"7.1.{n}-o") for n in range(3)))
        return Candidates(rows, np.array([[named[1]], [0.0], [0.0], [0.0]], dtype=np.float32))

    def decider(self) -> Decider:
        reranker = SimpleNamespace(
            scores=lambda features: features[:, 0],
            confidence=lambda features, scores, rows: Confidence(0.9, float(features[0, 0])),
        )
        scoring = Scoring(within=0.5, answered=0.3, grounded=0.5, part=0.35, whole=0.0, beside=0.5, also=0.0, alone=0.6)
        return Decider(self, reranker, scoring)  # type: ignore[arg-type]


TWO = asking("Who becomes marshal", "where do the musicians sit")


def test_a_part_that_nothing_answers_is_named() -> None:
    decision = Parts(0.8, Who=("a", 0.8), where=("-", 0.1)).decider().decide(TWO, ())
    assert [r.id for r in decision.rows] == ["5.17.1-a"] and decision.left == ("where do the musicians sit",)
    leaning = asking("Who becomes marshal", "where does he stand?")
    assert Parts(0.8, Who=("a", 0.8), where=("-", 0.1)).decider().decide(leaning, ()).left == ("where does he stand?",)
    decision = Parts(0.8, Who=("a", 0.8), where=("a", 0.1)).decider().decide(TWO, ())
    assert decision.left == (), "the same row is the best for both parts"
    decision = Parts(0.4, Who=("-", 0.1), where=("-", 0.1)).decider().decide(TWO, ())
    assert decision.left == (), "where no part by itself is answered by the row, nothing can be said of them"


def test_a_part_that_is_answered_is_told_though_the_whole_seems_not_to_be_of_these_texts() -> None:
    parts = Parts(0.1, Who=("a", 0.8), where=("b", 0.7))
    assert [r.id for r in parts.decider().decide(TWO, ()).rows] == ["5.17.1-a", "5.17.2-b"]


def test_a_part_is_not_left_where_what_is_told_is_among_the_best_for_it() -> None:
    parts = Parts(0.8, Who=("a", 0.8), where=("b", 0.1))
    find = parts.find

    def with_first(question: Question, hits: Any) -> Candidates:
        found = find(question, hits)
        if not question.text.startswith("where"):
            return found
        return Candidates((found.rows[0], ROWS[0], *found.rows[1:]), np.array([[0.1], [0.0], [0.0], [0.0], [0.0]]))

    told = parts.decider()
    told._finder = SimpleNamespace(find=with_first)  # type: ignore[assignment]
    assert told.decide(TWO, ()).left == ()
    assert parts.decider().decide(TWO, ()).left == ("where do the musicians sit",)


def test_what_answers_the_whole_counts_for_a_part() -> None:
    parts = Parts(0.6, Who=("c", 0.5), where=("b", 0.8))
    find = parts.find

    def with_both(question: Question, hits: Any) -> Candidates:
        found = find(question, hits)
        if not question.text.startswith("Who") or question.parts:
            return found
        return Candidates((*found.rows, ROWS[0]), np.array([*found.features, [0.4]], dtype=np.float32))

    told = parts.decider()
    told._finder = SimpleNamespace(find=with_both)  # type: ignore[assignment]
    assert [r.id for r in told.decide(TWO, ()).rows] == ["7.1.1-c", "5.17.2-b"]
    told.scoring = replace(told.scoring, whole=0.3)
    assert [r.id for r in told.decide(TWO, ()).rows] == ["5.17.1-a", "5.17.2-b"]


def test_no_part_is_passed_over_in_silence() -> None:
    decision = Parts(0.8, Who=("a", 0.8), where=("b", 0.4)).decider().decide(TWO, ())
    assert [r.id for r in decision.rows] == ["5.17.1-a", "5.17.2-b"] and decision.left == ()
    decision = Parts(0.8, Who=("a", 0.8), where=("c", 0.3)).decider().decide(TWO, ())
    assert [r.id for r in decision.rows] == ["5.17.1-a"] and decision.left == ("where do the musicians sit",)


def test_where_the_parts_are_surer_than_the_whole_each_is_answered() -> None:
    decision = Parts(0.4, Who=("c", 0.9), where=("b", 0.7)).decider().decide(TWO, ())
    assert [r.id for r in decision.rows] == ["7.1.1-c", "5.17.2-b"] and decision.sure and decision.left == ()
    decision = Parts(0.4, Who=("c", 0.9), where=("b", 0.3)).decider().decide(TWO, ())
    assert [r.id for r in decision.rows] == ["7.1.1-c"] and decision.left == ("where do the musicians sit",)


def test_a_row_that_rests_on_what_filters_keep_out_does_not_answer() -> None:
    question = replace(QUESTION, filters=Filters(chapters=frozenset({7})))
    assert [r.id for r in decider(0.9).decide(question, ()).rows] == ["7.1.1-c"]


def test_a_row_on_another_rite_than_the_one_named_does_not_answer() -> None:
    question = replace(QUESTION, chapters=frozenset({7}))
    assert [r.id for r in decider(0.9).decide(question, ()).rows] == ["7.1.1-c"]


def test_between_the_thresholds_the_row_is_shown_and_not_sure() -> None:
    assert not decider(0.6).decide(QUESTION, ()).sure
    assert decider(0.8).decide(QUESTION, ()).sure


def test_a_row_nearly_as_likely_that_says_something_else_is_told_as_well() -> None:
    assert decider(0.8).decide(QUESTION, ()).also == (), "the second is two behind"
    same = decider(0.8, also=2.5)
    same._finder = SimpleNamespace(  # type: ignore[assignment]
        find=lambda *told: Candidates((ROWS[0], replace(ROWS[1], zh="答。")), np.array([[3.0], [1.0]], np.float32))
    )
    assert same.decide(QUESTION, ()).also == (), "it says the same"
    other = replace(ROWS[1], zh="在西階下面，面朝北。")
    finder = SimpleNamespace(
        find=lambda question, hits: Candidates((ROWS[0], other), np.array([[3.0], [1.0]], dtype=np.float32))
    )
    near = decider(0.8, also=2.5)
    near._finder = finder  # type: ignore[assignment]
    assert near.decide(QUESTION, ()).also == (other,)
    sure = decider(0.95, also=2.5)
    sure._finder = finder  # type: ignore[assignment]
    assert sure.decide(QUESTION, ()).also == (), "the first is likely enough"
    near._finder = SimpleNamespace(  # type: ignore[assignment]
        find=lambda *told: Candidates((ROWS[0], replace(other, type="summary")), np.array([[3.0], [1.0]], np.float32))
    )
    assert near.decide(QUESTION, ()).also == (), "a summary is too long for that"


def test_the_shipped_thresholds_are_in_order() -> None:
    scoring = Scoring.load()
    assert 0 < scoring.answered <= scoring.grounded < 1 and 0 < scoring.part < 1 and 0 < scoring.within < 1
