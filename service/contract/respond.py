"""Turning replies and problems into HTTP responses."""

from __future__ import annotations

import json

from flask import Response, g, has_request_context, request
from pydantic import BaseModel

from service.problems import Problem

REVALIDATE = "no-cache"


def json_response(reply: BaseModel, cache: str = REVALIDATE) -> Response:
    """A reply as JSON in UTF-8, Chinese left readable; ``cache`` is the Cache-Control header."""
    response = Response(reply.model_dump_json(by_alias=True), mimetype="application/json")
    response.headers["Cache-Control"] = cache
    return response


def problem_response(problem: Problem) -> Response:
    """A problem as application/problem+json."""
    within = has_request_context()
    body = problem.body(request.path if within else "", g.get("request_id", "") if within else "")
    response = Response(
        json.dumps(body, ensure_ascii=False), status=problem.kind.status, mimetype="application/problem+json"
    )
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response
