"""鄭玄's notes against two other editions: every difference listed and classed, few, and where they lead."""

from pathlib import Path

import pytest

from corpus import canon as canons
from corpus import check
from corpus.apparatus import notes as listed
from corpus.apparatus.controls import CONTROLS, read_control
from corpus.apparatus.notes import Difference, Error, NotePlace, agreement, notes
from corpus.collate_notes import collate_all, own_notes
from corpus.errors import CorpusError
from corpus.library import Library, load


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.fixture(scope="module")
def kanripo(shared: Path) -> Path:
    if not (shared / "kanripo" / "KR1d0026").is_dir():
        pytest.skip("the transcriptions are not beside this checkout")
    return shared / "kanripo"


def test_the_list_is_what_the_editions_say(kanripo: Path) -> None:
    known = notes()
    assert collate_all(kanripo, known) == list(known.items())


def test_ninety_nine_in_a_hundred_characters_agree_with_each() -> None:
    texts = [entry.text for entry in own_notes()]
    assert [round(agreement(texts, notes(), name), 3) for name in CONTROLS] == [0.992, 0.996]


def test_every_difference_is_judged() -> None:
    for place, judged in notes().items():
        assert bool(judged.error) != (judged.kind is Difference.LACUNA) or judged.error is Error.OPEN, place
        assert judged.reason or not judged.sense, place
        assert not judged.sense or judged.kind.counts, place


def test_what_turns_the_sense_is_told_with_the_note(library: Library) -> None:
    (place,) = library.apparatus.on("7.5.1#zheng.1")
    assert [(r.text, r.standing) for r in place.readings] == [("夫", "slip"), ("史", "")]
    assert place.readings[0].printed[0].witness == "zhushu-siku"
    assert "".join(u.text for u in library.by_ref(place.ref))[place.start : place.end] == "夫"
    assert place.readings[1].parties == ("《儀禮》鄭注（四部叢刊）", "《儀禮鄭註句讀》")
    assert library.apparatus.on("7.1.2#zheng.1") == ()
    sense = {place.comment for place, judged in notes().items() if judged.sense}
    assert sense == library.apparatus.by_note.keys()


def test_no_clause_lacks_a_note_that_the_control_has(library: Library, kanripo: Path) -> None:
    """In all four chapters; 薦南奠觶 stands one clause earlier in 述註."""
    for chapter in library.canon.held:
        control = read_control(kanripo / "KR1d0026", chapter)
        noted = {u.base_ref for u in library.units if u.commentator == "鄭玄"} | {
            u.through for u in library.units if u.commentator == "鄭玄"
        }
        assert control.notes.keys() - noted <= {"15.16.4a"}


def test_words_that_are_not_in_the_note_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    place = NotePlace("7.5.1#zheng.1", 1, "KR1d0026", "吏", "史")
    monkeypatch.setattr(check, "notes", lambda: {place: listed.NoteJudged(Difference.SUBSTANTIVE)})
    assert any("吏" in finding.problem for finding in check.check())


def test_a_class_that_is_unknown_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "n.tsv"
    head = "\t".join(listed.COLUMNS)
    path.write_text(f"{head}\n7.5.1#zheng.1\t1\tx\t夫\t史\tslip\t\t\t\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"n\.tsv, line 2"):
        notes(path)
    path.write_text(f"{head}\n7.5.1#zheng.1\t1\tx\t夫\t史\tmoved\t\tno\t\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="sense"):
        notes(path)


def test_the_canon_orders_what_is_compared() -> None:
    order = list(canons.load().clauses)
    refs = [order.index(entry.ref.split("#")[0]) for entry in own_notes()]
    assert refs == sorted(refs)
