"""The words by which texts name persons, things, places and acts, in Chinese of any script and in English.

lexicon = Lexicon(glossary.load())
[m.concept for m in lexicon.mentions("The host bows; 賓答拜")]      # ["主人", "bow", "賓", "bow"]

Nouns are those of the glossary of the rites; ``words.tsv`` has the acts, the pairs of opposites and further names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.canon import rows
from corpus.fold import fold, is_han
from corpus.rites.glossary import Glossary

PATH = Path(__file__).parent / "words.tsv"
COLUMNS = ("concept", "kind", "opposite", "zh", "en")
NOUNS = ("role", "object", "place", "food", "dress", "music")
_WORD = re.compile(r"[A-Za-zÀ-ž]+(?:[-'’][A-Za-zÀ-ž]+)*")
_LATIN = re.compile(r"[A-Za-z]{2}")
_IGNORED = "none"
"""The kind of words that contain the name of something and do not name it: 指出, 鄉射."""
_AMBIGUOUS = frozenset(
    {"長", "相", "利", "人", "之", "笙", "祝", "中", "物", "干", "和", "位", "次", "乏", "士", "禁", "會", "手"}
)
"""Single characters that are also common words, which name a person or thing only in classical Chinese."""
_RELATIVE = re.compile(
    r"(?:north|south|east|west|outside|behind|before|opposite|inside|in line|below the|at the foot|on the|left|right|between|among)\b",  # noqa: E501
    re.IGNORECASE,
)
"""Places named by what they are beside, which are read as that thing and a side."""
_EITHER = frozenset({"bow", "stand", "set", "mark", "step", "face", "drink", "offering", "count", "dress"})
"""English words that name a thing or an act."""


@dataclass(frozen=True)
class Mention:
    """A concept, ``text[start:end]``; ``kind`` is one of ``NOUNS``, ``act`` or ``pole``."""

    start: int
    end: int
    concept: str
    kind: str


class _Plain(dict[int, str]):
    """The representative of each character, found once."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = fold(char)
        self[code] = folded if len(folded) == 1 else char
        return self[code]


_PLAIN = _Plain()


def plain(text: str) -> str:
    """The text with each Han character as its representative, so that scripts meet; length and other signs stay."""
    return text.translate(_PLAIN) if not text.isascii() else text


def pattern(source: str) -> re.Pattern[str]:
    """A regular expression for texts that are ``plain``; English in either case."""
    return re.compile(plain(source), re.IGNORECASE)


class Lexicon:
    """Finds the words it knows, the longest at each place. Read-only once made."""

    def __init__(self, glossary: Glossary, path: Path = PATH) -> None:
        self._han: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        self._english: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
        self.opposite: dict[str, str] = {}
        verbs: list[tuple[str, str, str]] = []
        for row in rows(path, COLUMNS):
            concept, kind = row["concept"], row["kind"]
            if row["opposite"]:
                self.opposite[concept] = row["opposite"]
            for word in filter(None, row["zh"].split("|")):
                self._add_han(word, concept, kind)
            if kind in NOUNS:
                self._add_role(concept, kind, row["en"])
            elif row["en"]:
                verbs.append((concept, kind, row["en"]))
        for entry in glossary.entries:
            if entry.kind in NOUNS and not (entry.kind == "place" and _RELATIVE.match(entry.en)):
                names = [entry.term, *re.split("[；，]", entry.zh)]
                for word in names:
                    if word and not (len(word) == 1 and word in _AMBIGUOUS):
                        self._add_han(word, entry.term, entry.kind)
                for name in entry.en.split(";"):
                    self._add_english(re.sub(r"\([^)]*\)", "", name), entry.term, entry.kind)
        for table in (self._han, self._english):
            for found in table.values():
                found.sort(key=lambda item: -len(item[0]))
        self._verbs = [(concept, kind) for concept, kind, _ in verbs]
        self._by_initial = _by_initial([pattern for _, _, pattern in verbs])

    def mentions(self, text: str) -> list[Mention]:
        """What a text names, in order."""
        flat = plain(text)
        found = list(self._in_han(flat)) if not flat.isascii() else []
        if _LATIN.search(flat):
            found += self._in_english(flat)
        return sorted((m for m in found if m.kind != _IGNORED), key=lambda m: m.start)

    def names(self, kinds: Sequence[str]) -> tuple[set[str], set[str]]:
        """The names of all that is of some kinds, in Chinese and in English."""
        han = {word for table in self._han.values() for word, _, kind in table if kind in kinds}
        english = {" ".join(word) for table in self._english.values() for word, _, kind in table if kind in kinds}
        return han, english

    def _add_han(self, word: str, concept: str, kind: str) -> None:
        flat = plain(word)
        if flat and all(map(is_han, flat)):
            self._han[flat[0]].append((flat, concept, kind))

    def _add_role(self, concept: str, kind: str, patterns: str) -> None:
        for pattern in filter(None, patterns.split("|")):
            self._add_english(pattern.removesuffix("s?").replace("s? ", " "), concept, kind)

    def _add_english(self, name: str, concept: str, kind: str) -> None:
        words = tuple(word.lower() for word in _WORD.findall(name))
        while words and words[0] in ("the", "a", "an", "on", "in", "at", "up"):
            words = words[1:]
        if words and "".join(words) != "up":
            self._english[_singular(words[0])].append((tuple(map(_singular, words)), concept, kind))

    def _in_han(self, flat: str) -> Iterator[Mention]:
        at = 0
        while at < len(flat):
            for word, concept, kind in self._han.get(flat[at], ()):
                if flat.startswith(word, at):
                    yield Mention(at, at + len(word), concept, kind)
                    at += len(word) - 1
                    break
            at += 1

    def _in_english(self, flat: str) -> Iterable[Mention]:
        words = [(m.start(), m.end(), _singular(m[0].lower())) for m in _WORD.finditer(flat)]
        acts = list(self._acts(flat, words))
        verbs = {match.start() for match in acts}
        taken: list[Mention] = []
        at = 0
        while at < len(words):
            for name, concept, kind in self._english.get(words[at][2], ()):
                if name[0] in _EITHER and len(name) == 1 and words[at][0] in verbs:
                    continue
                if tuple(word for _, _, word in words[at : at + len(name)]) == name:
                    taken.append(Mention(words[at][0], words[at + len(name) - 1][1], concept, kind))
                    at += len(name) - 1
                    break
            at += 1
        spans = [(m.start, m.end) for m in taken]
        for match in acts:
            if not any(a < match.end() and match.start() < b for a, b in spans):
                concept, kind = self._verbs[int((match.lastgroup or "v0")[1:])]
                taken.append(Mention(match.start(), match.end(), concept, kind))
        return taken

    def _acts(self, flat: str, words: list[tuple[int, int, str]]) -> Iterator[re.Match[str]]:
        """The words of acts and poles, tried only where a word begins with a letter that one of them begins with."""
        done = 0
        for start, _, _ in words:
            tried = self._by_initial.get(flat[start].lower()) if start >= done else None
            if tried and (match := tried.match(flat, start)):
                yield match
                done = match.end()


_LOOKBEHIND = re.compile(r"^(?:\(\?<!(?:[^()]|\([^()]*\))*\)|\\b)+")


def _by_initial(patterns: list[str]) -> dict[str, re.Pattern[str]]:
    """One pattern for each letter that a match of any of ``patterns`` can begin with; group ``v3`` is the fourth."""
    found: dict[str, list[str]] = defaultdict(list)
    for at, source in enumerate(patterns):
        for letter in _initials(source):
            found[letter].append(rf"(?P<v{at}>\b(?:{source})\b)")
    return {letter: re.compile("|".join(own), re.IGNORECASE) for letter, own in found.items()}


def _initials(source: str) -> set[str]:
    """The letters that matches of a pattern of alternatives can begin with.

    >>> sorted(_initials("(?<!the )bow(?:s|ed)?|(?:go|come)es out|stood"))
    ['b', 'c', 'g', 's']
    """
    found = set()
    depth = start = 0
    for at, char in enumerate(f"{source}|"):
        depth += (char == "(") - (char == ")")
        if char != "|" or depth:
            continue
        one, start = _LOOKBEHIND.sub("", source[start:at]), at + 1
        if one.startswith("(?:"):
            found |= _initials(one[3 : one.index(")")])
        elif one:
            found.add(one[0].lower())
    return found


def _singular(word: str) -> str:
    """A word without the ending of the plural or genitive: couples' → couple, men → man."""
    bare = re.sub(r"['’]s?$", "", word)
    if bare in ("men", "women"):
        return bare[:-2] + "an"
    if len(bare) > 3 and bare.endswith("s") and not bare.endswith(("ss", "us")):
        return bare[:-1]
    return bare
