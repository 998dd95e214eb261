"""Whether the passages found support an answer. Where they do not, none is given.

A question is weighed by what shows that it is about these rites: the terms recognised in it, the chapters it names,
the words it quotes, how near the nearest passage lies, how many of its words stand in the passages found – and, on
the other side, chapters and books it names that are not held. The weights are in support.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from corpus.fold import fold
from corpus.model import Unit
from corpus.terms import Found
from index.query import Hit
from index.search import Index
from service.answering.excerpt import Grams, grams
from service.answering.understand import Question

WEIGHTS = Path(__file__).parent / "support.toml"
_FIRST = 5
"""The passages that an answer comes from, mostly."""
_SAID = 60
"""Characters in which a passage that names another rite speaks of it."""
_TITLE = str.maketrans("", "", "饋食礼")
"""What names of chapters end in: 饋食禮 says nothing of food."""
_NUMERAL = re.compile("[一二三四五六七八九十百]")

_MARKS = ("「", "『", "“", "‘", '"', "(", "（")
_THINGS = frozenset({"role", "object", "place", "dress", "music", "food"})


class Support:
    """Judges whether an answer may be given from these passages."""

    def __init__(self, index: Index, table: Grams) -> None:
        self._index = index
        self._table = table
        weights = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))
        self._weights: dict[str, float] = weights["weights"]
        self._constant: float = weights["constant"]
        self._threshold: float = weights["threshold"]
        self._usual: float = weights["usual"]

    def enough(self, question: Question, hits: Sequence[Hit]) -> bool:
        """Whether the question is one these texts answer. What is asked of chapters or books that are not held is
        answered where a passage found says something of them that is asked, never from another rite."""
        if question.elsewhere and not question.chapters and not speaking_of(question, hits):
            return False
        return self.weight(question, hits) > self._threshold

    def about(self, question: Question, hits: Sequence[Hit]) -> bool:
        """Whether a question that is not answered is near enough for passages to be suggested."""
        return self.weight(question, hits) > self._threshold - 1

    def weight(self, question: Question, hits: Sequence[Hit]) -> float:
        """The log-odds that the question can be answered from these texts."""
        signs = self.signs(question, hits)
        return self._constant + sum(self._weights[name] * value for name, value in signs.items())

    def signs(self, question: Question, hits: Sequence[Hit]) -> dict[str, float]:
        """What speaks for and against, each about 0 to 1."""
        terms = {found.term.term: found for found in question.terms}
        places = {(found.start, found.end) for found in question.terms if _specific(found)}
        elsewhere = {number for _, number in question.elsewhere} if not question.chapters else set()
        return {
            "covered": min(sum(end - start for start, end in places) / max(1, len(question.text)), 0.6),
            "terms": min(len(terms), 5) / 5,
            "specific": min(sum(map(_specific, terms.values())), 3) / 3,
            "verbatim": float(any(_verbatim(found, question.text) for found in question.terms)),
            "nearness": (self._index.nearness(question.subject) - self._usual) * 10,
            "overlap": min(self._overlap(question, hits), 0.6),
            "chapter": float(bool(question.chapters)),
            "person": float(bool(question.commentators)),
            "quoted": float(bool(question.quotes)),
            "other_chapter": float(any(elsewhere - {0})),
            "other_book": float(0 in elsewhere),
        }

    def _overlap(self, question: Question, hits: Sequence[Hit]) -> float:
        """The share of the question's pairs of characters, by weight, that stand in the best passages."""
        pairs = [gram for gram in grams(fold(question.subject)) if len(gram) == 2]
        passages = " ".join(fold(hit.unit.text) for hit in hits[:5])
        total = sum(map(self._table.of_gram, pairs))
        return sum(self._table.of_gram(p) for p in pairs if p in passages) / total if total else 0.0


def speaking_of(question: Question, hits: Sequence[Hit]) -> list[Hit]:
    """Those of the best passages that name what is not held and go on to speak of what is asked of it: the note that
    has 「少牢饋食禮侑辭曰」 tells what is said at that rite, and nothing of how much is eaten there."""
    names = {fold(name)[:2] for name, _ in question.elsewhere}
    terms = [(f.term.kind, fold(f.term.term)) for f in question.terms if f.term.kind not in ("text", "person")]
    asked = {term for kind, term in terms if kind != "role"} or {term for _, term in terms}
    asked -= {term for term in asked if any(name in term or term in name for name in names)}
    return [hit for hit in hits[:_FIRST] if any(_bears(said, asked, question) for said in _said(hit.unit, names))]


def _said(unit: Unit, names: Iterable[str]) -> Iterator[str]:
    """What a passage says of what it names: the words from the name on, without those that names of chapters have."""
    text = fold(unit.text)
    for at in (at for name in names if (at := text.find(name)) >= 0):
        yield text[at : at + _SAID].translate(_TITLE)


def _bears(said: str, asked: Collection[str], question: Question) -> bool:
    if question.type == "count" and not _NUMERAL.search(said):
        return False
    return bool(question.commentators) or not asked or any(term in said for term in asked)


def _specific(found: Found) -> bool:
    """Whether a term belongs to the rites and not to speech in general: a thing with its own name, or an act that
    takes more than one word to say."""
    return found.term.kind in _THINGS or (found.term.kind == "act" and len(found.term.term) > 1)


def _verbatim(found: Found, text: str) -> bool:
    """Whether the texts' own word stands in the question, as in 「疑立」到底是怎麼個站法 or 「乏」是做什麼用的."""
    own = found.term.kind in _THINGS or found.term.kind == "act"
    marked = text[found.start - 1 : found.start] in _MARKS if found.start else False
    return own and (len(found.term.term) > 1 or marked) and fold(found.word) == fold(found.term.term)
