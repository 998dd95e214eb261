"""The answers that guards are measured on: whole, and what they say of themselves is so."""

from collections import Counter

import pytest

from benchmarks.agreement import agreement, kappa, readings
from benchmarks.answers import (
    FOLDER,
    KINDS,
    Case,
    Judged,
    Planted,
    cited,
    faithful,
    judged,
    markers,
    passages,
    planted,
    sentences,
)
from corpus.library import load
from corpus.model import Unit
from corpus.quotes.concordance import Concordance, Part
from corpus.quotes.judge import Judge
from corpus.quotes.marks import marked
from corpus.quotes.standing import Quotation, Verdict, standing

LIBRARY = load()
JUDGE = Judge(LIBRARY)
PLANTED, FAITHFUL, JUDGED = planted(), faithful(), judged()
LANGUAGES = {"en", "zh-Hant", "zh-Hans", "mixed"}


def ids(case: Case) -> str:
    return case.id


def stands(quote: str, units: list[Unit]) -> bool:
    """Whether words stand in one of the units, as the judge of quotations compares."""
    concordance = Concordance([Part(unit, 0, len(unit.text))] for unit in units)
    return bool(standing(concordance, Quotation.read(quote), limit=1)[0])


def test_there_are_as_many_as_is_said() -> None:
    assert Counter(case.kind for case in PLANTED) == dict.fromkeys(KINDS, 10)
    assert (len(FAITHFUL), len(JUDGED)) == (100, 60)
    every = [*PLANTED, *FAITHFUL, *JUDGED]
    assert len({case.id for case in every}) == len(every)
    assert {case.language for case in every} == LANGUAGES
    for cases in (PLANTED, FAITHFUL, JUDGED):
        assert min(Counter(case.language for case in cases if case.language != "mixed").values()) >= 18


def test_the_two_sets_match() -> None:
    pairs = [(f"true-{p.id}", p.question, p.evidence, p.language) for p in PLANTED]
    assert pairs == [(f.id, f.question, f.evidence, f.language) for f in FAITHFUL]
    for wrong, right in zip(PLANTED, FAITHFUL, strict=True):
        of = {wrong.answer[a:b] for a, b in sentences(wrong.answer)}
        own = {right.answer[a:b] for a, b in sentences(right.answer)}
        faulty = {wrong.answer[slice(*span)] for span in wrong.faulty}
        assert of - own == faulty, wrong.id


@pytest.mark.parametrize("case", [*PLANTED, *FAITHFUL, *JUDGED], ids=ids)
def test_the_evidence_is_held_and_an_answer_has_one_to_six_sentences(case: Case) -> None:
    assert [unit.ref for unit in passages(case, LIBRARY)] == list(case.evidence)
    assert len(set(case.evidence)) == len(case.evidence)
    assert (1 if isinstance(case, Judged) else 2) <= len(sentences(case.answer)) <= 6
    assert case.question.strip() and case.answer == case.answer.strip()


@pytest.mark.parametrize("case", PLANTED, ids=ids)
def test_faults_are_whole_sentences_and_real_faults(case: Planted) -> None:
    assert case.faulty and case.why and set(case.faulty) <= set(sentences(case.answer))
    [span] = case.faulty
    sentence = case.answer[slice(*span)]
    refs = cited(sentence, case.evidence)
    if case.kind in ("invented-quotation", "altered-character", "spliced"):
        assert not case.claimed and case.false_quotation in sentence
        finding = JUDGE.judge(case.false_quotation)
        assert not finding.stands
        if case.kind == "altered-character":
            assert finding.verdict is Verdict.ALTERED and finding.matches[0].distance == 1
    elif case.kind in ("wrong-place", "wrong-speaker"):
        assert case.claimed and case.false_quotation in sentence
        assert JUDGE.judge(case.false_quotation).stands
        assert JUDGE.judge(case.false_quotation, case.claimed).verdict is Verdict.MISATTRIBUTED
    elif case.kind == "dangling-marker":
        assert None in refs
    elif case.kind == "unrelated-marker":
        assert refs and None not in refs
        quotes = [sentence[a:b] for a, b in marked(sentence)]
        units = [unit for unit in passages(case, LIBRARY) if unit.ref in refs]
        assert not any(stands(quote, units) for quote in quotes)
    elif case.kind == "uncited":
        assert refs == []
    elif case.kind == "rendering-quoted" and case.false_quotation:
        assert not JUDGE.judge(case.false_quotation).stands


@pytest.mark.parametrize("case", [*FAITHFUL, *PLANTED], ids=ids)
def test_every_other_sentence_is_cited_and_its_quotations_stand_in_what_it_cites(case: Case) -> None:
    units = passages(case, LIBRARY)
    faulty = case.faulty if isinstance(case, Planted) else ()
    for a, b in sentences(case.answer):
        sentence = case.answer[a:b]
        if (a, b) in faulty:
            continue
        numbers = markers(sentence)
        assert numbers and all(1 <= n <= len(units) for n in numbers), sentence
        for start, end in marked(sentence):
            assert stands(sentence[start:end], [units[n - 1] for n in numbers]), sentence[start:end]


def test_faithful_quotations_are_written_in_many_ways() -> None:
    quotes = [case.answer[a:b] for case in FAITHFUL for a, b in marked(case.answer)]
    verdicts = Counter(JUDGE.judge(quote).verdict for quote in quotes)
    assert set(verdicts) == {Verdict.EXACT, Verdict.NORMALIZED, Verdict.ELIDED}
    assert verdicts[Verdict.ELIDED] >= 6 and verdicts[Verdict.NORMALIZED] >= 80
    assert sum("『" in quote or "‘" in quote for quote in quotes) >= 7
    assert sum(mark in quote for quote in quotes for mark in "，。！") >= 60


@pytest.mark.parametrize("case", JUDGED, ids=ids)
def test_labels_are_of_whole_sentences_and_agree_with_the_markers(case: Judged) -> None:
    assert [(s.start, s.end) for s in case.sentences] == sentences(case.answer)
    for sentence in case.sentences:
        refs = cited(case.answer[sentence.start : sentence.end], case.evidence)
        assert None not in refs and sentence.support <= set(case.evidence)
        if sentence.label in ("supported", "partly"):
            assert sentence.support & set(refs), case.answer[sentence.start : sentence.end]
        elif sentence.label == "unsupported":
            assert not sentence.support & set(refs)
        else:
            assert not refs and not sentence.support
    if case.declined:
        assert all(sentence.label == "no_claim" for sentence in case.sentences)
    if not case.evidence:
        assert case.declined


def test_two_readings_are_published_and_every_label_is_of_one_of_them() -> None:
    read = readings()
    labelled = [(case, at, one) for case in JUDGED for at, one in enumerate(case.sentences, 1)]
    for reading, (case, at, one) in zip(read, labelled, strict=True):
        assert (reading.id, reading.sentence) == (case.id, at)
        first, second = (reading.first, reading.first_support), (reading.second, reading.second_support)
        assert (one.label, one.support) in (first, second), case.id
    found = agreement(read)
    shares = [f"{share:.3f}".removeprefix("0") for share in (found.labels, found.kappa, found.support)]
    for page in (FOLDER / "README.md", FOLDER.parent.parent / "docs" / "evaluation.md"):
        told = " ".join(page.read_text(encoding="utf-8").split())
        assert f"{found.sentences} sentences {shares[0]} have the same label" in told
        assert shares[1] in told and shares[2] in told


def test_kappa() -> None:
    assert kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")]) == pytest.approx(0.5)
    assert kappa([("a", "b"), ("b", "a")]) == -1
    assert kappa([("a", "a")]) == 1
