"""Citation trees: the passages of a resource in the order of the text, and which of them a question is about.

The default tree has phases and in them clauses, named as in the URN of a passage (``21``, ``21.3``); the tree ``page``
the pages of the edition, where they are known (``KR1d0030_WYG_005-2a``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from corpus.canon import Phase
from corpus.library import Library
from corpus.ref import Ref
from corpus.tei.entries import printed
from service.problems import TextUnknown
from service.protocols.dts.catalogue import Resource
from service.protocols.dts.queries import unfit

PAGES = "page"
"""The name of the tree of pages."""
DEPTH: Mapping[str, tuple[str, ...]] = {"": ("phase", "clause"), PAGES: ("page",)}
"""Tree → what its levels are, from the top."""


@dataclass(frozen=True)
class Citable:
    """A passage that can be cited: ``Citable("21.3", 2, "21", "clause")``. ``urn`` is "" of a page."""

    identifier: str
    level: int
    parent: str | None
    kind: str
    urn: str = ""
    phase: Phase | None = None


@dataclass(frozen=True)
class Span:
    """What a question is about: one passage (``ref``), a range (``start`` and ``end``), or, all None, everything."""

    ref: Citable | None = None
    start: Citable | None = None
    end: Citable | None = None


@dataclass(frozen=True)
class Tree:
    """The passages of a resource in the order of the text, those above before those they contain."""

    units: tuple[Citable, ...]

    @cached_property
    def _at(self) -> dict[str, int]:
        return {unit.identifier: at for at, unit in enumerate(self.units)}

    def find(self, identifier: str) -> Citable:
        """The passage of this name; TextUnknown where there is none."""
        if identifier not in self._at:
            raise TextUnknown(f"There is no passage “{identifier}” in this citation tree.")
        return self.units[self._at[identifier]]

    def span(self, ref: str | None, start: str | None, end: str | None) -> Span:
        """What these parameters name; RequestInvalid where they do not go together, TextUnknown where nothing is."""
        if ref is not None and (start is not None or end is not None):
            raise unfit("ref", "Give either ref, or start and end.")
        if (start is None) != (end is None):
            raise unfit("end" if end is None else "start", "Give both start and end.")
        if ref is not None:
            return Span(ref=self.find(ref))
        if start is None or end is None:
            return Span()
        found = Span(start=self.find(start), end=self.find(end))
        if self._at[end] < self._at[start]:
            raise unfit("end", "It stands before start.")
        return found

    def within(self, span: Span, down: int) -> tuple[Citable, ...]:
        """The passages of a span, to so many levels below it; -1 is to the last level.

        From the whole, ``down`` counts from the top; from a passage it takes in the passage itself.
        """
        if span.ref:
            first, last, level = span.ref, span.ref, span.ref.level
        elif span.start and span.end:
            first, last, level = span.start, span.end, max(span.start.level, span.end.level)
        else:
            return tuple(unit for unit in self.units if down == -1 or unit.level <= down)
        inside = self.units[self._at[first.identifier] : self._end(last)]
        return tuple(unit for unit in inside if down == -1 or unit.level <= level + down)

    def siblings(self, unit: Citable) -> tuple[Citable, ...]:
        """The passages with the same parent, this one among them."""
        return tuple(u for u in self.units if u.parent == unit.parent and u.level == unit.level)

    def _end(self, last: Citable) -> int:
        """Where the passages below ``last`` end."""
        at = self._at[last.identifier] + 1
        while at < len(self.units) and self.units[at].level > last.level:
            at += 1
        return at


def tree_of(library: Library, resource: Resource, name: str = "") -> Tree:
    """A citation tree of a resource; TextUnknown where it has none of this name."""
    if name == PAGES and resource.paged:
        return _pages(library, resource)
    if name:
        raise TextUnknown(f"{resource.identifier} has no citation tree “{name}”; the default one has no name.")
    chapter, witness = resource.chapter, resource.work.witness
    units: list[Citable] = []
    for ref, _ in printed(library, chapter.number, witness).clauses:
        _, number, label = ref.split(".")
        phase = library.canon.phase(chapter.number, int(number))
        if not units or units[-1].identifier.split(".")[0] != number:
            urn = Ref(chapter.number, phase.number).urn(phase.layer.value, witness)
            units.append(Citable(number, 1, None, "phase", urn, phase))
        urn = Ref(chapter.number, phase.number, label).urn(phase.layer.value, witness)
        units.append(Citable(f"{number}.{label}", 2, number, "clause", urn))
    return Tree(tuple(units))


def _pages(library: Library, resource: Resource) -> Tree:
    pages = library.pages[resource.work.witness]
    own = [page for page in pages if page.ref.split("#")[0].split(".")[0] == str(resource.chapter.number)]
    return Tree(tuple(Citable(page.page, 1, None, PAGES) for page in own))
