"""Find where the pages of an edition begin in our texts: by the marks in their source or, where it has none, by a
transcription of the same edition that has.

    python -m corpus.leaves_extract KANRIPO

where KANRIPO holds a folder for each work (``KR1d0030/KR1d0030_005.txt``). The transcriptions are those of the
editions that ``works.toml`` names as ``pages``; marks read ``<pb:KR1d0030_WYG_005-2a>``. Writes ``corpus/pages``.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path

from corpus.align import places
from corpus.fold import fold, fold_with_offsets
from corpus.leaves import COLUMNS, PAGES, Beginning, in_print
from corpus.library import Library, load
from corpus.model import Unit
from corpus.sources import JUAN

AGREE = 0.95
"""Share of a witness's characters that must stand in the transcription, for both to be the same edition."""


def beginnings(units: Sequence[Unit], transcription: str) -> tuple[Beginning, ...]:
    """Where the pages of ``transcription`` begin in the units of one witness; ValueError where they do not agree."""
    printed = in_print(units)
    stored = "".join(unit.text for unit in printed)
    ours = fold_with_offsets(stored)
    parts = re.split(r"<pb:([^>]+)>", transcription)
    texts = [fold(re.sub(r"&KR\d+;", "", part)) for part in parts[2::2]]
    found = places(ours.text, "".join(texts))
    share = sum(same for _, same in found) / max(1, len(found))
    if share < AGREE:
        raise ValueError(f"only {share:.0%} of the characters agree")
    there = [at for at, _ in found]
    pages: list[Beginning] = []
    start = 0
    for name, text in zip(parts[1::2], texts, strict=True):
        first = bisect_left(there, start)
        if first < len(there) and there[first] < start + len(text):
            pages.append(_beginning(name, printed, ours.offsets[first]))
        start += len(text)
    return tuple(pages)


def marked(units: Sequence[Unit], source: str) -> tuple[Beginning, ...]:
    """Where the pages begin of a witness that was read from ``source``, which marks them."""
    printed = in_print(units)
    places = [at for unit in printed for start, end in unit.extents for at in range(start, end)]
    order = sorted(range(len(places)), key=places.__getitem__)
    rising = [places[index] for index in order]
    marks = list(re.finditer(r"<pb:([^>]+)>", source))
    pages: list[Beginning] = []
    for mark, following in zip(marks, [*(m.start() for m in marks[1:]), len(source)], strict=True):
        first = bisect_left(rising, mark.end())
        if first < len(rising) and rising[first] < following:
            pages.append(_beginning(mark[1], printed, order[first]))
    return tuple(pages)


def _beginning(page: str, printed: Sequence[Unit], at: int) -> Beginning:
    """A place in the whole of a witness as a place in one entry, whose pieces follow each other."""
    start = 0
    entry, begun = "", 0
    for unit in printed:
        if unit.whole_ref != entry:
            entry, begun = unit.whole_ref, start
        if start <= at < start + len(unit.text):
            return Beginning(page, entry, at - begun)
        start += len(unit.text)
    raise ValueError(f"{page} begins after the end")


def write(library: Library, kanripo: Path, folder: Path = PAGES) -> dict[str, int]:
    """Write a file for each witness whose edition has pages; returns witness → number of pages."""
    sizes: dict[str, int] = {}
    for witness, work in library.works.items():
        if not work.pages:
            continue
        volumes = [volume.split("_") for volume in work.pages.split()]
        files = [kanripo / name / f"{name}_{juan}.txt" for name, _, juan in volumes]
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        own = [u for u in library.units if u.witness == witness]
        found = marked(own, text) if witness in JUAN else beginnings(own, text)
        lines = ["\t".join(COLUMNS), *(f"{b.page}\t{b.ref}\t{b.at}" for b in found)]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{witness}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sizes[witness] = len(found)
    return sizes


def main() -> None:
    """Write ``corpus/pages``; the only argument is the folder of transcriptions."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for witness, size in write(load(), Path(sys.argv[1])).items():
        print(f"{witness}: {size} pages")


if __name__ == "__main__":
    main()
