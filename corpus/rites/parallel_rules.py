"""What must hold of the parallels: pairs lead somewhere, notes are worded and rest on both sides, nothing crosses."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, pairwise

from corpus.canon import Canon
from corpus.check import Finding
from corpus.model import chapter_of
from corpus.rites.data import Rites
from corpus.rites.glossary import Glossary
from corpus.rites.pairing import paired
from corpus.rites.parallels import ClausePair, Pair, Parallels, Status, order, phase_of
from corpus.script import is_simplified_only

LONGEST = {"zh": 110, "en": 330}
"""Characters of a note at the most: it has to stand in an answer beside what it rests on."""


def problems(parallels: Parallels, canon: Canon, glossary: Glossary) -> Iterator[Finding]:
    """Every finding about the two tables."""
    phases = {phase_of(ref) for ref in canon.clauses} | {ref.split(".")[0] for ref in canon.clauses}
    seen: set[frozenset[str]] = set()
    for pair in parallels.pairs:
        place = f"rites/parallels.tsv {pair.left} {pair.right}"
        both = frozenset((pair.left, pair.right))
        if both in seen:
            yield Finding(place, "stands twice")
        seen.add(both)
        yield from (Finding(place, problem) for problem in chain(_led(pair, phases), _worded(pair, canon)))
        for role in chain.from_iterable(pair.roles):
            if not glossary.find(role, "role"):
                yield Finding(place, f"{role} is no role of the glossary")
    yield from _clauses(parallels, canon, seen)


def _led(pair: Pair, phases: Collection[str]) -> Iterator[str]:
    if missing := [ref for ref in (pair.left, pair.right) if ref not in phases]:
        yield f"names {', '.join(missing)}, which is no phase and no chapter"
    elif ("." in pair.left) != ("." in pair.right):
        yield "pairs a chapter with a phase"
    elif order(pair.left) >= order(pair.right):
        yield "the right one stands before the left one"


def _worded(pair: Pair, canon: Canon) -> Iterator[str]:
    """A note stands in both languages, in one sentence or two, and rests on clauses of both sides."""
    if len({bool(pair.note_zh), bool(pair.note_en), bool(pair.basis)}) > 1:
        yield "a note stands in both languages and has its basis"
    if pair.note_zh and (pair.note_zh[-1] != "。" or pair.note_en[-1:] != "."):
        yield "a note ends with a full stop"
    if simplified := sorted(set(filter(is_simplified_only, pair.note_zh))):
        yield f"has characters of simplified script: {''.join(simplified)}"
    if any(char.isascii() and char.isalpha() for char in pair.note_zh):
        yield "has Latin letters in its Chinese"
    if len(pair.note_zh) > LONGEST["zh"] or len(pair.note_en) > LONGEST["en"]:
        yield f"has a note longer than {LONGEST['zh']} characters, or {LONGEST['en']} in English"
    if missing := [ref for ref in pair.basis if ref not in canon.clauses]:
        yield f"rests on {', '.join(missing)}, where nothing stands"
    for side in (pair.left, pair.right):
        if pair.basis and not any(ref.split(".")[0] == side.split(".")[0] for ref in pair.basis):
            yield f"rests on nothing in the chapter of {side}"


def _clauses(parallels: Parallels, canon: Canon, pairs: Collection[frozenset[str]]) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    aligned: dict[tuple[str, str], list[ClausePair]] = {}
    for one in parallels.clauses:
        place = f"rites/parallel_clauses.tsv {one.left} {one.right}"
        phases = phase_of(one.left), phase_of(one.right)
        if missing := [ref for ref in (one.left, one.right) if ref not in canon.clauses]:
            yield Finding(place, f"names {', '.join(missing)}, where nothing stands")
        elif frozenset(phases) not in pairs:
            yield Finding(place, f"{' and '.join(phases)} are no pair of parallels.tsv")
        if (one.left, one.right) in seen:
            yield Finding(place, "stands twice")
        if not 0 <= one.similarity <= 1:
            yield Finding(place, f"its similarity is {one.similarity}, should be from 0 to 1")
        seen.add((one.left, one.right))
        if one.status is Status.ALIGNED:
            aligned.setdefault(phases, []).append(one)
    for own in aligned.values():
        own.sort(key=lambda one: (order(one.left), order(one.right)))
        for before, after in pairwise(own):
            if order(after.right) < order(before.right) and after.left != before.left:
                yield Finding(f"rites/parallel_clauses.tsv {after.left} {after.right}", f"crosses {before.left}")


def doubts(parallels: Parallels, canon: Canon, rites: Rites) -> Iterator[Finding]:
    """Pairs of clauses that would be others if they were computed today, since texts or steps have changed."""
    if not {chapter_of(pair.left) for pair in parallels.pairs} <= set(rites.chapters):
        return
    held = {(one.left, one.right) for one in parallels.clauses}
    now = {(one.left, one.right) for one in paired(parallels, canon, rites)}
    for left, right in sorted(held ^ now, key=lambda pair: (order(pair[0]), order(pair[1]))):
        word = "is computed no longer" if (left, right) in held else "is computed now"
        where = f"rites/parallel_clauses.tsv {left} {right}"
        yield Finding(where, f"{word}; read it, then run python -m corpus.rites.pairing")
