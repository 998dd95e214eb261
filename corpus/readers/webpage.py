"""Reader of a scraped page: several copies of 鄉射禮 and 大射儀 interleaved, with a modern author's notes.

Every copy is kept with its own readings: "a" is the one with note numbers, "b", "c" … the plain ones in the order
they begin. Notes (今注), translation (今譯) and introductions (題解) stand with copy "a"; their author is not named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from corpus.align import owners
from corpus.canon import Canon
from corpus.errors import CorpusError
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers.webpage_copies import Copy, Page, Paragraph, take_apart
from corpus.readers.webpage_notes import (
    Note,
    agreement,
    likeness,
    mended,
    notes_of,
    place_notes,
    place_translation,
)

_DAMAGE = frozenset("■□●")
_ORDER = (Layer.TIJIE, Layer.JINZHU, Layer.JINYI)


def read(source: str, canon: Canon) -> Reading:
    """Read the page; CorpusError where notes or translation stand without a text they could belong to.

    A note's anchor is the place of its number, a translation's the *start* of the run it translates (see
    ``place_translation``), an introduction's 0. Base text comes paragraph by paragraph, cut at every anchor and
    where the 記 begins.

    >>> [s.text for s in read("乡射之礼。主人戒宾(1),宾出迎。\\n(1)甲:乙。", canon).stretches]
    ['乡射之礼。主人戒宾', '甲:乙。', ',宾出迎。']
    """
    page = take_apart(source, canon)
    runs = _attached(page)
    stretches: list[Stretch] = []
    for copy in page.copies:
        comments = list(_comments(copy, page, runs)) if copy.label == "a" else []
        stretches.extend(_in_order(copy, comments, _record_start(copy, canon)))
    return Reading(_kinds(source, page, [note for _, run in runs for note in run], stretches), tuple(stretches))


def unattached(source: str, canon: Canon) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """By chapter, the numbers as printed in copy "a" that no note bears, and the numbers of notes it does not print.

    A number out of its order that cannot be mended (see ``mended``) is among the former.
    """
    page = take_apart(source, canon)
    runs = _attached(page)
    found: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for copy in page.copies:
        if copy.label == "a":
            borne = {n for owner, run in runs if owner == copy for note in run for n in note.numbers}
            printed = [number for number, _ in copy.marks]
            meant = mended(printed)
            idle = tuple(p for p, m in zip(printed, meant, strict=True) if m not in borne)
            found[copy.chapter] = idle, tuple(sorted(borne.difference(m for m in meant if m)))
    return found


def _attached(page: Page) -> list[tuple[Copy, list[Note]]]:
    """Each run of notes with the copy whose words it explains."""
    runs = notes_of(page.notes)
    return [(max(_main_copies(page), key=partial(agreement, run)), run) for run in runs]


def _main_copies(page: Page) -> list[Copy]:
    main = [copy for copy in page.copies if copy.label == "a"]
    if not main:
        raise CorpusError("the page has notes or a translation, but no base text they could belong to")
    return main


def _comments(copy: Copy, page: Page, runs: Sequence[tuple[Copy, list[Note]]]) -> Iterator[Stretch]:
    """Introductions, notes and translation of one chapter."""
    for chapter, introduction in page.introductions:
        if chapter == copy.chapter:
            yield _comment(copy, Layer.TIJIE, introduction, 0)
    for owner, run in runs:
        if owner == copy:
            for note, at in zip(run, place_notes(run, copy), strict=True):
                yield Stretch(
                    Layer.JINZHU,
                    note.text,
                    note.offsets,
                    copy=copy.label,
                    chapter=copy.chapter,
                    lemma=note.lemma,
                    anchor=at,
                )
    for translation in page.translations:
        if max(_main_copies(page), key=partial(likeness, translation)) == copy:
            for paragraph, at in zip(translation, place_translation(translation, copy), strict=True):
                yield _comment(copy, Layer.JINYI, paragraph, at)


def _comment(copy: Copy, layer: Layer, paragraph: Paragraph, anchor: int) -> Stretch:
    kept = [i for i, char in enumerate(paragraph.text) if not char.isspace()]
    text = "".join(paragraph.text[i] for i in kept)
    offsets = tuple(paragraph.start + i for i in kept)
    return Stretch(layer, text, offsets, copy=copy.label, chapter=copy.chapter, anchor=anchor)


def _record_start(copy: Copy, canon: Canon) -> int:
    """The position in the copy's text where the 記 begins; its length where it has none."""
    refs = owners(canon.chapters[copy.chapter].clauses, copy.text)
    return next((i for i, ref in enumerate(refs) if ref and canon.clauses[ref].layer is Layer.JI), len(copy.text))


def _in_order(copy: Copy, comments: Sequence[Stretch], record: int) -> Iterator[Stretch]:
    """A copy's base text, cut at paragraphs, anchors and the 記, with every comment at its anchor."""
    waiting = sorted(comments, key=lambda c: (c.anchor, _ORDER.index(c.layer)))
    cuts = sorted({0, *copy.breaks, *(c.anchor for c in waiting), record, len(copy.text)})
    for start, end in pairwise([*cuts, len(copy.text)]):
        yield from (c for c in waiting if c.anchor == start)
        if start < end:
            layer = Layer.JI if start >= record else Layer.JING
            yield Stretch(layer, copy.text[start:end], copy.offsets[start:end], copy=copy.label, chapter=copy.chapter)


def _kinds(source: str, page: Page, notes: Sequence[Note], stretches: Sequence[Stretch]) -> str:
    """One letter a character: what no paragraph claims is blank, and furniture like the advertisements."""
    kinds = [Kind.FURNITURE.value] * len(source)
    for paragraph in page.headings:
        kinds[paragraph.start : paragraph.start + len(paragraph.text)] = Kind.HEADING.value * len(paragraph.text)
    for stretch in stretches:
        for at in stretch.offsets:
            kinds[at] = Kind.BASE.value if stretch.layer.is_base else Kind.COMMENT.value
    spans = [span for copy in page.copies for span in copy.marker_spans]
    spans += [note.marker for note in notes]
    spans += [(p.start, p.start + len(p.text)) for p in page.markers]
    for start, end in spans:
        kinds[start:end] = Kind.MARKER.value * (end - start)
    return "".join(Kind.DAMAGE.value if char in _DAMAGE else kind for char, kind in zip(source, kinds, strict=True))
