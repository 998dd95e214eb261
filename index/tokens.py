"""Text as the lexical index sees it: single characters and pairs of the folded text, and Latin words.

Classical Chinese has no word breaks and the witnesses differ in punctuation, so pairs run across it; folding
lets simplified, traditional and variant forms meet. Latin words serve the English names of chapters and phases.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from corpus.fold import fold

_WORD = re.compile(r"[a-z]+")
_SAYING_NOTHING = (
    "the a an of to in on at by for from with as and or but not into is are was were be been has have had do does did "
    "he him his she her it its they them their this that these those there then who whom whose what where when why how "
    "which"
)
_STOP = frozenset(_SAYING_NOTHING.split(" "))


def tokens(text: str) -> list[str]:
    """The tokens of a text, with repetitions, in no promised order.

    >>> tokens("設洗,于阼: Arrows")
    ['設', '洗', '于', '阼', '設洗', '洗于', '于阼', 'arrow']
    """
    folded = fold(text)
    return [*folded, *map("".join, pairwise(folded)), *_words(text)]


def _words(text: str) -> list[str]:
    """Latin words in lower case without marks and plural s: ``Xiāngshè lǐ, the arrows`` → xiangshe, li, arrow."""
    marked = unicodedata.normalize("NFKD", text).lower()
    plain = "".join(char for char in marked if not unicodedata.combining(char))
    return [_singular(word) for word in _WORD.findall(plain) if word not in _STOP]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
