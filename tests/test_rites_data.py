"""Reading the rites: values from rows, references to clauses, and errors that name file and line."""

from pathlib import Path

import pytest

from corpus.errors import CorpusError
from corpus.rites.data import STEP_COLUMNS, NoteKind, Rites, StepKind, step_of
from tests.rites_makings import clause, rites, write

ROW = {"ref": "4.5.6", "n": "5", "kind": "repeat", "span": "揖讓如初", "repeats": "4.4.9;4.4.11-12"}


def row(**cells: str) -> dict[str, str]:
    return dict.fromkeys(STEP_COLUMNS, "") | ROW | cells


def test_a_row_becomes_a_step() -> None:
    step = step_of(
        row(**{"actor": "賓、主人", "with": "主人=賓;賓=主人", "except": "升;嚌肺", "from": "階下", "to": "堂上"})
    )
    assert step.kind is StepKind.REPEAT
    assert step.actor == ("賓", "主人")
    assert step.repeats == ("4.4.9", "4.4.11-12")
    assert step.roles == (("主人", "賓"), ("賓", "主人"))
    assert step.excepts == ("升", "嚌肺")
    assert (step.origin, step.place) == ("階下", "堂上")
    assert step.count == 0


def test_objects_come_one_by_one() -> None:
    assert step_of(row(object="決、拾")).objects == ("決", "拾")
    assert step_of(row()).objects == ()


@pytest.mark.parametrize(
    ("cells", "complaint"),
    [
        ({"kind": "doing"}, "not a kind of step"),
        ({"n": "0"}, "n is '0'"),
        ({"n": "one"}, "should be a number"),
        ({"count": "twice"}, "count is 'twice'"),
        ({"with": "賓介"}, "of the form 賓=介"),
        ({"with": "賓=介=主人"}, "of the form 賓=介"),
        ({"actor": "賓、"}, "empty part"),
        ({"except": "升; 降"}, "stray blank"),
    ],
)
def test_what_cannot_be_read(cells: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        step_of(row(**cells))


def test_a_folder_is_read_by_reference(tmp_path: Path) -> None:
    write(tmp_path, "04.renderings.tsv", ("ref", "zh", "en"), {"ref": "4.1.1", "zh": "主人……", "en": "The host …"})
    notes = {"ref": "4.1.1#zheng.1", "kind": "rendering", "zh": "主人……", "en": "The host …"}
    write(tmp_path, "04.notes.tsv", ("ref", "kind", "zh", "en"), notes)
    write(tmp_path, "04.steps.tsv", STEP_COLUMNS, row(ref="4.1.1", n="1"), row(ref="4.1.1", n="2"), row(ref="4.1.2"))
    read = Rites.load(tmp_path)
    assert read.renderings["4.1.1"].en == "The host …"
    assert read.notes["4.1.1#zheng.1"].kind is NoteKind.RENDERING
    assert [s.n for s in read.steps["4.1.1"]] == [1, 2]
    assert read.chapters == (4,)


def test_an_error_names_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, "04.steps.tsv", STEP_COLUMNS, row(), row(kind="doing"))
    with pytest.raises(CorpusError, match=r"04\.steps\.tsv, line 3: 'doing' is not a kind"):
        Rites.load(tmp_path)


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    assert Rites.load(tmp_path) == Rites({}, {}, {})


@pytest.fixture
def small() -> Rites:
    refs = ("4.1.1", "4.1.2", "4.1.2a", "4.1.3", "4.2.1", "5.10.1", "5.10.2", "5.10.10")
    return rites(*(step for ref in refs for step in clause(ref, "賓 拜")))


@pytest.mark.parametrize(
    ("reference", "clauses"),
    [
        ("4.1", ("4.1.1", "4.1.2", "4.1.2a", "4.1.3")),
        ("4.1.2", ("4.1.2",)),
        ("4.1.2-3", ("4.1.2", "4.1.2a", "4.1.3")),
        ("4.1.2-2a", ("4.1.2", "4.1.2a")),
        ("5.10.2-10", ("5.10.2", "5.10.10")),
    ],
)
def test_references_cover_clauses(small: Rites, reference: str, clauses: tuple[str, ...]) -> None:
    assert small.clauses(reference) == clauses


@pytest.mark.parametrize("reference", ["4.9", "4.1.9", "4.1.2-9", "4.1.3-2", "", "4.1.1-"])
def test_references_to_nothing(small: Rites, reference: str) -> None:
    with pytest.raises(CorpusError):
        small.clauses(reference)


def test_phases_of_a_chapter(small: Rites) -> None:
    assert small.phases(4) == ("4.1", "4.2")
    assert small.phases(5) == ("5.10",)
    assert small.phases(7) == ()
