"""From a row of the book to an answer as people read it: sentences with markers, then each piece of evidence.

A piece of evidence is quoted from the witness that suits the reader – in the reader's script where a sound witness has
it – with who says it, where it stands, and the meaning of exactly the words quoted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from corpus.answers.book import Evidence, Row
from corpus.answers.meanings import Meanings
from corpus.fold import fold, fold_with_offsets
from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.rites.parallels import order as order_of
from index.query import EVERYTHING, Filters
from index.tokens import tokens
from service.ask.names import Names, quoted
from service.ask.values import Citation
from service.texts.aid import Aid, converted, simplified
from service.texts.language import Lang

WHOLE = 60
"""Characters up to which a clause or note is quoted whole, so that its rendering says exactly what is quoted."""
LONGEST = 120
"""Characters of a passage that is only shown as related."""
GAP = 30
"""Characters between two pieces of one passage up to which they are quoted as one."""
_IN_ORDER = ("walkthrough", "summary", "sequence")
"""Types of answers whose sentences follow the order of the text."""
_BY_COMMENTARY = ("why", "term", "commentator")
"""Types of answers whose evidence begins with commentary."""
_ZH = re.compile(r"[^。！？\n]+[。！？]*[」』）)]*|\n")
_EN = re.compile(r"(?:[^.!?\n]|[.!?](?![\s)\n]|$))+[.!?]*[)\]]*\s?|\n")
_NUMBERED = re.compile(r"^\s*\d+[.、．]\s*")


@dataclass(frozen=True)
class Piece:
    """Evidence placed in a witness: ``unit.text[start:end]`` and what it means in the reader's language."""

    unit: Unit
    start: int
    end: int
    meaning: str


class Layout:
    """Lays answers out. Read-only once made."""

    def __init__(self, library: Library, names: Names, meanings: Meanings) -> None:
        self._library = library
        self._names = names
        self._meanings = meanings
        self._aid = Aid(library)

    def pieces(self, row: Row, lang: Lang, filters: Filters = EVERYTHING) -> list[Piece]:
        """The evidence of a row as it is quoted for a reader, in order; pieces of one passage that stand close
        together are one."""
        found: list[Piece] = []
        for evidence in row.evidence:
            piece = self.piece(evidence, lang, filters)
            if piece is None:
                continue
            at = next((n for n, old in enumerate(found) if _near(old, piece)), None)
            if at is None:
                found.append(piece)
                continue
            found[at] = self._joined(found[at], piece, lang)
        if row.type in _BY_COMMENTARY:
            found.sort(key=lambda piece: piece.unit.layer.is_base)
        return found

    def _joined(self, one: Piece, other: Piece, lang: Lang) -> Piece:
        """Two pieces of one unit as one, with what stands between them; its meaning is that of both."""
        start, end = _closed(one.unit.text, min(one.start, other.start), max(one.end, other.end))
        if (start, end) in {(one.start, one.end), (other.start, other.end)}:
            return one if (start, end) == (one.start, one.end) else other
        first, second = sorted((one, other), key=lambda piece: piece.start)
        if first.meaning and second.meaning and first.meaning != second.meaning:
            gap = " … " if lang == "en" else "……"
            return Piece(one.unit, start, end, first.meaning.rstrip("。. ") + gap + second.meaning)
        return self._meant(one.unit, start, end, lang, Evidence(one.unit.ref, ""))

    def piece(self, evidence: Evidence, lang: Lang, filters: Filters = EVERYTHING) -> Piece | None:
        """Evidence in the witness that suits the reader best; None where no witness admitted has the words."""
        wanted = fold(evidence.words)
        for unit in self._witnesses(evidence.ref, lang):
            if not filters.admits(unit):
                continue
            folded = fold_with_offsets(unit.text)
            at = folded.text.find(wanted)
            if at >= 0 and wanted:
                start, end = folded.stored_span(at, at + len(wanted))
                if len(unit.text) <= WHOLE:
                    start, end = 0, len(unit.text)
                start, end = _closed(unit.text, start, end)
                return self._meant(unit, start, end, lang, evidence)
        return None

    def suited(self, unit: Unit, lang: Lang) -> Unit:
        """The same passage in the witness that suits the reader best."""
        return next(iter(self._witnesses(unit.ref, lang)), unit)

    def of_span(self, unit: Unit, start: int, end: int, lang: Lang) -> Piece:
        """Given words of a passage."""
        return self._meant(unit, start, end, lang, Evidence(unit.ref, unit.text[start:end]))

    def of_unit(self, unit: Unit, lang: Lang) -> Piece:
        """A passage as something related is shown: its beginning, at most :data:`LONGEST` characters."""
        end = len(unit.text)
        if end > LONGEST:
            cut = max(unit.text.rfind(mark, 0, LONGEST) for mark in "。；，,")
            end = cut + 1 if cut > WHOLE else LONGEST
        return self._meant(unit, *_closed(unit.text, 0, end), lang, Evidence(unit.ref, ""))

    def citation(self, index: int, piece: Piece, lang: Lang) -> Citation:
        """The citation of a piece, with everything a reader wants beside it, in the reader's language."""
        unit = piece.unit
        own = self._names.citation(index, unit, piece.start, piece.end)
        shown = converted(own.cited_text)
        return replace(
            own,
            translation=piece.meaning or None,
            speaker=self._names.speaker(unit, lang) if not unit.layer.is_base else None,
            place=self._names.place(unit, lang),
            converted=shown if lang == "zh-Hans" and shown != own.cited_text else None,
        )

    def line(self, citation: Citation, lang: Lang) -> str:
        """One line of evidence for plain clients: ``[1] District Archery 5.17.1: 「司正為司馬」 – the overseer …``."""
        by = citation.speaker or ""
        number = citation.ref.split("#")[0]
        place = (citation.place or "").split(" · ")[0]
        where = f"{place} {number}" if lang == "en" else f"{place}{number}"
        if by:
            where = f"{by}, {where}" if lang == "en" else f"{by}，{where}"
        colon, dash = (": ", " – ") if lang == "en" else ("：", " – ")
        text = f"[{citation.index}] {where}{colon}{quoted(citation.cited_text)}"
        if citation.converted:
            text += f"（{_unquoted(citation.converted)}）"
        return text + (dash + citation.translation if citation.translation else "")

    def lead(self, row: Row, pieces: Sequence[Piece], lang: Lang, first: int = 1) -> list[str]:
        """The sentences of an answer, each with the markers of the evidence that bears it out; ``first`` is the number
        of the first piece. A line break is a sentence of its own."""
        text = row.en if lang == "en" else row.zh
        parts = [part for part in (_EN if lang == "en" else _ZH).findall(text) if part]
        parts = _gathered(parts)
        telling = [at for at, part in enumerate(parts) if part.strip() and not part.rstrip().endswith((":", "："))]
        own = [_words(parts[at]) for at in telling]
        said = [self._said(piece, lang) for piece in pieces]
        shares = [[_share(words, sentence) for sentence in own] for words in said]
        order = self._in_order(pieces) if row.type in _IN_ORDER and len(row.chapters) == 1 else []
        owners = dict(zip(telling, _owners(shares, len(telling), order), strict=True))
        for n, at in enumerate(telling):
            if not owners[at] and said:
                near = _between(owners, telling, n, order) if order else range(len(said))
                owners[at].append(max(near, key=lambda number: (_share(own[n], said[number]), -number)))
        spoken = []
        for at, part in enumerate(parts):
            markers = "".join(f"[{first + number}]" for number in sorted(owners.get(at, ())))
            said_here = simplified(part) if lang == "zh-Hans" else part
            spoken.append(_marked(said_here, markers, lang))
        return spoken

    def _in_order(self, pieces: Sequence[Piece]) -> list[int]:
        """The numbers of the pieces as they follow in the text; those of the Record, which stands at the end and speaks
        of the whole rite, are left out."""
        clauses = self._library.canon.clauses
        refs = [piece.unit.base_ref for piece in pieces]
        told = [n for n, ref in enumerate(refs) if ref in clauses and clauses[ref].layer is not Layer.JI]
        return sorted(told, key=lambda n: order_of(refs[n]))

    def _said(self, piece: Piece, lang: Lang) -> set[str]:
        found = _words(piece.meaning)
        if lang != "en":
            found |= _words(piece.unit.text[piece.start : piece.end])
        return found

    def _witnesses(self, ref: str, lang: Lang) -> list[Unit]:
        """The units of a reference, those that suit the reader first: sound ones, then those in the script."""
        script = "Hans" if lang == "zh-Hans" else "Hant"
        works = self._library.works

        def unfit(unit: Unit) -> tuple[bool, bool]:
            return not self._library.sound(unit), works[unit.witness].script != script

        return sorted(self._library.by_ref(ref), key=unfit)

    def _meant(self, unit: Unit, start: int, end: int, lang: Lang, evidence: Evidence) -> Piece:
        """A piece with its meaning: that written for these words, else what renders them."""
        meaning = self._meanings.of(unit.whole_ref, unit.text[start:end], lang) or self._meanings.of(
            evidence.ref, evidence.words, lang
        )
        if lang == "zh-Hans":
            meaning = simplified(meaning)
        meaning = meaning or self._aid.rendering(unit, start, end, lang)
        return Piece(unit, start, end, meaning)


def _owners(shares: Sequence[Sequence[float]], sentences: int, order: Sequence[int]) -> list[list[int]]:
    """The pieces that each sentence rests on: every piece goes to the sentence that it shares most with. Where there is
    an ``order`` of the pieces, that of the text, no piece goes to a sentence before that of an earlier piece, and where
    they suffice each sentence has one."""
    found: list[list[int]] = [[] for _ in range(sentences)]
    if not sentences:
        return found
    for number in set(range(len(shares))) - set(order):
        found[max(range(sentences), key=lambda n: (shares[number][n], -n))].append(number)
    if not order:
        return found
    every = len(order) >= sentences  # as many pieces as sentences: none of these is left without one
    before = [0.0 if n == 0 or not every else -inf for n in range(sentences)]
    came: list[list[int]] = []
    for place, number in enumerate(order):
        from_ = [
            max(range(max(0, n - 1) if every else 0, n + 1), key=lambda at: (before[at], at)) if place else n
            for n in range(sentences)
        ]
        before = [before[at] + shares[number][n] for n, at in enumerate(from_)]
        came.append(from_)
    last = sentences - 1 if every else max(range(sentences), key=lambda n: (before[n], -n))
    for number, from_ in zip(reversed(order), reversed(came), strict=True):
        found[last].insert(0, number)
        last = from_[last]
    return found


def _between(
    owners: Mapping[int, Sequence[int]], telling: Sequence[int], n: int, order: Sequence[int]
) -> Sequence[int]:
    """The pieces that a sentence without one may rest on: from the last of those before to the first of those after."""
    before = [order.index(number) for at in telling[:n] for number in owners[at] if number in order]
    after = [order.index(number) for at in telling[n + 1 :] for number in owners[at] if number in order]
    first, last = max(before, default=0), min(after, default=len(order) - 1)
    return order[first : max(first, last) + 1]


def _near(one: Piece, other: Piece) -> bool:
    """True if two pieces of one unit are quoted as one."""
    return one.unit.key == other.unit.key and max(one.start, other.start) - min(one.end, other.end) <= GAP


def _closed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without marks that hang over at its ends, and never with half of a pair of quotation marks: it is made
    longer up to the other half where that is near, else shorter."""
    for opening, closing in ("「」", "『』", "《》", "“”", "‘’"):
        opened: list[int] = []
        at = start
        while at < end:
            if text[at] == opening:
                opened.append(at)
            elif text[at] == closing and opened:
                opened.pop()
            elif text[at] == closing:
                before = text.rfind(opening, 0, start)
                if before >= 0 and start - before <= LONGEST:
                    start = before
                else:
                    start, end = _longer((start, at), (at + 1, end))
            at += 1
        if opened:
            after = text.find(closing, end)
            if 0 <= after <= end + LONGEST:
                end = after + 1
            else:
                start, end = _longer((start, opened[0]), (opened[0] + 1, end))
    while start < end and text[start] in "，。；：、,.;: ":
        start += 1
    while end > start and text[end - 1] in "，；：、,;: ":
        end -= 1
    return start, end


def _longer(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one if one[1] - one[0] > other[1] - other[0] else other


def _gathered(parts: Sequence[str]) -> list[str]:
    """Sentences, with a number alone ("1.") joined to what it numbers."""
    found: list[str] = []
    for part in parts:
        if found and _NUMBERED.fullmatch(found[-1].strip() + " "):
            found[-1] += part
        else:
            found.append(part)
    return found


def _marked(text: str, markers: str, lang: Lang) -> str:
    """A sentence with its markers before the mark that ends it."""
    if not markers:
        return text
    bare = text.rstrip()
    space = text[len(bare) :]
    ending = re.search(r"[。！？.!?]*$", bare)
    end = ending.start() if ending else len(bare)
    gap = " " if lang == "en" else ""
    return bare[:end] + gap + markers + bare[end:] + space


def _words(text: str) -> set[str]:
    return set(tokens(text))


def _share(asked: set[str], text: set[str]) -> float:
    return len(asked & text) / (len(asked) ** 0.5 * len(text) ** 0.5) if asked and text else 0.0


def _unquoted(text: str) -> str:
    return re.sub("[「」『』“”‘’]", "", text)
