"""Write ``classes.tsv``: the closed classes of characters that fold alike.

    python -m corpus.folding.generate UNIHAN_VARIANTS

needs yitizi, from the development requirements, and the file Unihan_Variants.txt (plain or .bz2). Three sources, in
falling order of trust:

1. OpenCC's character table: a traditional character and its simplified form always meet.
2. ``hand.tsv``: what the editions of the rites interchange and no table knows.
3. Unihan and yitizi variants, only to bring a *rare* character (in neither GB 2312 nor Big5) to the one class of
   common characters it is a variant of. Two common characters are never merged by these: their lists hold
   loans and homophones (某/私, 三/參, 余/予) that are different words.
"""

from __future__ import annotations

import bz2
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from corpus.script import encodes

HERE = Path(__file__).parent
FIELDS = {"kZVariant", "kSemanticVariant", "kSimplifiedVariant", "kTraditionalVariant"}


class Classes:
    """Union–find over characters."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def find(self, char: str) -> str:
        """The representative of a character's class (itself where it is alone)."""
        while (parent := self._parent.get(char, char)) != char:
            char = parent
        return char

    def merge(self, first: str, second: str) -> None:
        """Make two classes one."""
        a, b = self.find(first), self.find(second)
        if a != b:
            self._parent[max(a, b)] = min(a, b)


def common(char: str) -> bool:
    """Whether a character stands in GB 2312 or Big5, the everyday sets of both scripts."""
    return encodes(char, "gb2312") or encodes(char, "big5")


def ideographs() -> Iterable[str]:
    """Every ideograph of the basic, A and B to H blocks, without the compatibility forms NFKC removes."""
    for first, last in ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0x20000, 0x323AF)):
        yield from map(chr, range(first, last + 1))


def unihan_variants(path: Path) -> dict[str, set[str]]:
    """Variant pairs of the fields above, both ways."""
    raw = bz2.decompress(path.read_bytes()) if path.suffix == ".bz2" else path.read_bytes()
    pairs: dict[str, set[str]] = defaultdict(set)
    for line in raw.decode("utf-8").splitlines():
        cells = line.split("\t")
        if len(cells) == 3 and cells[1] in FIELDS:
            char = chr(int(cells[0][2:], 16))
            for target in cells[2].split():
                other = chr(int(target.split("<")[0][2:], 16))
                pairs[char].add(other)
                pairs[other].add(char)
    return pairs


def build(unihan: Path) -> list[str]:
    """The classes with more than one member, each as one string, its representative first."""
    import opencc
    import yitizi

    classes = Classes()
    to_simplified = opencc.OpenCC("t2s")
    for char in ideographs():
        classes.merge(char, to_simplified.convert(char))
    for line in (HERE / "hand.tsv").read_text(encoding="utf-8").splitlines():
        members = "" if line.startswith("#") else line.split("\t")[0]
        for member in members[1:]:
            classes.merge(members[0], member)
    variants = unihan_variants(unihan)
    for char in ideographs():
        if common(char) or classes.find(char) != char:
            continue
        near = {classes.find(v) for v in variants[char] | set(yitizi.get(char)) if common(v)}
        if len(near) == 1:
            classes.merge(char, near.pop())
    groups: dict[str, list[str]] = defaultdict(list)
    for char in ideographs():
        groups[classes.find(char)].append(char)
    return sorted(
        "".join(sorted(members, key=lambda c: (not common(c), c))) for members in groups.values() if len(members) > 1
    )


def main() -> None:
    """Write the table; the only argument is the path of Unihan_Variants.txt[.bz2]."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lines = build(Path(sys.argv[1]))
    head = "# Closed classes of characters that fold alike; written by corpus/folding/generate.py, do not edit.\n"
    (HERE / "classes.tsv").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} classes")


if __name__ == "__main__":
    main()
