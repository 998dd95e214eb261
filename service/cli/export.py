"""The command that writes the data for others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    folder: Annotated[Path, typer.Argument(help="The folder to write to; it must be new or empty.")],
    tei: Annotated[bool, typer.Option("--tei", help="Every chapter in TEI P5 as well.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier export.")] = False,
) -> None:
    """Write the data for others: tables as TSV and JSON-LD, described by a data package.

    The canon, what each witness prints, the variants, renderings, steps, the glossary and the questions, with licence,
    version and hashes. Local packs are left out, as their texts are not Wenli's to give.

    `wenli export yili`

    `wenli export yili --tei --force`
    """
    from importlib.metadata import version

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from corpus import library as libraries
    from corpus.export.write import export as write
    from corpus.rites.glossary import load

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reading the texts", total=None)

        def report(done: int, total: int, name: str) -> None:
            progress.update(task, completed=done, total=total, description=name)

        count = write(libraries.load(), load(), folder, version("wenli"), tei=tei, force=force, report=report)
    print(f"Wrote {count} files to {folder}.")
