"""The notes and the translation a scraped page prints after the base text, and where in the copy "a" they stand.

Both are a living author's. They are parsed so that whoever holds the page can index it; nothing of them is kept here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from corpus.fold import fold, fold_with_offsets
from corpus.readers.webpage_copies import NOTE_HEAD, Copy, Paragraph

_NUMBER = re.compile(r"\d+")
_COLON = re.compile(r"[::]")
_SPAN = re.compile(r"^[自从從][“「『](.+?)[”」』][至到][“「『](.+?)[”」』]")
_ASIDE = re.compile(r"[((][^()()]*[))]")
_QUOTES = "“”「」『』"
_LONGEST_LEMMA = 40

_CLOSING = frozenset("。,,、;;:::!!??”」』》)）]")
_STOP = frozenset("。;;!!??”」』")
_BESIDE = 60  # folded characters on either side of a first guess in which the start of a translation is looked for
_CONTEXT = 28  # folded characters of base text compared on either side of a possible start
_STRETCHED = 1.7  # a translation's length against that of its base text, at this translator


@dataclass(frozen=True)
class Note:
    """One note: the numbers it bears, its text without them, and the words it explains (first and last)."""

    numbers: tuple[int, ...]
    text: str
    offsets: tuple[int, ...]
    marker: tuple[int, int]

    @property
    def lemma(self) -> tuple[str, str] | None:
        """The words before the first colon, or quoted as the ends of a run; None where the note names none.

        ``甲乙(jiǎ):…`` gives ``("甲乙", "甲乙")``, ``自“甲”至“乙”,…`` gives ``("甲", "乙")``; a sentence that
        comes before the words explained (``丙。丁:…``) is no part of them.
        """
        if span := _SPAN.match(self.text):
            return span[1], span[2]
        head, *rest = _COLON.split(self.text, maxsplit=1)
        words = _ASIDE.sub("", head).rsplit("。", 1)[-1].strip(_QUOTES)
        return (words, words) if rest and 0 < len(words) <= _LONGEST_LEMMA else None


def notes_of(paragraphs: Sequence[Paragraph]) -> list[list[Note]]:
    """The notes in runs, each counting from (1) on; a paragraph may hold several, and runs may be interleaved.

    Inside a paragraph a number begins a note only where it is the next one after the end of a sentence: the rest
    are references to other notes.
    """
    runs: list[list[Note]] = []
    run: list[Note] = []
    for paragraph in paragraphs:
        for start, head_end, end in _heads(paragraph.text):
            numbers = tuple(int(n) for n in _NUMBER.findall(paragraph.text[start:head_end]))
            if numbers:
                run = _run_continued(numbers[0], runs)
            kept = [i for i in range(head_end, end) if not paragraph.text[i].isspace()]
            text = "".join(paragraph.text[i] for i in kept)
            offsets = tuple(paragraph.start + i for i in kept)
            if numbers:
                run.append(Note(numbers, text, offsets, (paragraph.start + start, paragraph.start + head_end)))
            else:
                former = run.pop()
                run.append(Note(former.numbers, former.text + text, former.offsets + offsets, former.marker))
    return runs


def _heads(text: str) -> Iterator[tuple[int, int, int]]:
    """Start, end of the number and end of every note in a paragraph."""
    heads: list[tuple[int, int]] = []
    expected = 0
    for found in NOTE_HEAD.finditer(text):
        number = int(_NUMBER.findall(found[0])[-1])
        before = text[: found.start()].rstrip()
        if not before or (number == expected and before[-1] in _STOP):
            heads.append(found.span())
            expected = number + 1
    if not heads or heads[0][0] > 0:
        heads.insert(0, (0, 0))
    for (start, head_end), (end, _) in zip(heads, [*heads[1:], (len(text), 0)], strict=True):
        yield start, head_end, end


def _run_continued(number: int, runs: list[list[Note]]) -> list[Note]:
    """The run a number goes on with: the one that has come nearest to it, the latest of equals; a new one for (1)."""
    below = [run for run in runs if run[-1].numbers[0] < number]
    if number == 1 or not below:
        runs.append([])
        return runs[-1]
    return max(below, key=lambda run: (run[-1].numbers[0], run[-1].marker))


def mended(printed: Sequence[int]) -> list[int | None]:
    """The numbers meant by the printed ones: what breaks the count gets the number missing at its place, or None.

    >>> mended([3, 4, 4, 6]), mended([3, 9, 4])
    ([3, 4, 5, 6], [3, None, 4])
    """
    longest = [1] * len(printed)
    former = [-1] * len(printed)
    for i, number in enumerate(printed):
        for j in range(i):
            if printed[j] < number and longest[j] >= longest[i]:
                longest[i], former[i] = longest[j] + 1, j
    at = max(range(len(printed)), key=lambda i: longest[i], default=-1)
    meant: list[int | None] = [None] * len(printed)
    while at >= 0:
        meant[at] = printed[at]
        at = former[at]
    kept = [i for i, number in enumerate(meant) if number is not None]
    for left, right in zip([-1, *kept], [*kept, len(printed)], strict=True):
        low = printed[left] if left >= 0 else 0
        high = printed[right] if right < len(printed) else low + right - left
        if high - low == right - left:
            meant[left + 1 : right] = range(low + 1, high)
    return meant


def anchors_of(copy: Copy) -> dict[int, int]:
    """Note number → number of characters of the copy's text before its marker."""
    numbers = mended([number for number, _ in copy.marks])
    return {number: at for number, (_, at) in zip(numbers, copy.marks, strict=True) if number is not None}


def agreement(run: Sequence[Note], copy: Copy) -> int:
    """How many notes of a run explain words that stand shortly before their number in this copy."""
    anchors = anchors_of(copy)
    return sum(
        1
        for note in run
        if note.lemma and (at := anchors.get(note.numbers[0])) is not None
        if fold(note.lemma[0])[:4] in fold(copy.text[max(0, at - 60) : at + 20])
    )


def place_notes(run: Sequence[Note], copy: Copy) -> list[int]:
    """The anchor of every note; one whose marker is missing goes where its lemma stands, else to the note before."""
    anchors = anchors_of(copy)
    placed: list[int] = []
    for note in run:
        at = next((anchors[n] for n in note.numbers if n in anchors), None)
        if at is None:
            low = placed[-1] if placed else 0
            high = min((a for n, a in anchors.items() if n > note.numbers[-1]), default=len(copy.text))
            found = copy.text.find(note.lemma[1], low, high) if note.lemma else -1
            at = found + len(note.lemma[1]) if note.lemma and found >= 0 else low
        placed.append(at)
    return placed


def place_translation(run: Sequence[Paragraph], copy: Copy) -> list[int]:
    """Where in the copy's text the run that each paragraph translates begins.

    The longest common subsequence of characters – a translation keeps most of the words, nearly in their order –
    gives a first guess; of the places about it where a clause begins the one is taken whose surroundings agree best
    with the end of the paragraph before and the beginning of this one. So an anchor is always the beginning of what
    the page punctuates as a clause. Checked by eye on the page this was written for, 2 of 190 are off, by one clause,
    both where the page breaks a translated sentence in two. The settings were
    chosen on that same page; another one, or a freer translation, will do worse.
    """
    base = fold_with_offsets(copy.text)
    texts = [fold(paragraph.text) for paragraph in run]
    whole = "".join(texts)
    matched = [op for op in LCSseq.opcodes(base.text, whole) if op.tag == "equal"]
    starts = _clause_starts(copy, base.offsets)
    placed = [0] if run else []
    last = at = 0
    for text in texts[:-1]:
        at += len(text)
        guess = next((op.src_start + max(0, at - op.dest_start) for op in matched if op.dest_end > at), len(base.text))
        near = [k for k in starts if last < k and abs(k - guess) <= _BESIDE]
        last = max(
            near, key=lambda k: _seam(base.text, k, whole, at) + starts[k][1] - 0.02 * abs(k - guess), default=last
        )
        placed.append(starts[last][0])
    return placed


def likeness(run: Sequence[Paragraph], copy: Copy) -> float:
    """How much of a copy's base text a translation repeats in its order, 0 to 1."""
    base = fold(copy.text)
    return LCSseq.similarity(base, fold("".join(p.text for p in run))) / max(1, len(base))


def _clause_starts(copy: Copy, offsets: tuple[int, ...]) -> dict[int, tuple[int, float]]:
    """Where clauses begin, in folded characters → the place in ``copy.text``, and what speaks for a larger break."""
    breaks = set(copy.breaks)
    starts: dict[int, tuple[int, float]] = {0: (0, 0.0)}
    for k in range(1, len(offsets)):
        at = offsets[k - 1] + 1
        if at < offsets[k] or at in breaks:
            between = copy.text[at : offsets[k]]
            while at < offsets[k] and copy.text[at] in _CLOSING:
                at += 1
            starts[k] = (at, 5.0 if at in breaks else 2.0 if _STOP & set(between) else 0.0)
    return starts


def _seam(base: str, k: int, whole: str, j: int) -> int:
    """How well base text split at ``k`` agrees on both sides with the translation split at ``j``."""
    reach = int(_CONTEXT * _STRETCHED)
    left = LCSseq.similarity(base[max(0, k - _CONTEXT) : k], whole[max(0, j - reach) : j])
    return left + LCSseq.similarity(base[k : k + _CONTEXT], whole[j : j + reach])
