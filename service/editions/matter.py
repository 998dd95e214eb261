"""What a question asks of editions, beside the chapters and books it names, and how much of that stands in words.

Editions have no book of answers: whether a passage bears on a question is told by the words they share, each counted
by how rare it is in the default texts, and terms of the rites twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.fold import fold
from service.ask.excerpt import Grams, grams

TERM = 2.0
"""What a term of the rites counts, beside a pair of characters."""
LITTLE = 2
"""Pieces of what is asked of which at least must stand in words that answer."""
_ASKING = re.compile(
    "為什麼|为什么|什麼|什么|甚麼|怎麼樣|怎么样|怎樣|怎样|怎麼|怎么|如何|哪裡|哪里|哪兒|哪儿|哪些|哪|誰|谁|何處|何处|"
    "多少|幾|几|請問|请问|告訴|告诉|介紹|介绍|解釋|解释|說明|说明|是否|有沒有|有没有|是|的|了|嗎|吗|呢|吧|裡|里|中|對|对|"
    "講|讲|說|说|談|谈|關於|关于|這|这|那|本|部|書|书|內容|内容|作者|寫|写|撰|著|年代|時候|时候|時|时|做|用|有|在|舉行|举行|發生|发生|和|與|与|"
    "把|被|給|给|我|你|您|們|们|會|会|要|能|可以|應該|应该|和|及"
)
"""Words that ask; what stands in a modern question between them is its matter."""
_GENERIC = re.compile(
    r"(?:what|is|are|was|the|an?|of|about|tell|me|who|wrote|author|by|do(?:es)?|it|says?|in|this|book|text|introduce|"
    r"please|describe|summari[sz]e|summary|contents?|on|and|when|written|edition)"
)
"""English words that ask after a book as such."""


@dataclass(frozen=True)
class Matter:
    """What is asked for: ``text``, without the names of chapters and books, which say where to look, the ``terms`` of
    the rites in it, and ``words``, its text without what only asks, folded, in pieces."""

    text: str
    terms: tuple[str, ...]
    words: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str, terms: Sequence[str]) -> Matter:
        """The matter of a text that names no chapters and books any more.

        >>> Matter.of("的主人是誰？", ["主人"]).words
        ('主人',)
        """
        pieces = (fold(piece) for part in _ASKING.split(text) for piece in re.split(r"[^\w]+", part))
        return cls(text, tuple(terms), tuple(piece for piece in pieces if piece))

    @property
    def nothing(self) -> bool:
        """Whether the book alone is asked about: nothing is left but words that ask."""
        english = re.findall("[a-z]+", self.text.lower())
        return not self.terms and not self.words and all(map(_GENERIC.fullmatch, english))


@dataclass(frozen=True)
class Asked:
    """Pairs of characters, single characters and terms that are asked for, each with its weight."""

    weights: Mapping[str, float]

    def share(self, text: str) -> float:
        """How much of it, by weight, stands in a folded text; 0 where nothing is asked for."""
        whole = sum(self.weights.values())
        return sum(weight for gram, weight in self.weights.items() if gram in text) / whole if whole else 0.0

    def standing(self, text: str) -> int:
        """How many different pieces of it stand in a folded text; what lies within another is none of its own."""
        found = [gram for gram in self.weights if gram in text]
        return sum(not any(gram != other and gram in other for other in found) for gram in found)


def asked(matter: Matter, table: Grams, every: str) -> Asked:
    """What is asked for. Pairs that stand neither in the default texts nor in ``every`` are the language of the
    question, not its matter; where no pair is left, its single characters count."""
    pairs = {gram for words in matter.words for gram in grams(words) if len(gram) == 2}
    weights = {gram: table.of_gram(gram) for gram in pairs if gram in table.weight or gram in every}
    weights |= {term: TERM * table.of_gram(term) for term in map(fold, matter.terms) if term}
    return Asked(weights)


def singly(matter: Matter, table: Grams) -> Asked:
    """The single characters that are asked for."""
    return Asked({char: table.of_gram(char) for words in matter.words for char in words})
