"""The validator of the rites: what must hold of the data (errors), and what an editor should look at (warnings).

report = check()
report.errors          an empty tuple where every rule of the format holds
report.warnings        where acts, told one after the other, do not fit together, and where words do not agree
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from corpus import canon as canons
from corpus.canon import Canon
from corpus.check import Finding
from corpus.errors import CorpusError
from corpus.model import chapter_of
from corpus.rites import cells, data, effects, glossary, parallel_rules, parallels, plan, rivals, stated
from corpus.rites.data import ROOT, NoteRendering, Rendering, Rites, Step, StepKind
from corpus.rites.doubts import doubts
from corpus.rites.rules import Vocabulary, problems, repetition_problems
from corpus.rites.tables import tables as table_findings
from corpus.rites.wording import clause_problems, note_problems
from corpus.texts import TEXTS, read_texts

_Value = TypeVar("_Value", Rendering, NoteRendering, Step)
_Told = TypeVar("_Told", Rendering, NoteRendering, Step)
_Read = list[tuple[str, _Value]]
"""Values, each with the place it stands at: ``("rites/04.steps.tsv 4.4.5 n3", step)``."""


@dataclass(frozen=True)
class Report:
    """What was found: ``errors`` break the format, ``warnings`` are for an editor to read and judge."""

    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]


def check(folder: Path = ROOT, tables: Path = ROOT, canon_root: Path = canons.ROOT, texts: Path = TEXTS) -> Report:
    """Every finding about the chapters that stand in ``folder``; the words they may use stand in ``tables``."""
    try:
        canon = canons.load(canon_root)
        comments = comment_texts(texts)
        vocabulary = Vocabulary(
            glossary.load(tables / "glossary.tsv"), plan.load(tables / "plan.tsv"), effects.load(tables)
        )
        pairs = parallels.load(tables)
        lists = stated.load(tables)
        wrong_words = rivals.load(tables / "rivals.tsv")
    except (CorpusError, OSError, csv.Error) as error:
        return Report((Finding("rites", str(error)),), ())
    texts_held = {**{ref: clause.text for ref, clause in canon.clauses.items()}, **comments}
    errors: list[Finding] = list(table_findings(vocabulary, texts_held))
    errors.extend(stated.problems(lists, canon, vocabulary.glossary))
    errors.extend(parallel_rules.problems(pairs, canon, vocabulary.glossary))
    wrong = rivals.problems(wrong_words, vocabulary.glossary)
    errors.extend(Finding(f"rites/rivals.tsv {term}", problem) for term, problem in wrong)
    renderings = _read(folder, "renderings", data.RENDERING_COLUMNS, data.rendering_of, errors)
    notes = _read(folder, "notes", data.NOTE_COLUMNS, data.note_of, errors)
    steps = _read(folder, "steps", data.STEP_COLUMNS, data.step_of, errors)
    chapters = {chapter_of(ref) for ref in canon.clauses if any(folder.glob(f"{chapter_of(ref):02}.*"))}
    clauses = [ref for ref in canon.clauses if chapter_of(ref) in chapters]
    held = {ref: text for ref, text in comments.items() if int(ref.split("#")[0].split(".")[0]) in chapters}
    errors.extend(_complete(renderings, clauses, "renderings"))
    errors.extend(_complete(notes, held, "notes"))
    errors.extend(_complete([(p, s) for p, s in steps if s.n == 1], clauses, "steps"))
    errors.extend(_worded(renderings, notes, canon, held))
    rites = Rites({}, {}, _by_clause(steps))
    errors.extend(_stepped(steps, rites, canon, vocabulary, set(texts_held)))
    beside = parallel_rules.doubts(pairs, canon, rites)
    needed = stated.doubts(lists, rites, vocabulary.glossary, vocabulary.effects)
    told = (*cells.of_tables(canon, pairs, lists), *cells.of_texts(renderings, notes, canon, held))
    worded = cells.doubts(told, wrong_words)
    return Report(tuple(errors), (*doubts(rites, canon, vocabulary), *beside, *needed, *worded))


def comment_texts(texts: Path = TEXTS) -> dict[str, str]:
    """Reference of each comment that is held → its text (in the first witness that has it)."""
    held: dict[str, str] = {}
    for entry in read_texts(texts):
        if "#" in entry.ref:
            held.setdefault(entry.ref, entry.text)
    return held


def _read(
    folder: Path,
    name: str,
    columns: tuple[str, ...],
    read: Callable[[dict[str, str]], _Value],
    errors: list[Finding],
) -> _Read[_Value]:
    """Every row that can be read, with the place it stands at; the others are told in ``errors``."""
    found: _Read[_Value] = []
    for path in sorted(folder.glob(f"[0-9][0-9].{name}.tsv")):
        header, *lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        if tuple(header.split("\t")) != columns:
            errors.append(Finding(f"rites/{path.name}", f"the columns are {header!r}, should be {' '.join(columns)}"))
            continue
        for number, line in enumerate(lines, 2):
            cells = line.split("\t")
            place = f"rites/{path.name} {cells[0]}"
            if len(cells) != len(columns):
                errors.append(Finding(place, f"line {number} has {len(cells)} cells, should have {len(columns)}"))
                continue
            if stray := [column for column, cell in zip(columns, cells, strict=True) if cell != cell.strip()]:
                errors.append(Finding(place, f"line {number} has stray blanks in {', '.join(stray)}"))
            try:
                value = read(dict(zip(columns, (cell.strip() for cell in cells), strict=True)))
            except ValueError as error:
                errors.append(Finding(place, f"line {number}: {error}"))
                continue
            found.append((f"{place} n{value.n}" if isinstance(value, Step) else place, value))
    return found


def _complete(values: _Read[_Told], wanted: Iterable[str], name: str) -> Iterator[Finding]:
    """That every reference wanted has its row, none has two, and clauses stand in the order of the text."""
    order = {ref: at for at, ref in enumerate(wanted)}
    seen: set[str] = set()
    for place, value in values:
        if value.ref not in order:
            yield Finding(place, "nothing of this reference is held")
        elif value.ref in seen:
            yield Finding(place, "stands twice")
        seen.add(value.ref)
    if name != "notes":
        refs = [value.ref for _, value in values if value.ref in order]
        for before, after in pairwise(refs):
            if order[before] > order[after]:
                yield Finding(f"rites/{chapter_of(after):02}.{name}.tsv {after}", f"stands after {before}")
    for ref in order:
        if ref not in seen:
            yield Finding(f"rites/{int(ref.split('#')[0].split('.')[0]):02}.{name}.tsv {ref}", "is missing")


def _worded(
    renderings: _Read[Rendering], notes: _Read[NoteRendering], canon: Canon, comments: Mapping[str, str]
) -> Iterator[Finding]:
    for place, rendering in renderings:
        if rendering.ref in canon.clauses:
            text = canon.clauses[rendering.ref].text
            yield from (Finding(place, problem) for problem in clause_problems(rendering, text))
    for place, note in notes:
        if note.ref in comments:
            yield from (Finding(place, problem) for problem in note_problems(note, comments[note.ref]))


def _by_clause(steps: _Read[Step]) -> dict[str, tuple[Step, ...]]:
    grouped: dict[str, list[Step]] = {}
    for _, step in steps:
        grouped.setdefault(step.ref, []).append(step)
    return {ref: tuple(own) for ref, own in grouped.items()}


def _stepped(
    steps: _Read[Step], rites: Rites, canon: Canon, vocabulary: Vocabulary, references: set[str]
) -> Iterator[Finding]:
    last: dict[str, int] = {}
    for place, step in steps:
        if step.n != last.get(step.ref, 0) + 1:
            yield Finding(place, f"follows step {last.get(step.ref, 0)} of its clause")
        last[step.ref] = step.n
        if step.ref in canon.clauses:
            text = canon.clauses[step.ref].text
            yield from (Finding(place, problem) for problem in problems(step, text, vocabulary, references))
        if step.kind is StepKind.REPEAT:
            yield from (Finding(place, problem) for problem in repetition_problems(rites, step))
    for ref, own in rites.steps.items():
        if ref in canon.clauses and "「" in canon.clauses[ref].text and not any(step.words for step in own):
            place = f"rites/{chapter_of(ref):02}.steps.tsv {ref}"
            yield Finding(place, "words are spoken, but no step has them")
