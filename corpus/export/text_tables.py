"""The tables of the texts: chapters, phases, clauses; witnesses, commentators and what each witness prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from corpus.export.columns import NAME, NAMES, TEXT, by_ref
from corpus.export.tables import PUBLIC_DOMAIN, Cell, Column, Row, Table
from corpus.library import Library
from corpus.model import Layer
from corpus.ref import Ref, parse
from corpus.tei.entries import printed, witnesses_of

LAYERS = tuple(layer.value for layer in Layer)


def canon_tables(library: Library) -> Iterator[Table]:
    """Chapters, phases and clauses."""
    canon = library.canon
    yield Table(
        "chapters",
        "The seventeen chapters of the 儀禮, and which of them are held",
        (
            Column("ref", "The number of the chapter.", required=True),
            *NAMES,
            Column("pinyin", "Name in Pinyin.", term=NAME, language="zh-Latn-pinyin", required=True),
            Column("held", "Whether its text is held.", "boolean", required=True),
        ),
        ("ref",),
        lambda: (
            (str(c.number), c.name_hant, c.name_hans, c.name_en, c.name_pinyin, bool(c.phases))
            for c in canon.chapters.values()
        ),
        by_ref,
        "Chapter",
    )
    yield Table(
        "phases",
        "The phases of the chapters held, after 張爾岐's division",
        (
            Column("ref", "The reference of the phase: chapter.phase.", required=True),
            Column("chapter", "The chapter.", refers=("chapters", "ref"), required=True),
            Column("layer", "Whether it is base text (jing) or record (ji).", choices=("jing", "ji"), required=True),
            *NAMES,
            Column("stage", "The stage of the rite, in Chinese.", language="zh-Hant"),
        ),
        ("ref",),
        lambda: (
            (p.ref, str(p.chapter), p.layer.value, p.name_hant, p.name_hans, p.name_en, p.stage)
            for c in canon.held
            for p in c.phases
        ),
        by_ref,
        "Phase",
    )
    yield Table(
        "canon",
        "The clauses in order, with the punctuated text that names them; what is cited is always a witness's text",
        (
            Column("ref", "The reference of the clause: chapter.phase.clause.", required=True),
            Column("phase", "The phase.", refers=("phases", "ref"), required=True),
            Column("layer", "Whether it is base text (jing) or record (ji).", choices=("jing", "ji"), required=True),
            Column("text", "Its text.", term=TEXT, language="lzh-Hant", required=True),
        ),
        ("ref",),
        lambda: ((c.ref, f"{c.chapter}.{c.phase}", c.layer.value, c.text) for c in canon.clauses.values()),
        by_ref,
        "Clause",
    )


def text_tables(library: Library) -> Iterator[Table]:
    """Witnesses, commentators, and what each witness prints."""
    yield Table(
        "witnesses",
        "The witnesses: which edition each is, and where its text comes from",
        (
            Column("witness", "Its name in references.", required=True),
            Column("title", "Title in Chinese.", term=NAME, language="zh-Hant", required=True),
            Column("title_en", "Title in English.", term=NAME, language="en"),
            Column("author", "Whom the book is by.", language="zh-Hant"),
            Column("dynasty", "When they lived.", language="zh-Hant"),
            Column("edition", "Which edition it is.", required=True),
            Column("script", "Traditional (Hant) or simplified (Hans) characters.", choices=("Hant", "Hans")),
            Column("licence", "Under which terms its text stands.", required=True),
            Column("provenance", "The file it was read from, and what was left out.", required=True),
            Column("sha256", "The hash of that file.", required=True),
        ),
        ("witness",),
        lambda: (
            (
                w.witness,
                w.title,
                w.title_en,
                w.author,
                w.dynasty,
                w.edition,
                w.script,
                w.licence,
                w.provenance,
                w.sha256,
            )
            for w in library.works.values()
        ),
        lambda row: f"urn:wenli:witness:{row['witness']}",
        "Witness",
    )
    yield Table(
        "commentators",
        "Who speaks in the commentary",
        (Column("slug", "Their name in references.", required=True), *NAMES, Column("dynasty", "When they lived.")),
        ("slug",),
        lambda: ((c.slug, c.name_hant, c.name_hans, c.name_en, c.dynasty) for c in library.commentators.values()),
        lambda row: f"urn:wenli:commentator:{row['slug']}",
        "Commentator",
    )
    yield Table(
        "texts",
        "What each witness prints: clauses, and comments on them, character for character",
        (
            Column("witness", "The witness.", refers=("witnesses", "witness"), required=True),
            Column("ref", "The clause, or the comment: 5.21.3, 5.21.3#zheng.1.", required=True),
            Column("through", "The last clause that a comment explains, where it explains a run of them."),
            Column("layer", "What it is: base text, commentary, sub-commentary …", choices=LAYERS, required=True),
            Column("commentator", "Who speaks, by slug; empty of base text."),
            Column("extents", "Where it stands in the source file: code points, end-exclusive.", parts=";"),
            Column("text", "The text.", term=TEXT, language="lzh", required=True),
        ),
        ("witness", "ref"),
        lambda: _entries(library),
        _entry_urn,
        "Text",
        PUBLIC_DOMAIN,
    )


def _entries(library: Library) -> Iterator[Row]:
    for chapter in library.canon.held:
        for witness in witnesses_of(library, chapter.number):
            for e in printed(library, chapter.number, witness).entries:
                extents = ";".join(f"{start}-{end}" for start, end in e.extents)
                yield e.witness, e.ref, e.through, e.layer.value, e.commentator, extents, e.text


def _entry_urn(row: Mapping[str, Cell]) -> str:
    ref = parse(str(row["ref"]))
    assert isinstance(ref, Ref)  # noqa: S101 - a text never stands at a page  # nosec B101
    return ref.urn(str(row["layer"]), str(row["witness"]))
