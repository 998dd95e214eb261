"""What stands beside a scene: the clause with the words that tell the act, its rendering, and the scene in words."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.library import Library
from corpus.rites.data import Rendering
from corpus.rites.stage.notes import Note
from service.rites.stage.picture import Painter
from service.rites.stage.speech import Line
from service.texts.aid import simplified
from service.texts.language import Lang


@dataclass(frozen=True)
class Beside:
    """A scene in words. ``text`` is the clause in three parts, the middle one the words that tell this act.

    ``again`` is, of an act that is done again, the clause whose act it is and its words.
    """

    number: int
    ref: str
    line: str
    text: tuple[str, str, str]
    rendering: str
    again: tuple[str, str] | None
    doubtful: bool
    lines: tuple[Line, ...]
    waiting: str
    nowhere: str
    vessels: tuple[tuple[str, str], ...]
    title: str
    description: str


@dataclass(frozen=True)
class Told:
    """A note on the plan in words."""

    number: int
    ref: str
    text: str
    rendering: str
    place: str
    named: bool
    drawn: bool


def beside(painter: Painter, library: Library, number: int) -> Beside:
    """What stands beside a scene."""
    enacted, speech = painter.enacted, painter.speech
    scene = enacted.scene(number)
    clauses = library.rites.clauses(enacted.phase)
    act = scene.act
    ref = act.ref if act else clauses[0]
    span = (act.said[0].span if act.said else act.step.span) if act else ""
    text = library.canon.clauses[ref].text
    at = text.find(span) if span else -1
    parts = (text[:at], span, text[at + len(span) :]) if at >= 0 else (text, "", "")
    picture = painter.picture(number)
    return Beside(
        number=number,
        ref=ref,
        line=speech.step(act.step) if act else "",
        text=parts,
        rendering=_in(library.rites.renderings.get(ref), speech.lang),
        again=(act.step.ref, act.step.span) if act and act.said else None,
        doubtful=bool(scene.findings),
        lines=speech.lines(scene),
        waiting=speech.waiting(scene),
        nowhere=speech.nowhere(scene),
        vessels=speech.vessels(scene),
        title=picture.title,
        description=picture.description,
    )


def told(painter: Painter, library: Library) -> tuple[Told, ...]:
    """The notes on the plan of a phase."""
    return tuple(_told(note, painter, library) for note in painter.enacted.notes)


def _told(note: Note, painter: Painter, library: Library) -> Told:
    return Told(
        number=note.number,
        ref=note.ref,
        text=library.canon.clauses[note.ref].text,
        rendering=_in(library.rites.renderings.get(note.ref), painter.speech.lang),
        place=painter.speech.place(note.place),
        named=note.named,
        drawn=note.point is not None and painter.frame.shows(note.point),
    )


def _in(rendering: Rendering | None, lang: Lang) -> str:
    if rendering is None:
        return ""
    return {"zh-Hant": rendering.zh, "zh-Hans": simplified(rendering.zh), "en": rendering.en}[lang]
