"""Editions in the Kanripo format: added whole, cut into passages, their clauses placed, the canon widened."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corpus import canon as canons
from corpus import library as libraries
from corpus.editions import packs
from corpus.editions.packs import EditionUnknown
from corpus.editions.passages import page_of, passages
from corpus.editions.shelf import Shelf
from corpus.editions.source import EditionNotFound, opened
from corpus.fold import fold
from corpus.model import Layer
from corpus.readers.mandoku import EditionUnreadable, read
from tests.edition_makings import JUAN_1, JUAN_5, repository


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return repository(tmp_path / "from" / "copy", {"KR1d0038_001": JUAN_1, "KR1d0038_005": JUAN_5})


@pytest.fixture
def shelf(source: Path, tmp_path: Path) -> Shelf:
    packs.add(source, tmp_path / "packs")
    return Shelf.open(tmp_path / "packs", libraries.load())


def test_an_edition_is_added_whole_listed_and_removed(source: Path, tmp_path: Path) -> None:
    pack, changed = packs.add(source, tmp_path / "packs")
    assert changed
    assert (pack.name, pack.title, pack.edition, pack.pages) == ("KR1d0038", "試句讀", "WYG", 4)
    assert packs.held(tmp_path / "packs") == (pack,)
    assert not packs.add(source, tmp_path / "packs")[1], "nothing has changed"
    assert packs.remove("kr1d0038", tmp_path / "packs") == pack
    assert not list((tmp_path / "packs").iterdir())
    with pytest.raises(EditionUnknown, match="KR1d0038 was added"):
        packs.remove("KR1d0038", tmp_path / "packs")


def test_a_changed_or_damaged_edition_is_taken_again(source: Path, tmp_path: Path) -> None:
    before, _ = packs.add(source, tmp_path / "packs")
    file = source / "KR1d0038_005.txt"
    file.write_text(file.read_text(encoding="utf-8") + "<pb:KR1d0038_WYG_005-9a>¶\n新葉¶\n", encoding="utf-8")
    after, changed = packs.add(source, tmp_path / "packs")
    assert changed and after.pages == before.pages + 1 and after.sha256 != before.sha256
    (after.folder / "KR1d0038_001.txt").write_text("", encoding="utf-8")
    assert packs.add(source, tmp_path / "packs")[1]
    assert packs.digest_of(after.folder) == after.sha256


def test_what_a_killed_command_left_is_no_edition(source: Path, tmp_path: Path) -> None:
    pack, _ = packs.add(source, tmp_path / "packs")
    shutil.copytree(pack.folder, tmp_path / "packs" / ".KR1d0038.123.tmp")
    assert packs.held(tmp_path / "packs") == (pack,)
    packs.remove("KR1d0038", tmp_path / "packs")
    packs.add(source, tmp_path / "packs")
    assert [path.name for path in (tmp_path / "packs").iterdir()] == ["KR1d0038"]


def test_a_folder_without_pages_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("天命之謂性", encoding="utf-8")
    with pytest.raises(EditionUnreadable):
        packs.add(tmp_path, tmp_path / "packs")
    assert not (tmp_path / "packs").exists()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("KR1d0038_002", b"<pb:KR1d0038_WYG_002-1a>\n\xff\xfe", "KR1d0038_002.txt: byte 25 is not UTF-8"),
        ("KR1d0038_002", b"", "KR1d0038_002.txt: it has no page marks"),
        ("KR1d0038_002", "版本".encode() * 9, "KR1d0038_002.txt: it has no page marks"),
        ("KR1d0026_001", "<pb:KR1d0026_SBCK_001-1a>\n士冠禮".encode(), "not those of one work"),
    ],
)
def test_a_broken_file_is_named_and_nothing_changes(
    source: Path, tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    before, _ = packs.add(source, tmp_path / "packs")
    (source / f"{name}.txt").write_bytes(content)
    with pytest.raises(EditionUnreadable, match=reason):
        packs.add(source, tmp_path / "packs")
    assert packs.held(tmp_path / "packs") == (before,)
    assert packs.digest_of(before.folder) == before.sha256
    assert [path.name for path in (tmp_path / "packs").iterdir()] == ["KR1d0038"]


def test_a_folder_that_is_not_there_has_nothing_to_remove(tmp_path: Path) -> None:
    with pytest.raises(EditionUnknown, match="Added: none"):
        packs.remove("KR1d0038", tmp_path / "packs")
    assert not (tmp_path / "packs").exists()


def test_an_edition_is_not_lost_between_two_renames(source: Path, tmp_path: Path) -> None:
    pack, _ = packs.add(source, tmp_path / "packs")
    pack.folder.rename(tmp_path / "packs" / ".KR1d0038.old.tmp")
    with pytest.raises(EditionUnknown, match="KR1d0038"):
        packs.remove("KR1d0099", tmp_path / "packs")
    assert packs.held(tmp_path / "packs") == (pack,)


def test_additions_at_once_wait_for_each_other(source: Path, tmp_path: Path) -> None:
    """Locks are of open files, so that threads wait as processes do."""
    other = repository(
        tmp_path / "other",
        {"KR1d0026_001": "".join(f"<pb:KR1d0026_SBCK_001-{n}a>\n士冠禮\n" for n in range(1, 400))},
    )
    sources = [source, other] * 4
    with ThreadPoolExecutor(len(sources)) as pool:
        added = list(pool.map(lambda one: packs.add(one, tmp_path / "packs"), sources))
    assert sum(changed for _, changed in added) == 2
    assert [pack.name for pack in packs.held(tmp_path / "packs")] == ["KR1d0026", "KR1d0038"]
    assert all(packs.digest_of(pack.folder) == pack.sha256 for pack in packs.held(tmp_path / "packs"))


NO_ROOM = """
import resource, sys
from pathlib import Path
from corpus.editions import packs
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
packs.add(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_without_room_what_was_there_stays(source: Path, tmp_path: Path) -> None:
    before, _ = packs.add(source, tmp_path / "packs")
    file = source / "KR1d0038_005.txt"
    file.write_text(file.read_text(encoding="utf-8") + "<pb:KR1d0038_WYG_005-9a>¶\n新葉¶\n", encoding="utf-8")
    command = [sys.executable, "-c", NO_ROOM, str(source), str(tmp_path / "packs")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent.parent)
    assert "OSError" in done.stderr
    assert packs.held(tmp_path / "packs") == (before,) and packs.digest_of(before.folder) == before.sha256
    assert [path.name for path in (tmp_path / "packs").iterdir()] == ["KR1d0038"]


def test_passages_are_of_one_page_and_quotations_end_at_seams(source: Path) -> None:
    found = passages(read(source), "KR1d0038")
    by_ref = {passage.ref: passage for passage in found}
    assert len(by_ref) == len(found)
    text = by_ref["KR1d0038_WYG_005-1a#text.1"]
    assert text.page == "KR1d0038_WYG_005-1a" and text.chapter == 5 and not text.note
    note = by_ref["KR1d0038_WYG_005-1a#note.1"]
    assert note.text == "主人州長也請告也退還射宫" and note.seams == (5, 8), "three notes, each by itself"
    assert all(0 < len(passage.text) <= 300 for passage in found)
    assert page_of(note.ref) == page_of(note.page) == note.page
    assert page_of("5.21.3") is None


def test_clauses_of_the_canon_are_placed_and_become_witnesses(shelf: Shelf) -> None:
    library = shelf.library
    (own,) = [unit for unit in library.by_ref("5.1.1") if unit.witness == "kr1d0038"]
    clause = canons.load().clauses["5.1.1"]
    assert fold(own.text) == fold(clause.text)
    assert library.leaves.of(own) == ("KR1d0038_WYG_005-1a",)
    assert library.by_ref("5.1.1")[0].witness == "jishi", "the default witnesses come first"
    passage = next(p for p in shelf.passages if p.ref == "KR1d0038_WYG_005-1a#text.1")
    assert passage.clauses[0] == "5.1.1"
    assert library.resolver.resolve("KR1d0038_WYG_005-1a").clauses == passage.clauses


def test_chapters_beyond_the_canon_are_divided_as_the_edition_divides_them(shelf: Shelf) -> None:
    library = shelf.library
    assert shelf.division == "KR1d0038" and library.provisional == {1}
    chapter = library.canon.chapters[1]
    assert [phase.name_hant for phase in chapter.phases] == ["筮日", "戒賔", "記冠義…"]
    assert [phase.name_hans for phase in chapter.phases][:2] == ["筮日", "戒賔"]
    assert [clause.text for clause in chapter.phases[0].clauses] == ["士冠禮筮于廟門", "主人𤣥冠朝服即位于門東西面"]
    assert [phase.layer for phase in chapter.phases] == [Layer.JING, Layer.JING, Layer.JI]
    assert library.resolver.resolve("士冠禮 1.2").clauses == ("1.1.2",)
    assert library.resolver.resolve("Yili 1.2").kind == "phase"


def test_what_is_widened_stays_as_it_is(shelf: Shelf) -> None:
    default = libraries.load()
    assert shelf.library.units[: len(default.units)] == default.units
    assert shelf.library.canon.chapters[5] == default.canon.chapters[5]
    assert shelf.library.hash != default.hash
    assert shelf.library.core is not None and shelf.library.core.hash == default.hash


def test_without_editions_the_library_is_the_default_one(tmp_path: Path) -> None:
    default = libraries.load()
    assert Shelf.open(tmp_path, default).library is default


def test_a_number_of_kanripo_is_looked_for_in_the_mirror(source: Path, tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    shutil.copytree(source, mirror / "KR1d0038")
    with opened("kanripo:KR1d0038", mirror) as folder:
        assert folder == mirror / "KR1d0038"
    with pytest.raises(EditionNotFound, match="WENLI_KANRIPO"), opened("kanripo:KR1d0099", mirror):
        pass
    with pytest.raises(EditionNotFound, match="looks like"), opened("kanripo:儀禮", mirror):
        pass


def test_without_a_mirror_it_is_cloned(source: Path, tmp_path: Path) -> None:
    """A repository on disk stands for the one that the network would give."""
    remote = tmp_path / "remote"
    shutil.copytree(source, remote / "KR1d0038")
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    for command in (("init", "-q"), ("add", "."), (*identity, "commit", "-qm", "texts")):
        subprocess.run(("git", "-C", str(remote / "KR1d0038"), *command), check=True)
    with opened("kanripo:KR1d0038", None, remote.as_uri()) as folder:
        assert packs.digest_of(folder) == packs.digest_of(source)
    with pytest.raises(EditionNotFound, match="WENLI_KANRIPO"), opened("kanripo:KR1d0099", None, remote.as_uri()):
        pass


def test_all_repositories_are_added_and_cover_seventeen_chapters(shared: Path, tmp_path: Path) -> None:
    for folder in sorted((shared / "kanripo").glob("KR*")):
        packs.add(folder, tmp_path)
    shelf = Shelf.open(tmp_path, libraries.load())
    assert len(shelf.packs) == 11
    assert len({passage.edition for passage in shelf.passages}) == 11
    assert {chapter.number for chapter in shelf.library.canon.held} == set(range(1, 18))
    assert {1, 2, 3, 6, *range(8, 15), 16, 17} == shelf.library.provisional
    witnesses = {u.witness for u in shelf.library.by_ref("5.21.3")}
    assert {"jishi", "kr1d0026", "kr1d0028", "kr1d0038", "kr1d0042"} <= witnesses
    assert len({passage.ref for passage in shelf.passages}) == len(shelf.passages)
