"""All texts as units, and what must hold of every one of them."""

import re
from pathlib import Path

import pytest

from corpus.library import LIMIT, Library, load
from corpus.model import Layer
from corpus.sources import sources, text_of
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


def test_the_phases_of_the_archery_rites_are_explained(library: Library) -> None:
    """All but those of one clause in which everything is done as before."""
    bare: dict[str, list[str]] = {"鄭玄": [], "賈公彥": []}
    for number, first in ((5, 28), (7, 1)):
        for phase in library.canon.chapters[number].phases[first - 1 :]:
            speakers = {u.commentator for clause in phase.clauses for u in library.commentary(clause.ref)}
            for name, phases in bare.items():
                phases.extend([phase.ref] * (name not in speakers))
    assert bare == {"鄭玄": ["5.40", "5.42", "7.35", "7.36", "7.39"], "賈公彥": ["7.35", "7.36"]}


def test_a_clause_with_a_slip_is_quoted_from_another_witness(library: Library) -> None:
    held = {unit.key: unit for unit in library.units}
    for key, hant, hans in (
        ("7.2.3@tongxing-b", "7.2.3@zhushu-siku", "7.2.3@tongxing"),  # 干不及地 without 武
        ("5.33.3@tongxing", "5.33.3@zhushu-siku", "5.33.3@tongxing-b"),  # 搢扑,89北面
        ("7.5.1@tongxing", "7.5.1@tongxing-b", "7.5.1@tongxing-b"),  # 于侯; the 四庫 edition has 大夫 for 大史
        ("5.28.1@tongxing-b", "5.28.1@zhushu-siku", "5.28.1@tongxing-b"),
        ("5.28.1#zheng.1@zhushu-siku", "5.28.1#zheng.1@zhushu-siku", "5.28.1#zheng.1@zhushu-siku"),
    ):
        assert library.soundest(held[key], "Hant").key == hant
        assert library.soundest(held[key], "Hans").key == hans
    assert not library.sound(held["7.2.3@tongxing-b"])
    only = library.soundest(held["7.2.3@tongxing-b"], "Hant", lambda unit: unit.witness == "tongxing-b")
    assert only.key == "7.2.3@tongxing-b", "the reader asks for this witness alone"


def test_every_clause_of_the_archery_rites_has_a_sound_witness(library: Library) -> None:
    for ref in library.canon.clauses:
        if ref.startswith(("5.", "7.")):
            assert any(library.sound(unit) for unit in library.by_ref(ref)), ref


def test_no_modern_layer_is_in_the_default_corpus(library: Library) -> None:
    assert not {u.layer for u in library.units} & {Layer.TIJIE, Layer.JINZHU, Layer.JINYI}


def test_speakers_are_named_and_compilers_do_not_speak(library: Library) -> None:
    speakers = {u.commentator for u in library.units if not u.layer.is_base}
    assert speakers == {"鄭玄", "賈公彥", "四庫館臣", "朱熹", "陸德明", "張載", "楊復"}
    assert all(u.commentator is None for u in library.units if u.layer.is_base)


def test_sources_say_what_stands_in_the_texts(library: Library, shared: Path) -> None:
    """Every stored character is the one at its place in the source (entities aside)."""
    found = {witness: text_of(files) for witness, files in sources(shared).items()}
    for entry in read_texts():
        printed = "".join(found[entry.witness.rstrip("-bc")][a:b] for a, b in entry.extents)
        if not {"&", "("} & set(printed) or ("(" in entry.text and "&" not in printed):
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
