"""The guard: false quotations and dangling markers do not leave."""

from dataclasses import replace

import pytest

from corpus.library import Library, load
from corpus.model import Unit
from service.ask.values import Citation, Grounding, Verification
from service.ask.verify import quotations, verify


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


def cite(unit: Unit, index: int, start: int = 0, end: int | None = None) -> Citation:
    words = unit.text[start:end]
    return Citation(
        index,
        unit.ref,
        "",
        "",
        "",
        "",
        "",
        unit.layer.zh,
        None,
        unit.witness,
        words,
        start,
        start + len(words),
        Verification.EXACT,
    )


@pytest.fixture
def unit(library: Library) -> Unit:
    return next(u for u in library.units if u.layer.is_base and 12 < len(u.text) < 40)


def test_a_true_quotation_leaves(library: Library, unit: Unit) -> None:
    found = verify([f"「{unit.text}」[1]。"], [cite(unit, 1)], library, "")
    assert found.grounding is Grounding.GROUNDED
    assert [c.cited_text for c in found.citations] == [unit.text]


@pytest.mark.parametrize("marks", ["「」", "『』", "“”", "‘’", "〔〕"])
def test_an_invented_quotation_is_removed_with_its_sentence(library: Library, unit: Unit, marks: str) -> None:
    false = f"{marks[0]}司射乃飛升于天{marks[1]}[1]。"
    found = verify([f"「{unit.text}」[1]。", false], [cite(unit, 1)], library, "")
    assert found.sentences == (f"「{unit.text}」[1]。",)
    assert found.grounding is Grounding.PARTIAL


def test_one_changed_character_is_enough(library: Library, unit: Unit) -> None:
    altered = unit.text[:5] + "龘" + unit.text[6:]
    assert verify([f"「{altered}」[1]。"], [cite(unit, 1)], library, "").grounding is Grounding.ABSTAINED


def test_true_words_beside_another_passages_marker_are_removed(library: Library, unit: Unit) -> None:
    other = next(u for u in library.units if u.ref != unit.ref and u.text not in unit.text and len(u.text) > 12)
    assert not verify([f"「{other.text[:12]}」[1]。"], [cite(unit, 1)], library, "").citations


def test_a_marker_without_citation_is_removed(library: Library, unit: Unit) -> None:
    found = verify([f"「{unit.text}」[1]。", "又見[9]。"], [cite(unit, 1)], library, "")
    assert found.sentences == (f"「{unit.text}」[1]。",)


def test_a_citation_that_is_not_its_slice_is_not_believed(library: Library, unit: Unit) -> None:
    shifted = replace(cite(unit, 1), start=1, end=len(unit.text) + 1)
    assert not verify([f"「{unit.text}」[1]。"], [shifted], library, "").citations


def test_markers_are_numbered_anew_in_order_of_use(library: Library) -> None:
    first, second, third = [u for u in library.units if u.layer.is_base and len(u.text) > 8][:3]
    sentences = [f"「{third.text}」[3]。", "「捏造之文字」[2]。", f"「{first.text}」[1]。"]
    found = verify(sentences, [cite(first, 1), cite(second, 2), cite(third, 3)], library, "")
    assert [c.ref for c in found.citations] == [third.ref, first.ref]
    assert [c.index for c in found.citations] == [1, 2]
    assert found.sentences[1].endswith("[2]。")


def test_the_users_own_words_may_be_repeated(library: Library, unit: Unit) -> None:
    asked = "「主人乘龍而降」出自哪裡"
    found = verify([f"「{unit.text}」[1]。", "所問「主人乘龍而降」不見於此。"], [cite(unit, 1)], library, asked)
    assert len(found.sentences) == 2


def test_quotations_are_found_inside_each_other() -> None:
    assert quotations("云「注『主人至門』者也」。「短」") == ["注『主人至門』者也", "主人至門"]


def test_spelling_punctuation_and_elision_do_not_make_a_quotation_false(library: Library) -> None:
    unit = next(u for u in library.by_ref("5.19.4") if u.witness == "jishi")
    for quote in ("三耦皆执弓，搢三而挟一个", "三耦皆執弓……挾一个"):
        assert verify([f"「{quote}」[1]。"], [cite(unit, 1)], library, "").grounding is Grounding.GROUNDED


@pytest.mark.parametrize("quote", ["挾一个……三耦皆執弓", "三……耦……皆……弓", "三耦皆執弓……司射先立", '"三耦皆飛弓"'])
def test_parts_must_stand_in_order_in_one_passage_and_be_words(library: Library, quote: str) -> None:
    unit = next(u for u in library.by_ref("5.19.4") if u.witness == "jishi")
    beside = next(u for u in library.by_ref("5.19.5") if u.witness == "jishi")
    found = verify([f"「{quote}」[1][2]。"], [cite(unit, 1), cite(beside, 2)], library, "")
    assert found.grounding is Grounding.ABSTAINED


def test_no_quotation_is_long_enough_to_pass_unread(library: Library, unit: Unit) -> None:
    long = unit.text * (1100 // len(unit.text) + 1)
    assert not verify([f"「{long}」[1]。"], [cite(unit, 1)], library, "").citations
