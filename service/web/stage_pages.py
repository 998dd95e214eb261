"""The stage: a phase of a rite as a page to step through, as a picture, as a sheet of paper, as data for the page."""

from __future__ import annotations

import json

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from corpus.canon import Chapter, Phase
from service.rites.stage.changes import changes
from service.rites.stage.picture import Painter
from service.rites.stage.printing import sheet
from service.rites.stage.showing import Showing
from service.rites.stage.telling import beside, told
from service.web.interface import language
from service.web.page import address, page

CHUNK = 24
"""How many scenes the page gets at a time."""
SVG = "image/svg+xml"


def blueprint(shows: Showing) -> Blueprint:
    """The pages, pictures and sheets of every phase that ``shows`` can show."""
    site = Blueprint("stage_pages", __name__)

    @site.get("/rites/<chapter>/<phase>")
    def stage(chapter: str, phase: str) -> BaseResponse:
        """A moment of a phase: ``?step=9``, or ``?at=5.20.2``; ``read`` chooses disputed reconstructions."""
        found = _found(shows, chapter, phase)
        if (moved := _moved(found, chapter, phase)) is not None:
            return moved
        painter, number = _moment(shows, found[1])
        phases = ["", *(one.ref for one in found[0].phases), ""]
        at = phases.index(found[1].ref)
        return page(
            "stage.html",
            chapter=found[0],
            phase=found[1],
            painter=painter,
            picture=painter.picture(number),
            scene=beside(painter, shows.library, number),
            notes=told(painter, shows.library),
            chosen=request.args.getlist("read"),
            before=phases[at - 1],
            after=phases[at + 1],
            chunk=CHUNK,
        )

    @site.get("/rites/<chapter>/<phase>.svg")
    def picture(chapter: str, phase: str) -> BaseResponse:
        """The same moment as a picture that stands alone."""
        found = _found(shows, chapter, phase)
        painter, number = _moment(shows, found[1])
        wide = request.args.get("width", "")
        svg = painter.picture(number).whole(
            int(wide) if wide.isascii() and wide.isdigit() and 0 < int(wide) < 5000 else None
        )
        return Response(svg, mimetype=SVG)

    @site.get("/rites/<chapter>/<phase>.pdf")
    def paper(chapter: str, phase: str) -> BaseResponse:
        """The same moment on one page, with its clause and the scene in words."""
        found = _found(shows, chapter, phase)
        painter, number = _moment(shows, found[1])
        where = f"/rites/{found[0].number}/{found[1].number}?step={number}"
        pdf = sheet(painter, shows.library, number, request.host_url.rstrip("/") + where)
        name = f"{found[1].ref}-{number}.pdf"
        return Response(pdf, mimetype="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})

    @site.get("/rites/<chapter>/<phase>/scenes")
    def scenes(chapter: str, phase: str) -> BaseResponse:
        """Some scenes as the page needs them to go on: the first whole, of the others what changes."""
        found = _found(shows, chapter, phase)
        painter, first = _moment(shows, found[1])
        last = min(first + CHUNK, painter.enacted.last + 1)
        told_scenes = [
            {
                "n": number,
                **changes(painter, number, whole=number == first),
                "side": render_template("stage_side.html", scene=beside(painter, shows.library, number)),
                "title": painter.picture(number).title,
                "description": painter.picture(number).description,
            }
            for number in range(first, last)
        ]
        return Response(json.dumps(told_scenes, ensure_ascii=False), mimetype="application/json")

    return site


def _found(shows: Showing, chapter: str, phase: str) -> tuple[Chapter, Phase]:
    found = shows.staging.chapter_at(chapter)
    return found, shows.staging.phase_at(found, phase)


def _moved(found: tuple[Chapter, Phase], chapter: str, phase: str) -> BaseResponse | None:
    """To the one address of a phase, asked the same; None where this is it."""
    numbers = str(found[0].number), str(found[1].number)
    if (chapter, phase) == numbers:
        return None
    path = url_for("stage_pages.stage", chapter=numbers[0], phase=numbers[1])
    return redirect(address(path, list(request.args.items(multi=True))))


def _moment(shows: Showing, phase: Phase) -> tuple[Painter, int]:
    painter = shows.painter(phase, language(request), request.args.getlist("read"))
    number = shows.moment(painter.enacted, request.args.get("step", ""), request.args.get("at", ""))
    return painter, number
