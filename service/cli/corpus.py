"""Commands about the texts: check what is held; add, list and remove local packs and editions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from service.settings import Settings


def check(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List the doubts as well.")] = False,
) -> None:
    """Check the texts, the rites and the book of answers: every reference, character, work, act, row and claim.

    Prints each finding with its place; exits with 1 where there is any. A doubt is no error: acts that, told one
    after the other, do not fit together, or an answer that names what nothing it rests on bears out; an editor judges.
    """
    from corpus import library as libraries
    from corpus.answers.check import check as check_answers
    from corpus.check import check as findings_of
    from corpus.rites.check import check as check_rites

    rites = check_rites()
    findings = [*findings_of(), *rites.errors]
    library = libraries.load() if not findings else None
    answers = check_answers(library) if library else None
    findings += answers.errors if answers else ()
    doubts = (*rites.warnings, *(answers.warnings if answers else ()))
    if verbose:
        for doubt in doubts:
            print(f"{doubt.place}: {doubt.problem} (doubt)")
    for finding in findings:
        print(f"{finding.place}: {finding.problem}")
    if findings or library is None or answers is None:
        print(f"{len(findings)} findings.")
        raise typer.Exit(1)
    clauses, works = len(library.canon.clauses), len(library.works)
    print(f"All is well: {clauses:,} clauses, {len(library.units):,} passages in {works} witnesses.")
    steps = sum(map(len, library.rites.steps.values()))
    told = ", ".join(map(str, library.rites.chapters)) or "no chapter"
    more = "" if verbose else "; --verbose lists them"
    print(f"Rites of {told}: {steps:,} steps, {len(rites.warnings)} doubts{more if rites.warnings else ''}.")
    rows = library.book.rows.values()
    written = sum(row.origin == "written" for row in rows)
    print(f"Answers: {written:,} written, {len(rows) - written:,} generated, {len(answers.warnings)} doubts{more}.")


def coverage(
    everything: Annotated[
        bool, typer.Option("--all", help="List everything that is missing, not the first 20.")
    ] = False,
) -> None:
    """Say what the book of answers does not rest on or tell yet: clauses, notes, phases by kind of answer, words.

    Exits with 1 where something is missing. docs/answers.md says how a row is written.
    """
    from corpus import library as libraries
    from corpus.answers.check import coverage as coverage_of

    library = libraries.load()
    found = coverage_of(library)
    phases = sum(len(chapter.phases) for chapter in library.canon.held)
    notes = len({unit.whole_ref for unit in library.units if not unit.layer.is_base})
    missing = (
        (f"of {len(library.canon.clauses):,} clauses", found.clauses),
        (f"of {notes:,} notes", found.notes),
        (f"cells of {phases} phases × kind", tuple(f"{phase} {kind}" for phase, kind in found.cells)),
        ("words of the glossary", found.words),
    )
    for name, what in missing:
        print(f"{len(what)} {name} missing")
        shown = what if everything else what[:20]
        for one in shown:
            print(f"  {one}")
        if len(shown) < len(what):
            print(f"  … and {len(what) - len(shown)} more; --all lists them")
    if not found.complete:
        raise typer.Exit(1)


def add(
    source: Annotated[str, typer.Argument(help="A file, a folder in the Kanripo format, or kanripo:KR1d0026.")],
    later: Annotated[bool, typer.Option("--later", help="Leave the vectors to `wenli build`.")] = False,
) -> None:
    """Add a text of your own, searched beside the texts Wenli comes with. It stays on this machine, in WENLI_PACKS.

    A file in one of the six formats becomes a witness of the chapters held: run `wenli build` afterwards. An edition
    in the Kanripo format is added whole and indexed at once, first its words, then its meaning; interrupted, it goes
    on when the command, or `wenli build`, is given again.

    `wenli corpus add ~/texts/yili-05.txt`

    `wenli corpus add kanripo:KR1d0026`
    """
    from corpus import canon as canons
    from corpus import packs
    from corpus.editions import packs as editions
    from corpus.editions.source import is_numbered, opened
    from service.cli.run import settings_of

    settings = settings_of()
    if is_numbered(source) or Path(source).expanduser().is_dir():
        with opened(source, settings.kanripo) as folder:
            pack, changed = editions.add(folder, settings.packs)
        told = f"{pack.title} {pack.edition}, {pack.pages:,} pages, {pack.characters:,} characters"
        print(f"{'Added' if changed else 'Already there:'} {pack.name} ({told}).")
        _index(settings, later=later)
        return
    added = packs.add(Path(source).expanduser(), settings.packs, canons.load())
    layers = ", ".join(f"{layer.zh} {count}" for layer, count in added.layers.items())
    print(f"Added {added.folder} ({layers}). Run `wenli build` to search it.")


def remove(name: Annotated[str, typer.Argument(help="The name that `wenli corpus list` shows.")]) -> None:
    """Take a local pack or an edition out again.

    `wenli corpus remove KR1d0026`
    """
    import shutil

    from corpus.editions import packs as editions
    from corpus.packs import packs_of
    from service.cli.run import settings_of

    settings = settings_of()
    own = {folder.name: folder for folder in packs_of(settings.packs)}
    if name in own:
        shutil.rmtree(own[name])
        print(f"Removed {name}. Run `wenli build` to take it out of the index.")
        return
    pack = editions.remove(name, settings.packs)
    print(f"Removed {pack.name}; {len(editions.held(settings.packs))} editions are left.")
    _index(settings, later=True)


def contents() -> None:
    """List the local packs and editions added, and how far they are indexed.

    `wenli corpus list`
    """
    from corpus.editions import packs as editions
    from corpus.packs import packs_of
    from index.encoder import open_encoder
    from service.cli.run import settings_of
    from service.editions.opening import open_store

    settings = settings_of()
    packs = packs_of(settings.packs)
    for folder in packs:
        print(folder.name)
    held = editions.held(settings.packs)
    if not packs and not held:
        print(f"Nothing has been added in {settings.packs}; `wenli corpus add --help` says how.")
    for pack in held:
        print(f"{pack.name}  {pack.title} {pack.edition}, {pack.pages:,} pages, {pack.characters:,} characters")
    if held:
        store = open_store(settings, open_encoder(settings.embedding_model, settings.home, settings.embedding_backend))
        counts = store.counts()
        print(f"{counts.passages:,} passages, {counts.vectors:,} with vectors: {store.name}")


def _index(settings: Settings, *, later: bool) -> None:
    """Bring the index of editions up to date, and tell how it goes."""
    from service.cli.indexing import index_editions

    index_editions(settings, later=later)
