"""The guards of the service, as ``benchmarks.citations`` measures guards.

python -m benchmarks.citations --guard benchmarks.guards:extractive_guard --missed
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from benchmarks.answers import sentences
from benchmarks.citations import Guard, Verified
from corpus.library import Library
from corpus.model import Unit
from corpus.quotes.judge import Judge
from index.build import open_index
from index.encoder import open_encoder
from service.ask.values import Citation, Verification
from service.ask.verify import verify
from service.guard.bearing import Alike, Bearing
from service.guard.check import Checker
from service.guard.evidence import Evidence
from service.guard.guard import Guard as Released
from service.llm.cited import citations
from service.settings import Settings
from service.texts.passage import label, read_url, urn

PIECE = 7
"""Characters of the pieces in which an answer reaches the guard, as a model sends it."""


def alike(library: Library) -> Alike:
    """How like a text and passages are, by the index of the settings, which must be built."""
    settings = Settings.read(os.environ)
    encoder = open_encoder(settings.embedding_model, settings.home)
    return open_index(library, encoder, settings.home / "index").alike


def model_guard(library: Library) -> Guard:
    """The guard for one library; marker [n] of an answer means ``evidence[n - 1]``."""
    checker = Checker(library, Judge(library), Bearing(library, alike(library)))
    renderings, notes = library.rites.renderings, library.rites.notes

    def guarded(answer: str, evidence: Sequence[Unit]) -> Verified:
        told = (renderings.get(unit.ref) or notes.get(unit.ref) for unit in evidence)
        aids = {at: f"{rendering.zh} {rendering.en}" for at, rendering in enumerate(told, 1) if rendering}
        guard = Released(checker, Evidence(evidence, library, aids))
        pieces = (answer[at : at + PIECE] for at in range(0, len(answer), PIECE))
        text = "".join((*guard.released(pieces), *guard.flushed()))
        return Verified(text, tuple(citation.ref for citation in citations(guard, library)))

    return guarded


def extractive_guard(library: Library) -> Guard:
    """The guard of the service's own answers. It judges quotations and markers, not claims in other words."""

    def guard(answer: str, evidence: Sequence[Unit]) -> Verified:
        citations = [_citation(n, unit, library) for n, unit in enumerate(evidence, 1)]
        parts = [answer[a:b] for a, b in sentences(answer)]
        kept = verify(parts, citations, library, "")
        return Verified(" ".join(kept.sentences), tuple(c.ref for c in kept.citations))

    return guard


def _citation(index: int, unit: Unit, library: Library) -> Citation:
    chapter = library.canon.chapters[unit.chapter].name_hant
    phase = library.canon.phase(unit.chapter, unit.phase).name_hant if unit.phase else ""
    return Citation(
        index, unit.ref, urn(unit), read_url(unit.ref), label(unit, library), chapter, phase, unit.layer.zh,
        unit.commentator, unit.witness, unit.text, 0, len(unit.text), Verification.EXACT,
    )  # fmt: skip
