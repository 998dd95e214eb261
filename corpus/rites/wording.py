"""What must hold of the renderings, as far as a machine can tell: there, of sane length, in the right script."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.fold import fold, is_han
from corpus.rites.data import NoteKind, NoteRendering, Rendering
from corpus.script import is_simplified_only

SHORTEST, LONGEST = 0.8, 5.0
"""How long a modern Chinese rendering may be, in Han characters for each of the clause's."""
BRACKETS = ("「」", "『』", "《》", "（）", "()", "[]", "〔〕", "“”")
_PARENTHESES = re.compile(r"\([^()]*\)|（[^（）]*）")


def clause_problems(rendering: Rendering, text: str) -> Iterator[str]:
    """What is wrong with the rendering of a clause whose canon text is ``text``."""
    yield from _script_problems(rendering, may_be_open=text.count("「") != text.count("」"))
    length = sum(map(is_han, rendering.zh)) / max(1, len(fold(text)))
    if not SHORTEST <= length <= LONGEST:
        yield f"zh has {length:.1f} times the characters of the clause ({SHORTEST} to {LONGEST} is sane)"
    if len(rendering.en.split()) < 2:
        yield "en has fewer than 2 words"


def note_problems(note: NoteRendering, text: str) -> Iterator[str]:
    """What is wrong with the rendering of a comment whose text, all pieces together, is ``text``."""
    yield from _script_problems(note, may_be_open=False)
    wanted = NoteKind.RENDERING if "#zheng." in note.ref else NoteKind.SUMMARY
    if note.kind is not wanted:
        yield f"is a {note.kind}, should be a {wanted}"
    if note.kind is NoteKind.SUMMARY:
        if len(re.findall(r"[。！？](?![」』）])", note.zh)) > 1:
            yield "zh has more than one sentence"
        if len(re.findall(r"[.!?](?=\s+[A-Z“])", re.sub(r"\b(?:[A-Z]|cf|ch|i\.e|e\.g)\. ", " ", note.en))) > 0:
            yield "en has more than one sentence"
    elif not 0.5 <= sum(map(is_han, note.zh)) / max(1, len(fold(text))) <= LONGEST:
        yield f"zh has {sum(map(is_han, note.zh))} characters, the note {len(fold(text))}"
    if len(note.en.split()) < 2:
        yield "en has fewer than 2 words"


def _script_problems(value: Rendering | NoteRendering, may_be_open: bool) -> Iterator[str]:
    """``may_be_open``: words spoken may begin in one clause and end in another."""
    for name, text in (("zh", value.zh), ("en", value.en)):
        if not text:
            yield f"{name} is empty"
        if text != text.strip() or "  " in text:
            yield f"{name} has stray blanks"
        for opening, closing in map(tuple, BRACKETS):
            if text.count(opening) != text.count(closing) and not (may_be_open and opening in "「“"):
                yield f"{name} has {text.count(opening)} {opening} but {text.count(closing)} {closing}"
    if latin := re.findall(r"[A-Za-z]+", value.zh):
        yield f"zh has Latin letters: {' '.join(latin[:5])}"
    if marks := re.findall(r"(?<=[\u3400-\u9fff])[,;:?!.]", value.zh):
        yield f"zh has half-width {' '.join(sorted(set(marks)))} after a Han character"
    if simplified := sorted(set(filter(is_simplified_only, value.zh))):
        yield f"zh has characters of simplified script: {''.join(simplified)}"
    plain = _PARENTHESES.sub("", value.en)
    if han := "".join(filter(is_han, plain)):
        yield f"en has Han characters outside parentheses: {han[:12]}"
    if marks := sorted({c for c in plain if c in "，。；：、？！「」『』《》"}):
        yield f"en has full-width {' '.join(marks)}"
