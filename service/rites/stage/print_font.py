"""The fonts for paper, made from Noto Serif CJK and Hanazono: ``python -m service.rites.stage.print_font``.

A sheet of paper has its fonts in it, and a server may have none for Chinese. These hold what sheets can show: every
character of the corpus and of the pages, in both scripts. Noto lacks a few rare ones; Hanazono has them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from service.texts import rare_font
from service.texts.aid import simplified

ROOT = Path(__file__).resolve().parent
FOLDER = ROOT / "fonts"
NOTO = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc")
TRADITIONAL = 3
"""The number of the Taiwanese font in the collection."""
SHOWN = ("corpus/canon/*.tsv", "corpus/rites/*.tsv", "corpus/rites/stage/*.tsv", "corpus/terms.tsv")
PAGES = "service/texts/locale/*.toml"
NAME = "Wenli Print"
MARKS = "“”‘’…—·「」『』，。；：？！（）、《》〈〉×←→"
FIRST = 0x2E80
"""The first code point of Chinese characters and their marks; Latin letters come from the typesetter's own font."""


def wanted() -> set[str]:
    """Every Chinese character that a sheet can show."""
    root = ROOT.parent.parent.parent
    texts = [path.read_text(encoding="utf-8") for pattern in SHOWN for path in sorted(root.glob(pattern))]
    pages = [path.read_text(encoding="utf-8") for path in sorted(root.glob(PAGES))]
    shown = set().union(*texts, *(simplified(text) for text in texts), *pages, MARKS)
    return {char for char in shown if ord(char) >= FIRST or char in MARKS}


def make(characters: set[str], folder: Path) -> set[str]:
    """Write the two fonts into ``folder``; returns the characters that came from Hanazono."""
    from fontTools import subset  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    font = TTFont(NOTO, fontNumber=TRADITIONAL, recalcTimestamp=False)
    has = {char for char in characters if ord(char) in font.getBestCmap()}
    cutter = subset.Subsetter(subset.Options(hinting=False, layout_features=[], notdef_outline=True))
    cutter.populate(unicodes=[ord(char) for char in has])
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 16):
            record.string = NAME
        elif record.nameID == 6:
            record.string = NAME.replace(" ", "")
    font.save(folder / "wenli-print.otf", reorderTables=True)
    rare = characters - has
    with tempfile.TemporaryDirectory() as scratch:
        rare_font.make(rare, Path(scratch) / "rare.woff2")
        small = TTFont(Path(scratch) / "rare.woff2", recalcTimestamp=False)
        small.flavor = None
        small.save(folder / "wenli-rare.ttf", reorderTables=True)
    return rare


if __name__ == "__main__":
    found = make(wanted(), FOLDER)
    sys.stdout.write(f"{FOLDER.name}: {len(wanted())} characters, {''.join(sorted(found))} from Hanazono\n")
