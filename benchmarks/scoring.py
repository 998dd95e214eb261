"""How the public evaluation set is scored, as its README says."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import opencc

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_TO_SIMPLIFIED = opencc.OpenCC("t2s")


@lru_cache(maxsize=65536)
def _simplified(char: str) -> str:
    return str(_TO_SIMPLIFIED.convert(char))


def fold(text: str) -> str:
    """NFKC, simplified character by character, Han only."""
    return "".join(_simplified(c) for c in unicodedata.normalize("NFKC", text) if _HAN.match(c))


def answer_key(text: str) -> str:
    """NFKC, lower case, simplified; letters, digits and Han only."""
    return "".join(_simplified(c) for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())


def correct(answer: str, groups: list[list[str]]) -> bool:
    """Whether every group of keys has an alternative that stands in the answer."""
    text = answer_key(answer)
    return all(any(answer_key(key) in text for key in group) for group in groups)


def first_hit(gold: list[dict[str, str]], texts: list[str]) -> int:
    """Rank (from 1) of the first text in which a gold span stands; 0 where none does."""
    spans = [fold(g["span"]) for g in gold]
    for rank, text in enumerate(texts, 1):
        folded = fold(text)
        if any(span in folded for span in spans):
            return rank
    return 0


def load(folder: Path, name: str) -> list[dict[str, Any]]:
    """The rows of one file of the set."""
    lines = (folder / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def plain_correct(answer: str, groups: Sequence[Sequence[str]], lang: str) -> bool | None:
    """True if every fact is told outside of the quotations, in the asker's language; for English only keys without Han
    characters count. None where no key can tell.

    >>> plain_correct("「司正為司馬」[1]。", [["司正"]], "zh-Hant")
    False
    """
    bare = answer
    for _ in range(3):
        bare = re.sub(r"「[^「」]*」|『[^『』]*』", " ", bare)
    kept = [list(group) for group in groups]
    if lang == "en":
        kept = [own for group in kept if (own := [key for key in group if not _HAN.search(key)])]
    return correct(bare, kept) if kept else None
