"""Errors in the shape that clients of OpenAI-compatible APIs read."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

from service.problems import Problem

OPENAI = ("/v1/chat/", "/v1/models")
"""Addresses whose errors have this shape."""


def error_object(problem: Problem) -> dict[str, Any]:
    """The error: ``{"error": {"message": …, "type": …, "param": …, "code": …}}``; ``code`` is the slug."""
    status = problem.kind.status
    kind = "server_error" if status >= 500 else "rate_limit_error" if status == 429 else "invalid_request_error"
    param = problem.errors[0].field or None if problem.errors else None
    code = problem.kind.slug.replace("-", "_")
    return {"error": {"message": problem.detail, "type": kind, "param": param, "code": code}}


def error_response(problem: Problem) -> Response:
    """The error as a response, with its status."""
    text = json.dumps(error_object(problem), ensure_ascii=False)
    response = Response(text, status=problem.kind.status, mimetype="application/json")
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response
