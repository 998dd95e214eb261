"""How citations and guards are scored, on small answers whose scores can be told by hand."""

import subprocess
import sys
from collections.abc import Sequence

import pytest
from conftest import ROOT

from benchmarks.answers import Judged, Labelled, Planted, bare, cited, judged, markers, planted, sentences
from benchmarks.citations import (
    Verified,
    citation_scores,
    guard_scores,
    let_out,
    named_guard,
)
from benchmarks.guards import extractive_guard, model_guard
from corpus.library import load
from corpus.model import Unit
from corpus.quotes.judge import Judge

LIBRARY = load()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("甲[1]。乙「丙。丁！」[2]。", ["甲[1]。", "乙「丙。丁！」[2]。"]),
        ("It says 「甲！」 [1]. At Yili 5.17.1 it does [2].", ["It says 「甲！」 [1].", "At Yili 5.17.1 it does [2]."]),
        ("他说：“诺。”[1] 然后走了。", ["他说：“诺。”[1] 然后走了。"]),
        ("甲。[1]乙？\n\n丙", ["甲。[1]", "乙？", "丙"]),
        ("「甲。\n乙。", ["「甲。", "乙。"]),
        ("One's own [1]. 乙［2］。", ["One's own [1].", "乙［2］。"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert [text[a:b] for a, b in sentences(text)] == parts


def test_markers() -> None:
    assert markers("甲[1][2, 3]乙【4】丙［５］") == [1, 2, 3, 4, 5]
    assert bare("It says so [1] .\n") == "Itsaysso."
    assert cited("甲[2][9][0]", ("5.1.1", "5.1.2")) == ["5.1.2", None, None]


def judged_one(answer: str, *labels: tuple[str, set[str]], answerable: bool = True, declined: bool = False) -> Judged:
    spans = sentences(answer)
    own = tuple(Labelled(*span, name, frozenset(s)) for span, (name, s) in zip(spans, labels, strict=True))  # type: ignore[arg-type]
    return Judged("x", "zh-Hant", "?", ("5.17.1", "5.17.2"), answer, answerable, declined, own)


def test_citation_scores_by_hand() -> None:
    answers = [
        judged_one("甲[1]。乙[1][2]。丙。", ("supported", {"5.17.1"}), ("partly", {"5.17.2"}), ("unsupported", set())),
        judged_one("經云「司正為司馬」[1]。又云「司正為樂正」[1]。", ("supported", {"5.17.1"}), ("unsupported", set())),
        judged_one("不知。", ("no_claim", set()), answerable=False, declined=True),
        judged_one("妄答。", ("unsupported", set()), answerable=False),
    ]
    scores = citation_scores(answers, Judge(LIBRARY))
    assert (scores.sentences, scores.citations, scores.quotations) == (6, 5, 2)
    assert scores.recall == pytest.approx(2.5 / 6) and scores.recall_full == pytest.approx(2 / 6)
    assert scores.precision == pytest.approx(3 / 5) and scores.quotations_real == 0.5
    assert (scores.declined, scores.answered) == (0.5, 1.0)
    assert citation_scores([], Judge(LIBRARY)).f1 == 1.0


def open_gate(answer: str, evidence: Sequence[Unit]) -> Verified:
    """Lets everything out."""
    return Verified(answer, tuple(unit.ref for unit in evidence))


def closed_gate(answer: str, evidence: Sequence[Unit]) -> Verified:
    """Lets nothing out."""
    return Verified("", ())


def test_an_open_gate_catches_nothing_and_a_closed_one_loses_everything() -> None:
    scores = guard_scores(open_gate, LIBRARY)
    assert (scores.planted.total(), scores.caught.total(), len(scores.missed)) == (100, 0, 100)
    assert (len(scores.lost), scores.beside_lost) == (0, 0)
    scores = guard_scores(closed_gate, LIBRARY)
    assert scores.caught.total() == 100 and len(scores.lost) == scores.true and scores.beside_lost == scores.beside


def one(kind: str) -> Planted:
    return next(case for case in planted() if case.kind == kind)


def test_a_fault_that_is_mended_is_caught() -> None:
    """By its marker where the fault is in the marker; words that are false are not mended by any."""
    case = one("dangling-marker")
    assert let_out(case, Verified(case.answer, case.evidence))
    assert let_out(case, Verified(case.answer.replace(" [4]", ""), case.evidence)), "without a marker it is uncited"
    assert not let_out(case, Verified(case.answer.replace("[4]", "[1]"), case.evidence))
    case = one("unrelated-marker")
    assert not let_out(case, Verified(case.answer.replace("[2]", "[1]"), case.evidence))
    assert let_out(case, Verified(case.answer.replace("[2]", "[1]"), tuple(reversed(case.evidence))))
    case = one("altered-character")
    assert not let_out(case, Verified(case.answer.replace("八十", "九十"), case.evidence))
    assert let_out(case, Verified(f"So: {case.false_quotation} [1].", case.evidence))
    case = one("uncited")
    assert not let_out(case, Verified("甲。", ()))


def test_the_guard_of_extractive_answers_catches_false_quotations_and_keeps_true_ones() -> None:
    scores = guard_scores(extractive_guard(LIBRARY), LIBRARY)
    for kind in ("invented-quotation", "altered-character", "spliced"):
        assert scores.caught[kind] == 10, (kind, scores.missed)
    assert len(scores.lost) <= 0.02 * scores.true, scores.lost
    assert named_guard("benchmarks.guards:extractive_guard", LIBRARY) is not None


@pytest.mark.usefixtures("wenli")
def test_the_guard_of_models_holds_the_bars() -> None:
    command = [sys.executable, "-m", "benchmarks.citations", "--bars"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_command_prints_every_kind() -> None:
    command = [sys.executable, "-m", "benchmarks.citations", "--bars", "--missed"]
    command += ["--guard", "benchmarks.guards:extractive_guard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert "citation recall" in done.stdout and "wrong-speaker" in done.stdout and "Let out:" in done.stdout
    assert done.returncode == 1 and "A bar is not held." in done.stderr, "that guard does not judge who speaks"


@pytest.mark.usefixtures("wenli")
def test_the_page_has_the_figures() -> None:
    page = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    model, own_words = (guard_scores(make(LIBRARY), LIBRARY) for make in (model_guard, extractive_guard))
    rows = [f"| `{kind}` | {model.caught[kind]} | {own_words.caught[kind]} |" for kind in model.planted]
    assert [row for row in rows if row not in page] == []
    assert f"| true sentences lost, of {model.true} | {len(model.lost)} | {len(own_words.lost)} |" in page
    own = citation_scores(judged(), Judge(LIBRARY))
    shares = (own.recall, own.recall_full, own.precision, own.f1, own.quotations_real, own.declined, own.answered)
    told = "recall {} (in\nfull {}), precision {}, F1 {}, quotations real {}, declined {}, answered {}:"
    assert told.format(*(f"{share:.2f}".removeprefix("0") for share in shares)) in page
