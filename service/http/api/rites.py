"""The rites, act by act: /v1/rites/{chapter}, its overview, and /v1/rites/{chapter}/{phase}."""

from __future__ import annotations

from flask import Response
from flask_openapi3.blueprint import APIBlueprint

from service.contract.openapi import READING, REFERRING, problems
from service.contract.overview_replies import OverviewReply
from service.contract.overview_wire import Overviews
from service.contract.respond import json_response
from service.contract.rite_replies import CourseReply, RiteReply
from service.contract.rite_wire import Telling
from service.contract.schemas import ExpandQuery, Nothing, RitePath, RitePhasePath


def blueprint(telling: Telling, overviews: Overviews) -> APIBlueprint:
    """The endpoints, telling the rites."""
    api = APIBlueprint("rites", __name__, url_prefix="/v1", abp_tags=[READING])
    wrong = problems(*REFERRING, "rite-unwritten")

    @api.get("/rites/<chapter>", operation_id="rite", responses={200: RiteReply, **wrong})
    def rite(path: RitePath, query: Nothing) -> Response:
        """List the phases of a rite

        The phases of a chapter with how much is done in each, and by whom. A chapter that is not told act by act
        yet is 404, with those that are as `suggestions`.
        """
        return json_response(telling.chapter(telling.staging.chapter_at(path.chapter)))

    @api.get("/rites/<chapter>/overview", operation_id="riteOverview", responses={200: OverviewReply, **wrong})
    def rite_overview(path: RitePath, query: Nothing) -> Response:
        """See a rite at a glance

        Its stages and phases with how much is done in each, who takes part, and what is needed – vessels, food, bows,
        arrows, tallies, instruments, dress – with the numbers that the text states, each with the clause that does.
        """
        return json_response(overviews.reply(telling.staging.chapter_at(path.chapter)))

    @api.get("/rites/<chapter>/<phase>", operation_id="ritePhase", responses={200: CourseReply, **wrong})
    def rite_phase(path: RitePhasePath, query: ExpandQuery) -> Response:
        """Follow a phase of a rite, act by act

        Every clause with its rendering and its steps in order; after every act, where everyone stands and faces and
        what they hold, as far as it is told.
        """
        chapter = telling.staging.chapter_at(path.chapter)
        return json_response(telling.phase(telling.staging.phase_at(chapter, path.phase), query.expand))

    return api
