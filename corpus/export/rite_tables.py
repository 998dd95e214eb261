"""The tables of the rites: renderings, steps, glossary, answers; all of them Wenli's own."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.answers.book import ORIGINS, TYPES
from corpus.answers.book import Row as Answer
from corpus.export.columns import CHINESE, ENGLISH, NAME, REF
from corpus.export.tables import SCHEMA, Column, Row, Table
from corpus.library import Library
from corpus.rites.data import NoteKind, StepKind
from corpus.rites.glossary import KINDS, Glossary


def rite_tables(library: Library, glossary: Glossary) -> Iterator[Table]:
    """Renderings of clauses and comments, steps, glossary, answers."""
    rites = library.rites
    yield Table(
        "renderings",
        "Wenli's renderings of the clauses: a reading aid, never to be cited as the text",
        (REF, CHINESE, ENGLISH),
        ("ref",),
        lambda: ((r.ref, r.zh, r.en) for r in rites.renderings.values()),
        lambda row: f"urn:wenli:rendering:{row['ref']}",
        "Rendering",
    )
    yield Table(
        "notes",
        "Wenli's renderings and summaries of comments",
        (
            Column("ref", "The reference of the comment, without witness: 5.21.3#zheng.1.", required=True),
            Column("kind", "All of it, or its sum in one sentence.", choices=tuple(NoteKind), required=True),
            CHINESE,
            ENGLISH,
        ),
        ("ref",),
        lambda: ((n.ref, n.kind.value, n.zh, n.en) for n in rites.notes.values()),
        lambda row: f"urn:wenli:note:{str(row['ref']).replace('#', ':')}",
        "NoteRendering",
    )
    yield _steps(library)
    yield Table(
        "glossary",
        "The roles, places, things and acts of the rites, and the words around them",
        (
            Column("term", "The word.", term=NAME, language="lzh-Hant", required=True),
            Column("kind", "What kind of thing it names.", choices=KINDS, required=True),
            Column("pinyin", "In Pinyin.", required=True),
            Column("zh", "What it is called today.", language="zh-Hant", required=True),
            Column("en", "What it is called in English.", language="en", required=True),
            Column("definition", "What it means.", term=f"{SCHEMA}description", language="en", required=True),
            Column("definition_zh", "The same.", term=f"{SCHEMA}description", language="zh-Hant", required=True),
            Column("basis", "The clauses and comments that show it.", parts=";", required=True),
        ),
        ("term", "kind"),
        lambda: (
            (e.term, e.kind, e.pinyin, e.zh, e.en, e.definition, e.definition_zh, ";".join(e.basis))
            for e in glossary.entries
        ),
        lambda row: f"urn:wenli:glossary:{row['kind']}:{row['term']}",
        "Term",
    )
    yield Table(
        "answers",
        "The book of answers: what there is to say, what bears it out, and how people ask for it",
        (
            Column("id", "The name of the row.", required=True),
            Column("type", "What kind of answer it is.", choices=TYPES, required=True),
            CHINESE,
            ENGLISH,
            Column("evidence", "References of what bears it out, each with its words.", parts=";", required=True),
            Column("asks_zh", "How people ask for it in Chinese.", parts="|", required=True),
            Column("asks_en", "How people ask for it in English.", parts="|", required=True),
            Column("origin", "Written by hand, or made from other tables.", choices=ORIGINS, required=True),
        ),
        ("id",),
        lambda: (
            (r.id, r.type, r.zh, r.en, _evidence(r), "|".join(r.asks_zh), "|".join(r.asks_en), r.origin)
            for r in library.book.rows.values()
        ),
        lambda row: f"urn:wenli:answer:{row['id']}",
        "Answer",
    )


def _evidence(row: Answer) -> str:
    return ";".join(f"{one.ref}「{one.words.replace(';', '；')}」" for one in row.evidence)


def _steps(library: Library) -> Table:
    return Table(
        "steps",
        "What is done in each clause, act by act",
        (
            REF,
            Column("n", "The number of the step in its clause.", "integer", required=True),
            Column("kind", "Act, repetition, description, speech or record.", choices=tuple(StepKind), required=True),
            Column("actor", "Who acts.", parts="、"),
            Column("act", "What is done."),
            Column("object", "What with."),
            Column("recipient", "To whom.", parts="、"),
            Column("from", "From where."),
            Column("to", "To where."),
            Column("facing", "Facing which way."),
            Column("words", "What is said."),
            Column("count", "How often, where it is said.", "integer"),
            Column("span", "The words of the clause that tell it."),
            Column("basis", "How it is known who acts."),
            Column("reason", "Why, where it is not stated."),
            Column("repeats", "The clauses done again.", parts=";"),
            Column("with", "Who plays whom when they are: 賓=介.", parts=";"),
            Column("except", "What is left out when they are.", parts=";"),
        ),
        ("ref", "n"),
        lambda: _step_rows(library),
        lambda row: f"urn:wenli:step:{row['ref']}:{row['n']}",
        "Step",
    )


def _step_rows(library: Library) -> Iterator[Row]:
    for steps in library.rites.steps.values():
        for s in steps:
            roles = ";".join(f"{played}={player}" for played, player in s.roles)
            yield (
                *(s.ref, s.n, s.kind.value, "、".join(s.actor), s.act, s.object, "、".join(s.recipient), s.origin),
                *(s.place, s.facing, s.words, s.count or "", s.span, s.basis, s.reason, ";".join(s.repeats), roles),
                ";".join(s.excepts),
            )
