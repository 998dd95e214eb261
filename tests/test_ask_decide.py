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


def row(id: str, type: str, ref: str) -> Row:
    return Row(id, type, "答。", "An answer.", (Evidence(ref, "司正為司馬"),), ("問",), ("ask",))


ROWS = (row("5.17.1-a", "who", "5.17.1"), row("5.17.2-b", "where", "5.17.2"), row("7.1.1-c", "who", "7.1.1"))
QUESTION = Question(
    "Who is it?", "Who is it?", "en", "who", frozenset(), (), (), frozenset(), (), (), resolved="Who is it?"
)


class Finder:
    """Gives all rows; the part of a question that says "where" has the second row first."""

    def find(self, question: Question, hits: Any, text: str = "") -> Candidates:
        order = [1, 0, 2] if "where" in text else [0, 1, 2]
        return Candidates(tuple(ROWS[n] for n in order), np.array([[3.0], [1.0], [0.0]], dtype=np.float32))


def decider(right: float, within: float = 0.9, also: float = 0.5) -> Decider:
    reranker = SimpleNamespace(
        scores=lambda features: features[:, 0], confidence=lambda features, scores, rows: Confidence(within, right)
    )
    return Decider(
        Finder(), reranker, Scoring(within=0.5, grounded=0.5, sure=0.7, part=0.5, beside=0.5, also=also, alone=0.9)
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
    question = replace(QUESTION, text="Who becomes marshal, and where does he stand?")
    assert [r.id for r in decider(0.9).decide(question, ()).rows] == ["5.17.1-a", "5.17.2-b"]


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
    assert decider(0.8, also=2.5).decide(QUESTION, ()).also == (), "it says the same"
    other = replace(ROWS[1], zh="在西階下面，面朝北。")
    finder = SimpleNamespace(
        find=lambda question, hits, text="": Candidates((ROWS[0], other), np.array([[3.0], [1.0]], dtype=np.float32))
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
    assert 0 < scoring.grounded <= scoring.sure < 1 and 0 < scoring.part < 1 and 0 < scoring.within < 1
