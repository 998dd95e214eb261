"""The files that the frozen texts were read from: where they are in a folder of reference material.

for witness, files in sources(Path("../shared")).items():
    text_of(files)                          # what a reader reads
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

SEEDS = {"zhushu": "002", "jishi": "000", "shuzhu": "001", "tongjie": "004", "tongxing": "003"}
"""The numbers that the names of the five files in ``seeds`` begin with."""
JUAN = {"zhushu-siku": ("KR1d0028_005.txt", "KR1d0028_007.txt")}
"""The files of a source that is read from Kanripo's edition of it; its extents count through them all."""


def sources(folder: Path) -> dict[str, tuple[Path, ...]]:
    """The files of each source by witness, in the order in which they are read: five in a folder ``seeds``, the juan of
    KR1d0028 in a folder ``kanripo``. FileNotFoundError names what is missing."""
    found: dict[str, tuple[Path, ...]] = {}
    for witness in (*SEEDS, *JUAN):
        if witness in SEEDS:
            files = sorted((folder / "seeds").glob(f"{SEEDS[witness]}_*.txt"))
            if len(files) != 1:
                raise FileNotFoundError(f"{folder}: {len(files)} files named {SEEDS[witness]}_*.txt, should be one")
        else:
            files = [folder / "kanripo" / name[:8] / name for name in JUAN[witness]]
            if missing := [file for file in files if not file.is_file()]:
                raise FileNotFoundError(f"{missing[0]} is missing")
        found[witness] = tuple(files)
    return found


def text_of(files: Iterable[Path]) -> str:
    """What stands in the files of one source, one after another."""
    return "".join(file.read_text(encoding="utf-8") for file in files)
