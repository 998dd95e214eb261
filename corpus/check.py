"""The validator behind ``wenli corpus check``: what must hold of the frozen data, told line by line.

findings = check()          an empty tuple where everything holds
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from corpus import canon as canons
from corpus.apparatus.judged import judgements, places
from corpus.apparatus.notes import WITNESS, notes
from corpus.apparatus.reported import reported
from corpus.canon import Canon, Chapter, Phase
from corpus.errors import CorpusError
from corpus.fold import fold, is_han
from corpus.ref import Ref, clause_order, parse
from corpus.texts import TEXTS, Entry, Work, read_texts, read_works

MARKS = frozenset("，。；：、？！「」『』《》")
"""The punctuation the canon may use, besides Han characters."""
PAIRS = ("「」", "『』", "《》")
ENDS = frozenset("，。；：、？！」』》")


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, and where: ``Finding("canon/05.tsv 5.21.3", "“,” is not full-width")``."""

    place: str
    problem: str


def check(canon_root: Path = canons.ROOT, texts: Path = TEXTS) -> tuple[Finding, ...]:
    """Every finding about the canon and the texts."""
    try:
        canon = canons.load(canon_root)
        works = read_works(texts)
        entries = read_texts(texts)
    except (CorpusError, OSError, csv.Error) as error:
        return (Finding("corpus", str(error)),)
    findings = (*_canon(canon), *_entries(entries, canon), *_works(works, entries), *_coverage(entries, canon))
    own = canon_root == canons.ROOT and texts == TEXTS
    return (*findings, *_apparatus(canon)) if own and not findings else findings


def _apparatus(canon: Canon) -> Iterator[Finding]:
    """The list of differences is what the texts say, and every remark is on words of its clause."""
    try:
        listed = judgements()
        for _ in reported(canon):
            pass
    except CorpusError as error:
        yield Finding("apparatus", str(error))
        return
    yield from _notes(read_texts())
    for place in {p for p, _ in places(canon)} ^ listed.keys():
        where = f"apparatus/differences.tsv {place.ref}@{place.witness}"
        yield Finding(where, f"{place.canon or '∅'} → {place.reading or '∅'}: run python -m corpus.collate")


def _notes(entries: Iterable[Entry]) -> Iterator[Finding]:
    """The words that other editions have otherwise stand where the list of them says, in a note that is held."""
    texts = {(entry.witness, entry.ref): entry.text for entry in entries}
    for place in notes():
        text = texts.get((WITNESS, place.comment), "")
        if not text.startswith(place.held, place.at) or place.at > len(text):
            where = f"apparatus/notes.tsv {place.comment}"
            yield Finding(
                where, f"{place.held or '∅'} is not at character {place.at}: run python -m corpus.collate_notes"
            )


def _canon(canon: Canon) -> Iterator[Finding]:
    for chapter in canon.held:
        yield from _chapter(chapter)
        for phase in chapter.phases:
            yield from _phase(phase)


def _chapter(chapter: Chapter) -> Iterator[Finding]:
    place = f"canon/{chapter.number:02}.tsv"
    if [p.number for p in chapter.phases] != list(range(1, len(chapter.phases) + 1)):
        yield Finding("canon/phases.tsv", f"phases of chapter {chapter.number} are not numbered from 1 without gaps")
    refs = [clause.ref for clause in chapter.clauses]
    for ref, times in Counter(refs).items():
        if times > 1:
            yield Finding(place, f"{ref} stands {times} times")
    for clause in chapter.clauses:
        if not re.fullmatch(r"[1-9]\d*[a-z]?", clause.label):
            yield Finding(f"{place} {clause.ref}", f"“{clause.label}” is not a clause label")


def _phase(phase: Phase) -> Iterator[Finding]:
    place = f"canon/{phase.chapter:02}.tsv {phase.ref}"
    if not phase.clauses:
        yield Finding(place, "the phase has no clause")
    for before, after in pairwise(phase.clauses):
        (a, x), (b, y) = clause_order(before.label), clause_order(after.label)
        if not ((b == a + 1 and not y) or (a == b and (x, y) in _letters())):
            yield Finding(place, f"{before.ref} is followed by {after.ref}")
    whole = "".join(clause.text for clause in phase.clauses)
    for opening, closing in (tuple(pair) for pair in PAIRS):
        if whole.count(opening) != whole.count(closing):
            yield Finding(place, f"{whole.count(opening)} {opening} but {whole.count(closing)} {closing}")
    for clause in phase.clauses:
        strange = sorted({c for c in clause.text if not is_han(c) and c not in MARKS})
        if strange:
            yield Finding(place, f"{clause.ref} has {' '.join(strange)}, which is neither Han nor a full-width mark")
        if not fold(clause.text) or clause.text[-1] not in ENDS:
            yield Finding(place, f"{clause.ref} has no text or no mark at its end")


def _letters() -> set[tuple[str, str]]:
    letters = ["", *map(chr, range(ord("a"), ord("z") + 1))]
    return set(pairwise(letters))


def _entries(entries: Sequence[Entry], canon: Canon) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        place = f"texts/{entry.witness}.tsv {entry.ref}"
        if entry.ref != "-":
            if (entry.witness, entry.ref) in seen:
                yield Finding(place, "stands twice")
            seen.add((entry.witness, entry.ref))
            yield from _reference(entry, canon, place)
        if sum(end - start for start, end in entry.extents) != len(entry.text):
            yield Finding(place, f"{len(entry.text)} characters, but its extents count another number")
        if any(a[1] > b[0] for a, b in pairwise(entry.extents)) and entry.layer.is_base is False:
            yield Finding(place, "its extents overlap or run backwards")


def _reference(entry: Entry, canon: Canon, place: str) -> Iterator[Finding]:
    ref = parse(entry.ref)
    if not isinstance(ref, Ref) or str(ref) != entry.ref:
        yield Finding(place, "is not a canonical reference")
        return
    at_clause = str(ref.base) in canon.clauses
    if not at_clause and not (ref.speaker and ref.phase is None):
        yield Finding(place, "stands at no clause of the canon")
    if entry.through and entry.through not in canon.clauses:
        yield Finding(place, f"runs through {entry.through}, which is no clause")
    if entry.layer.is_base != (ref.speaker is None):
        yield Finding(place, f"layer {entry.layer.value} does not go with this reference")
    if at_clause and entry.layer.is_base and canon.clauses[str(ref.base)].layer is not entry.layer:
        yield Finding(place, f"is {entry.layer.zh}, but its phase is {canon.clauses[str(ref.base)].layer.zh}")


def _works(works: dict[str, Work], entries: Sequence[Entry]) -> Iterator[Finding]:
    chapters: dict[str, set[int]] = {}
    for entry in entries:
        if entry.ref != "-":
            chapters.setdefault(entry.witness, set()).add(int(re.split(r"[.#]", entry.ref)[0]))
    for witness, work in works.items():
        if chapters.get(witness, set()) != set(work.chapters):
            yield Finding(f"texts/works.toml [{witness}]", f"says chapters {work.chapters}, the texts have others")
        if not re.fullmatch(r"[0-9a-f]{64}", work.sha256):
            yield Finding(f"texts/works.toml [{witness}]", "sha256 is not 64 hexadecimal digits")


def _coverage(entries: Iterable[Entry], canon: Canon) -> Iterator[Finding]:
    covered = {entry.ref for entry in entries}
    for ref in canon.clauses:
        if ref not in covered:
            yield Finding(f"canon {ref}", "no witness has this clause")
