"""From what people type to what is held."""

import pytest

from corpus import canon as canons
from corpus.errors import ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown
from corpus.resolve import Resolver


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    return Resolver(canons.load(), ["5.21.3#zheng.1", "4.1.1#jia.1", "4.1.1#jia.2", "5#zheng.1"])


@pytest.mark.parametrize(
    ("text", "ref", "kind"),
    [
        ("5.21.3", "5.21.3", "clause"),
        ("乡射礼 21.3", "5.21.3", "clause"),
        ("5.21", "5.21", "phase"),
        ("5", "5", "chapter"),
        ("5.21.3-5", "5.21.3-5", "range"),
        ("5.21-22", "5.21-22", "range"),
        ("鄉射禮·三耦射·3", "5.21.3", "clause"),
        ("谋宾戒宾", "4.1", "phase"),
        ("5.21.3#zheng", "5.21.3#zheng.1", "comment"),
        ("4.1.1#jia", "4.1.1#jia", "comment"),
        ("5#zheng.1", "5#zheng.1", "comment"),
    ],
)
def test_resolves(resolver: Resolver, text: str, ref: str, kind: str) -> None:
    found = resolver.resolve(text)
    assert (str(found.ref), found.kind) == (ref, kind)
    assert found.clauses


def test_a_range_covers_its_clauses_in_order(resolver: Resolver) -> None:
    assert resolver.resolve("4.1.2-4").clauses == ("4.1.2", "4.1.3", "4.1.4")


def test_every_clause_phase_and_chapter_resolves_to_itself(resolver: Resolver) -> None:
    canon = canons.load()
    for chapter in canon.held:
        assert resolver.resolve(str(chapter.number)).clauses == tuple(c.ref for c in chapter.clauses)
        for phase in chapter.phases:
            assert resolver.resolve(phase.ref).clauses == tuple(c.ref for c in phase.clauses)
            for clause in phase.clauses:
                assert resolver.resolve(clause.ref).clauses == (clause.ref,)


@pytest.mark.parametrize(
    ("text", "readings"),
    [("21.3", ("4.21.3", "5.21.3", "7.21.3")), ("射禮 21.3", ("5.21.3", "7.21.3")), ("三耦射", ("5.21", "7.21"))],
)
def test_the_readings_of_an_ambiguous_reference_are_listed(
    resolver: Resolver, text: str, readings: tuple[str, ...]
) -> None:
    with pytest.raises(ReferenceAmbiguous) as caught:
        resolver.resolve(text)
    assert set(readings) <= set(caught.value.readings)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("5.21.99", "5.21.20"), ("5.99", "5.52"), ("18", "4"), ("1.1", "4"), ("5.21.3#zheng.7", "5.21.3#zheng.1")],
)
def test_what_is_absent_names_its_neighbours(resolver: Resolver, text: str, nearest: str) -> None:
    with pytest.raises(ReferenceUnknown) as caught:
        resolver.resolve(text)
    assert nearest in caught.value.suggestions


@pytest.mark.parametrize(
    ("text", "nearest"), [("鄉射理 21.3", "5.21.3"), ("5..21.3", "5.21.3"), ("xiang shi li 21.3", "5.21.3")]
)
def test_a_slip_of_the_pen_names_what_was_meant(resolver: Resolver, text: str, nearest: str) -> None:
    with pytest.raises(ReferenceMalformed) as caught:
        resolver.resolve(text)
    assert nearest in caught.value.suggestions


def test_a_page_of_an_edition_that_is_not_held_is_unknown_not_malformed(resolver: Resolver) -> None:
    with pytest.raises(ReferenceUnknown):
        resolver.resolve("KR1d0038_WYG_005-15b")
