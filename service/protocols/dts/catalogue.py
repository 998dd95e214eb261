"""What is held, as DTS names it: a collection of chapters, each a collection of witnesses, each of these a resource.

catalogue.resource("urn:cts:yili:jing.p05.jishi")      鄉射禮 as 儀禮集釋 prints it
"""

from __future__ import annotations

from dataclasses import dataclass

from corpus.canon import Chapter
from corpus.library import Library
from corpus.tei.entries import witnesses_of
from corpus.texts import Work
from service.problems import TextUnknown

ROOT = "urn:cts:yili"


@dataclass(frozen=True)
class Resource:
    """A chapter as one witness prints it: what is read, navigated and cited."""

    chapter: Chapter
    work: Work
    paged: bool

    @property
    def identifier(self) -> str:
        """Its URN, which is that of its clauses without the passage: ``urn:cts:yili:jing.p05.jishi``."""
        return f"{of_chapter(self.chapter)}.{self.work.witness}"


@dataclass(frozen=True)
class Collection:
    """All that is held (``chapter`` is None), or the witnesses of one chapter."""

    chapter: Chapter | None
    members: tuple[Collection | Resource, ...]

    @property
    def identifier(self) -> str:
        """Its URN: ``urn:cts:yili``, ``urn:cts:yili:jing.p05``."""
        return of_chapter(self.chapter) if self.chapter else ROOT


class Catalogue:
    """The collections and resources of a library, by identifier."""

    def __init__(self, library: Library) -> None:
        chapters = tuple(_chapter(library, chapter) for chapter in library.canon.held)
        self.root = Collection(None, tuple(one for one in chapters if one.members))
        members = [*chapters, *(member for one in chapters for member in one.members)]
        self._known = {one.identifier: one for one in (self.root, *members)}
        self._parents = {m.identifier: one for one in (self.root, *chapters) for m in one.members}

    def find(self, identifier: str) -> Collection | Resource:
        """What an identifier names; TextUnknown where nothing does."""
        if identifier not in self._known:
            raise TextUnknown(f"No collection or resource is named “{identifier}”. Those held are under {ROOT}.")
        return self._known[identifier]

    def resource(self, identifier: str) -> Resource:
        """The resource of this name; TextUnknown where there is none, or it is a collection."""
        found = self.find(identifier)
        if isinstance(found, Collection):
            raise TextUnknown(f"“{identifier}” is a collection; its members are the resources.")
        return found

    def parent(self, one: Collection | Resource) -> Collection | None:
        """The collection that has it; None of the root."""
        return self._parents.get(one.identifier)

    @property
    def resources(self) -> tuple[Resource, ...]:
        """Every resource, in order."""
        return tuple(one for one in self._known.values() if isinstance(one, Resource))


def of_chapter(chapter: Chapter) -> str:
    """The URN of a chapter as a work: ``urn:cts:yili:jing.p05``."""
    return f"{ROOT}:jing.p{chapter.number:02}"


def _chapter(library: Library, chapter: Chapter) -> Collection:
    witnesses = witnesses_of(library, chapter.number)
    return Collection(
        chapter, tuple(Resource(chapter, library.works[w], _paged(library, chapter, w)) for w in witnesses)
    )


def _paged(library: Library, chapter: Chapter, witness: str) -> bool:
    """Whether the pages of this witness are known, and within this chapter."""
    return any(
        page.ref.partition(".")[0].split("#")[0] == str(chapter.number) for page in library.pages.get(witness, ())
    )
