"""Local packs: what whoever holds a file can add."""

from pathlib import Path

import pytest

from corpus import canon as canons
from corpus.library import load
from corpus.model import Layer
from corpus.packs import PackInvalid, add

NOTES = """儀禮集釋卷五宋李如圭撰
鄉射禮第五
鄉射之禮主人戒賓賓出迎再拜主人荅再拜乃請
鄭注主人州長也
賓禮辭許主人再拜賓荅再拜主人退賓送再拜
鄭注退還射宫省錄射事
無介
鄭注雖先飲酒主于射也其序賓之禮略
"""


def test_another_print_in_a_known_format_becomes_a_witness(tmp_path: Path) -> None:
    file = tmp_path / "My Copy.txt"
    file.write_text(NOTES, encoding="utf-8")
    pack = add(file, tmp_path / "packs", canons.load())
    assert pack.witnesses == ("pack-my-copy",)
    assert pack.layers == {Layer.JING: 3, Layer.ZHU: 3}
    library = load([pack.folder])
    added = [u for u in library.units if u.witness == "pack-my-copy"]
    assert {u.ref for u in added if u.layer.is_base} == {"5.1.1", "5.1.2", "5.1.3"}
    assert library.hash != load().hash


def test_adding_again_replaces(tmp_path: Path) -> None:
    file = tmp_path / "copy.txt"
    file.write_text(NOTES, encoding="utf-8")
    first = add(file, tmp_path / "packs", canons.load())
    assert add(file, tmp_path / "packs", canons.load()) == first
    assert [p.name for p in (tmp_path / "packs").iterdir()] == ["copy"]


def test_the_web_page_gives_its_modern_layers_to_whoever_has_it(shared: Path, tmp_path: Path) -> None:
    (page,) = (shared / "seeds").glob("003_*.txt")
    pack = add(page, tmp_path, canons.load())
    assert set(pack.layers) == {Layer.TIJIE, Layer.JINZHU, Layer.JINYI}
    assert pack.layers[Layer.JINZHU] >= 240
    library = load([pack.folder])
    notes = [u for u in library.units if u.layer is Layer.JINZHU]
    assert notes and all(len(u.text) <= 300 for u in notes)
    assert all(library.resolver.resolve(u.ref) for u in notes[:50])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe\x00", "not UTF-8"),
        ("天命之謂性。".encode(), "none of the six formats"),
        (b"", "none of the six formats"),
        ("鄭注不知所云\n".encode() * 3, "cannot be added"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_and_loses_nothing(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "x.txt"
    file.write_bytes(content)
    with pytest.raises(PackInvalid, match=reason):
        add(file, tmp_path / "packs", canons.load())
    assert not list((tmp_path / "packs").glob("*"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PackInvalid, match="No such file"):
        add(tmp_path / "none.txt", tmp_path / "packs", canons.load())


def test_another_juan_of_the_same_edition_is_read(shared: Path, tmp_path: Path) -> None:
    file = shared / "kanripo" / "KR1d0028" / "KR1d0028_004.txt"
    if not file.is_file():
        pytest.skip("the transcription of KR1d0028 is not beside this checkout")
    pack = add(file, tmp_path, canons.load())
    assert pack.layers[Layer.ZHU] == 172, "as many notes as in the transcription that is held"
    assert pack.layers[Layer.SHU] > 179 and pack.layers[Layer.YIN] > 60
