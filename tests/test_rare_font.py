"""The web font has every character of the corpus that common fonts lack, and is loaded only where one stands."""

import re
from pathlib import Path

import pytest
from conftest import ROOT
from fontTools.ttLib import TTCollection, TTFont

from service.texts.rare_font import FONT, HANAZONO, NAME, make, rare, shown, wanted

NOTO = sorted(Path("/usr/share/fonts/opentype/noto").glob("Noto*CJK-Regular.ttc"))
CSS = (ROOT / "service" / "web" / "static" / "wenli.css").read_text(encoding="utf-8")


def characters(font: Path) -> set[str]:
    return {chr(point) for point in TTFont(font).getBestCmap()}


def test_what_is_rare() -> None:
    assert rare("𨕖賓，㸑 3a、〇丽") == {"𨕖", "㸑"}


def test_every_rare_character_of_the_corpus_is_in_the_font() -> None:
    assert wanted() >= set("𨕖𩔖𧃊𧰼")
    assert characters(FONT) == wanted()


def test_each_has_an_outline() -> None:
    font = TTFont(FONT)
    names = font.getBestCmap()
    assert [chr(point) for point, name in names.items() if font["glyf"][name].numberOfContours == 0] == []
    assert FONT.stat().st_size < 20_000
    assert font["name"].getDebugName(1) == NAME


@pytest.mark.skipif(not NOTO, reason="Noto CJK is not installed (fonts-noto-cjk)")
def test_whatever_noto_lacks_is_taken_for_rare() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in shown())
    han = {char for char in text if char >= "\u2e80"}
    for path in NOTO:
        for font in TTCollection(path).fonts:
            assert {char for char in han if ord(char) not in font.getBestCmap()} <= wanted()


@pytest.mark.skipif(not HANAZONO.is_dir(), reason="Hanazono is not installed (fonts-hanazono)")
def test_the_script_makes_the_same_file_again(tmp_path: Path) -> None:
    make(wanted(), tmp_path / "again.woff2")
    assert (tmp_path / "again.woff2").read_bytes() == FONT.read_bytes()
    with pytest.raises(LookupError, match="lacks \U0003ffff"):
        make({"\U0003ffff"}, tmp_path / "none.woff2")


def test_pages_load_it_only_where_it_is_needed() -> None:
    (face,) = re.findall(r"@font-face \{(.*?)\}", CSS, re.DOTALL)
    assert NAME in face
    ranges = re.search(r"unicode-range: ([^;]+);", face)
    assert ranges is not None
    spans = [[int(end, 16) for end in one.removeprefix("U+").split("-")] for one in ranges[1].split(", ")]
    within = {char for char in wanted() if any(low <= ord(char) <= high for low, high in spans)}
    assert within == wanted()
    assert not any(low <= ord("禮") <= high for low, high in spans)
    stacks = re.findall(r"--han(?:-hans)?: (.+);", CSS)
    assert len(stacks) == 2 and all(f'"{NAME}"' in stack for stack in stacks)


def test_the_licence_lies_beside_it() -> None:
    assert "Hanazono Font License" in (FONT.parent / "LICENCE.txt").read_text(encoding="utf-8")
