"""All texts as units, and what must hold of every one of them."""

import re
from pathlib import Path

import pytest

from corpus.library import LIMIT, Library, load
from corpus.model import Layer
from corpus.texts import TEXTS, fingerprint, read_texts, read_works, write_texts


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


def test_every_unit_is_short_enough_and_named_once(library: Library) -> None:
    assert all(0 < len(u.text) <= LIMIT for u in library.units)
    assert len({u.key for u in library.units}) == len(library.units)


def test_every_unit_resolves_from_its_own_reference(library: Library) -> None:
    for unit in library.units:
        assert str(library.resolver.resolve(unit.ref).ref) == unit.ref
        assert unit in library.by_ref(unit.ref)


def test_every_clause_has_a_witness(library: Library) -> None:
    assert all(library.by_ref(ref) for ref in library.canon.clauses)


def test_pieces_of_a_comment_make_it_whole(library: Library) -> None:
    for entry in read_texts():
        if "#" in entry.ref:
            pieces = [u for u in library.by_ref(entry.ref) if u.witness == entry.witness]
            assert "".join(p.text for p in pieces) == entry.text
            assert sum(b - a for p in pieces for a, b in p.extents) == len(entry.text)


def test_one_note_in_several_witnesses_is_one_comment(library: Library) -> None:
    notes = [u for u in library.commentary("4.10.2") if u.layer is Layer.ZHU]
    assert {u.ref for u in notes} == {"4.10.2#zheng.1"}
    assert {u.witness for u in notes} == {"zhushu", "tongjie"}


def test_commentary_on_a_run_is_found_at_each_of_its_clauses(library: Library) -> None:
    runs = [u for u in library.units if u.through and not u.ref.endswith(".2")]
    assert runs
    for unit in runs[:20]:
        assert unit in library.commentary(unit.base_ref)
        assert unit in library.commentary(unit.through)


def test_the_head_of_a_chapter_has_its_note(library: Library) -> None:
    assert [u.commentator for u in library.commentary("5")] == ["鄭玄"]
    assert library.commentary("15")


def test_later_phases_of_the_archery_rites_have_no_ancient_commentary(library: Library) -> None:
    assert not [u for u in library.units if u.chapter == 7 and not u.layer.is_base]
    assert not [u for u in library.units if u.chapter == 5 and u.phase >= 28 and not u.layer.is_base]


def test_no_modern_layer_is_in_the_default_corpus(library: Library) -> None:
    assert not {u.layer for u in library.units} & {Layer.TIJIE, Layer.JINZHU, Layer.JINYI}


def test_speakers_are_named_and_compilers_do_not_speak(library: Library) -> None:
    speakers = {u.commentator for u in library.units if not u.layer.is_base}
    assert speakers == {"鄭玄", "賈公彥", "四庫館臣", "朱熹", "陸德明", "張載", "楊復"}
    assert all(u.commentator is None for u in library.units if u.layer.is_base)


def test_sources_say_what_stands_in_the_texts(library: Library, shared: Path) -> None:
    """Every stored character is the one at its place in the source (entities aside)."""
    for entry in read_texts():
        work = library.works[entry.witness]
        source = (shared / "seeds" / work.provenance.split(";")[0]).read_text(encoding="utf-8")
        printed = "".join(source[a:b] for a, b in entry.extents)
        if "&" not in printed:
            assert printed == entry.text, entry.ref


def test_texts_are_written_as_they_are_read(tmp_path: Path) -> None:
    write_texts(read_texts(), tmp_path)
    for witness in read_works():
        assert (tmp_path / f"{witness}.tsv").read_bytes() == (TEXTS / f"{witness}.tsv").read_bytes()


def test_the_fingerprint_sees_one_changed_character(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("主人", encoding="utf-8")
    before = fingerprint((tmp_path,))
    (tmp_path / "a.tsv").write_text("主入", encoding="utf-8")
    assert re.fullmatch("[0-9a-f]{64}", before) and fingerprint((tmp_path,)) != before
