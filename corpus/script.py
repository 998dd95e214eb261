"""Whether a character belongs to simplified or to traditional script, told by the sets that encode each."""

from __future__ import annotations

from functools import lru_cache

from opencc import OpenCC

from corpus.fold import is_han

ALSO_TRADITIONAL = frozenset("个莅鼗")
"""Characters of the canon that look simplified by their encodings (左个, 莅, 鼗)."""
ALSO_SIMPLIFIED = frozenset("么与优体党怀怜机极构洁种网触适")
"""Characters that Big5 has as rare words of their own, but that are simplified where they are written today."""


@lru_cache(maxsize=8192)
def encodes(char: str, encoding: str) -> bool:
    """Whether an encoding has a character: ``encodes("宾", "gb2312")``."""
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def is_simplified_only(char: str) -> bool:
    """Whether a character is written in simplified script only: ``is_simplified_only("宾")``, not 里 or 后."""
    if char in ALSO_SIMPLIFIED or char in ALSO_TRADITIONAL:
        return char in ALSO_SIMPLIFIED
    return is_han(char) and encodes(char, "gb2312") and not encodes(char, "cp950")


def is_traditional_only(char: str) -> bool:
    """Whether a character is written in traditional script only: ``is_traditional_only("賓")``, not 里 or 后."""
    return is_han(char) and encodes(char, "cp950") and not encodes(char, "gb2312")


@lru_cache(maxsize=2)
def _converter(direction: str) -> OpenCC:
    return OpenCC(direction)


@lru_cache(maxsize=16384)
def _converted(char: str, direction: str) -> str:
    return str(_converter(direction).convert(char))


def simplified(text: str) -> str:
    """A text in simplified script, as OpenCC converts it: ``simplified("鄭玄") == "郑玄"``."""
    return _converted(text, "t2s")


def same_but_for_script(simplified: str, traditional: str) -> bool:
    """Whether a character of a simplified text may only be the conversion of one of a traditional text.

    ``same_but_for_script("宾", "賓")`` and ``same_but_for_script("馀", "餘")`` hold; ``("答", "荅")`` does not: that is
    another graph, which no conversion makes.
    """
    return (
        simplified == traditional
        or _converted(simplified, "t2s") == _converted(traditional, "t2s")
        or _converted(simplified, "s2t") == traditional
    )


def to_simplified(text: str) -> str:
    """A text in simplified script, character by character: ``to_simplified("鄉射禮") == "乡射礼"``."""
    return "".join(_converted(char, "t2s") for char in text)
