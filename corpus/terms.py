"""Terms: the classical word behind the words of a question, in modern Chinese or in English.

``terms.tsv`` lists each word of the rites with what people call it today (docs/terms.md teaches the format).
Han words are met in the folded question, so simplified and traditional are one; English words are met on word
boundaries, without regard to case, hyphens, articles and the plain endings (-s, -ed, -ing). The longest word
wins and covers its place: 釋獲者 is the scorer, never the marker 獲者.

Rows of the kind ``ignore`` list what is to be read over, such as 其中 or "take place". One character listed there
still counts where it stands free, as in 「中」是什麼.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.fold import fold, fold_with_offsets, is_han

PATH = Path(__file__).parent / "terms.tsv"
COLUMNS = ("term", "kind", "zh", "en", "chapters")
IGNORE = "ignore"
KINDS = (
    *("role", "place", "direction", "object", "measure", "food", "dress"),
    *("music", "act", "text", "person", "concept", IGNORE),
)

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+(?:\.\d+)?")
_GAP = re.compile(r"[\s'\u2019\-\u2010-\u2014]+")
_DETERMINERS = frozenset({"the", "a", "an", "his", "her", "their", "its"})


@dataclass(frozen=True)
class Term:
    """A word of the texts: ``Term("獲者", "role", ("報靶人",), ("marker",), frozenset({5, 7}))``.

    ``chapters`` are those in which the word matters; empty means any.
    """

    term: str
    kind: str
    zh: tuple[str, ...]
    en: tuple[str, ...]
    chapters: frozenset[int]


@dataclass(frozen=True)
class Found:
    """A term met at ``question[start:end]`` through ``word``, as the table writes that word."""

    term: Term
    start: int
    end: int
    word: str


@dataclass(frozen=True)
class _Token:
    """An English word of a text: its plain form and its span."""

    form: str
    start: int
    end: int


# What one listed word stands for: the rows that list it, each with the word as written there.
_Senses = list[tuple[Term, str]]


@dataclass
class _Node:
    """A node of the tree of English phrases, one word a step."""

    next: dict[str, _Node] = field(default_factory=dict)
    senses: _Senses = field(default_factory=list)


class Terms:
    """The table, ready to be looked up; immutable once built, safe to share between threads."""

    def __init__(self, table: Iterable[Term]) -> None:
        listed = tuple(table)
        self.entries: tuple[Term, ...] = tuple(term for term in listed if term.kind != IGNORE)
        self._han: dict[str, _Senses] = {}
        self._english = _Node()
        for term in listed:
            own = () if term.kind == IGNORE else (term.term,)
            for word in dict.fromkeys((*own, *term.zh)):
                self._han.setdefault(fold(word), []).append((term, word))
            for word in term.en:
                self._add_english(term, word)
        self._lengths = sorted({len(word) for word in self._han}, reverse=True)

    def find(self, question: str) -> tuple[Found, ...]:
        """All terms recognised in a question of any language, in the order of the question.

        ``terms.find("Where does the host wash?")`` gives 主人 at [15:19] ("host") and 洗 at [20:24] ("wash").
        Spans are code points of the question, end-exclusive, and never overlap; a word listed under several
        terms gives one ``Found`` for each, in the order of the table.
        """
        spans = [*self._find_han(question), *self._find_english(question)]
        spans.sort(key=lambda span: (span[0] - span[1], span[0]))
        taken = bytearray(len(question))
        found: list[Found] = []
        for start, end, senses in spans:
            if any(taken[start:end]):
                continue
            taken[start:end] = b"\x01" * (end - start)
            found.extend(Found(term, start, end, word) for term, word in _meant(senses, question, start, end))
        return tuple(sorted(found, key=lambda f: f.start))

    def _add_english(self, term: Term, word: str) -> None:
        node = self._english
        for token in _tokens(word):
            node = node.next.setdefault(token.form, _Node())
        if node is self._english:
            raise CorpusError(f"terms.tsv: {word!r} under {term.term} has no English word in it")
        node.senses.append((term, word))

    def _find_han(self, question: str) -> Iterator[tuple[int, int, _Senses]]:
        folded = fold_with_offsets(question)
        for at in range(len(folded.text)):
            for length in self._lengths:
                senses = self._han.get(folded.text[at : at + length])
                if senses is None or at + length > len(folded.text):
                    continue
                start, end = folded.stored_span(at, at + length)
                if end - start == length:  # nothing but Han between: no word reaches over a comma
                    yield start, end, senses

    def _find_english(self, question: str) -> Iterator[tuple[int, int, _Senses]]:
        tokens = _tokens(question)
        for first, token in enumerate(tokens):
            # A form as it stands beats an inflected one: "bowed" is the salute even though "bow" is also a weapon.
            ways: list[tuple[int, _Node]] = [(0, self._english)]
            for at in range(first, len(tokens)):
                if at > first and not _adjacent(question, tokens[at - 1], tokens[at]):
                    break
                ways = [
                    (cost + (form != tokens[at].form), node.next[form])
                    for cost, node in ways
                    for form in _forms(tokens[at].form)
                    if form in node.next
                ]
                if not ways:
                    break
                ending = [way for way in ways if way[1].senses]
                if ending:
                    yield token.start, tokens[at].end, min(ending, key=lambda way: way[0])[1].senses


def load(path: Path = PATH) -> Terms:
    """Read the table; CorpusError names the file and the line that breaks a rule."""
    table: list[Term] = []
    seen: set[tuple[str, str]] = set()
    for line, row in enumerate(rows(path, COLUMNS), 2):
        where = f"{path.name}, line {line}"
        if row["kind"] not in KINDS:
            raise CorpusError(f"{where}: {row['kind']!r} is not a kind; kinds are {', '.join(KINDS)}")
        if (row["kind"] == IGNORE) != (row["term"] == "-"):
            raise CorpusError(f"{where}: “-” is the term of rows of the kind “{IGNORE}”, and of no other")
        key = (row["term"], row["kind"])
        if key in seen and row["kind"] != IGNORE:
            raise CorpusError(f"{where}: {row['term']} stands twice as {row['kind']}")
        seen.add(key)
        try:
            chapters = frozenset(int(n) for n in row["chapters"].split(",") if row["chapters"])
        except ValueError:
            raise CorpusError(f"{where}: {row['chapters']!r} is not a list of chapter numbers") from None
        table.append(Term(row["term"], row["kind"], _cell(row["zh"], where), _cell(row["en"], where), chapters))
    return Terms(table)


def _cell(text: str, where: str) -> tuple[str, ...]:
    words = tuple(text.split("|")) if text else ()
    if any(not word or word != word.strip() for word in words):
        raise CorpusError(f"{where}: an empty word or stray blank in {text!r}")
    return words


def _meant(senses: _Senses, question: str, start: int, end: int) -> _Senses:
    """The senses that count here: none of a word to be read over, unless it is one character standing free."""
    terms = [(term, word) for term, word in senses if term.kind != IGNORE]
    if len(terms) == len(senses):
        return terms
    alone = not (start > 0 and is_han(question[start - 1])) and not (end < len(question) and is_han(question[end]))
    return terms if end - start == 1 and alone else []


def _adjacent(question: str, left: _Token, right: _Token) -> bool:
    """Whether nothing but blanks, hyphens and determiners stands between two words."""
    between = question[left.end : right.start].lower()
    return all(part in _DETERMINERS for part in _GAP.split(between) if part)


def _tokens(text: str) -> list[_Token]:
    """The English words of a text, without determiners: ``"The Sīshè's bows"`` gives sishe and bows."""
    plain: list[str] = []
    offsets: list[int] = []
    for at, char in enumerate(text):
        if char.isascii():
            plain.append(char.lower())
        elif char == "\u2019":
            plain.append("'")
        else:  # letters with accents stand for themselves, so that pinyin may be written with its tones
            base = unicodedata.normalize("NFD", char)[0].lower()
            if unicodedata.combining(char):
                continue
            plain.append(base if base.isascii() else " ")
        offsets.append(at)
    offsets.append(len(text))
    found: list[_Token] = []
    for match in _WORD.finditer("".join(plain)):
        own = "'s" if match.group().endswith("'s") else ""
        form = match.group().removesuffix(own).replace("'", "") + own
        if form not in _DETERMINERS:
            found.append(_Token(form, offsets[match.start()], offsets[match.end()]))
    return found


@lru_cache(maxsize=16384)
def _forms(word: str) -> tuple[str, ...]:
    """A word and what it may be an inflection of: ``_forms("carried") == ("carried", "carri", "carrie", "carry")``."""
    if word.endswith("'s"):
        return word, word[:-2]
    forms = [word]
    if len(word) >= 4 and word.endswith("s") and not word.endswith("ss"):
        forms += [word[:-1], word[:-1] + "'s"]
        if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            forms.append(word[:-2])
        if word.endswith("ies"):
            forms.append(word[:-3] + "y")
        if word.endswith("ves"):
            forms += [word[:-3] + "f", word[:-3] + "fe"]
    for ending, shortest in (("ed", 5), ("ing", 6)):
        if len(word) >= shortest and word.endswith(ending):
            stem = word.removesuffix(ending)
            forms += [stem, stem + "e"]
            if stem.endswith("i"):
                forms.append(stem[:-1] + "y")
            if stem[-1] == stem[-2]:
                forms.append(stem[:-1])
    return tuple(forms)
