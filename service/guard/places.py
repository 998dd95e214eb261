"""Where a sentence says that things stand: references, chapters and commentators that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.errors import WenliError
from corpus.fold import fold
from corpus.library import Library
from corpus.mentions import Mentions
from corpus.model import Layer
from corpus.ref import CHAPTERS
from service.guard import speech
from service.guard.evidence import Evidence

_NAMES = "|".join(sorted((re.escape(n) for names in CHAPTERS.values() for n in names), key=len, reverse=True))
_LABEL = r"\d{1,3}[a-z]?(?![A-Za-z])"
_NUMBERS = rf"\d{{1,3}}\.{_LABEL}(?:\.{_LABEL})?(?:\s*[-–~～至]\s*{_LABEL})?(?:#[a-z]+(?:\.\d+)*)?"
_REFERENCE = re.compile(
    rf"urn:cts:[\w:.\-]+|KR\d[a-z]\d{{4}}_\w+_\d{{3}}-\w+|"
    rf"(?:(?P<name>{_NAMES}|儀禮|仪礼|yi-?li)[》〉\s·・.,§]{{0,4}})?(?<![\d.])(?P<numbers>{_NUMBERS})(?!\.?\d)",
    re.IGNORECASE,
)
_TELLS = r"(?:says?|states?|reads?|has|goes on|continues|explains?|adds|tells|records|prescribes)"
_BASE_SAYS = re.compile(
    r"(?:經文|经文|正文)(?![^，。；「『“,;]{0,5}[沒没未不])[^，。；「『“,;]{0,5}(?:說|说|云|曰|言|寫|写|記|记|載|载|規定|规定)|"
    rf"\bthe (?:base text|classic|canonical text)\b[^.;“「]{{0,40}}?\b{_TELLS}\b",
    re.IGNORECASE,
)
_RECORD_SAYS = re.compile(
    r"(?:記文|记文)[^，。；「『“,;]{0,5}(?:說|说|云|曰|言|載|载|規定|规定)|"
    rf"\b[Tt]he Record\b[^.;“「]{{0,40}}?\b{_TELLS}\b",
)
_NOTE_SAYS = re.compile(
    r"(?:注文|鄭注|郑注)(?:中|裡|里)?(?:說|说|云|曰|言|解)|"
    r"\bthe (?:note|commentary)\b(?:.{0,20}\b(?:says?|states?|explains?)\b|\s*:)",
    re.IGNORECASE,
)
_SHU_SAYS = re.compile(
    r"(?:疏文|賈疏|贾疏|疏)(?:中|裡|里)?(?:說|说|云|曰|言|解)|"
    r"\bsub-?commentary\b(?:.{0,20}\b(?:says?|states?|explains?)\b|\s*:)",
    re.IGNORECASE,
)
_ZHENG_SAYS = re.compile(
    "["
    + fold("鄭")
    + "]["
    + fold("玄氏君云曰注以言意知必彼引義解又亦")
    + "]|["
    + fold("注")
    + "]["
    + fold("云曰言")
    + "]"
)


class Places:
    """Reads places out of sentences with the names of one library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._mentions = Mentions(library.commentators)

    def references(self, sentence: str) -> list[str]:
        """The references a sentence writes out: 鄉射禮 17.1, 5.17.1-3, a URN."""
        return [match[0] for match in _REFERENCE.finditer(sentence)]

    def without_references(self, sentence: str) -> str:
        """The sentence without them, so that their numbers are not taken for others."""
        return _REFERENCE.sub(" ", sentence)

    def clauses(self, reference: str) -> frozenset[str]:
        """The clauses that a reference covers; none where there is no such place."""
        match = _REFERENCE.fullmatch(reference)
        tries = [reference]
        if match and match["name"] and match["numbers"]:
            tries = [match["numbers"], f"{match['name']} {match['numbers']}"]
        elif match and match["numbers"]:
            tries = [match["numbers"]]
        held = [self._resolved(text) for text in tries]
        if match and match["name"] and len(held) == 2:
            number = next((n for n, names in CHAPTERS.items() if match["name"] in names), 0)
            whole = {c for c in held[0] if not number or c.startswith(f"{number}.")}
            return frozenset(whole) if whole and match["numbers"].count(".") > 1 else held[1] or frozenset(whole)
        return held[0]

    def _resolved(self, text: str) -> frozenset[str]:
        try:
            return frozenset(self._library.resolver.resolve(text).clauses)
        except WenliError:
            return frozenset()

    def misplaced(self, sentence: str, cited: Sequence[int], evidence: Evidence) -> str:
        """Why the places that a sentence names are not where its passages stand; "" where they are.

        Without markers, a place must be that of some passage that was given.
        """
        among = cited or evidence.every
        told = {clause for number in among for clause in evidence.clauses(number)}
        for reference in self.references(sentence):
            clauses = self.clauses(reference)
            if not clauses:
                return f"there is no {reference}"
            if not clauses & told:
                return f"the passages cited do not stand at {reference}"
        if not cited:
            return ""
        units = [evidence.unit(number) for number in cited]
        words = evidence.text(cited)
        chapters, _, rest = self._mentions.chapters(sentence)
        if len(chapters) == 1 and not chapters & {unit.chapter for unit in units}:
            name = self._library.canon.chapters[next(iter(chapters))].name_hant
            if fold(name[:2]) not in words:
                return f"the passages cited are not of {name}"
        if fault := _wrong_layer(rest, {unit.layer for unit in units}):
            return fault
        people, _ = self._mentions.people(rest)
        own = {unit.commentator for unit in units}
        strangers = [who for who in people if who not in own and not self._spoken_of(who, words)]
        if strangers and not speech.is_silence(sentence):
            return f"the passages cited are not by {strangers[0]}"
        return ""

    def _spoken_of(self, person: str, words: str) -> bool:
        """Whether a passage speaks of somebody: sub-commentaries call 鄭玄 鄭 or his words 注."""
        if fold(person) in words:
            return True
        return person == "鄭玄" and bool(_ZHENG_SAYS.search(words))


def _wrong_layer(sentence: str, layers: set[Layer]) -> str:
    """Why a sentence is wrong that says which layer speaks, where none of that layer is cited; "" where it is not."""
    base = {layer for layer in layers if layer.is_base}
    if not base and _BASE_SAYS.search(sentence):
        return "the passages cited are notes, not the base text"
    if Layer.JI not in layers and _RECORD_SAYS.search(sentence):
        return "the passages cited are not of the Record"
    if base == layers and _NOTE_SAYS.search(sentence):
        return "the passages cited are base text, not a note"
    if Layer.SHU not in layers and _SHU_SAYS.search(sentence):
        return "the passages cited are not of the sub-commentary"
    return ""
