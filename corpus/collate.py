"""Write the list of differences anew (``corpus/apparatus/differences.tsv``), keeping what editors said of each.

python -m corpus.collate
"""

from __future__ import annotations

from pathlib import Path

from corpus import canon as canons
from corpus.apparatus.judged import COLUMNS, LIST, Judged, judgements, places


def main(path: Path = LIST) -> None:
    """Every place the texts have, with the class and standing the list has for it; new ones with the computed class."""
    known = judgements(path) if path.exists() else {}
    lines = ["\t".join(COLUMNS)]
    for place, kind in places(canons.load()):
        judged = known.get(place, Judged(kind))
        cells = (place.ref, str(place.at), place.witness, place.canon, place.reading, judged.kind, judged.standing)
        lines.append("\t".join(cells))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines) - 1} differences")


if __name__ == "__main__":
    main()
