"""Verdicts on quotations: what stands is found however it is spelt, what does not is never confirmed."""

from __future__ import annotations

import pytest

from corpus.library import Library, load
from corpus.quotes.claim import Claims
from corpus.quotes.differ import changes, fit, in_words
from corpus.quotes.judge import Judge
from corpus.quotes.standing import QuoteUnfit, Verdict


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.fixture(scope="module")
def judge(library: Library) -> Judge:
    return Judge(library)


@pytest.mark.parametrize(
    ("quote", "claimed", "verdict", "ref"),
    [
        ("三耦皆執弓搢三而挾一个", None, "exact", "5.19.4"),
        ("三耦皆執弓，搢三而挾一個。", None, "normalized", "5.19.4"),
        ("三耦皆执弓，搢三而挟一个", "乡射礼 经", "normalized", "5.19.4"),
        ("三耦皆執弓搢三而挾一个", "《儀禮·大射》", "misattributed", "5.19.4"),
        ("大侯八十，参七十，干五十", "大射儀", "altered", "7.2.2"),
        ("設洗于阼階東南……東西當東榮", "Yili 4", "elided", "4.2.4"),
        ("大學之道在明明德在親民在止於至善", None, "not_found", None),
    ],
)
def test_verdict(judge: Judge, quote: str, claimed: str | None, verdict: str, ref: str | None) -> None:
    finding = judge.judge(quote, claimed)
    assert finding.verdict == verdict
    assert (finding.matches[0].place.unit.ref if finding.matches else None) == ref


def test_every_place_of_a_match_is_true_to_the_stored_text(judge: Judge) -> None:
    for match in judge.judge("主人拜送爵", limit=50).matches:
        for part in match.place.parts:
            assert part.unit.text[part.start : part.end] == part.text != ""


def test_a_formula_that_stands_everywhere_has_all_its_places_counted(judge: Judge) -> None:
    finding = judge.judge("再拜", limit=3)
    assert len(finding.matches) == 3
    assert finding.total > 40


def test_a_quotation_may_run_over_clauses(judge: Judge, library: Library) -> None:
    first, second = (next(u for u in library.by_ref(ref) if u.witness == "jishi") for ref in ("5.19.3", "5.19.4"))
    [match, *_] = judge.judge(first.text[-4:] + second.text[:6]).matches
    assert [part.unit.ref for part in match.place.parts] == ["5.19.3", "5.19.4"]
    assert match.place.cited_text == first.text[-4:] + second.text[:6]


@pytest.mark.parametrize("quote", ["拜", "no Chinese at all", "拜" * 1001])
def test_a_quotation_too_short_or_too_long_is_refused(judge: Judge, quote: str) -> None:
    with pytest.raises(QuoteUnfit):
        judge.judge(quote)


def test_changes_name_what_is_read_instead_and_join_to_both_sides() -> None:
    found = changes("大侯八十，参七十", "大侯九十,参七十")
    assert in_words(found) == "大侯[八→九]十,参七十"
    assert "".join(change.quote for change in found) == "大侯八十，参七十"
    assert "".join(change.text for change in found) == "大侯九十,参七十"


def test_fit_finds_the_nearest_stretch() -> None:
    best = fit("東西當東榮", "以堂深東西當西榮水在")
    assert best is not None
    assert (best.start, best.end, best.distance) == (3, 8, 1)


@pytest.mark.parametrize(
    ("text", "chapters", "layers", "people", "elsewhere"),
    [
        ("鄭玄注", set(), set(), {"鄭玄"}, ""),
        ("乡射礼 经", {5}, {"jing"}, set(), ""),
        ("《儀禮·大射》", {7}, set(), set(), ""),
        ("Yili 5", {5}, set(), set(), ""),
        ("Zheng Xuan on the District Archery", {5}, set(), {"鄭玄"}, ""),
        ("《禮記·鄉飲酒義》", set(), set(), set(), "禮記·鄉飲酒義"),
        ("儀禮集釋 案語", set(), set(), {"四庫館臣"}, ""),
        ("特牲饋食禮 記", {15}, {"ji"}, set(), ""),
        ("somewhere or other", set(), set(), set(), ""),
    ],
)
def test_claims(
    library: Library, text: str, chapters: set[int], layers: set[str], people: set[str], elsewhere: str
) -> None:
    claim = Claims(library).read(text)
    assert (claim.chapters, claim.commentators, claim.elsewhere) == (chapters, people, elsewhere)
    assert claim.layers == layers or people  # a person speaks in one layer; none need be named


def test_a_reference_as_claim_names_its_clauses(library: Library, judge: Judge) -> None:
    assert Claims(library).read("Yili 5.19.4").clauses == {"5.19.4"}
    assert judge.judge("三耦皆執弓搢三而挾一个", "鄉射禮 19.4").verdict is Verdict.EXACT
    assert judge.judge("三耦皆執弓搢三而挾一个", "鄉射禮 19.3").verdict is Verdict.MISATTRIBUTED
