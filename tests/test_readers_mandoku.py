"""Kanripo's mandoku format: pages, notes in two columns, indented lines, characters that could not be typed."""

from itertools import islice
from pathlib import Path

import pytest

from corpus.fold import fold, is_han
from corpus.library import Library, load
from corpus.model import Leaf
from corpus.quotes.concordance import Part, Track
from corpus.quotes.judge import Judge
from corpus.quotes.standing import FOUND, Verdict
from corpus.readers.mandoku import LOST, Edition, EditionUnreadable, read, read_all
from corpus.readers.wrapped import ENTITIES

HEAD = """# -*- mode: mandoku-view; -*-
#+TITLE: 試儀
#+DATE: 2015-08-24 22:08:32.131344
#+PROPERTY: ID KR9x0001
#+PROPERTY: BASEEDITION WYG
#+PROPERTY: JUAN 卷五
"""
JUAN = f"""{HEAD}<pb:KR9x0001_WYG_005-1a>¶
鄉射禮第五¶
甲乙之禮丙丁戒庚(右欄先/讀左後)¶
(換行再/開同註)辛壬&KR1114;癸(又/註)子丑¶
　低格說寅卯辰巳(低格/之註)¶
　續說午未[孑*(焉-正+?)]申酉¶
戌亥乾坤¶
<pb:KR9x0001_WYG_005-1b>¶
震巽坎離(註跨葉首行滿右欄/註跨葉首行滿左欄)
<pb:KR9x0001_WYG_005-2a>¶
(註跨/葉尾)艮兌¶
#+PROPERTY: JUAN 卷五考證
<pb:KR9x0001_WYG_005-2b>¶
考證一句　空格在中¶
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "KR9x0001"
    folder.mkdir()
    (folder / "KR9x0001_005.txt").write_text(JUAN, encoding="utf-8")
    (folder / "Readme.org").write_text("#+TITLE: 試儀 / WYG\n * 版本\n", encoding="utf-8")
    return folder


@pytest.fixture
def edition(repository: Path) -> Edition:
    return read(repository)


def words(track: Track) -> str:
    return "".join(part.text for part in track)


def leaves(track: Track) -> list[Leaf]:
    return [part.unit for part in track if isinstance(part.unit, Leaf)]


def test_pages_have_their_address_juan_and_chapter(edition: Edition) -> None:
    assert (edition.name, edition.title) == ("KR9x0001", "試儀")
    large = [page for page in edition.pages if not page.note]
    assert [page.ref[-6:] for page in large] == ["005-1a", "005-1b", "005-2a", "005-2b"]
    assert [page.juan for page in large] == ["卷五", "卷五", "卷五", "卷五考證"]
    assert {page.chapter for page in edition.pages} == {5}, "from its heading on"
    assert large[3].text == "考證一句空格在中"


def test_a_bracket_left_open_costs_one_line(repository: Path) -> None:
    file = repository / "KR9x0001_005.txt"
    whole = read(repository)
    file.write_text(JUAN.replace("癸(又/註)", "癸(又/註"), encoding="utf-8")
    assert [page.text for page in read(repository).pages if not page.note][1:] == [
        page.text for page in whole.pages if not page.note
    ][1:]


def test_a_file_that_is_no_utf_8_is_named(repository: Path) -> None:
    (repository / "KR9x0001_006.txt").write_bytes("鄉".encode("big5"))
    with pytest.raises(EditionUnreadable, match=r"KR9x0001_006.txt: byte 0 is not UTF-8"):
        read(repository)


def test_runs_of_text_and_notes_go_on_over_lines_and_pages(edition: Edition) -> None:
    runs = [words(track) for track in edition.texts]
    assert "鄉射禮第五甲乙之禮丙丁戒庚辛壬〓癸子丑戌亥乾坤震巽坎離艮兌考證一句空格在中" in runs
    assert "右欄先讀左後換行再開同註" in runs, "closed and opened again on the next line, it is one note"
    assert "又註" in runs, "text between makes it another"
    assert "低格說寅卯辰巳續說午未〓申酉" in runs
    assert "註跨葉首行滿右欄註跨葉首行滿左欄註跨葉尾" in runs
    over = next(track for track in edition.texts if words(track).startswith("註跨葉"))
    assert [leaf.ref[-6:] for leaf in leaves(over)] == ["005-1b", "005-2a"]


def test_joined_and_printed_orders(edition: Edition) -> None:
    assert "子丑低格說" in words(edition.joined[0])
    assert "癸又註子丑低格說寅卯辰巳低格之註續說" in words(edition.printed[0])
    assert words(edition.printed[0]).count(LOST) == 2


def test_every_part_is_its_slice_of_a_page(edition: Edition) -> None:
    for track in (*edition.texts, *edition.joined, *edition.printed):
        for part in track:
            assert isinstance(part, Part) and part.unit in edition.pages
            assert part.text == part.unit.text[part.start : part.end] != ""


@pytest.mark.parametrize(
    ("quote", "page", "through"),
    [
        ("甲乙之禮，丙丁戒庚", "005-1a", "005-1a"),
        ("子丑戌亥乾坤震巽", "005-1a", "005-1b"),
        ("註跨葉首行滿左欄註跨葉尾", "005-1b", "005-2a"),
        ("子丑低格說寅卯", "005-1a", "005-1a"),
        ("戒庚右欄先讀", "005-1a", "005-1a"),
        ("甲乙之禮……坎離", "005-1a", "005-1b"),
    ],
)
def test_the_judge_finds_words_on_their_pages(edition: Edition, quote: str, page: str, through: str) -> None:
    finding = Judge(load(), [edition]).judge(quote)
    assert finding.verdict in FOUND
    parts = finding.matches[0].place.parts
    assert (parts[0].unit.ref[-6:], parts[-1].unit.ref[-6:]) == (page, through)
    assert len(finding.matches) == finding.total == 1


def test_claims_on_pages_are_held_to_the_chapter_alone(edition: Edition) -> None:
    judge = Judge(load(), [edition])
    assert judge.judge("甲乙之禮丙丁戒庚", "《儀禮·鄉射禮》").verdict is Verdict.EXACT
    assert judge.judge("甲乙之禮丙丁戒庚", "大射").verdict is Verdict.MISATTRIBUTED
    assert judge.judge("甲乙之禮丙丁戒庚", "鄭玄注").verdict is Verdict.EXACT, "a page does not tell who speaks"


def test_a_table_of_contents_places_nothing(repository: Path) -> None:
    lines = "士冠禮第一¶\n士昏禮第二¶\n士相見禮第三¶\n鄉飲酒禮第四¶\n末句在此¶\n"
    text = f"{HEAD}<pb:KR9x0001_WYG_000-1a>¶\n{lines}"
    (repository / "KR9x0001_000.txt").write_text(text, encoding="utf-8")
    assert {page.chapter for page in read(repository).pages if "_000-" in page.ref} == {0}


def test_folders_of_repositories(repository: Path, tmp_path: Path) -> None:
    assert [edition.name for edition in read_all([tmp_path])] == ["KR9x0001"]
    assert [edition.name for edition in read_all([repository])] == ["KR9x0001"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(EditionUnreadable, match="empty"):
        read_all([tmp_path / "empty"])
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "a.txt").write_text("no pages", encoding="utf-8")
    with pytest.raises(EditionUnreadable, match="plain"):
        read_all([tmp_path / "plain"])


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


def test_no_character_of_the_repositories_is_lost(shared: Path) -> None:
    """Every Han character of the files stands on a page; of lines before the first page and headers, none is."""
    for folder in sorted((shared / "kanripo").iterdir()):
        edition = read(folder)
        files = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt")))
        lines = [line for line in files.split("\n") if not line.startswith("#")]
        composed = sum(line.count("[孑*(焉-正+?)]") for line in lines)
        printed = sum(sum(map(is_han, line)) for line in lines) - 3 * composed  # 孑, 焉, 正
        known = sum(line.count(entity) for line in lines for entity in ENTITIES)
        assert sum(sum(map(is_han, page.text)) for page in edition.pages) == printed + known, folder.name
        for page in islice(edition.pages, 50):
            assert page.ref.startswith(f"{folder.name}_")


def test_windows_of_the_repositories_are_found(shared: Path, library: Library) -> None:
    edition = read(shared / "kanripo" / "KR1d0026")
    judge = Judge(library, [edition])
    for track in (*edition.texts[::40], *edition.printed[::5]):
        text = words(track)
        for at in range(0, max(len(text) - 4, 0), 97):
            window = text[at : at + 4 + at % 37]
            if len(fold(window)) >= 4:
                assert judge.judge(window, limit=1).verdict in FOUND, window
