"""Where a witness's base text differs from the canon: every place, listed and classed.

``texts/differences.tsv`` holds the list with its classes, which an editor may correct; what is computed here says
which places there are. Comparison is on folded text, so spelling and punctuation do not count.

    python -m corpus.collate          write the list anew, keeping the classes it has
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from corpus import canon as canons
from corpus.canon import Canon, rows
from corpus.fold import fold, fold_with_offsets
from corpus.texts import TEXTS, read_texts

LIST = TEXTS / "differences.tsv"
COLUMNS = ("ref", "witness", "canon", "reading", "class")
CLASSES = ("variant", "misprint", "damage", "gap", "addition")
"""Another word or form that editions share; a slip of this edition; lost characters; words lacking; words more."""
DAMAGED = frozenset("■□●防")
_EDITIONS_SHARE = (
    "挩說梲脱脫兑兌",
    "膱胑脡",
    "奉拳",
    "纁薰",
    "旜旃",
    "鑮镈鎛",
    "大太",
    "觚觶觯",
    "序席",
    "馀余餘",
    "旨防",
)


@dataclass(frozen=True)
class Difference:
    """One place: what the canon has and what the witness reads, "" where it has nothing."""

    ref: str
    witness: str
    canon: str
    reading: str


def differences(canon: Canon, texts: Path = TEXTS) -> Iterator[Difference]:
    """Every difference of every witness, in the order of the texts; a clause that is lacking is one difference."""
    for entry in read_texts(texts):
        if not entry.layer.is_base or entry.ref == "-":
            continue
        ours, theirs = fold_with_offsets(canon.clauses[entry.ref].text), fold_with_offsets(entry.text)
        for block in Levenshtein.opcodes(ours.text, theirs.text):
            if block.tag != "equal":
                here = _stored(canon.clauses[entry.ref].text, ours.offsets[block.src_start : block.src_end])
                there = _stored(entry.text, theirs.offsets[block.dest_start : block.dest_end])
                yield Difference(entry.ref, entry.witness, here, there)


def _stored(text: str, offsets: tuple[int, ...]) -> str:
    return "".join(text[at] for at in offsets)


def class_of(difference: Difference, text: str) -> str:
    """The class a difference has until an editor says otherwise; ``text`` is the witness's clause."""
    if DAMAGED & set(difference.reading) or (not difference.reading and DAMAGED & set(text)):
        return "damage"
    if not difference.reading:
        return "gap"
    if not difference.canon:
        return "addition"
    both = set(fold(difference.canon + difference.reading))
    return "variant" if any(both <= set(fold(group)) for group in _EDITIONS_SHARE) else "misprint"


def main() -> None:
    """Write the list, with the classes it already has."""
    known = {tuple(r.values())[:4]: r["class"] for r in rows(LIST, COLUMNS)} if LIST.exists() else {}
    texts = {(e.ref, e.witness): e.text for e in read_texts()}
    lines = ["\t".join(COLUMNS)]
    for d in differences(canons.load()):
        place = (d.ref, d.witness, d.canon, d.reading)
        lines.append("\t".join((*place, known.get(place) or class_of(d, texts[d.ref, d.witness]))))
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines) - 1} differences")


if __name__ == "__main__":
    main()
