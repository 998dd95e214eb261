"""Folding: the form in which texts are compared, never the form in which they are quoted.

Every character is brought to NFKC and then to the representative of its class of equivalent characters
(simplified, traditional and variant forms; ``folding/classes.tsv``); everything that is not Han is dropped.
The classes are closed: two characters either always meet or never do. The way back is kept, so that a match
in the folded text names the right characters of the stored text.

Folding merges what collation must keep apart (說 and 挩 fold alike for look-up): variants are reported from
stored texts only.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

CLASSES = Path(__file__).parent / "folding" / "classes.tsv"


@dataclass(frozen=True)
class Folded:
    """A folded text and the way back: ``offsets[i]`` is the stored position that ``text[i]`` came from."""

    text: str
    offsets: tuple[int, ...]

    def stored_span(self, start: int, end: int) -> tuple[int, int]:
        """The stored code-point span, end-exclusive, of folded ``[start, end)``; needs ``start < end``."""
        return self.offsets[start], self.offsets[end - 1] + 1


def is_han(char: str) -> bool:
    """Whether a character is a Han ideograph, of any plane: ``is_han("𨕖")``, ``not is_han("〇")``."""
    code = ord(char)
    return (
        0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF or 0xF900 <= code <= 0xFAFF or 0x20000 <= code <= 0x3FFFF
    )


@lru_cache(maxsize=1)
def classes() -> dict[str, str]:
    """Character → representative of its class; characters alone in their class are absent."""
    table: dict[str, str] = {}
    for line in CLASSES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            members = line.split("\t")[0]
            for char in members:
                table[char] = members[0]
    return table


@lru_cache(maxsize=65536)
def _fold_char(char: str) -> str:
    table = classes()
    return "".join(table.get(c, c) for c in unicodedata.normalize("NFKC", char) if is_han(c))


def fold(text: str) -> str:
    """The folded form: ``fold("荅拜,興。") == fold("答拜兴")``."""
    return "".join(map(_fold_char, text))


def fold_with_offsets(text: str) -> Folded:
    """Fold and keep the way back: ``fold_with_offsets("「荅拜」").offsets == (1, 2)``."""
    parts = list(map(_fold_char, text))
    return Folded("".join(parts), tuple([at for at, part in enumerate(parts) for _ in part]))
