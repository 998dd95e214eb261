"""How errors reach the one who asked: problem+json for programs, a page for people."""

from __future__ import annotations

import logging

from flask import Flask, Response, g, make_response, render_template, request
from werkzeug.routing import RequestRedirect

from service.contract.respond import problem_response
from service.problems import Overloaded, Problem, explain
from service.protocols.openai.failing import OPENAI, error_response

log = logging.getLogger("wenli")
_PROGRAMS = ("/v1/", "/dts", "/healthz", "/readyz", "/openapi.json")


def register(app: Flask) -> None:
    """Answer every exception of ``app``, foreseen or not."""

    @app.errorhandler(Exception)
    def answer(error: Exception) -> Response:
        if isinstance(error, RequestRedirect):
            return make_response(error.get_response())
        problem = explain(error)
        if problem.kind.status >= 500 and not isinstance(error, Overloaded):
            log.error("request %s failed", g.get("request_id", ""), exc_info=error)
        if request.path.startswith(OPENAI):
            return error_response(problem)
        return page(problem) if for_people() else problem_response(problem)


def for_people() -> bool:
    """Whether a page rather than JSON is wanted: outside of the API, unless the client asks for JSON."""
    if request.path.startswith(_PROGRAMS) or request.path == "/v1":
        return False
    wanted = request.accept_mimetypes.best_match(["text/html", "application/json", "application/problem+json"])
    return wanted in (None, "text/html")


def page(problem: Problem) -> Response:
    """A page that says what is wrong and where to go instead."""
    response = make_response(render_template("error.html", problem=problem), problem.kind.status)
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response
