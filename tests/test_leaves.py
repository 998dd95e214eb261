"""Pages of editions: where they begin, what stands on them, and that a transcription of the edition says the same."""

from pathlib import Path

import pytest

from corpus.errors import CorpusError, PageUnknown
from corpus.leaves import PAGES, Beginning, Leaves, leaf_order, read_pages
from corpus.leaves_extract import beginnings, write
from corpus.library import Library, load
from corpus.model import Layer, Unit


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


def units(*texts: str) -> list[Unit]:
    found, at = [], 0
    for number, text in enumerate(texts, 1):
        extents = ((at, at + len(text)),)
        found.append(Unit(f"5.1.{number}", Layer.JING, "x", text, 5, 1, str(number), extents=extents))
        at += len(text)
    return found


def test_a_page_ends_where_the_next_begins() -> None:
    own = units("主人戒賓", "賓出迎", "再拜")
    leaves = Leaves(own, {"x": (Beginning("A_B_001-1a", "5.1.1", 0), Beginning("A_B_001-1b", "5.1.2", 1))})
    assert leaves.clauses("A_B_001-1a") == ("5.1.1", "5.1.2")
    assert leaves.clauses("A_B_001-1b") == ("5.1.2", "5.1.3")
    assert leaves.clauses("A_B_001-2a") == ()
    assert leaves.of(own[1]) == ("A_B_001-1a", "A_B_001-1b")
    assert leaves.volumes == ("A_B_001",)


def test_marks_of_a_transcription_become_beginnings() -> None:
    text = "<pb:K_W_001-1a>¶\n主人戒賔¶\n<pb:K_W_001-1b>¶\n賓出迎再¶\n<pb:K_W_001-2a>¶\n拜"
    found = beginnings(units("主人戒賓", "賓出迎", "再拜"), text)
    assert [(b.page, b.ref, b.at) for b in found] == [
        ("K_W_001-1a", "5.1.1", 0), ("K_W_001-1b", "5.1.2", 0), ("K_W_001-2a", "5.1.3", 1),
    ]  # fmt: skip
    with pytest.raises(ValueError, match="agree"):
        beginnings(units("天命之謂性率性之謂道"), text)


def test_every_page_has_clauses_and_resolves(library: Library) -> None:
    assert set(library.leaves.volumes) == {
        "KR1d0030_WYG_005", "KR1d0040_WYG_015", "KR1d0028_WYG_005", "KR1d0028_WYG_007"
    }  # fmt: skip
    for page in library.leaves.pages:
        found = library.resolver.resolve(page)
        assert (found.kind, found.page) == ("page", page)
        assert found.clauses or found.ref.phase is None, "a chapter's head alone"
    assert library.resolver.resolve("KR1d0030_WYG_005-2a").clauses == ("5.1.3", "5.2.1", "5.2.2", "5.2.3")


def test_every_unit_of_a_paged_witness_is_on_its_pages(library: Library) -> None:
    for unit in library.units:
        pages = library.leaves.of(unit)
        assert bool(pages) == (unit.witness in ("jishi", "shuzhu", "zhushu-siku"))
        assert all(unit.base_ref in library.leaves.clauses(page) for page in pages)


def test_what_is_not_held_says_what_is(library: Library) -> None:
    with pytest.raises(PageUnknown, match="KR1d0030_WYG_005, KR1d0040_WYG_015"):
        library.resolver.resolve("KR1d0038_WYG_005-15b")
    with pytest.raises(PageUnknown) as caught:
        library.resolver.resolve("KR1d0030_WYG_005-99a")
    assert caught.value.suggestions[0] == "KR1d0030_WYG_005-33b"
    assert leaf_order("2b") > leaf_order("2a") > leaf_order("1b")


def test_the_pages_are_those_of_the_transcription(library: Library, shared: Path, tmp_path: Path) -> None:
    if not (shared / "kanripo" / "KR1d0030").is_dir():
        pytest.skip("the transcriptions are not beside this checkout")
    assert write(library, shared / "kanripo", tmp_path) == {"jishi": 66, "shuzhu": 112, "zhushu-siku": 258}
    for path in PAGES.glob("*.tsv"):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_a_line_that_is_no_page_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("page\tref\tat\nA_B_001-1a\t5.1.1\tx\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"x\.tsv"):
        read_pages(tmp_path)
