"""Whether a paraphrase is about what it cites: true ones stay, those with another passage's marker do not."""

import time

import pytest
from guard_makings import evidence, library, lines

from benchmarks.markers import pairs
from corpus.quotes.judge import Judge
from service.guard import markers
from service.guard.bearing import FAR, Bearing
from service.guard.check import Checker
from service.wenli import Wenli


@pytest.fixture(scope="module")
def checker(wenli: Wenli) -> Checker:
    """As the service has it."""
    return Checker(library(), Judge(library()), Bearing(library(), wenli.index.alike))


@pytest.mark.parametrize("sentence", lines("faithful.txt"))
def test_true_sentences_stay(checker: Checker, sentence: str) -> None:
    assert checker.rule(sentence, evidence()).fault == ""


@pytest.mark.parametrize("sentence", lines("astray.txt"))
def test_those_about_another_passage_do_not(checker: Checker, sentence: str) -> None:
    assert checker.rule(sentence, evidence()).fault, "of some, numbers or chapters tell already"
    [wrong] = markers.numbers(sentence)
    shared = markers.without(sentence)
    assert any(
        checker.rule(f"{shared[:-1]}[{number}]。", evidence()).fault == ""
        for number in evidence().every
        if number != wrong
    ), "with the right marker it may leave"


def test_the_reason_is_told() -> None:
    """In words for the model, which is asked once more."""
    near = Bearing(library(), lambda text, units: [0.3 + 0.5 * (unit.ref == "5.17.1") for unit in units])
    ruling = Checker(library(), Judge(library()), near).rule("司馬由司正擔任[8]。", evidence())
    assert ruling.fault == "the passages cited are about something else"


def test_a_clause_and_the_notes_on_it_count_as_one(checker: Checker) -> None:
    """Who cites the note for what the clause says leads the reader to both."""
    for number in (8, 9):
        assert checker.rule(f"水在洗的東側，篚在洗的西側[{number}]。", evidence()).fault == ""


def test_where_vectors_are_not_asked_nothing_is_encoded() -> None:
    """A sentence that shares most of its words with what it cites costs no vector."""

    def alike(*_: object) -> list[float]:
        raise AssertionError

    bearing = Bearing(library(), alike)
    for sentence in ("司馬由司正擔任", "The overseer serves as marshal."):
        assert not bearing.astray(sentence, [1], evidence())
    with pytest.raises(AssertionError):
        bearing.astray("司馬由司正擔任", [8], evidence())


def test_words_alone_condemn_nothing() -> None:
    near = Bearing(library(), lambda text, units: [0.8 + 0.01 * (unit.ref == "5.17.1") for unit in units])
    assert not near.astray("司馬由司正擔任", [8], evidence())


def test_a_sentence_takes_less_than_five_milliseconds(checker: Checker) -> None:
    """The median of all sentences that stay; only those that words cast doubt on need a vector."""
    taken = []
    for sentence in lines("faithful.txt"):
        begun = time.thread_time()
        checker.rule(sentence, evidence())
        taken.append(time.thread_time() - begun)
    assert sorted(taken)[len(taken) // 2] < 0.005


def test_likeness_is_of_a_passage_or_of_what_renders_it(wenli: Wenli) -> None:
    marshal, basin = evidence().unit(1), evidence().unit(8)
    for text in ("The overseer serves as marshal.", "司正擔任司馬", "司正為司馬"):
        own, other = wenli.index.alike(text, [marshal, basin])
        assert -1 <= other < own <= 1.001


def test_the_bound_is_the_one_that_was_fitted(wenli: Wenli) -> None:
    """On a few of the questions: most right markers stand, most by chance do not."""
    for lang in ("zh", "en"):
        own = pairs(wenli.library, wenli.index, 20, lang)
        assert len(own.true) <= 20 and len(own.chance) == 5 * len(own.true)
        assert sum(distance < FAR for distance in own.true) <= 2
        assert sum(distance < FAR for distance in own.chance) > 0.5 * len(own.chance)
