"""The validator finds what is wrong, and finds nothing in the data as they are."""

import shutil
from pathlib import Path

import pytest

from corpus import canon as canons
from corpus.check import check
from corpus.texts import TEXTS


def test_the_data_hold() -> None:
    assert check() == ()


@pytest.fixture
def data(tmp_path: Path) -> tuple[Path, Path]:
    shutil.copytree(canons.ROOT, tmp_path / "canon")
    shutil.copytree(TEXTS, tmp_path / "texts")
    return tmp_path / "canon", tmp_path / "texts"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("canon/05.tsv", "5.17.1\t司正為司馬。", "5.17.1\t司正為司馬,", "neither Han nor a full-width mark"),
        ("canon/05.tsv", "5.17.1\t司正為司馬。", "5.17.1\t司正為司馬", "no mark at its end"),
        ("canon/05.tsv", "5.17.2\t", "5.17.4\t", "5.17.4 stands 2 times"),
        ("canon/05.tsv", "5.17.2\t", "5.17.2x\t", "is followed by"),
        ("canon/05.tsv", "5.17.1\t司正為司馬。", "5.17.1\t「司正為司馬。", "1 「 but 0 」"),
        ("canon/05.tsv", "5.17.1\t司正為司馬。", "5.99.1\t司正為司馬。", "not a clause of chapter 5"),
        ("texts/jishi.tsv", "5.17.1\t\tjing", "5.17.99\t\tjing", "stands at no clause"),
        ("texts/jishi.tsv", "5.17.1\t\tjing", "5.17.1\t\tzhu", "does not go with this reference"),
        ("texts/jishi.tsv", "司正為司馬\n", "司正為\n", "its extents count another number"),
        ("texts/jishi.tsv", "5.1.2\t\tjing", "5.1.3\t\tjing", "stands twice"),
        ("texts/works.toml", "chapters = [4]", "chapters = [4, 9]", "says chapters"),
        ("texts/works.toml", 'title = "儀禮注疏"', 'titel = "儀禮注疏"', "titel"),
        ("canon/phases.tsv", "5\t17\t", "5\t17\tx\t", "not 6 cells"),
    ],
)
def test_each_fault_is_found(data: tuple[Path, Path], file: str, old: str, new: str, problem: str) -> None:
    edit(data[0].parent / file, old, new)
    findings = check(*data)
    assert any(problem in f"{f.place} {f.problem}" for f in findings), findings[:5]


def test_a_clause_without_witness_is_found(data: tuple[Path, Path]) -> None:
    for path in data[1].glob("*.tsv"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith("7.1.1\t")), encoding="utf-8")
    assert any(f.problem == "no witness has this clause" for f in check(*data))


def test_a_missing_file_is_a_finding_not_a_crash(tmp_path: Path) -> None:
    assert len(check(tmp_path, tmp_path)) == 1
