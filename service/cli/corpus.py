"""Commands about the texts: check what is held; add, list and remove local packs and editions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from service.settings import Settings


def check(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List the doubts about the rites as well.")] = False,
) -> None:
    """Check the texts and the rites: every reference, every character, every work, every act.

    Prints each finding with its place; exits with 1 where there is any. A doubt is no error: acts that, told one
    after the other, do not fit together, for an editor to judge.
    """
    from corpus import library as libraries
    from corpus.check import check as findings_of
    from corpus.rites.check import check as check_rites

    rites = check_rites()
    findings = (*findings_of(), *rites.errors)
    if verbose:
        for doubt in rites.warnings:
            print(f"{doubt.place}: {doubt.problem} (doubt)")
    for finding in findings:
        print(f"{finding.place}: {finding.problem}")
    if findings:
        print(f"{len(findings)} findings.")
        raise typer.Exit(1)
    library = libraries.load()
    clauses, works = len(library.canon.clauses), len(library.works)
    print(f"All is well: {clauses:,} clauses, {len(library.units):,} passages in {works} witnesses.")
    steps = sum(map(len, library.rites.steps.values()))
    told = ", ".join(map(str, library.rites.chapters)) or "no chapter"
    more = "" if verbose else "; --verbose lists them"
    print(f"Rites of {told}: {steps:,} steps, {len(rites.warnings)} doubts{more if rites.warnings else ''}.")


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
    from service.cli.run import settings_of
    from service.wenli import packs_of

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
    from index.encoder import open_encoder
    from service.cli.run import settings_of
    from service.editions.opening import open_store
    from service.wenli import packs_of

    settings = settings_of()
    for folder in packs_of(settings.packs):
        print(folder.name)
    held = editions.held(settings.packs)
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
