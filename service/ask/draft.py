"""An answer while it is written: its sentences and citations before they are verified."""

from __future__ import annotations

from dataclasses import dataclass

from service.ask.values import Citation

BASE_LIMIT, COMMENT_LIMIT = 70, 60
"""Longest quotation from base text and from commentary, in characters."""


@dataclass(frozen=True)
class Draft:
    """An answer not yet verified: its sentences and the citation of each marker."""

    sentences: tuple[str, ...]
    citations: tuple[Citation, ...]
