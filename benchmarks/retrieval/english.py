"""English alone: whether a model that was trained for Chinese still reads it.

Renderings: an English question and the English renderings of the passages that answer it. Manuals: the first line of
what Python's standard library says of a function or class, and the paragraphs that follow it – English that has nothing
to do with these texts and that no training here has seen.
"""

from __future__ import annotations

import ast
import random
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.retrieval.alignment import Alignment
from benchmarks.retrieval.questions import relevant
from corpus.library import Library
from index.context import contexts

_SHORTEST, _LONGEST = 40, 400
"""Characters: of what follows the first line there are at least so many, and no more are read."""


def renderings(library: Library, rows: Sequence[dict[str, Any]]) -> Alignment:
    """The English questions of a set, among the English renderings of the corpus."""
    own = [row for row in rows if row["lang"] == "en"]
    right = relevant(own, [unit.text for unit in library.units])
    texts: dict[str, int] = {}
    places: dict[int, int] = {}
    for at, around in enumerate(contexts(library.units, library.canon, library.rites)):
        if around.renderings:
            places[at] = texts.setdefault(around.renderings[1], len(texts))
    found = [frozenset(places[at] for at in spans if at in places) for spans in right]
    asked = [(row["question"], spans) for row, spans in zip(own, found, strict=True) if spans]
    return Alignment([question for question, _ in asked], list(texts), [spans for _, spans in asked])


def manuals(most: int = 600, seed: int = 0) -> Alignment:
    """First lines of the standard library's descriptions, among what follows each."""
    pairs = {body: first for first, body in _described(Path(sysconfig.get_paths()["stdlib"]))}
    texts = random.Random(seed).sample(sorted(pairs), min(most, len(pairs)))
    return Alignment([pairs[text] for text in texts], texts, [frozenset({at}) for at in range(len(texts))])


def _described(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                first, _, rest = (ast.get_docstring(node) or "").partition("\n\n")
                body = " ".join(rest.split())[:_LONGEST]
                if len(body) >= _SHORTEST and "\n" not in first:
                    yield first, body
