"""What the model learns from: pairs of texts that mean the same or answer each other, in groups.

A batch is drawn from one group, so that the other pairs of the batch, which must not be taken for the right one, come
from the same kind of passage: the rites repeat their formulae, and a negative from another book would be too easy.

The evaluation sets are never read here. Of the classical–modern pairs two books are kept aside (``HELD_OUT``).
"""

from __future__ import annotations

import lzma
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from opencc import OpenCC

from corpus.library import Library
from corpus.model import Unit
from index.context import Context, contexts

HELD_OUT = frozenset({"礼记", "周礼"})
"""Books of the classical–modern pairs that measure and never teach."""

_SHORTEST, _LONGEST = 4, 120
"""Characters of either side of a classical–modern pair that is used."""


class Pair(NamedTuple):
    """A text as it is asked and a text as it is stored."""

    query: str
    passage: str


@dataclass(frozen=True)
class Group:
    """Pairs from which whole batches are drawn."""

    name: str
    pairs: tuple[Pair, ...]


def own_groups(library: Library, seed: int) -> list[Group]:
    """What the corpus itself teaches, by chapter: questions and what answers them, renderings, comments.

    Chinese questions and renderings come in both scripts, by lot.
    """
    lot = random.Random(seed)  # noqa: S311 – a lot that comes out the same every time  # nosec B311
    around = dict(
        zip((u.key for u in library.units), contexts(library.units, library.canon, library.rites), strict=True)
    )
    found: list[Group] = []
    for chapter in sorted({unit.chapter for unit in library.units}):
        units = [unit for unit in library.units if unit.chapter == chapter]
        for name, pairs in (
            ("questions", _questions(library, units, around, lot)),
            ("renderings", _renderings(units, around, lot)),
            ("comments", _comments(units, lot)),
        ):
            if pairs:
                found.append(Group(f"{chapter}-{name}", tuple(dict.fromkeys(pairs))))
    return found


def _questions(
    library: Library, units: Sequence[Unit], around: Mapping[str, Context], lot: random.Random
) -> list[Pair]:
    places: dict[str, list[Unit]] = {}
    for unit in units:
        for ref in dict.fromkeys((unit.ref, unit.whole_ref)):
            places.setdefault(ref, []).append(unit)
    pairs = []
    for asked in library.book.asked:
        answers = [places[ref] for ref in asked.refs if ref in places]
        if not answers:
            continue
        zh, en = _either(asked.zh, lot), asked.en
        pairs += [Pair(zh, en), Pair(en, _either(asked.zh, lot)), Pair(zh, asked.zh)]
        for group in answers[:3]:
            unit = lot.choice(group)
            context = around[unit.key]
            pairs += [Pair(zh, unit.text), Pair(en, unit.text)]
            if context.renderings:
                pairs += [Pair(zh, context.renderings[0]), Pair(en, context.renderings[1])]
                pairs += [Pair(zh, context.renderings[1]), Pair(en, context.renderings[0])]
    return pairs


def _renderings(units: Sequence[Unit], around: Mapping[str, Context], lot: random.Random) -> list[Pair]:
    pairs = []
    for unit in units:
        for rendering in around[unit.key].renderings:
            pairs.append(Pair(_either(rendering, lot), unit.text))
            pairs.append(Pair(_either(unit.text, lot), rendering))
    return pairs


def _comments(units: Sequence[Unit], lot: random.Random) -> list[Pair]:
    clauses = {unit.ref: unit.text for unit in units if "#" not in unit.ref}
    return [
        Pair(_either(clauses[unit.base_ref], lot), unit.text)
        for unit in units
        if "#" in unit.ref and unit.base_ref in clauses
    ]


def _either(text: str, lot: random.Random) -> str:
    """The text in its own script or in simplified characters."""
    return script("t2s").convert(text) if lot.random() < 0.5 else text


@lru_cache(maxsize=2)
def script(direction: str) -> OpenCC:
    """The converter from one script to the other: ``t2s`` or ``s2t``."""
    return OpenCC(direction)


def read_alignment(path: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Pair]]:
    """Book and (modern, classical) pair from the lines ``book, classical, modern`` of an xz file, of the books wanted.

    OSError where the file cannot be read; lines of another shape and texts too short or too long are left out.
    """
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            book, _, rest = line.rstrip("\n").partition("\t")
            classical, _, modern = rest.partition("\t")
            lengths = (len(classical), len(modern))
            if wanted(book) and min(lengths) >= _SHORTEST and max(lengths) <= _LONGEST:
                yield book, Pair(modern, classical)


def aligned_groups(path: Path, most: int, seed: int) -> list[Group]:
    """Classical–modern pairs by book, without the books held out, at most ``most`` pairs of a book.

    They are as the file has them; ``turned`` gives them the forms that teach.
    """
    lot = random.Random(seed)  # noqa: S311 – a lot that comes out the same every time  # nosec B311
    books: dict[str, list[Pair]] = {}
    for book, pair in read_alignment(path, lambda name: name not in HELD_OUT):
        books.setdefault(book, []).append(pair)
    groups = []
    for book, pairs in sorted(books.items()):
        drawn = lot.sample(pairs, most) if len(pairs) > most else pairs
        groups.append(Group(book, tuple(drawn)))
    return groups


def turned(pair: Pair, lot: random.Random) -> Pair:
    """An aligned pair in a form drawn by lot.

    Half of the texts are turned into traditional characters, as the sources print them, and a third of the pairs is
    turned round: a classical question may find a modern text.
    """
    modern = script("s2t").convert(pair.query) if lot.random() < 0.5 else pair.query
    classical = script("s2t").convert(pair.passage) if lot.random() < 0.5 else pair.passage
    return Pair(classical, modern) if lot.random() < 1 / 3 else Pair(modern, classical)
