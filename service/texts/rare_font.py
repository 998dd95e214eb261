"""The small web font for characters that common fonts lack, made from Hanazono: ``python -m service.texts.rare_font``.

Every CJK font has the first block of Unicode's ideographs, U+4E00–9FA5. What the corpus holds beyond it – 𨕖, 𩔖, 𧃊 –
is on many machines an empty box; Noto CJK, the largest of the common free fonts, lacks five of them. The subset has a
few kilobytes, and a browser fetches it only where a page has such a character (``unicode-range`` in wenli.css).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FONT = ROOT / "service" / "web" / "static" / "fonts" / "wenli-rare.woff2"
SHOWN = ("canon/*.tsv", "texts/*.tsv", "rites/*.tsv", "terms.tsv")
"""Files of the corpus whose characters reach readers; the tables of folding do not."""
HANAZONO = Path("/usr/share/fonts/truetype/hanazono")
BLOCK = range(0x4E00, 0x9FA6)
NAME = "Wenli Rare"
YEAR_2000 = 3_029_529_600
"""In seconds since 1904, as fonts count: a fixed date, so that the same characters make the same bytes."""


def rare(text: str) -> set[str]:
    """The ideographs of a text that common fonts may lack: ``rare("𨕖賓") == {"𨕖"}``."""
    return {char for char in text if _ideograph(ord(char)) and ord(char) not in BLOCK}


def _ideograph(point: int) -> bool:
    return 0x3400 <= point <= 0x9FFF or 0xE000 <= point <= 0xFAFF or point >= 0x20000


def shown() -> Iterator[Path]:
    """The files whose characters reach readers."""
    for pattern in SHOWN:
        yield from sorted((ROOT / "corpus").glob(pattern))


def wanted() -> set[str]:
    """The rare characters of the whole corpus."""
    return {char for path in shown() for char in rare(path.read_text(encoding="utf-8"))}


def make(characters: set[str], target: Path, source: Path = HANAZONO) -> None:
    """Write the subset of Hanazono with these characters; LookupError names those that it has not."""
    from fontTools import merge, subset  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    options = subset.Options(hinting=False, layout_features=[], name_IDs=[], notdef_outline=True)
    points = {ord(char) for char in characters}
    parts = []
    for name in ("HanaMinA.ttf", "HanaMinB.ttf"):
        font = TTFont(source / name, recalcTimestamp=False)
        has = points & font.getBestCmap().keys()
        points -= has
        if not has:
            continue
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=has)
        cutter.subset(font)
        part = target.with_name(name)
        font.save(part)
        parts.append(part)
    if points:
        raise LookupError("Hanazono lacks " + " ".join(chr(point) for point in sorted(points)))
    whole = merge.Merger().merge([str(part) for part in parts])
    for part in parts:
        part.unlink()
    _name(whole)
    whole.flavor = "woff2"
    whole.save(target, reorderTables=True)


def _name(font: object) -> None:
    """A name of its own, the licence in the file, and a date that does not change."""
    table = font["name"]  # type: ignore[index]
    table.names = []
    licence = "Free to use, copy and distribute, with or without modification; provided as is, without warranty."
    words = {0: "Copyright 2008-2011 GlyphWiki Project.", 1: NAME, 2: "Regular", 3: NAME, 4: NAME, 13: licence}
    for number, word in (words | {6: NAME.replace(" ", "")}).items():
        table.setName(word, number, 3, 1, 0x409)
    font.recalcTimestamp = False  # type: ignore[attr-defined]
    font["head"].created = font["head"].modified = YEAR_2000  # type: ignore[index]


if __name__ == "__main__":
    make(wanted(), FONT)
    sys.stdout.write(f"{FONT.relative_to(ROOT)}: {len(wanted())} characters, {FONT.stat().st_size:,} bytes\n")
