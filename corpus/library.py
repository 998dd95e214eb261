"""All texts that are held, as units that can be indexed, served and cited.

library = load()
library.by_ref("5.17.1")         the clause in every witness
library.commentary("5.17.1")     what is said about it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from corpus import canon as canons
from corpus.answers import book as answers
from corpus.answers.book import Book, Row
from corpus.answers.generate import Sources, generated
from corpus.answers.talks import question_files, questions
from corpus.apparatus.apparatus import Apparatus, apparatus_of
from corpus.apparatus.judged import faulty, judgements
from corpus.canon import Canon
from corpus.errors import CorpusError
from corpus.fold import CLASSES, fold
from corpus.leaves import PAGES, Beginning, Leaves, read_pages
from corpus.model import Unit
from corpus.people import Commentator, commentators
from corpus.pieces import cut
from corpus.resolve import Resolver
from corpus.rites.data import ROOT as RITES
from corpus.rites.data import Rites
from corpus.rites.glossary import load as load_glossary
from corpus.rites.parallels import Parallel, Parallels
from corpus.rites.parallels import load as load_parallels
from corpus.texts import TEXTS, Entry, Work, fingerprint, read_texts, read_works

LIMIT = 300
"""The longest passage that is served, in characters."""


@dataclass(frozen=True)
class Library:
    """The canon, the works, all units in reading order, the rites as data and their parallels.

    ``hash`` changes when any text does. ``core`` is the library that this one widens by editions
    (:mod:`corpus.editions.shelf`); ``provisional`` are the chapters that an edition divides, ``beside`` those,
    and all others that only editions hold; ``printed`` says of each page of the editions which clauses stand on it.
    """

    canon: Canon
    works: dict[str, Work]
    commentators: dict[str, Commentator]
    units: tuple[Unit, ...]
    strays: tuple[Entry, ...]
    hash: str
    rites: Rites = field(default_factory=lambda: Rites({}, {}, {}))
    pages: dict[str, tuple[Beginning, ...]] = field(default_factory=dict)
    pairs: Parallels = field(default_factory=Parallels)
    core: Library | None = None
    provisional: frozenset[int] = frozenset()
    beside: frozenset[int] = frozenset()
    printed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    book: Book = field(default_factory=lambda: Book({}))

    @cached_property
    def _by_ref(self) -> dict[str, tuple[Unit, ...]]:
        grouped: dict[str, list[Unit]] = {}
        for unit in self.units:
            for ref in dict.fromkeys((unit.ref, unit.whole_ref)):
                grouped.setdefault(ref, []).append(unit)
        return {ref: tuple(units) for ref, units in grouped.items()}

    @cached_property
    def _by_clause(self) -> dict[str, tuple[Unit, ...]]:
        grouped: dict[str, list[Unit]] = {}
        order = {ref: at for at, ref in enumerate(self.canon.clauses)}
        refs = list(order)
        for unit in self.units:
            if "#" in unit.ref:
                first = unit.base_ref
                last = unit.through or first
                run = refs[order[first] : order[last] + 1] if first in order and last in order else [first]
                for ref in run:
                    grouped.setdefault(ref, []).append(unit)
        return {ref: tuple(units) for ref, units in grouped.items()}

    @cached_property
    def resolver(self) -> Resolver:
        """Resolves what people type against what is held."""
        comments = (unit for unit in self.units if "#" in unit.ref)
        return Resolver(self.canon, {ref for unit in comments for ref in (unit.ref, unit.whole_ref)}, self.leaves)

    @cached_property
    def leaves(self) -> Leaves:
        """The pages of the editions that have them."""
        return Leaves(self.units, self.pages, self.printed)

    @cached_property
    def apparatus(self) -> Apparatus:
        """Where the witnesses part, and how; put together when it is first asked for. Editions are not collated."""
        if self.core is not None:
            return self.core.apparatus
        return apparatus_of(self.canon, self.works, self.units)

    def by_ref(self, ref: str) -> tuple[Unit, ...]:
        """The units with this reference in every witness; a comment's without piece gives all its pieces."""
        return self._by_ref.get(ref, ())

    @cached_property
    def _faulty(self) -> frozenset[tuple[str, str]]:
        return faulty(judgements())

    def sound(self, unit: Unit) -> bool:
        """Whether a unit may be quoted as it is: a clause in which its witness has no slip, error or damage.

        ``corpus/apparatus/differences.tsv`` says which have; commentary is always sound.
        """
        return (unit.ref, unit.witness) not in self._faulty

    def soundest(self, unit: Unit, script: str = "Hant", admits: Callable[[Unit], bool] = lambda _: True) -> Unit:
        """The unit to quote in place of one that was found: of the same clause, from a sound witness before all, then
        from one in the reader's script (``Hant`` or ``Hans``); the unit itself where none is better.

        A comment is only ever quoted from another witness where its words are the same.
        """
        folded = fold(unit.text)
        same = [u for u in self.by_ref(unit.ref) if u.ref == unit.ref and admits(u)]
        like = [u for u in same if unit.layer.is_base or fold(u.text) == folded]
        return min(
            (unit, *like), key=lambda u: (not self.sound(u), self.works[u.witness].script != script, u.key != unit.key)
        )

    def commentary(self, ref: str) -> tuple[Unit, ...]:
        """All comment units on a clause (also those on a run that covers it), or on the head of a chapter ("5")."""
        return self._by_clause.get(ref, ())

    def parallels(self, ref: str) -> tuple[Parallel, ...]:
        """What corresponds to a clause, a phase or a chapter in another rite, or in another part of the same."""
        return self.pairs.of(ref)


def load(packs: Sequence[Path] = (), texts: Path = TEXTS) -> Library:
    """Read the canon, the default texts and local packs (folders of the same form); CorpusError names what is wrong."""
    canon = canons.load()
    works: dict[str, Work] = {}
    entries: list[Entry] = []
    for folder in (texts, *packs):
        works = {**read_works(folder), **works}
        entries.extend(read_texts(folder))
    names = {slug: c.name_hant for slug, c in commentators().items()}
    held = [e for e in entries if e.ref != "-"]
    units = tuple(unit for entry in held for unit in units_of(entry, canon, names))
    keys = [unit.key for unit in units]
    if len(set(keys)) != len(keys):
        raise CorpusError(f"two units are named {next(k for k in keys if keys.count(k) > 1)}")
    rendered = (RITES.glob(f"*.{table}.tsv") for table in ("renderings", "notes"))
    made_from = (answers.ROOT / "generate.py", *(RITES / f"{n}.tsv" for n in ("glossary", "parallels")))
    digest = fingerprint(
        (canons.ROOT, texts, *packs), (*chain(*rendered), *answers.files(), *question_files(), *made_from, CLASSES)
    )
    pages = {
        witness: own
        for folder in (PAGES, *(pack / "pages" for pack in packs))
        for witness, own in read_pages(folder).items()
    }
    strays = tuple(e for e in entries if e.ref == "-")
    library = Library(canon, works, commentators(), units, strays, digest, Rites.load(), pages, load_parallels())
    return replace(library, book=_book(library))


def _book(library: Library) -> Book:
    """The written rows and those that follow from the data; a written row stands in place of one made."""
    written = answers.load().rows
    texts: dict[str, tuple[Unit, ...]] = {}
    for unit in sorted(library.units, key=lambda u: library.works[u.witness].script != "Hant"):
        for ref in dict.fromkeys((unit.ref, unit.whole_ref)):
            texts[ref] = (*texts.get(ref, ()), unit)
    sources = Sources(library.canon, library.rites, load_glossary(), library.pairs, texts)
    made = {row.id: row for row in generated(sources)}
    rows = {**made, **written}
    asked = _questions()
    return Book({id: _asked_for(row, asked) for id, row in rows.items()})


def _questions() -> dict[str, list[tuple[str, str]]]:
    """Language and text of the questions in people's words that ask one thing, by the row that answers it first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for one in questions():
        if len(one.parts) == 1:
            found.setdefault(one.parts[0][0], []).append((one.lang, one.question))
    return found


def _asked_for(row: Row, asked: dict[str, list[tuple[str, str]]]) -> Row:
    own = dict.fromkeys(asked.get(row.id, ()))
    english = tuple(text for lang, text in own if lang == "en")
    return replace(row, people_zh=tuple(text for lang, text in own if lang != "en"), people_en=english) if own else row


def units_of(entry: Entry, canon: Canon, names: dict[str, str]) -> Iterable[Unit]:
    """The units of one entry: itself where it is short enough, its pieces where it is not."""
    base = entry.ref.split("#")[0]
    numbers = base.split(".")
    if base not in canon.clauses and not (len(numbers) == 1 and base.isdecimal()):
        raise CorpusError(f"{entry.witness}.tsv: {entry.ref} stands at no clause of the canon")
    spans = cut(entry.text, entry.layer, LIMIT) if "#" in entry.ref else ((0, len(entry.text)),)
    for number, (start, end) in enumerate(spans, 1):
        yield Unit(
            ref=entry.ref if len(spans) == 1 else f"{entry.ref}.{number}",
            layer=entry.layer,
            witness=entry.witness,
            text=entry.text[start:end],
            chapter=int(numbers[0]),
            phase=int(numbers[1]) if len(numbers) == 3 else 0,
            clause=numbers[2] if len(numbers) == 3 else "",
            commentator=names.get(entry.commentator),
            extents=_slice(entry.extents, start, end),
            through=entry.through,
        )


def _slice(extents: tuple[tuple[int, int], ...], start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The part of source extents that stored characters ``[start, end)`` come from."""
    found: list[tuple[int, int]] = []
    at = 0
    for first, last in extents:
        low, high = max(start, at), min(end, at + last - first)
        if low < high:
            found.append((first + low - at, first + high - at))
        at += last - first
    return tuple(found)
