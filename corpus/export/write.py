"""Writing the export: all of it beside its place first, then moved there, so that no half of one is ever found."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from corpus.errors import WenliError
from corpus.export import package
from corpus.export.contents import tables
from corpus.export.linked import linked
from corpus.export.tables import CC_BY, Cell, Table
from corpus.library import Library
from corpus.rites.glossary import Glossary
from corpus.tei.document import chapter_document
from corpus.tei.names import serialised

Report = Callable[[int, int, str], None]
"""Called before each file: how many are done, how many there are, and the name of this one."""


class ExportRefused(WenliError):
    """A folder cannot be written to (``folder``); the message says why."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        super().__init__(f"{folder} {reason}.")


def export(
    library: Library, glossary: Glossary, folder: Path, version: str, *, tei: bool, force: bool, report: Report
) -> int:
    """Write every table, with ``tei`` every chapter as well, and the descriptor; returns how many files there are.

    ExportRefused where the folder holds something, unless that is an earlier export and ``force`` is given.
    """
    folder = folder.absolute()
    _free(folder, force)
    fresh = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        resources = list(_written(library, glossary, fresh, tei, report))
        described = package.descriptor(library, version, resources)
        text = json.dumps(described, ensure_ascii=False, indent=2) + "\n"
        (fresh / "datapackage.json").write_text(text, encoding="utf-8")
        _move(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return len(resources) + 1


def _free(folder: Path, force: bool) -> None:
    """Refuse what must not be replaced."""
    if not folder.exists():
        if not folder.parent.is_dir():
            raise ExportRefused(folder, "cannot be made: the folder it should be in does not exist")
        return
    if not folder.is_dir():
        raise ExportRefused(folder, "is a file, not a folder")
    if not any(folder.iterdir()):
        return
    if not _is_export(folder):
        raise ExportRefused(folder, "holds other files; name a new or an empty folder")
    if not force:
        raise ExportRefused(folder, "holds an earlier export; --force replaces it")


def _is_export(folder: Path) -> bool:
    """Whether a folder holds an export and nothing that was put beside it."""
    try:
        described = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
        known = {"datapackage.json", *(resource["path"] for resource in described["resources"])}
        found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
        return described["name"] == package.NAME and found <= known
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _move(fresh: Path, folder: Path) -> None:
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    fresh.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _written(library: Library, glossary: Glossary, folder: Path, tei: bool, report: Report) -> Iterator[dict[str, Any]]:
    """Write the files, and say of each what it is."""
    whole = tables(library, glossary)
    chapters = library.canon.held if tei else ()
    total = 2 * len(whole) + len(chapters)
    for name in ("tsv", "jsonld", *(("tei",) if tei else ())):
        (folder / name).mkdir(parents=True)
    for number, table in enumerate(whole):
        report(2 * number, total, f"{table.name}.tsv")
        path, content = f"tsv/{table.name}.tsv", separated(table).encode()
        (folder / path).write_bytes(content)
        yield package.tabular(table, path, content)
        report(2 * number + 1, total, f"{table.name}.jsonld")
        path, content = f"jsonld/{table.name}.jsonld", linked(table).encode()
        (folder / path).write_bytes(content)
        yield package.other(
            f"{table.name}-jsonld", path, content, title=table.title, media="application/ld+json", licence=table.licence
        )
    for number, chapter in enumerate(chapters):
        report(2 * len(whole) + number, total, f"{chapter.number:02}.xml")
        path, content = f"tei/{chapter.number:02}.xml", serialised(chapter_document(library, chapter, glossary))
        (folder / path).write_bytes(content)
        title = f"{chapter.name_hant} in TEI P5"
        yield package.other(
            f"tei-{chapter.number:02}", path, content, title=title, media="application/tei+xml", licence=CC_BY
        )
    report(total, total, "datapackage.json")


def separated(table: Table) -> str:
    """A table as TSV: a line of names, then a line for each row; a cell with a quotation mark is quoted."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(column.name for column in table.columns)
    for row in table.rows():
        writer.writerow(_cell(value) for value in row)
    return text.getvalue()


def _cell(value: Cell) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
