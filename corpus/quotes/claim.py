"""Where somebody says a quotation stands, read from free text: 「鄭玄注」, “Yili 5”, 《儀禮·大射》, 5.21.3."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from corpus.errors import WenliError
from corpus.fold import fold
from corpus.library import Library
from corpus.mentions import Mentions
from corpus.model import Layer, Leaf, Stored
from corpus.ref import SPEAKERS
from corpus.texts import Work

MAX_LENGTH = 200
_YILI = re.compile(r"yi-?li|etiquette and (?:rites|ritual)|ceremonial and rites", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:儀禮|仪礼|yi-?li|§)[\s,.:《》]*((?:[1-9]\d?)(?:\.\d+[\da-z.\-]*)?)(?![\d年頁页])", re.IGNORECASE
)
_CHAPTER_WORD = re.compile(r"(?:chapter|ch\.|book)\s*([1-9]\d?)\b|第\s*(\d{1,2})\s*篇", re.IGNORECASE)
_BOOK = re.compile(r"[《〈]([^《》〈〉]+)[》〉]")
_HEADS = ("目錄",)
_LAYERS = tuple((layer, word) for layer in Layer for word in layer.claimed)
"""Layers by the Chinese word (any script); the longer of two counts."""
_ENGLISH = tuple((layer, re.compile(layer.claimed_en, re.IGNORECASE)) for layer in Layer if layer.claimed_en)
"""Layers by what they are called in English."""


@dataclass(frozen=True)
class Claim:
    """What is claimed. What is empty claims nothing; ``elsewhere`` names a book or chapter that is not held.

    ``clauses`` are the clauses of a reference; ``works`` are the witnesses of a title, with the chapters each prints.
    """

    text: str
    chapters: frozenset[int] = frozenset()
    clauses: frozenset[str] = frozenset()
    layers: frozenset[Layer] = frozenset()
    commentators: frozenset[str] = frozenset()
    works: tuple[tuple[str, tuple[int, ...]], ...] = ()
    yili: bool = False
    elsewhere: str = ""

    @property
    def understood(self) -> bool:
        """Whether anything in it could be read as the name of a place."""
        return bool(self.chapters or self.layers or self.commentators or self.works or self.yili or self.elsewhere)

    def fits(self, unit: Stored) -> bool | None:
        """Whether a unit stands where the claim says; None where a page does not tell.

        A title claims its edition only of the chapters it prints.
        """
        if self.elsewhere and not (self.chapters or self.commentators):
            return fold(self.elsewhere) == fold(unit.title) if isinstance(unit, Leaf) else False
        if isinstance(unit, Leaf):
            return unit.chapter in self.chapters if self.chapters and unit.chapter else None
        witnesses = {witness for witness, chapters in self.works if unit.chapter in chapters}
        return (
            (not self.chapters or unit.chapter in self.chapters)
            and (not self.clauses or unit.base_ref in self.clauses or unit.through in self.clauses)
            and (not self.commentators or unit.commentator in self.commentators)
            and (not self.layers or unit.layer in self.layers)
            and (not witnesses or unit.witness in witnesses)
        )


class Claims:
    """Reads claims with the names of one library."""

    def __init__(self, library: Library) -> None:
        self._resolver = library.resolver
        self._mentions = Mentions(library.commentators)
        self._names = {slug: person.name_hant for slug, person in library.commentators.items()}
        self._titles = _titles(library.works)
        self._beside = library.beside

    def read(self, text: str) -> Claim:
        """The claim made in a text; what cannot be read in it claims nothing."""
        text = text.strip()[:MAX_LENGTH]
        return self._reference(text) or self._named(text)

    def _reference(self, text: str) -> Claim | None:
        """A claim that is a reference as such: 鄭玄注·鄉射禮 21.3, Yili 5, a URN."""
        if not text:
            return None
        try:
            found = self._resolver.resolve(text)
        except WenliError:
            return None
        ref = found.ref
        whole = found.kind == "chapter" or (found.kind == "comment" and ref.phase is None)
        layer = SPEAKERS[ref.speaker][0] if ref.speaker in SPEAKERS else ""
        return Claim(
            text,
            chapters=frozenset({ref.chapter}),
            clauses=frozenset() if whole else frozenset(found.clauses),
            layers=frozenset({Layer(layer)}) if layer else frozenset(),
            yili=True,
        )

    def _named(self, text: str) -> Claim:
        rest, works = text, []
        for title, prints in self._titles:
            if title in fold(rest):
                works.append(prints)
                rest = _take(rest, title)
        books = [book for book in _BOOK.findall(rest) if not self._known(book)]
        for book in books:
            rest = rest.replace(f"《{book}》", " ").replace(f"〈{book}〉", " ")
        chapters, elsewhere, rest = self._mentions.chapters(rest)
        for name, _ in elsewhere:
            rest = rest.replace(name, " ")
        chapters |= {number for _, number in elsewhere if number in self._beside}
        elsewhere = tuple(one for one in elsewhere if one[1] not in self._beside)
        numbered = self._numbered(rest)
        people, rest = self._mentions.people(rest)
        yili = bool(_YILI.search(rest)) or "儀禮" in text or "仪礼" in text
        rest = _YILI.sub(" ", rest).replace("儀禮", " ").replace("仪礼", " ")
        return Claim(
            text,
            chapters=frozenset(chapters) | (numbered.chapters if numbered else frozenset()),
            clauses=numbered.clauses if numbered else frozenset(),
            layers=frozenset() if people or any(head in fold(rest) for head in _HEADS) else _layers(rest),
            commentators=frozenset(people),
            works=tuple(work for prints in works for work in prints),
            yili=yili,
            elsewhere=next(iter((*books, *(name for name, _ in elsewhere))), ""),
        )

    def _numbered(self, text: str) -> Claim | None:
        """A reference or the number of a chapter within a claim: “Zheng Xuan on Yili 5.21.3”, “chapter 5”."""
        if match := _NUMBERED.search(text):
            return self._reference(match[1].rstrip(".-"))
        if match := _CHAPTER_WORD.search(text):
            return self._reference(match[1] or match[2])
        return None

    def _known(self, book: str) -> bool:
        """Whether a title in 《》 names what is held or a layer of it, with nothing but names in it."""
        held, elsewhere, rest = self._mentions.chapters(book)
        for name, number in elsewhere:
            rest = rest.replace(name, "") if number in self._beside else rest
        elsewhere = tuple(one for one in elsewhere if one[1] not in self._beside)
        rest = re.sub(r"儀禮|仪礼|[·・.\s]", "", rest)
        return not elsewhere and (rest == "" or (not held and bool(_layers(rest)) and len(rest) <= 3))


def _titles(works: Mapping[str, Work]) -> list[tuple[str, tuple[tuple[str, tuple[int, ...]], ...]]]:
    """Folded titles, whole and without 儀禮, longest first → the witnesses that print them and their chapters."""
    found: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    for witness, work in works.items():
        short = fold(work.title).removeprefix(fold("儀禮"))
        if len(short) > 1 and short != fold("注疏"):  # 注疏 alone names two layers, not a book
            for title in dict.fromkeys((fold(work.title), short)):
                found.setdefault(title, []).append((witness, work.chapters))
        elif len(short) > 1:
            found.setdefault(fold(work.title), [])
    return sorted(((title, tuple(prints)) for title, prints in found.items()), key=lambda item: -len(item[0]))


def _take(text: str, folded: str) -> str:
    """The text without the first stretch that folds to ``folded``."""
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            if fold(text[start:end]) == folded:
                return text[:start] + " " + text[end:]
    return text


def _layers(text: str) -> frozenset[Layer]:
    """The layers a text names; a word within a longer one (今注) does not count again."""
    rest, found = fold(text), {layer for layer, pattern in _ENGLISH if pattern.search(text)}
    for layer, word in sorted(_LAYERS, key=lambda row: -len(row[1])):
        if fold(word) in rest:
            found.add(layer)
            rest = rest.replace(fold(word), "")
    return frozenset(found)
