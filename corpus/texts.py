"""The frozen texts: what each witness prints, one clause or comment a line.

``texts/WITNESS.tsv`` has the columns of :class:`Entry`; ``texts/works.toml`` says what each witness is. Extents
are written ``120-141;142-160`` (code points of the source, end-exclusive).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.model import Layer
from corpus.people import commentators

TEXTS = Path(__file__).parent / "texts"
COLUMNS = ("ref", "through", "layer", "commentator", "extents", "text")


@dataclass(frozen=True)
class Entry:
    """One clause or comment of one witness. ``ref`` is ``5.21.3``, ``5.21.3#zheng.1`` or ``-`` (another book's
    words set among the clauses); ``commentator`` is a slug, "" for base text."""

    ref: str
    through: str
    layer: Layer
    commentator: str
    witness: str
    text: str
    extents: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Work:
    """What a witness is. ``label_hant`` names it in citations (``《儀禮集釋》卷五``).

    ``sha256`` is the source file's. ``lost`` are characters that stand in it for lost ones, besides ■ and its like.
    ``fragment`` says that what it lacks is lost or stands elsewhere, not left out. For bibliographies: ``authors`` are
    pairs of a name in characters and in Latin letters, ``series`` is the collection it was printed in, ``year`` that of
    a copy published on the web, 0 where there is none; ``pages`` names the volumes whose pages it stands on, as
    Kanripo does, with a blank between them.
    """

    witness: str
    label_hant: str
    label_en: str
    title: str
    author: str
    dynasty: str
    edition: str
    chapters: tuple[int, ...]
    script: str
    licence: str
    provenance: str
    sha256: str
    lost: str = ""
    fragment: bool = False
    title_en: str = ""
    authors: tuple[tuple[str, str], ...] = ()
    juan: str = ""
    series: str = ""
    series_en: str = ""
    year: int = 0
    pages: str = ""


def slug_of(commentator: str | None, layer: Layer) -> str:
    """The name of a speaker in references; an anonymous layer speaks by its own name (``jinzhu``)."""
    if not commentator:
        return layer.value
    return next(slug for slug, person in commentators().items() if person.name_hant == commentator)


def write_texts(entries: Iterable[Entry], folder: Path = TEXTS) -> dict[str, int]:
    """Write a file for each witness; returns file name → number of entries."""
    by_witness: dict[str, list[Entry]] = {}
    for entry in entries:
        by_witness.setdefault(entry.witness, []).append(entry)
    sizes: dict[str, int] = {}
    for witness, own in by_witness.items():
        lines = ["\t".join(COLUMNS)]
        for e in own:
            extents = ";".join(f"{start}-{end}" for start, end in e.extents)
            lines.append("\t".join((e.ref, e.through, e.layer.value, e.commentator, extents, e.text)))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{witness}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sizes[f"{witness}.tsv"] = len(own)
    return sizes


def read_texts(folder: Path = TEXTS) -> list[Entry]:
    """All entries of a folder in the order of works.toml; CorpusError names the file and line that break a rule."""
    found: list[Entry] = []
    for witness in read_works(folder):
        path = folder / f"{witness}.tsv"
        for line, row in enumerate(rows(path, COLUMNS), 2):
            try:
                extents = tuple(_extent(part) for part in row["extents"].split(";"))
                layer = Layer(row["layer"])
            except ValueError as error:
                raise CorpusError(f"{path.name}, line {line}: {error}") from None
            found.append(Entry(row["ref"], row["through"], layer, row["commentator"], witness, row["text"], extents))
    return found


def _extent(text: str) -> tuple[int, int]:
    start, end = map(int, text.split("-"))
    if not 0 <= start < end:
        raise ValueError(f"extent {text} is empty or backwards")
    return start, end


def read_works(folder: Path = TEXTS) -> dict[str, Work]:
    """Witness → what it is, from works.toml; CorpusError names a work with missing or surplus keys."""
    path = folder / "works.toml"
    works: dict[str, Work] = {}
    for witness, values in tomllib.loads(path.read_text(encoding="utf-8")).items():
        try:
            lists = {"chapters": tuple(values["chapters"])}
            lists["authors"] = tuple((hant, latin) for hant, latin in values.get("authors", ()))
            works[witness] = Work(witness=witness, **{**values, **lists})
        except (TypeError, KeyError, ValueError) as error:
            raise CorpusError(f"{path.name}, [{witness}]: {error}") from None
    return works


def fingerprint(folders: Sequence[Path], files: Iterable[Path] = ()) -> str:
    """A SHA-256 over every data file of the folders, and further files, by name and content: what an index is of."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in (".tsv", ".toml")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
