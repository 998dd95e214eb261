"""A chapter's TEI file read back: clauses, what each witness prints, the apparatus, the renderings.

    read_chapter(serialised(chapter_document(library, chapter, glossary))).entries

gives every entry that the witnesses have, character for character; a test holds all chapters against the corpus.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from corpus.apparatus.collation import Kind, Text
from corpus.apparatus.judged import Standing
from corpus.apparatus.model import Printed, Reading, Remark, Variation
from corpus.canon import Clause
from corpus.errors import CorpusError
from corpus.model import Layer
from corpus.rites.data import NoteKind, NoteRendering, Rendering
from corpus.tei.names import CANON, EDITIONS, ID, NS, read_string_range, tag
from corpus.texts import Entry

_NAMES = {"t": NS}
_EXTENT = re.compile(r"[^\s:]+:(\d+)-(\d+)")


class TeiUnreadable(CorpusError):
    """A file is not a chapter as Wenli writes it in TEI; the message says what is wrong."""


@dataclass(frozen=True)
class Edition:
    """What a chapter's file holds, in the order of the file."""

    chapter: int
    clauses: tuple[Clause, ...]
    entries: tuple[Entry, ...]
    variations: tuple[Variation, ...]
    renderings: tuple[Rendering, ...]
    notes: tuple[NoteRendering, ...]


def read_chapter(file: bytes) -> Edition:
    """Read a file that :func:`corpus.tei.document.chapter_document` made; TeiUnreadable where it is none."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        return _File(etree.fromstring(file, parser)).edition
    except etree.XMLSyntaxError as error:
        raise TeiUnreadable(f"The file is not XML: {error.msg}.") from None
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise TeiUnreadable(f"The file is not a chapter in the form Wenli writes: {error}.") from None


class _File:
    """The parts of a file, each found when it is first asked for."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root

    def _all(self, path: str) -> list[etree._Element]:
        found: list[etree._Element] = self._root.xpath(path, namespaces=_NAMES)
        return found

    @property
    def edition(self) -> Edition:
        canon = self._all(f"//t:group/t:text[@n='{CANON}']//t:ab")
        if not canon:
            raise ValueError("it has no edition of the canon")
        clauses = tuple(_clause(ab) for ab in canon)
        return Edition(
            clauses[0].chapter,
            clauses,
            tuple(self._entries.values()),
            tuple(place for ab in canon for place in self._places(ab)),
            tuple(Rendering(*cells) for cells in self._rendered("clauses")),
            tuple(
                NoteRendering(ref, NoteKind(kinds), chinese, english)
                for (ref, chinese, english), kinds in zip(self._rendered("comments"), self._kinds, strict=True)
            ),
        )

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        """Identifier → entry, in the order of the file."""
        found: dict[str, Entry] = {}
        for text in self._all(f"//t:group/t:text[@n!='{CANON}']"):
            for element in text.iter(tag("ab"), tag("note")):
                found[element.attrib[ID]] = self._entry(element, text.attrib["n"])
        return found

    def _entry(self, element: etree._Element, witness: str) -> Entry:
        through = element.get("targetEnd", "")
        extents = tuple((int(a), int(b)) for a, b in _EXTENT.findall(element.get("source", "")))
        return Entry(
            ref=element.attrib["n"],
            through=self._ref(through[1:]) if through else "",
            layer=Layer(element.attrib["type"]),
            commentator=element.get("resp", "").removeprefix("#by."),
            witness=witness,
            text="".join(element.itertext()),
            extents=extents,
        )

    def _ref(self, identifier: str) -> str:
        """The reference of the clause, or its division, that an identifier names."""
        element = self._by_id[identifier]
        if element.tag != tag("div"):
            return str(element.attrib["n"])
        phase = element.getparent()
        chapter = phase.getparent()
        return ".".join(one.attrib["n"] for one in (chapter, phase, element))

    @cached_property
    def _by_id(self) -> dict[str, etree._Element]:
        return {element.attrib[ID]: element for element in self._root.iter() if ID in element.attrib}

    def _places(self, ab: etree._Element) -> Iterator[Variation]:
        """The places of a clause, an outer one before those within it."""
        ref = ab.attrib["n"]
        for app, start, end in _spans(ab, 0):
            lem = app.find(tag("lem"))
            words = "".join(_words(lem))
            readings = [self._reading(lem, "".join(words[at] for at in Text(words).places))]
            readings += [self._reading(rdg, rdg.text or "") for rdg in app.findall(tag("rdg"))]
            notes = {note.attrib["type"]: note.text for note in app.findall(tag("note"))}
            remarks = [self._remark(note) for note in app.findall(tag("note")) if note.attrib["type"] == "remark"]
            through = self._ref(app.attrib["to"][1:]) if "to" in app.attrib else ""
            evidence, reason = notes.get("evidence", ""), notes.get("reason", "")
            yield Variation(ref, start, end, tuple(readings), tuple(remarks), evidence, reason, through)

    def _reading(self, element: etree._Element, text: str) -> Reading:
        names = [name[1:] for name in element.get("wit", "").split()]
        parties = [n for n in names if n.startswith("reported.") and n != EDITIONS]
        return Reading(
            text,
            Kind(element.attrib["type"]) if "type" in element.attrib else None,
            tuple(self._printed(pointer) for pointer in element.get("corresp", "").split()),
            tuple(self._by_id[party].text for party in parties),
            Standing(element.get("ana", "").removeprefix("#standing.")),
            EDITIONS in names,
        )

    def _printed(self, pointer: str) -> Printed:
        if not pointer.startswith("#string-range("):
            return Printed(self._by_id[pointer[1:]].attrib["n"], "", 0, 0)
        identifier, start, end = read_string_range(pointer)
        entry = self._entries[identifier]
        text = "".join(entry.text[at] for at in Text(entry.text).places if start <= at < end)
        return Printed(entry.witness, text, start, end)

    def _remark(self, note: etree._Element) -> Remark:
        said = note.attrib["source"]
        page = said.removeprefix("page:") if said.startswith("page:") else ""
        comment = "" if page else self._entries[said[1:]].ref
        reading = note.find(tag("mentioned"))
        party, quote = note.find(tag("name")).text or "", note.find(tag("quote")).text or ""
        return Remark(comment, page, party, quote, None if reading is None else reading.text or "")

    def _rendered(self, what: str) -> Iterator[tuple[str, str, str]]:
        """Reference, Chinese and English of each."""
        chinese, english = (
            self._all(f"//t:div[@type='renderings']/t:div[@type='{what}'][@xml:lang='{lang}']/t:ab")
            for lang in ("zh-Hant", "en")
        )
        for one, other in zip(chinese, english, strict=True):
            yield one.attrib["n"], one.text or "", other.text or ""

    @property
    def _kinds(self) -> list[str]:
        path = "//t:div[@type='renderings']/t:div[@type='comments'][@xml:lang='zh-Hant']/t:ab"
        return [element.attrib["type"] for element in self._all(path)]


def _clause(ab: etree._Element) -> Clause:
    chapter, phase, label = ab.attrib["n"].split(".")
    return Clause(int(chapter), int(phase), label, "".join(_words(ab)), Layer(ab.attrib["type"]))


def _words(element: etree._Element) -> Iterator[str]:
    """The text of the edition: of each place of the apparatus the lemma alone."""
    yield element.text or ""
    for child in element:
        if child.tag == tag("app"):
            yield from _words(child.find(tag("lem")))
        yield child.tail or ""


def _spans(element: etree._Element, at: int) -> Iterator[tuple[etree._Element, int, int]]:
    """Every place with its span in the text of the clause; ``at`` is where the element's text begins."""
    at += len(element.text or "")
    for app in element.iterchildren(tag("app")):
        lem = app.find(tag("lem"))
        end = at + len("".join(_words(lem)))
        yield app, at, end
        yield from _spans(lem, at)
        at = end + len(app.tail or "")
