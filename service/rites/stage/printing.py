"""One page of paper for teaching: the picture of a scene, its clause and rendering, the scene in words, its address.

Typst sets it: one package without needs of its own, which reads SVG and writes PDF with the fonts in it. They are in
``fonts/`` (print_font.py), so that a server without Chinese fonts prints the same.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from corpus.library import Library
from service.rites.stage.picture import Painter
from service.rites.stage.speech import Line
from service.rites.stage.svg import HAN
from service.rites.stage.telling import beside, told
from service.texts.language import interface

if TYPE_CHECKING:
    from typst import Compiler

HERE = Path(__file__).resolve().parent
TEMPLATE = HERE / "sheet.typ"
FONTS = HERE / "fonts"
MOST_LINES, MOST_NOTES = 24, 12
"""How many lines and notes one page has room for."""
NOTE_LENGTH = 44
_ONE = Lock()


def sheet(painter: Painter, library: Library, number: int, where: str) -> bytes:
    """The PDF of a scene; ``where`` is the address it is found at."""
    speech, ui = painter.speech, interface(painter.speech.lang)
    scene = beside(painter, library, number)
    enacted = painter.enacted
    notes = told(painter, library) if number == 0 else ()
    listed = [_line(line) for line in scene.lines[:MOST_LINES]]
    listed += [(str(note.number), _short(note.text), note.ref) for note in notes if note.drawn][:MOST_NOTES]
    data = {
        "title": scene.title,
        "lang": "en" if speech.lang == "en" else "zh",
        "heading": scene.title.partition(" · ")[0],
        "count": ui["stage_scene_of"].format(number, enacted.last) if enacted.last else ui["stage_plan"],
        "picture": painter.picture(number).whole().replace(HAN, "Wenli Print"),
        "description": scene.description,
        "act": scene.line,
        "before": scene.text[0],
        "span": scene.text[1],
        "after": scene.text[2],
        "source": scene.ref,
        "aid": ui["rendering"],
        "rendering": scene.rendering,
        "left": listed[: -(-len(listed) // 2)],
        "right": listed[-(-len(listed) // 2) :],
        "legend": " · ".join((ui["stage_legend_understood"], ui["stage_legend_nose"], ui["stage_legend_scale"])),
        "address": where,
    }
    with _ONE:
        pdf = _compiler().compile(sys_inputs={"told": json.dumps(data, ensure_ascii=False)}, format="pdf")
    if not isinstance(pdf, bytes):  # several pages come as a list of pictures, never of PDF
        raise TypeError(f"typst made {type(pdf).__name__} of a PDF")
    return pdf


@lru_cache(maxsize=1)
def _compiler() -> Compiler:
    import typst

    return typst.Compiler(input=str(TEMPLATE), font_paths=[str(FONTS)], ignore_system_fonts=True)


def _line(line: Line) -> tuple[str, str, str]:
    return line.who, line.where, " · ".join((*line.what, *line.understood))


def _short(text: str) -> str:
    return text if len(text) <= NOTE_LENGTH else text[:NOTE_LENGTH] + "…"
