"""The tables that are exported: the canon, the witnesses' texts, renderings, steps, glossary, questions, variants."""

from __future__ import annotations

from corpus.export.rite_tables import rite_tables
from corpus.export.tables import Table
from corpus.export.text_tables import canon_tables, text_tables
from corpus.export.variant_tables import variant_tables
from corpus.library import Library
from corpus.rites.glossary import Glossary


def tables(library: Library, glossary: Glossary) -> tuple[Table, ...]:
    """Every table, those that others refer to first."""
    return (
        *canon_tables(library),
        *text_tables(library),
        *rite_tables(library, glossary),
        *variant_tables(library),
    )
