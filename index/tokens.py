"""Text as the lexical index sees it: single characters and pairs of the folded text, and Latin words.

Classical Chinese has no word breaks and the witnesses differ in punctuation, so pairs run across it; folding
lets simplified, traditional and variant forms meet. Latin words serve the English names of chapters and phases.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from threading import Lock

from snowballstemmer import stemmer

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
    """The stems of Latin words in lower case without marks: ``Xiāngshè lǐ, the arrows`` → xiangsh, li, arrow."""
    marked = unicodedata.normalize("NFKD", text).lower()
    plain = "".join(char for char in marked if not unicodedata.combining(char))
    return [_stem(word) for word in _WORD.findall(plain) if word not in _STOP]


_STEMMER, _STEMMING = stemmer("english"), Lock()
"""The stemmer keeps what it works on, so one thread at a time uses it."""


@lru_cache(maxsize=1 << 15)
def _stem(word: str) -> str:
    """The stem of an English word, by the Snowball stemmer: ``_stem("bowing") == _stem("bows") == "bow"``."""
    with _STEMMING:
        stem: str = _STEMMER.stemWord(word)
    return stem
