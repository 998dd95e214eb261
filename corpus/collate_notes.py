"""Write ``corpus/apparatus/notes.tsv`` anew: where other editions differ in 鄭玄's notes. What editors said is kept.

    python -m corpus.collate_notes KANRIPO

where KANRIPO holds the editions (``KR1d0026/KR1d0026_007.txt``). Compared are the notes of the witness ``zhushu-siku``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rapidfuzz.distance import LCSseq

from corpus import canon as canons
from corpus.apparatus.collation import Kind, Text, collate
from corpus.apparatus.controls import CONTROLS, Control, read_control
from corpus.apparatus.notes import LIST, WITNESS, Difference, NoteJudged, NotePlace, agreement, notes, write
from corpus.canon import Canon
from corpus.fold import fold
from corpus.model import chapter_of
from corpus.texts import Entry, read_texts


def own_notes() -> list[Entry]:
    """鄭玄's notes in the witness that is compared, in the order of the text."""
    return [e for e in read_texts() if e.witness == WITNESS and e.commentator == "zheng"]


def places(held: Sequence[Entry], control: Control, canon: Canon) -> Iterator[tuple[NotePlace, Difference]]:
    """Every place where a control differs, clause by clause; where leaves of it are missing, what it lacks is one."""
    by_clause: dict[str, list[Entry]] = {}
    for entry in held:
        by_clause.setdefault(entry.through or entry.ref.split("#")[0], []).append(entry)
    for group in _groups(list(by_clause), control, canon):
        entries = [entry for ref in group for entry in by_clause[ref]]
        ours = "".join(entry.text for entry in entries)
        theirs = control.notes.get(group[0], "") if group[0] in control.clauses else ""
        gap = len(group) > 1 or not theirs
        for found in _differences(ours, theirs, gap):
            yield from _place(entries, found, control.name)


def _groups(refs: Sequence[str], control: Control, canon: Canon) -> Iterator[list[str]]:
    """The clauses that have notes, one by one; with each those after it that the control lacks with their leaves."""
    group: list[str] = []
    for ref in refs:
        lost = ref not in control.clauses or (ref not in control.notes and not _alone(ref, control, canon))
        if group and not lost:
            yield group
            group = []
        group.append(ref)
    if group:
        yield group


def _alone(ref: str, control: Control, canon: Canon) -> bool:
    """Whether the control has the clause after this one, so that no leaf is missing here."""
    refs = list(canon.clauses)
    after = refs[refs.index(ref) + 1 : refs.index(ref) + 2]
    return all(one in control.clauses for one in after)


_Found = tuple[int, str, str, Difference]
"""Where in the notes something differs, the words there, what the control has, and the kind."""


def _differences(ours: str, theirs: str, gap: bool) -> Iterator[_Found]:
    """Every difference between the notes of some clauses; across a gap theirs are the beginning and the end of ours."""
    if not gap:
        parts = [(0, ours, theirs)]
    else:
        cut = max(range(len(theirs) + 1), key=lambda k: _likeness(ours, theirs, k))
        rest = len(ours) - (len(theirs) - cut)
        yield cut, ours[cut:rest], "", Difference.LACUNA
        parts = [(0, ours[:cut], theirs[:cut]), (rest, ours[rest:], theirs[cut:])]
    for start, own, other in parts:
        for d in collate(Text(own), Text(other)):
            if d.kind is not Kind.VARIANT_CHARACTER:
                yield start + d.base_span[0], d.base, d.other, Difference(d.kind.value)


def _likeness(ours: str, theirs: str, cut: int) -> int:
    rest = len(theirs) - cut
    head = LCSseq.similarity(fold(ours[:cut]), fold(theirs[:cut]))
    return head + (LCSseq.similarity(fold(ours[-rest:]), fold(theirs[cut:])) if rest else 0)


def _place(entries: Sequence[Entry], found: _Found, edition: str) -> Iterator[tuple[NotePlace, Difference]]:
    """A place in several notes set together as a place in each of those it touches."""
    at, words, reading, kind = found
    start = 0
    for number, entry in enumerate(entries, 1):
        end = start + len(entry.text)
        own = words[max(0, start - at) : max(0, end - at)]
        inside = start <= at < end or (at == end and number == len(entries))
        if own or (inside and not words):
            yield NotePlace(entry.ref, max(at, start) - start, edition, own, reading if inside else ""), kind
        start = end


def collate_all(kanripo: Path, known: Mapping[NotePlace, NoteJudged]) -> list[tuple[NotePlace, NoteJudged]]:
    """Every place with what the list says of it; new ones with the computed class."""
    canon = canons.load()
    held = own_notes()
    found: list[tuple[NotePlace, NoteJudged]] = []
    for name in CONTROLS:
        for chapter in dict.fromkeys(chapter_of(entry.ref) for entry in held):
            control = read_control(kanripo / name, canon.chapters[chapter])
            own = [entry for entry in held if entry.ref.startswith(f"{chapter}.")]
            found.extend((place, known.get(place, NoteJudged(kind))) for place, kind in places(own, control, canon))
    order = {entry.ref: at for at, entry in enumerate(held)}
    return sorted(found, key=lambda one: (order[one[0].comment], one[0].at, one[0].edition))


def main() -> None:
    """Write the list; the only argument is the folder of the editions."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = collate_all(Path(sys.argv[1]), notes() if LIST.exists() else {})
    sizes = write(found)
    texts = [entry.text for entry in own_notes()]
    for name in CONTROLS:
        print(f"{name}: {sizes[name]} places, {agreement(texts, dict(found), name):.2%} agree")


if __name__ == "__main__":
    main()
