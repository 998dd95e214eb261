"""The OpenAPI 3.1 document: made from the routes and models in use, so that it cannot say anything else."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, cast

from flask import current_app
from flask_openapi3.models.info import Info
from flask_openapi3.models.tag import Tag
from flask_openapi3.openapi import OpenAPI
from flask_openapi3.types import ResponseDict

from service.contract.schemas import DocumentBody
from service.problems import PROBLEMS

VERSION = "1.0.0"
INFO = Info(
    title="Wenli 問禮",
    version=VERSION,
    description="Questions about the 儀禮, answered with citations that are true to the character.",
)
ANSWERING = Tag(name="answering", description="Questions and answers")
CHECKING = Tag(name="checking", description="Whether quotations are real")
READING = Tag(name="reading", description="Passages and references")
STANDARDS = Tag(name="standards", description="The texts as other tools know them: TEI, DTS")
OPERATION = Tag(name="operation", description="For those who run the service")
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemReply"}}}
_KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key of this service, `wenli_…`. Needed only where the service asks for one.",
}
_EVENTS = {
    "schema": {
        "type": "object",
        "description": "One of the server-sent events; its data is one JSON object on one line.",
        "required": ["event", "data"],
        "properties": {
            "event": {"enum": ["passages", "delta", "citations", "done", "error"]},
            "data": {"type": "string", "contentMediaType": "application/json"},
        },
    },
    "example": {"event": "delta", "data": '{"text": "……[1]"}'},
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

_CHUNKS = {
    "schema": {
        "type": "object",
        "description": "One of the server-sent events; its data is a chunk as JSON on one line, or [DONE].",
        "required": ["data"],
        "properties": {"data": {"type": "string"}},
    }
}
_ERROR_OBJECT = {
    "schema": {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "object", "required": ["message", "type", "param", "code"]}},
    }
}


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
    spec["components"] = {name: part for name, part in spec["components"].items() if part is not None}
    spec["components"]["securitySchemes"] = {"key": _KEY}
    for address, path in spec["paths"].items():
        for operation in path.values():
            _true_responses(operation)
            if address.startswith("/dts"):
                _linked(operation)
            if address.startswith(("/v1/", "/dts")):
                _guarded(operation)
            if address.startswith(("/v1/chat/", "/v1/models")):
                _as_others(operation)
            if "description" in operation:
                operation["description"] = operation["description"].replace("<br/>", "\n").strip()
    spec["components"]["schemas"]["DocumentBody"] = DocumentBody.model_json_schema()
    spec["paths"]["/v1/documents/verify"]["post"]["requestBody"] = deepcopy(_DOCUMENT)
    answer = spec["paths"]["/v1/ask"]["post"]["responses"]["200"]
    answer["content"]["text/event-stream"] = deepcopy(_EVENTS)
    chat = spec["paths"]["/v1/chat/completions"]["post"]["responses"]["200"]
    chat["content"]["text/event-stream"] = deepcopy(_CHUNKS)
    return spec


def current_document() -> dict[str, Any]:
    """The document of the application that is answering now."""
    return document(cast(OpenAPI, current_app))


def _guarded(operation: dict[str, Any]) -> None:
    """Add what every operation of the API can answer: that a key is missing, or that more is asked than can be done."""
    operation["security"] = [{}, {"key": []}]
    for status, reply in problems("key-refused", "overloaded").items():
        operation["responses"].setdefault(str(status), reply)


def _as_others(operation: dict[str, Any]) -> None:
    """Where the API is one that others defined, errors are objects as they have them."""
    for reply in operation["responses"].values():
        if reply.get("content", {}).pop("application/problem+json", None):
            reply["content"]["application/json"] = deepcopy(_ERROR_OBJECT)


def _true_responses(operation: dict[str, Any]) -> None:
    """Take out the validation error that the library adds to operations that have none of ours."""
    bad = operation["responses"].get("400", {})
    if "application/json" in bad.get("content", {}):
        del operation["responses"]["400"]


def _linked(operation: dict[str, Any]) -> None:
    """Name the media type of JSON-LD, where the library says JSON."""
    content = operation["responses"]["200"]["content"]
    if "application/json" in content:
        content["application/ld+json"] = content.pop("application/json")
