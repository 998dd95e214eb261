"""Renderings, in TEI: Wenli's own, said to be so, beside the clauses and comments that they render.

<ab corresp="#c.5.17.1" xml:lang="en" resp="#by.wenli">The director of ceremonies becomes …</ab>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lxml import etree

from corpus.canon import Chapter
from corpus.library import Library
from corpus.tei.entries import Printed
from corpus.tei.names import LANG, WENLI, E, clause_id, entry_id


def renderings(library: Library, chapter: Chapter, witnesses: Sequence[Printed]) -> etree._Element | None:
    """The division of a chapter's renderings, of clauses and of comments; None where nothing is rendered."""
    clauses = [clause.ref for clause in chapter.clauses if clause.ref in library.rites.renderings]
    printed: dict[str, list[str]] = {}
    for one in witnesses:
        for entry in one.entries:
            printed.setdefault(entry.ref, []).append(entry_id(one.witness, entry.ref))
    notes = [ref for ref in library.rites.notes if ref in printed]
    if not clauses and not notes:
        return None
    found = E.div({"type": "renderings", "resp": f"#{WENLI}"})
    found.append(E.head("Renderings by Wenli: a reading aid, never to be cited as the text", {LANG: "en"}))
    for lang, name in (("zh-Hant", "zh"), ("en", "en")):
        found.append(_of_clauses(library, clauses, lang, name))
        if notes:
            found.append(_of_notes(library, notes, printed, lang, name))
    return found


def _of_clauses(library: Library, refs: Sequence[str], lang: str, name: str) -> etree._Element:
    division = E.div({"type": "clauses", LANG: lang})
    for ref in refs:
        text = getattr(library.rites.renderings[ref], name)
        division.append(E.ab(text, {"n": ref, "corresp": f"#{clause_id(ref)}", "resp": f"#{WENLI}"}))
    return division


def _of_notes(
    library: Library, refs: Sequence[str], printed: Mapping[str, Sequence[str]], lang: str, name: str
) -> etree._Element:
    """Renderings and summaries of comments; each points to the comment in every witness that prints it."""
    division = E.div({"type": "comments", LANG: lang})
    for ref in refs:
        note = library.rites.notes[ref]
        pointers = " ".join(f"#{identifier}" for identifier in printed[ref])
        attributes = {"type": note.kind.value, "n": ref, "corresp": pointers, "resp": f"#{WENLI}"}
        division.append(E.ab(getattr(note, name), attributes))
    return division
