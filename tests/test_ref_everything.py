"""Every passage of the corpus resolves from its own reference, its names, its URNs and its address."""

from collections.abc import Iterator

import pytest

from corpus.library import Library, load
from corpus.model import Unit
from corpus.ref import Ref, parse


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


def reference(unit: Unit) -> Ref:
    ref = parse(unit.ref)
    assert isinstance(ref, Ref)
    return ref


def wordings(unit: Unit) -> Iterator[tuple[str, str]]:
    """Forms that name this unit, or the clause it is on, and what they must resolve to."""
    ref = reference(unit)
    yield unit.ref, unit.ref
    yield f"{unit.ref}@{unit.witness}", unit.ref
    yield ref.english(), unit.ref
    yield ref.urn(unit.layer.value, unit.witness), unit.ref
    yield f"/read/{unit.ref}", unit.ref
    yield f"https://wenli.example/read/{unit.base_ref}@{unit.witness}?lang=en", unit.base_ref
    yield str(ref.base), unit.base_ref
    yield ref.base.chinese(), unit.base_ref


def test_every_unit_resolves_from_all_its_names(library: Library) -> None:
    for unit in library.units:
        for words, wanted in wordings(unit):
            found = library.resolver.resolve(words)
            assert str(found.ref) == wanted, words
            assert found.ref.witness in (None, unit.witness)


def test_the_chinese_name_of_a_comment_finds_it_or_its_fellows(library: Library) -> None:
    """鄭玄注·鄉射禮 17.1 has no number: it names the note, or all notes of this speaker on the clause."""
    for unit in library.units:
        ref = reference(unit)
        if ref.speaker:
            found = library.resolver.resolve(ref.chinese())
            assert (str(found.ref.base), found.ref.speaker) == (unit.base_ref, ref.speaker)


def test_every_phase_resolves_by_name_within_its_chapter(library: Library) -> None:
    for chapter in library.canon.held:
        for phase in chapter.phases:
            for name, own in ((chapter.name_hant, phase.name_hant), (chapter.name_hans, phase.name_hans)):
                assert str(library.resolver.resolve(f"{name}·{own}").ref) == phase.ref
                label = phase.clauses[0].label
                assert str(library.resolver.resolve(f"《儀禮·{name}》{own}·{label}").ref) == phase.clauses[0].ref
