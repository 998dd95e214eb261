"""From the names people write in filters to what is held: both scripts, English, numbers, slugs and codes.

read_filters(FilterBody(chapter=["乡射礼"], layer=["注"]), library).chapters == {5}
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from itertools import chain
from typing import Protocol, TypeVar

from corpus.apparatus.collation import Kind
from corpus.apparatus.model import CANON
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Layer
from corpus.ref import CHAPTERS
from index.query import Filters
from service.problems import FieldError, RequestInvalid
from service.texts.variants import Wanted

T = TypeVar("T", bound=Hashable)


class Named(Protocol):
    """Whatever has the four lists of names."""

    @property
    def chapter(self) -> Sequence[int | str]:
        """Chapters by number or name."""

    @property
    def layer(self) -> Sequence[str]:
        """Layers by name or code."""

    @property
    def commentator(self) -> Sequence[str]:
        """Commentators by name or slug."""

    @property
    def witness(self) -> Sequence[str]:
        """Witnesses by name or title."""


class NamedPlaces(Protocol):
    """Whatever names places where witnesses part."""

    @property
    def chapter(self) -> Sequence[int | str]:
        """Chapters by number or name."""

    @property
    def kind(self) -> Sequence[str]:
        """Classes of readings."""

    @property
    def witness(self) -> Sequence[str]:
        """Witnesses by name or title."""

    @property
    def punctuation(self) -> bool:
        """Whether other marks of punctuation count."""


def read_filters(names: Named, library: Library, prefix: str = "filters.") -> Filters:
    """The filters named; RequestInvalid (``filter-unknown``) lists every name that is not held.

    ``prefix`` stands before the name of the field in errors.
    """
    errors: list[FieldError] = []
    chapters = _read(f"{prefix}chapter", names.chapter, chapter_names(library), held_chapters(library), errors)
    layers = _read(f"{prefix}layer", names.layer, layer_names(), "、".join(layer.zh for layer in Layer), errors)
    who = commentator_names(library)
    commentators = _read(f"{prefix}commentator", names.commentator, who, "、".join(dict.fromkeys(who.values())), errors)
    where = witness_names(library)
    named = _read(f"{prefix}witness", names.witness, where, ", ".join(library.works), errors)
    if errors:
        raise RequestInvalid("filter-unknown", " ".join(f"{e.field}: {e.message}" for e in errors), tuple(errors))
    witnesses = frozenset(chain.from_iterable(named))
    return Filters(chapters=chapters, layers=layers, commentators=commentators, witnesses=witnesses)


def read_wanted(query: NamedPlaces, library: Library) -> Wanted:
    """The places named; RequestInvalid (``filter-unknown``) lists every name that is not held."""
    errors: list[FieldError] = []
    chapters = _read("chapter", query.chapter, chapter_names(library), held_chapters(library), errors)
    where = witness_names(library) | {CANON: (CANON,)}
    named = _read("witness", query.witness, where, ", ".join((*library.works, CANON)), errors)
    if errors:
        raise RequestInvalid("filter-unknown", " ".join(f"{e.field}: {e.message}" for e in errors), tuple(errors))
    witnesses = frozenset(chain.from_iterable(named))
    return Wanted(
        chapters, frozenset(map(Kind, query.kind)), witnesses, query.punctuation or "punctuation" in query.kind
    )


def read_witness(name: str, library: Library) -> str:
    """The one witness named; RequestInvalid (``filter-unknown``) says which are held."""
    errors: list[FieldError] = []
    where = {key: own[0] for key, own in witness_names(library).items() if len(own) == 1}
    found = _read("witness", [name], where, ", ".join(library.works), errors)
    if errors:
        wrong = (FieldError("witness", errors[0].message),)
        raise RequestInvalid("filter-unknown", f"witness: {wrong[0].message}", wrong)
    return next(iter(found))


def held_chapters(library: Library) -> str:
    """The chapters held, as errors name them: ``4 鄉飲酒禮, 5 鄉射禮``."""
    return ", ".join(f"{chapter.number} {chapter.name_hant}" for chapter in library.canon.held)


def chapter_names(library: Library) -> dict[str, int]:
    """Every name of every chapter held, and its number, → its number."""
    held = {chapter.number: chapter for chapter in library.canon.held}
    names = {_key(name): number for number in held for name in CHAPTERS[number]}
    names |= {_key(chapter.name_en): number for number, chapter in held.items()}
    return names | {str(number): number for number in held}


def layer_names() -> dict[str, Layer]:
    """Codes and Chinese names of the layers."""
    names = {_key(layer.zh): layer for layer in Layer} | {layer.value: layer for layer in Layer}
    return names | {_key(layer.short): layer for layer in Layer if layer.short}


def commentator_names(library: Library) -> dict[str, str]:
    """Slugs and names in three forms → the name that units carry."""
    known = library.commentators.values()
    return {
        _key(name): person.name_hant
        for person in known
        for name in (person.name_hant, person.name_hans, person.name_en, person.slug)
    }


def witness_names(library: Library) -> dict[str, tuple[str, ...]]:
    """Witnesses and titles of works → the witnesses: of a title, all that are parts of one book (儀禮注疏: 4; 5 and 7).

    A title of several books or copies names none.
    """
    titles: dict[str, list[str]] = {}
    for witness, work in library.works.items():
        titles.setdefault(_key(work.title), []).append(witness)
    names: dict[str, tuple[str, ...]] = {}
    for title, own in titles.items():
        chapters = [chapter for witness in own for chapter in library.works[witness].chapters]
        if title and len(set(chapters)) == len(chapters):
            names[title] = tuple(own)
    return names | {_key(witness): (witness,) for witness in library.works}


def _key(name: str) -> str:
    """The form in which names are compared: folded Han, or Latin letters and digits alone."""
    return fold(name) or re.sub(r"[^a-z0-9]", "", name.lower())


def _read(
    field: str, given: Sequence[int | str], known: dict[str, T], held: str, errors: list[FieldError]
) -> frozenset[T]:
    found: set[T] = set()
    for at, name in enumerate(given):
        value = known.get(_key(str(name)))
        if value is None:
            errors.append(FieldError(f"{field}.{at}", f"“{name}” is not held. Held: {held}."))
        else:
            found.add(value)
    return frozenset(found)
