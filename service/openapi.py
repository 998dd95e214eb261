"""The OpenAPI 3.1 document: made from the routes and models in use, so that it cannot say anything else."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, cast

from flask import current_app
from flask_openapi3.models.info import Info
from flask_openapi3.models.tag import Tag
from flask_openapi3.openapi import OpenAPI
from flask_openapi3.types import ResponseDict

from service.problems import PROBLEMS
from service.schemas import DocumentBody

VERSION = "1.0.0"
INFO = Info(
    title="Wenli 問禮",
    version=VERSION,
    description="Questions about the 儀禮, answered with citations that are true to the character.",
)
ANSWERING = Tag(name="answering", description="Questions and answers")
CHECKING = Tag(name="checking", description="Whether quotations are real")
READING = Tag(name="reading", description="Passages and references")
OPERATION = Tag(name="operation", description="For those who run the service")
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemReply"}}}
_EVENTS = {
    "schema": {"type": "string", "description": "Server-sent events; data is one JSON object a line."},
    "example": 'event: delta\ndata: {"text": "……[1]"}\n\n',
}
_DOCUMENT = {
    "required": True,
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/DocumentBody"}},
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {"file": {"type": "string", "contentMediaType": "application/octet-stream"}},
            }
        },
    },
}

ASKING = ("question-empty", "control-characters", "request-invalid", "filter-unknown", "too-many-requests")
REFERRING = ("reference-malformed", "reference-unknown", "reference-ambiguous", "request-invalid", "too-many-requests")
"""Kinds of problems that come together."""


def problems(*slugs: str) -> ResponseDict:
    """The error replies of an operation: the kinds of problems it can have, put together by status."""
    titles: dict[int, list[str]] = {}
    for slug in slugs:
        titles.setdefault(PROBLEMS[slug].status, []).append(PROBLEMS[slug].title)
    return {
        status: {"description": "; ".join(own), "content": deepcopy(_PROBLEM)} for status, own in sorted(titles.items())
    }


def document(app: OpenAPI) -> dict[str, Any]:
    """The document of an application, as JSON values."""
    spec: dict[str, Any] = deepcopy(app.api_doc)
    for path in spec["paths"].values():
        for operation in path.values():
            _true_responses(operation)
            if "description" in operation:
                operation["description"] = operation["description"].replace("<br/>", "\n").strip()
    spec["components"]["schemas"]["DocumentBody"] = DocumentBody.model_json_schema()
    spec["paths"]["/v1/documents/verify"]["post"]["requestBody"] = deepcopy(_DOCUMENT)
    answer = spec["paths"]["/v1/ask"]["post"]["responses"]["200"]
    answer["content"]["text/event-stream"] = deepcopy(_EVENTS)
    return spec


def current_document() -> dict[str, Any]:
    """The document of the application that is answering now."""
    return document(cast(OpenAPI, current_app))


def _true_responses(operation: dict[str, Any]) -> None:
    """Take out the validation error that the library adds to operations that have none of ours."""
    bad = operation["responses"].get("400", {})
    if "application/json" in bad.get("content", {}):
        del operation["responses"]["400"]
