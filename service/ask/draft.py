"""An answer while it is written: the words it quotes, and its sentences before they are verified."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.model import Unit
from service.ask.values import Citation

BASE_LIMIT, COMMENT_LIMIT = 70, 60
"""Longest quotation from base text and from commentary, in characters."""


@dataclass(frozen=True)
class Quote:
    """Words chosen from a unit, ``unit.text[start:end]``, and Wenli's rendering of them, or summary, if it has one."""

    unit: Unit
    start: int
    end: int
    rendering: str = ""
    summary: bool = False

    @property
    def text(self) -> str:
        """The words, as stored."""
        return self.unit.text[self.start : self.end]


@dataclass(frozen=True)
class Computed:
    """A first sentence without its markers, and the clauses it rests on: ``{markers}`` stands where all of them go, or
    ``{0}``, ``{1}`` … where that of one clause goes. What does not stand ``alone`` is followed by what was found."""

    sentence: str
    units: tuple[Unit, ...]
    alone: bool = True


@dataclass(frozen=True)
class Draft:
    """An answer not yet verified: its sentences and the citation of each marker."""

    sentences: tuple[str, ...]
    citations: tuple[Citation, ...]
