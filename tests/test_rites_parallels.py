"""Parallels: found from either side, aligned without crossing, kept where an editor has set or refused them."""

from dataclasses import replace
from pathlib import Path

import pytest
from rites_makings import clause, rites, write

from corpus import canon as canons
from corpus.errors import CorpusError
from corpus.rites import glossary, parallel_rules
from corpus.rites.data import Rites
from corpus.rites.pairing import paired, similarity
from corpus.rites.parallels import (
    CLAUSE_COLUMNS,
    PAIR_COLUMNS,
    ClausePair,
    Kind,
    Pair,
    Parallels,
    Status,
    load,
    order,
    phase_of,
    write_clauses,
)

HELD = load()
CANON = canons.load()


def refs(ref: str) -> list[str]:
    return [parallel.ref for parallel in HELD.of(ref)]


def complaints(parallels: Parallels) -> list[str]:
    return [f.problem for f in parallel_rules.problems(parallels, CANON, glossary.load())]


def test_a_pair_is_found_from_either_side() -> None:
    assert refs("5.21.12") == ["7.21.11"]
    assert refs("7.21.11") == ["5.21.12"]
    assert refs("4.14") == ["5.11"]
    assert set(refs("5.11")) == {"4.11", "4.12", "4.13", "4.14", "7.17"}
    assert HELD.of("4.99") == ()


def test_what_differs_is_told_with_what_shows_it() -> None:
    pair = HELD.pair("5.11", "4.14")
    assert pair and pair.kind is Kind.SAME_ACT
    assert "合樂" in pair.note_zh
    assert {"4.11.5", "5.11.4"} <= set(pair.basis)


@pytest.mark.parametrize(
    ("ref", "there"),
    [
        ("4.4.12", "5.5.10"),  # presenting to the guest
        ("4.5.8", "5.6.6"),  # the return cup
        ("4.6.6", "5.7.9"),  # the pledge
        ("4.7.7", "5.10.6"),  # assistant guest and great officer
        ("5.21.11", "7.21.10"),  # “do not hit the marker”
        ("5.27.1", "7.25.9"),  # a tally for every hit
        ("5.38.3", "7.34.3"),  # no drum, no tally
        ("5.32.3", "7.29.3"),  # two tallies are a pair
        ("4.9.6", "15.12.6"),  # the company
        ("5.2.5", "15.23.1"),  # the wash-basin
        ("7.8.2", "15.9.2"),  # ruler and impersonator
    ],
)
def test_the_sequences_of_the_rites_stand_beside_one_another(ref: str, there: str) -> None:
    assert there in refs(ref)
    assert ref in refs(there)


def test_the_tables_keep_their_rules() -> None:
    assert complaints(HELD) == []
    rites_held = Rites.load()
    assert list(parallel_rules.doubts(HELD, CANON, rites_held)) == []


def test_every_phase_with_a_counterpart_between_the_two_archeries_is_paired() -> None:
    shooting = [p.ref for p in CANON.chapters[5].phases if "番射" in p.stage]
    lone = [ref for ref in shooting if not any(other.startswith("7.") for other in refs(ref))]
    assert lone == ["5.17", "5.25"]  # 張侯 is done three days before, and the company has no phase of its own


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"left": "4.99"}, "names 4.99, which is no phase and no chapter"),
        ({"left": "5.12"}, "the right one stands before the left one"),
        ({"left": "4"}, "pairs a chapter with a phase"),
        ({"note_en": ""}, "a note stands in both languages and has its basis"),
        ({"note_zh": "两篇相同。"}, "has characters of simplified script: 两"),
        ({"note_zh": "兩篇相同"}, "a note ends with a full stop"),
        ({"basis": ("4.99.1", "5.11.4")}, "rests on 4.99.1, where nothing stands"),
        ({"basis": ("5.11.4",)}, "rests on nothing in the chapter of 4.14"),
        ({"roles": (("客", "賓"),)}, "客 is no role of the glossary"),
    ],
)
def test_a_broken_pair(change: dict[str, object], complaint: str) -> None:
    pair = HELD.pair("4.14", "5.11")
    assert pair
    assert complaint in complaints(Parallels((replace(pair, **change),)))  # type: ignore[arg-type]


def test_broken_pairs_of_clauses() -> None:
    pair = HELD.pair("4.14", "5.11")
    assert pair
    wrong = (
        ClausePair("4.14.1", "5.11.5", 0.6),
        ClausePair("4.14.2", "5.11.4", 1.6),
        ClausePair("4.14.2", "5.11.4", 1.0, Status.SET),
        ClausePair("4.13.1", "5.11.4", 0.6),
    )
    told = complaints(Parallels((pair,), wrong))
    assert "crosses 4.14.1" in told
    assert "its similarity is 1.6, should be from 0 to 1" in told
    assert "stands twice" in told
    assert "4.13 and 5.11 are no pair of parallels.tsv" in told


def test_rows_that_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, "parallels.tsv", PAIR_COLUMNS, {"left": "4.1", "right": "5.1", "kind": "twin"})
    with pytest.raises(CorpusError, match=r"parallels\.tsv, line 2: 'twin' is not a kind"):
        load(tmp_path)
    write(tmp_path, "parallels.tsv", PAIR_COLUMNS, {"left": "4.1", "right": "5.1", "kind": "same_act", "roles": "介"})
    with pytest.raises(CorpusError, match="should be of the form"):
        load(tmp_path)
    (tmp_path / "parallels.tsv").unlink()
    write(tmp_path, "parallel_clauses.tsv", CLAUSE_COLUMNS, {"left": "4.1.1", "similarity": "much"})
    with pytest.raises(CorpusError, match=r"parallel_clauses\.tsv, line 2"):
        load(tmp_path)


def test_alignment_casts_roles_and_keeps_what_an_editor_has_said() -> None:
    pair = Pair("4.7", "5.10", Kind.COUNTERPART, (("介", "大夫"),))
    small = rites(*clause("4.7.4", "介 拜"), *clause("5.10.5", "大夫 拜"))
    plain = replace(pair, roles=())
    assert similarity("4.7.4", "5.10.5", pair, CANON, small) > similarity("4.7.4", "5.10.5", plain, CANON, small)
    alone = paired(Parallels((pair,)), CANON, small)
    refused = ClausePair(alone[0].left, alone[0].right, alone[0].similarity, Status.REFUSED)
    chosen = ClausePair("4.7.6", "5.10.11", 0.1, Status.SET)
    again = paired(Parallels((pair,), (refused, chosen)), CANON, small)
    assert {refused, chosen} <= set(again)
    assert [one for one in again if (one.left, one.right) == (refused.left, refused.right)] == [refused]


def test_a_refused_pair_is_no_parallel() -> None:
    refused = next(one for one in HELD.clauses if one.status is Status.REFUSED)
    assert refused.right not in refs(refused.left)


def test_the_table_is_written_as_it_is_read(tmp_path: Path) -> None:
    write_clauses(HELD.clauses, tmp_path / "parallel_clauses.tsv")
    assert load(tmp_path).clauses == HELD.clauses


def test_references_follow_as_in_the_text() -> None:
    assert sorted(["5.21.19a", "5.21.2", "5.3.1", "5.21.19"], key=order) == ["5.3.1", "5.21.2", "5.21.19", "5.21.19a"]
    assert phase_of("5.21.19a") == "5.21"
