"""From a reader's stretches to the frozen texts: clause by clause, comment by comment, with references.

This runs when a witness is added or a reader is corrected, not when the service starts; what it writes
(``corpus/texts/WITNESS.tsv``) is reviewed and committed.

    python -m corpus.extract FOLDER         read the five sources in FOLDER/seeds and the juan of KR1d0028 in
                                            FOLDER/kanripo, and write corpus/texts
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from rapidfuzz import fuzz

from corpus import canon as canons
from corpus.align import owners
from corpus.canon import Canon
from corpus.fold import fold
from corpus.model import Layer, Reading, Stretch
from corpus.readers import jishi, shuzhu, tongjie, webpage, zhushu, zhushu_siku
from corpus.sources import sources, text_of
from corpus.texts import Entry, slug_of, write_texts

READERS: dict[str, Callable[[str, Canon], Reading]] = {
    "zhushu": zhushu.read,
    "jishi": jishi.read,
    "shuzhu": shuzhu.read,
    "tongjie": tongjie.read,
    "tongxing": webpage.read,
    "zhushu-siku": zhushu_siku.read,
}
"""Reader by witness. The order decides whose division of notes gives the ordinals."""
HELD_FROM = {"zhushu-siku": {5: 28}}
"""Chapter → the phase from which a source is held; other witnesses have what stands before it."""
HELD_ALSO = {"zhushu-siku": ("5.5.17",)}
"""Clauses before it whose note the other witnesses lack."""

MODERN = frozenset(layer for layer in Layer if layer.is_modern)
SAME_NOTE = 60.0
"""Likeness (0 to 100, folded, shorter in longer) from which two witnesses' notes are one comment."""


@dataclass(frozen=True)
class Cut:
    """A place where a comment stands inside a clause of the canon: the canon wants a finer cut there."""

    witness: str
    clause: str
    before: str
    after: str


def entries(witness: str, reading: Reading, canon: Canon) -> tuple[list[Entry], list[Cut]]:
    """All base text and comments of one source as entries, comments still without ordinals."""
    found: list[Entry] = []
    cuts: list[Cut] = []
    for chapter, copy in dict.fromkeys((s.chapter, s.copy) for s in reading.stretches):
        run = [s for s in reading.stretches if (s.chapter, s.copy) == (chapter, copy)]
        name = witness if copy in ("", "a", "other") else f"{witness}-{copy}"
        if copy == "other":
            found.extend(_stray(name, s) for s in run)
            continue
        base = [s for s in run if s.layer.is_base]
        owner = _owner_of(base, chapter, canon)
        found.extend(_base_entries(name, base, owner, canon))
        for comment in (s for s in run if not s.layer.is_base):
            entry = _comment_entry(name, comment, base, owner, canon)
            found.append(entry)
            cuts.extend(_inner_cut(entry, comment, base, owner))
    return found, cuts


def _owner_of(base: Sequence[Stretch], chapter: int, canon: Canon) -> list[str | None]:
    """Owner of every base character. 記 that a compiler moved under the phases it explains is placed by content."""
    clauses = canon.chapters[chapter].clauses
    moved = any(a.layer is Layer.JI and b.layer is Layer.JING for a, b in pairwise(base))
    if not moved:
        return owners(clauses, "".join(s.text for s in base))
    main = owners([c for c in clauses if c.layer is Layer.JING], "".join(s.text for s in base if s.layer is Layer.JING))
    record = [c for c in clauses if c.layer is Layer.JI]
    owner: list[str | None] = []
    at = 0
    for stretch in base:
        if stretch.layer is Layer.JING:
            owner.extend(main[at : at + len(stretch.text)])
            at += len(stretch.text)
        else:
            best = max(record, key=lambda c: fuzz.partial_ratio(fold(stretch.text), fold(c.text)))
            near = record[max(0, record.index(best) - 2) : record.index(best) + 3]
            placed = owners(near, stretch.text)
            owner.extend(placed if any(placed) else [best.ref] * len(stretch.text))
    return owner


def _base_entries(witness: str, base: Sequence[Stretch], owner: Sequence[str | None], canon: Canon) -> Iterable[Entry]:
    text = "".join(s.text for s in base)
    offsets = tuple(at for s in base for at in s.offsets)
    for ref in dict.fromkeys(owner):
        own = [i for i, o in enumerate(owner) if o == ref]
        if own and ref is None:
            raise ValueError(f"{witness}: no clause for {''.join(text[i] for i in own)[:40]}")
        if ref is not None:
            stretch = Stretch(canon.clauses[ref].layer, "".join(text[i] for i in own), tuple(offsets[i] for i in own))
            yield Entry(ref, "", stretch.layer, "", witness, stretch.text, stretch.extents)


def _comment_entry(
    witness: str, comment: Stretch, base: Sequence[Stretch], owner: Sequence[str | None], canon: Canon
) -> Entry:
    slug = slug_of(comment.commentator, comment.layer)
    if not owner or (comment.anchor == 0 and comment.layer is not Layer.JINYI):
        ref, through = _before(owner[0] if owner else None, comment.chapter, canon), ""
    elif comment.layer is Layer.JINYI:  # anchored where the run it translates begins
        ref, through = owner[min(comment.anchor, len(owner) - 1)] or str(comment.chapter), ""
    else:
        last = owner[comment.anchor - 1] or str(comment.chapter)
        first = _run_start(comment, base, owner) or last
        ended = _ended(comment, base, owner) or last
        if comment.run:
            first, run_ends = (owner[at] or last for at in (comment.run[0], comment.run[1] - 1))
            last = ended if comment.run[1] == comment.anchor else run_ends
        elif first == last:
            first = last = ended
        ref, through = (first, last) if first != last else (last, "")
    return Entry(f"{ref}#{slug}", through, comment.layer, slug, witness, comment.text, comment.extents)


def _before(first: str | None, chapter: int, canon: Canon) -> str:
    """Where a comment before all base text stands: the head of the chapter, or, in a fragment that begins in the
    middle of it, the clause before the first one it has."""
    refs = [clause.ref for clause in canon.chapters[chapter].clauses]
    at = refs.index(first) if first in refs else 0
    return refs[at - 1] if at else str(chapter)


def _run_start(comment: Stretch, base: Sequence[Stretch], owner: Sequence[str | None]) -> str | None:
    """The clause in which the run a comment names as its object begins, where its lemma says so."""
    if comment.lemma is None:
        return None
    before = _stretch_before(comment.anchor, base)
    at = fold(before).find(fold(comment.lemma[0]))
    return owner[comment.anchor - len(before)] if before and at == 0 else None


def _ended(comment: Stretch, base: Sequence[Stretch], owner: Sequence[str | None]) -> str | None:
    """The clause a comment explains that stands inside another one, behind words that go back into the clause before:
    other editions print the comment where that one ends."""
    at = comment.anchor
    if comment.layer in MODERN or at >= len(owner) or owner[at - 1] != owner[at]:
        return None
    before = at - len(_stretch_before(at, base))
    here = owner.index(owner[at])
    return owner[here - 1] if before < here else None


def _stretch_before(at: int, base: Sequence[Stretch]) -> str:
    """The base text that stands between the comment before and a comment at ``at``."""
    end = 0
    for stretch in base:
        start, end = end, end + len(stretch.text)
        if start < at <= end:
            return stretch.text[: at - start]
    return ""


def _inner_cut(entry: Entry, comment: Stretch, base: Sequence[Stretch], owner: Sequence[str | None]) -> Iterable[Cut]:
    at = comment.anchor
    if comment.layer in MODERN or not 0 < at < len(owner) or owner[at - 1] != owner[at]:
        return
    if owner[at] not in (entry.ref.split("#")[0], entry.through) or not _wanted(entry):
        return
    text = "".join(s.text for s in base)
    first, last = owner.index(owner[at]), len(owner) - 1 - owner[::-1].index(owner[at])
    if fold(text[first:at]) and fold(text[at : last + 1]):
        yield Cut(entry.witness, str(owner[at]), text[first:at], text[at : last + 1])


def _stray(witness: str, stretch: Stretch) -> Entry:
    """Text of another book that a compiler sets among the clauses: kept, without a canonical reference."""
    slug = "" if stretch.layer.is_base else slug_of(stretch.commentator, stretch.layer)
    return Entry("-", "", stretch.layer, slug, witness, stretch.text, stretch.extents)


def number(found: Sequence[Entry]) -> list[Entry]:
    """Give comments their ordinals: one comment in several witnesses is one ordinal at one clause.

    Entries come witness by witness in the order of READERS; the first witness that prints a note numbers it.
    """
    numbered: list[Entry] = []
    known: dict[tuple[str, str], list[Entry]] = {}
    count: dict[str, int] = {}
    for entry in found:
        if "#" not in entry.ref:
            numbered.append(entry)
            continue
        clause = entry.ref.split("#")[0]
        here = {clause, entry.through} - {""}
        same = _same_note(entry, [k for c in here for k in known.get((c, entry.commentator), [])])
        if same is None:
            count[entry.ref] = count.get(entry.ref, 0) + 1
            named = replace(entry, ref=f"{entry.ref}.{count[entry.ref]}")
        else:
            named = replace(entry, ref=same.ref, through=same.through)
        for c in here:
            known.setdefault((c, entry.commentator), []).append(named)
        numbered.append(named)
    return numbered


def _same_note(entry: Entry, candidates: Sequence[Entry]) -> Entry | None:
    others = [c for c in candidates if c.witness != entry.witness]
    scored = [(fuzz.partial_ratio(fold(entry.text), fold(c.text)), c) for c in others]
    score, best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best if score >= SAME_NOTE else None


def extract(folder: Path, canon: Canon) -> tuple[list[Entry], list[Cut]]:
    """Read all sources of a folder; modern layers are left out. FileNotFoundError names what is missing."""
    found: list[Entry] = []
    cuts: list[Cut] = []
    for witness, files in sources(folder).items():
        new, inner = entries(witness, READERS[witness](text_of(files), canon), canon)
        found.extend(e for e in new if e.layer not in MODERN and _wanted(e))
        cuts.extend(inner)
    return number(found), cuts


def _wanted(entry: Entry) -> bool:
    """Whether an entry is among what is held of its source."""
    numbers = [int(n) for n in re.findall(r"\d+", entry.ref)[:2]]
    held = len(numbers) < 2 or numbers[1] >= HELD_FROM.get(entry.witness, {}).get(numbers[0], 1)
    return held or entry.ref.split("#")[0] in HELD_ALSO.get(entry.witness, ())


def main() -> None:
    """Write ``corpus/texts`` from the folder named as the only argument; report where the canon is too coarse."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found, cuts = extract(Path(sys.argv[1]), canons.load())
    for file, size in write_texts(found).items():
        print(f"{file}: {size} entries")
    for cut in cuts:
        print(f"finer cut wanted at {cut.clause} ({cut.witness}): {cut.before}|{cut.after}")


if __name__ == "__main__":
    main()
