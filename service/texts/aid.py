"""Wenli's renderings beside the words they render: a reading aid, never citable as the text.

A rendering follows its original sentence by sentence, so that a stretch of the one is found in the other by how far
into it it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from corpus.library import Library
from corpus.model import Unit
from corpus.rites.data import NoteKind, NoteRendering, Rendering
from corpus.script import simplified as in_simplified
from service.texts.language import Lang
from service.texts.sentences import sentences

_ENGLISH_SENTENCE = re.compile(r".+?(?:[.;!?](?=\s|$)[”’)\]]*\s*|$)", re.DOTALL)
_NOTHING = (
    "the a an of to in on and is are was were be he his him she her it its they their them with for by at from as who "
    "what where when why how which does do did that this there then not or but into has have had s"
)
_STOP = frozenset(_NOTHING.split(" "))


class Aid:
    """Finds what renders a unit, or words of it."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def rendering(self, unit: Unit, start: int, end: int, lang: Lang) -> str:
        """What renders ``unit.text[start:end]``: the whole rendering of a whole unit, else the sentences of it that
        stand as far into it; "" where nothing does."""
        whole, first, last, summary = self._rendering(unit, lang)
        if not whole or summary or (start == 0 and end >= len(unit.text) and (first, last) == (0.0, 1.0)):
            return whole
        parts = _parts(whole, lang)
        return "".join(whole[a:b] for a, b in self._beside(parts, unit, (start, end), (first, last))).strip()

    def _rendering(self, unit: Unit, lang: Lang) -> tuple[str, float, float, bool]:
        """The rendering of the clause or whole comment, the share of it that is this unit's, whether a summary."""
        rites = self._library.rites
        if unit.layer.is_base:
            clause = rites.renderings.get(unit.ref)
            return (_in(clause, lang), 0.0, 1.0, False) if clause else ("", 0.0, 1.0, False)
        base, _, comment = unit.ref.partition("#")
        note = rites.notes.get(f"{base}#{'.'.join(comment.split('.')[:2])}")
        if note is None:
            return "", 0.0, 1.0, False
        pieces = [u for u in self._library.by_ref(note.ref) if u.witness == unit.witness]
        total = sum(len(u.text) for u in pieces)
        before = sum(len(u.text) for u in pieces[: pieces.index(unit)])
        share = (before / total, (before + len(unit.text)) / total)
        return _in(note, lang), *share, note.kind is NoteKind.SUMMARY

    def _beside(
        self, parts: Sequence[tuple[int, int]], unit: Unit, span: tuple[int, int], share: tuple[float, float]
    ) -> list[tuple[int, int]]:
        """The sentences of a rendering most of which lies as far into it as the span lies into its original."""
        if not parts:
            return []
        total = parts[-1][1]
        low, high = (share[0] + (share[1] - share[0]) * at / len(unit.text) for at in span)
        return [(a, b) for a, b in parts if min(b / total, high) - max(a / total, low) > 0.4 * (b - a) / total]


def words(text: str) -> list[str]:
    """English words in a plain form, without those that say nothing: ``words("He kneels facing east") ==
    ["kneel", "fac", "east"]``."""
    found = re.findall(r"[a-z]+", text.lower())
    return [re.sub(r"(?:ing|ed|es|s|e)$", "", w) if len(w) > 4 else w for w in found if w not in _STOP]


def _in(rendering: Rendering | NoteRendering, lang: Lang) -> str:
    if lang == "en":
        return rendering.en
    # Words in quotation marks are quotations of the text: a rendering carries none.
    plain = re.sub("[「」『』“”‘’]", "", rendering.zh)
    return plain if lang == "zh-Hant" else simplified(plain)


_PARTICLE = re.compile("(?<![显昭卓名编原论土合专巨遗译撰])著(?![作名称者述录书文])")
"""著 where it is written 着 today: not in 显著, 著名 and the like."""


@lru_cache(maxsize=4096)
def simplified(text: str) -> str:
    """Wenli's own words in simplified script (OpenCC), as they are written today.

    >>> simplified("拿著弓站著，最著名的著作")
    '拿着弓站着，最著名的著作'
    """
    return _PARTICLE.sub("着", converted(text))


def converted(text: str) -> str:
    """The characters of a text in simplified script, to be shown beside its own."""
    return in_simplified(text)


def _parts(text: str, lang: Lang) -> list[tuple[int, int]]:
    if lang == "en":
        return [m.span() for m in _ENGLISH_SENTENCE.finditer(text) if m[0].strip()]
    return sentences(text) if text else []
