"""Whether quotations are real: POST /v1/quotes/verify and POST /v1/documents/verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request
from flask_openapi3.blueprint import APIBlueprint

from service.contract.openapi import CHECKING, problems
from service.contract.quote_replies import DocumentReply, QuoteReply
from service.contract.quote_wire import document_reply, quote_reply
from service.contract.respond import json_response
from service.contract.schemas import DocumentBody, QuoteBody
from service.http.running.metrics import Metrics
from service.problems import FieldError, RequestInvalid
from service.texts.documents.checking import check
from service.texts.documents.room import read
from service.texts.documents.text import Format, format_of

if TYPE_CHECKING:
    from service.texts.documents.desk import Desk
    from service.wenli import Wenli

_BODY = ("control-characters", "request-invalid", "body-unreadable", "body-too-large", "content-type")
_READING = ("question-empty", "document-unreadable", "document-format")
_NO_FILE = "Send the file in the field `file`, under its own name."
_NO_TYPE = "Send JSON with Content-Type: application/json, or a file as multipart/form-data."


def blueprint(wenli: Wenli, metrics: Metrics, desk: Desk | None) -> APIBlueprint:
    """The endpoints, judging with ``wenli``; documents in processes of their own where there is a ``desk``."""
    api = APIBlueprint("quotes", __name__, url_prefix="/v1", abp_tags=[CHECKING])

    @api.post(
        "/quotes/verify",
        operation_id="verifyQuote",
        responses={200: QuoteReply, **problems("quote-unfit", *_BODY, "too-many-requests")},
    )
    def verify_quote(body: QuoteBody) -> Response:
        """Say whether a quotation is real, and where it stands

        The verdict is `exact`, `normalized` (the same after folding script, variants and punctuation), `elided` (its
        parts stand in order in one passage), `altered` (close to a passage, with the difference), `misattributed` (it
        stands elsewhere than `claimed`) or `not_found`.
        """
        finding = wenli.judge.judge(body.quote, body.claimed, body.limit)
        metrics.judged(finding.verdict.value)
        return json_response(quote_reply(finding, wenli.library), cache="no-store")

    @api.post(
        "/documents/verify",
        operation_id="verifyDocument",
        responses={200: DocumentReply, **problems(*_READING, *_BODY, "too-many-requests")},
    )
    def verify_document() -> Response:
        """Check every quotation in a document

        A text as JSON, or a file (txt, md, html, docx) as multipart/form-data. Quotations are what stands in quotation
        marks or is set off, with four Chinese characters or more; what each claims is read from the words around it.
        """
        source, kind = _source()
        if desk:
            document, report = desk.check(source, kind)
        else:
            document = read(source, kind)
            report = check(document, wenli.judge)
        return json_response(document_reply(document, kind, report, wenli.library), cache="no-store")

    return api


def _source() -> tuple[bytes | str, Format]:
    if request.is_json:
        body = DocumentBody.model_validate(request.get_json())
        return body.text, body.format
    if request.mimetype != "multipart/form-data":
        raise RequestInvalid("content-type", _NO_TYPE)
    file = request.files.get("file")
    if file is None:
        raise RequestInvalid("request-invalid", f"file: {_NO_FILE}", (FieldError("file", _NO_FILE),))
    kind = format_of(file.filename or "")
    return file.read(), kind
