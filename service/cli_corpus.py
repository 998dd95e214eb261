"""Commands about the texts: check what is held, add a local pack."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


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


def add(path: Annotated[Path, typer.Argument(help="The file to read.")]) -> None:
    """Add a file of your own as a local pack, searched beside the texts Wenli comes with.

    It stays on this machine, in WENLI_PACKS. Run `wenli build` afterwards.

    `wenli corpus add ~/texts/yili-05.txt`
    """
    from corpus import canon as canons
    from corpus import packs
    from service.cli_run import settings_of

    pack = packs.add(path, settings_of().packs, canons.load())
    layers = ", ".join(f"{layer.zh} {count}" for layer, count in pack.layers.items())
    print(f"Added {pack.folder} ({layers}). Run `wenli build` to search it.")
