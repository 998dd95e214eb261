"""The pages a newcomer reads first: the rites, and each of them at a glance as a checklist for those who perform it."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from service.contract.overview_wire import Overviews
from service.contract.rite_wire import Telling
from service.web.interface import language
from service.web.page import moved, page


def blueprint(telling: Telling, overviews: Overviews) -> Blueprint:
    """The pages of the rites that are told act by act."""
    site = Blueprint("rite_pages", __name__)

    @site.get("/rites")
    def rites() -> Response:
        """All rites, stage by stage."""
        return page("rites.html", rites=overviews.chapters())

    @site.get("/rites/<chapter>")
    def rite(chapter: str) -> BaseResponse:
        """One rite: its course, who takes part, what is needed."""
        lang = language(request)
        found = telling.staging.chapter_at(chapter)
        if chapter != str(found.number):
            return redirect(moved(f"/rites/{found.number}"))
        reply = overviews.reply(found)
        return page(
            "rite.html",
            rite=reply,
            longest=max(phase.acts for stage in reply.stages for phase in stage.phases),
            grouped=[(kind, list(own)) for kind, own in groupby(reply.needs, key=lambda need: need.category)],
            people_of=partial(telling.words.people, lang=lang),
        )

    return site
