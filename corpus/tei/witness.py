"""A chapter as a witness prints it, in TEI: phases, in them clauses, in these the base text and the comments on it.

    <div type="phase" n="17"><head xml:lang="zh-Hant" resp="#by.wenli">司馬命張侯倚旌</head>
      <div type="clause" n="1" xml:id="d.jishi.5.17.1">
        <ab type="jing" n="5.17.1" xml:id="jishi.5.17.1" source="jishi:8571-8576">司正為司馬</ab>
        <note type="zhu" n="5.17.1#zheng.1" resp="#by.zheng" target="#jishi.5.17.1" …>兼官由便也…</note></div></div>

``source`` names code points of the source file (end-exclusive); where the pages of the edition are known, ``pb`` marks
where each begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from lxml import etree

from corpus.leaves import Beginning
from corpus.library import Library
from corpus.tei.entries import Printed
from corpus.tei.names import CLASSICAL, ID, LANG, WENLI, E, division_id, entry_id, speaker_id, witness_id
from corpus.texts import Entry

Breaks = Mapping[str, Sequence[Beginning]]


def witness_text(library: Library, printed: Printed) -> etree._Element:
    """The ``text`` of one witness: what it has of the chapter, clause by clause, every comment whole."""
    chapter = library.canon.chapters[printed.chapter]
    work = library.works[printed.witness]
    breaks = breaks_of(library, printed.witness)
    body = E.div({"type": "chapter", "n": str(chapter.number)}, _head(chapter.name_hant))
    body.extend(comment(entry, printed, breaks) for entry in printed.head)
    clauses = dict(printed.clauses)
    for number, refs in groupby(clauses, key=lambda ref: int(ref.split(".")[1])):
        phase = library.canon.phase(chapter.number, number)
        body.append(
            E.div(
                {"type": "phase", "n": str(number)},
                _head(phase.name_hant),
                *(division(ref, clauses[ref], printed, breaks) for ref in refs),
            )
        )
    script = CLASSICAL.get(work.script, "lzh")
    return E.text({"n": printed.witness, "corresp": f"#{witness_id(printed.witness)}", LANG: script}, E.body(body))


def _head(name: str) -> etree._Element:
    """The name of a chapter or phase, which the witness does not print."""
    return E.head(name, {LANG: "zh-Hant", "resp": f"#{WENLI}"})


def division(ref: str, entries: Sequence[Entry], printed: Printed, breaks: Breaks) -> etree._Element:
    """One clause with what the witness says of it."""
    found = E.div({"type": "clause", "n": ref.rpartition(".")[2], ID: division_id(printed.witness, ref)})
    if not entries:
        found.append(E.gap({"reason": "lost"}))
    for entry in entries:
        if "#" in entry.ref:
            found.append(comment(entry, printed, breaks))
            continue
        ab = E.ab({"type": entry.layer.value, "n": entry.ref, ID: entry_id(printed.witness, entry.ref)})
        ab.set("source", source(entry))
        found.append(_filled(ab, entry, breaks))
    return found


def comment(entry: Entry, printed: Printed, breaks: Breaks) -> etree._Element:
    """One comment, pointing to the clause, or the run of clauses, that it explains."""
    note = E.note({"type": entry.layer.value, "n": entry.ref, ID: entry_id(printed.witness, entry.ref)})
    note.set("resp", f"#{speaker_id(entry.commentator)}")
    place = entry.ref.split("#")[0]
    if "." in place:
        note.set("target", f"#{where(place, printed)}")
    if entry.through:
        note.set("targetEnd", f"#{where(entry.through, printed)}")
    note.set("source", source(entry))
    return _filled(note, entry, breaks)


def where(ref: str, printed: Printed) -> str:
    """The identifier of a clause in the witness: of its base text, of its division where it has comments alone."""
    own = dict(printed.clauses)
    return (entry_id if any(e.ref == ref for e in own[ref]) else division_id)(printed.witness, ref)


def source(entry: Entry) -> str:
    """Where an entry stands in its source file: ``jishi:78-98 jishi:183-186``; a prefix declared in the header."""
    return " ".join(f"{entry.witness}:{start}-{end}" for start, end in entry.extents)


def breaks_of(library: Library, witness: str) -> dict[str, list[Beginning]]:
    """Entry → the pages that begin within it."""
    found: dict[str, list[Beginning]] = {}
    for beginning in library.pages.get(witness, ()):
        found.setdefault(beginning.ref, []).append(beginning)
    return found


def _filled(element: etree._Element, entry: Entry, breaks: Breaks) -> etree._Element:
    """The text of an entry put into its element, with the page breaks where they fall."""
    at = 0
    last: etree._Element | None = None
    for beginning in sorted(breaks.get(entry.ref, ()), key=lambda b: b.at):
        _append(element, last, entry.text[at : beginning.at])
        last = E.pb({"n": beginning.page})
        element.append(last)
        at = beginning.at
    _append(element, last, entry.text[at:])
    return element


def _append(element: etree._Element, last: etree._Element | None, text: str) -> None:
    if last is None:
        element.text = text
    else:
        last.tail = text
