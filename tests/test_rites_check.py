"""The validator of the rites: each rule refuses what breaks it, and the rites that are written keep all of them."""

from pathlib import Path

import pytest

from corpus import canon
from corpus.rites import check as checks
from corpus.rites import effects, glossary, plan
from corpus.rites.check import Report, check, comment_texts
from corpus.rites.data import NOTE_COLUMNS, RENDERING_COLUMNS, ROOT, STEP_COLUMNS, Rites, StepKind
from corpus.rites.expand import expand
from corpus.rites.simulate import Moment, carry_out
from corpus.script import is_simplified_only
from tests.rites_makings import write

CLAUSES = [ref for ref in canon.load().clauses if ref.startswith("4.")]
STEP = {"ref": "4.4.2", "n": "1", "kind": "act", "actor": "賓", "act": "降", "from": "西階上", "to": "當西序"}
STEP |= {"facing": "東", "span": "賓降", "basis": "stated"}


def found(folder: Path) -> list[tuple[str, str]]:
    """Errors about this folder's rows, without those that say what is missing."""
    return [(f.place, f.problem) for f in check(folder).errors if f.problem != "is missing"]


def steps(folder: Path, *rows: dict[str, str]) -> list[str]:
    write(folder, "04.steps.tsv", STEP_COLUMNS, *rows)
    return [problem for _, problem in found(folder)]


def test_the_tables_keep_their_rules(tmp_path: Path) -> None:
    assert check(tmp_path) == Report((), ())


def test_a_good_step(tmp_path: Path) -> None:
    assert steps(tmp_path, STEP) == []


@pytest.mark.parametrize(
    ("cells", "complaint"),
    [
        ({"span": ""}, "has no span"),
        ({"span": "賓升"}, "the span 賓升 does not stand in the clause"),
        ({"words": "請安"}, "the words 請安 do not stand in the clause"),
        ({"actor": ""}, "an act needs its actor and its verb"),
        ({"actor": "客"}, "客 is no role of the glossary"),
        ({"act": "走"}, "走 is no act of the glossary"),
        ({"object": "杯"}, "杯 (object) does not stand in the glossary"),
        ({"to": "樓上"}, "樓上 is no place of the plan"),
        ({"facing": "上"}, "上 is not one of the eight directions"),
        ({"basis": ""}, "basis is ''; bases are stated, subject, note, parallel, sense"),
        ({"basis": "note"}, "says who acts by note, but gives no reason"),
        ({"basis": "note", "reason": "4.4.2#zheng.9"}, "the reason names 4.4.2#zheng.9, where nothing stands"),
        ({"act": "拜"}, "拜 has no count"),
        ({"repeats": "4.4.1"}, "repeats, with and except belong to repetitions, not to a act"),
        ({"kind": "repeat"}, "a repetition needs the clauses it repeats"),
        ({"kind": "repeat", "repeats": "4.9.99"}, "4.9.99"),
        ({"kind": "record"}, "a record is no act, but has actor, act, from"),
        ({"kind": "speech", "actor": "", "act": "", "from": ""}, "speech without words"),
        ({"n": "2"}, "follows step 0 of its clause"),
        ({"ref": "4.99.1"}, "nothing of this reference is held"),
        ({"facing": "東 "}, "stray blanks in facing"),
    ],
)
def test_a_broken_step(tmp_path: Path, cells: dict[str, str], complaint: str) -> None:
    assert any(complaint in problem for problem in steps(tmp_path, STEP | cells)), complaint


def test_bows_are_counted_as_the_clause_counts_them(tmp_path: Path) -> None:
    bow = {"ref": "4.23.2", "n": "1", "kind": "act", "actor": "主人", "act": "拜", "span": "再拜", "basis": "stated"}
    assert steps(tmp_path, bow | {"count": "1"}) == ["count is 1, but the clause says 再拜"]
    assert steps(tmp_path, bow | {"count": "2"}) == []


def test_repetitions_must_resolve_and_apply(tmp_path: Path) -> None:
    again = STEP | {"ref": "4.5.2", "span": "主人降", "kind": "repeat", "repeats": "4.4.2", "basis": ""}
    again |= dict.fromkeys(("actor", "act", "from", "to", "facing"), "")
    assert steps(tmp_path, STEP, again | {"with": "賓=主人"}) == []
    assert steps(tmp_path, STEP, again | {"with": "介=主人"}) == ["casts 介, which stands nowhere in 4.4.2"]
    circle = again | {"repeats": "4.5.2"}
    assert steps(tmp_path, STEP, circle) == ["repeats clauses in which nobody acts"]


def test_lines_that_are_no_rows(tmp_path: Path) -> None:
    (tmp_path / "04.steps.tsv").write_text("\t".join(STEP_COLUMNS) + "\n4.4.2\t1\tact\n", encoding="utf-8")
    assert [p for _, p in found(tmp_path)] == [f"line 2 has 3 cells, should have {len(STEP_COLUMNS)}"]
    (tmp_path / "04.steps.tsv").write_text("ref\tn\n", encoding="utf-8")
    assert "the columns are 'ref\\tn'" in found(tmp_path)[0][1]


def test_every_clause_and_comment_is_wanted(tmp_path: Path) -> None:
    write(
        tmp_path,
        "04.renderings.tsv",
        RENDERING_COLUMNS,
        {"ref": "4.4.2", "zh": "賓下階。", "en": "The guest descends."},
    )
    missing = [f.place for f in check(tmp_path).errors if f.problem == "is missing"]
    renderings = [place for place in missing if "renderings" in place]
    assert len(renderings) == len(CLAUSES) - 1
    assert "rites/04.steps.tsv 4.4.2" in missing
    assert "rites/04.notes.tsv 4.4.2#zheng.1" in missing
    assert not any(" 5." in place for place in missing)


@pytest.mark.parametrize(
    ("zh", "en", "complaint"),
    [
        ("賓下階，", "The guest descends.", None),
        ("", "The guest descends.", "zh is empty"),
        ("宾下阶。", "The guest descends.", "simplified script: 宾阶"),
        ("賓go下階。", "The guest descends.", "Latin letters: go"),
        ("賓,下階。", "The guest descends.", "half-width ,"),
        ("賓下階。", "Descends.", "fewer than 2 words"),
        ("賓下階。", "The 賓 descends.", "Han characters outside parentheses: 賓"),
        ("賓下階。", "The guest (賓) descends.", None),
        ("賓下階。", "The guest descends。", "full-width 。"),
        ("賓下階。", "The guest [host descends.", "1 [ but 0 ]"),
        ("賓。", "The guest descends.", "0.5 times the characters"),
        ("賓下階。" * 5, "The guest descends.", "7.5 times"),
        ("賓下階。", "The guest  descends.", "stray blanks"),
    ],
)
def test_renderings(tmp_path: Path, zh: str, en: str, complaint: str | None) -> None:
    write(tmp_path, "04.renderings.tsv", RENDERING_COLUMNS, {"ref": "4.4.2", "zh": zh, "en": en})
    problems = [problem for _, problem in found(tmp_path)]
    assert problems == [] if complaint is None else any(complaint in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("ref", "kind", "zh", "en", "complaint"),
    [
        ("4.4.2#zheng.1", "rendering", "跟隨主人。", "He follows the host.", None),
        ("4.4.2#zheng.1", "summary", "跟隨主人。", "He follows the host.", "is a summary, should be a rendering"),
        ("4.4.2#zheng.1", "gist", "跟隨主人。", "He follows the host.", "'gist'"),
        ("4.4.6#jia.1", "summary", "說明辭洗。", "Explains it.", None),
        ("4.4.6#jia.1", "summary", "說明辭洗。又說。", "Explains it.", "zh has more than one sentence"),
        ("4.4.6#jia.1", "summary", "說明辭洗。", "Explains it. Says more.", "en has more than one sentence"),
        ("4.4.6#jia.9", "summary", "說明辭洗。", "Explains it.", "nothing of this reference is held"),
    ],
)
def test_notes(tmp_path: Path, ref: str, kind: str, zh: str, en: str, complaint: str | None) -> None:
    write(tmp_path, "04.notes.tsv", NOTE_COLUMNS, {"ref": ref, "kind": kind, "zh": zh, "en": en})
    problems = [problem for _, problem in found(tmp_path)]
    assert problems == [] if complaint is None else any(complaint in problem for problem in problems), problems


def test_simplified_only() -> None:
    assert all(map(is_simplified_only, "宾阶与适"))
    assert not any(map(is_simplified_only, "賓階里后个A。"))


def test_what_does_not_fit_is_a_warning_not_an_error(tmp_path: Path) -> None:
    up = STEP | {"n": "2", "from": "西階下", "to": "西階上", "facing": ""}
    up_again = up | {"n": "3", "from": "門外"}
    write(tmp_path, "04.steps.tsv", STEP_COLUMNS, STEP, up, up_again)
    report = check(tmp_path)
    assert [f.problem for f in report.errors if f.problem != "is missing"] == []
    assert [(f.place, f.problem) for f in report.warnings] == [
        ("rites/04.steps.tsv 4.4.2 n3", "賓 leaves 門外, but was last at 西階上")
    ]


def test_missing_tables_are_told(tmp_path: Path) -> None:
    (finding,) = check(tmp_path, tables=tmp_path).errors
    assert "glossary.tsv" in finding.problem


# The rites as they are written

WRITTEN = pytest.mark.skipif(not any(ROOT.glob("*.steps.tsv")), reason="no chapter's steps are written yet")


@pytest.fixture(scope="module")
def written() -> Rites:
    return Rites.load()


@pytest.fixture(scope="module")
def moments(written: Rites) -> dict[str, tuple[Moment, ...]]:
    tables = effects.load(), plan.load()
    return {phase: told for chapter in written.chapters for phase, told in carry_out(written, chapter, *tables)}


@WRITTEN
def test_the_written_rites_keep_every_rule() -> None:
    assert [f"{f.place}: {f.problem}" for f in checks.check().errors] == []


@WRITTEN
def test_every_clause_and_comment_is_rendered(written: Rites) -> None:
    clauses = [ref for ref in canon.load().clauses if int(ref.split(".")[0]) in written.chapters]
    assert list(written.renderings) == clauses
    notes = {ref for ref in comment_texts() if int(ref.split("#")[0].split(".")[0]) in written.chapters}
    assert set(written.notes) == notes


@WRITTEN
def test_every_phase_can_be_expanded_and_carried_out(written: Rites, moments: dict[str, tuple[Moment, ...]]) -> None:
    for chapter in written.chapters:
        for phase in written.phases(chapter):
            assert len(moments[phase]) == len(expand(written, phase))


@WRITTEN
def test_everything_used_is_explained(written: Rites) -> None:
    words, places = glossary.load(), plan.load()
    for steps_ in written.steps.values():
        for step in steps_:
            assert all(words.find(person, "role") for person in (*step.actor, *step.recipient)), step
            assert not step.act or words.find(step.act, "act"), step
            assert all(words.find(thing) for thing in step.objects), step
            assert step.kind is not StepKind.ACT or not step.place or places.find(step.place), step


@WRITTEN
@pytest.mark.parametrize(
    ("phase", "thing", "place"),
    [
        ("4.5", "爵", "東序端"),  # 4.5.13 主人坐奠爵于序端
        ("4.6", "觶", "薦東"),  # 4.6.6 賓北面坐奠觶于薦東
        ("4.8", "爵", "西楹南"),  # 4.8.4 主人坐奠爵于西楹南
        ("4.16", "觶", "中庭"),  # 4.16.2 北面坐奠觶于其所
        ("5.6", "爵", "東序端"),  # 5.6.10 主人坐奠爵于序端
        ("5.13", "觶", "中庭"),  # 5.13.9 北面坐奠于其所
        ("5.22", "楅", "中庭"),  # 5.22.4 乃設楅于中庭
    ],
)
def test_vessels_end_where_the_text_leaves_them(
    moments: dict[str, tuple[Moment, ...]], phase: str, thing: str, place: str
) -> None:
    if phase not in moments:
        pytest.skip(f"{phase} is not written yet")
    things = moments[phase][-1].things
    assert place in {spot.place for name, spot in things.items() if name.split("·")[0] == thing}


@WRITTEN
@pytest.mark.parametrize(
    ("phase", "person", "place"),
    [("4.17", "賓", "賓席"), ("4.16", "司正", "觶南"), ("5.13", "司正", "觶南"), ("5.19", "司射", "司射位")],
)
def test_people_end_where_the_text_leaves_them(
    moments: dict[str, tuple[Moment, ...]], phase: str, person: str, place: str
) -> None:
    if phase not in moments:
        pytest.skip(f"{phase} is not written yet")
    assert moments[phase][-1].people[person].place == place
