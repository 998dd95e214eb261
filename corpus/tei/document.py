"""Whole TEI files: a chapter with everything that is held of it, or one witness of it alone."""

from __future__ import annotations

from lxml import etree

from corpus.canon import Chapter
from corpus.library import Library
from corpus.rites.glossary import Glossary
from corpus.tei import header
from corpus.tei.edition import edition_text, remark_books, sigla
from corpus.tei.entries import printed, witnesses_of
from corpus.tei.names import CLASSICAL, ID, LANG, E
from corpus.tei.people import links, named, persons, places
from corpus.tei.renderings import renderings
from corpus.tei.witness import witness_text


def chapter_document(library: Library, chapter: Chapter, glossary: Glossary) -> etree._Element:
    """A chapter: the edition with its apparatus, every witness with its commentary, renderings, people and places.

    ``serialised(chapter_document(library, library.canon.chapters[5], glossary))`` is a file that is valid TEI P5.
    """
    texts = [printed(library, chapter.number, witness) for witness in witnesses_of(library, chapter.number)]
    roles, sites = (named(library, chapter, glossary, kind) for kind in ("role", "place"))
    apparatus = library.apparatus.within(clause.ref for clause in chapter.clauses)
    lists = (header.reported(sigla(library, chapter)), header.collators(remark_books(apparatus)))
    profile = E.profileDesc(header.languages(header.LANGUAGES))
    if roles:
        profile.append(persons(roles))
    if sites:
        profile.append(places(sites))
    title = (f"儀禮·{chapter.name_hant}", f"Yili, {chapter.name_pinyin} ({chapter.name_en})")
    front = E.teiHeader(
        header.file_description(title, library, chapter, texts, (one for one in lists if one is not None)),
        header.encoding(texts, library, ()),
        profile,
    )
    group = E.group(edition_text(library, chapter), *(witness_text(library, one) for one in texts))
    extra = (renderings(library, chapter, texts), links(roles, sites))
    back = [division for division in extra if division is not None]
    text = E.text(group, E.back(*back)) if back else E.text(group)
    return E.TEI({ID: f"yili.p{chapter.number:02}", LANG: "lzh-Hant"}, front, text)


def witness_document(library: Library, chapter: Chapter, witness: str) -> etree._Element:
    """One witness of a chapter alone, with the trees by which its passages are cited: phases and clauses, and pages."""
    own = printed(library, chapter.number, witness)
    work = library.works[witness]
    title = (f"{work.label_hant}·{chapter.name_hant}", f"{work.label_en}, {chapter.name_pinyin} ({chapter.name_en})")
    used = (CLASSICAL.get(work.script, "lzh"), "zh-Hant", "en")
    front = E.teiHeader(
        header.file_description(title, library, chapter, [own], ()),
        header.encoding([own], library, references(paged=witness in library.pages)),
        E.profileDesc(header.languages(used)),
    )
    identifier = f"yili.p{chapter.number:02}.{witness}"
    return E.TEI({ID: identifier, LANG: "lzh-Hant"}, front, witness_text(library, own))


def references(paged: bool) -> list[etree._Element]:
    """How passages are cited, in the form that servers of texts read: ``21.3``, or the name of a page."""
    clauses = E.citeStructure({"unit": "clause", "match": "div[@type='clause']", "use": "@n", "delim": "."})
    phase = {"unit": "phase", "match": "//body/div/div[@type='phase']", "use": "@n"}
    found = [E.refsDecl({"default": "true"}, E.citeStructure(phase, clauses))]
    if paged:
        found.append(E.refsDecl({"n": "page"}, E.citeStructure({"unit": "page", "match": "//pb", "use": "@n"})))
    return found
