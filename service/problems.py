"""What can go wrong, and the one place where it becomes HTTP: application/problem+json as RFC 9457 has it.

Every kind of problem has a row in ``PROBLEMS``; its ``type`` is ``/problems/<slug>``, stable, and a page that
explains it. ``explain(error)`` maps the tree of WenliError and everything Flask raises to one :class:`Problem`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge, TooManyRequests

from corpus.errors import PageUnknown, ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown, WenliError
from corpus.quotes.standing import QuoteUnfit


@dataclass(frozen=True)
class ProblemKind:
    """A row of the table: its slug, its HTTP status, and what a person should know about it."""

    slug: str
    status: int
    title: str
    meaning: str

    @property
    def type(self) -> str:
        """The stable URI of the kind: ``/problems/question-empty``."""
        return f"/problems/{self.slug}"


PROBLEMS: dict[str, ProblemKind] = {
    kind.slug: kind
    for kind in (
        ProblemKind("question-empty", 400, "The question is empty", "Write at least one visible character."),
        ProblemKind("question-too-long", 400, "The question is too long", "A question has at most 2,000 characters."),
        ProblemKind(
            "control-characters",
            400,
            "The text contains control characters",
            "Line breaks and tabs are fine; other control characters, such as NUL, are not text.",
        ),
        ProblemKind(
            "body-unreadable",
            400,
            "The body is not readable JSON",
            "Send one JSON object in UTF-8: no NaN, no key twice, no half surrogate pairs, no deep nesting.",
        ),
        ProblemKind(
            "request-invalid",
            400,
            "The request is not valid",
            "A field is missing, unknown, of the wrong type or out of bounds; `errors` names each one.",
        ),
        ProblemKind(
            "filter-unknown",
            400,
            "A filter names something that is not held",
            "Chapters, layers, commentators and witnesses that are held are listed by /v1/chapters.",
        ),
        ProblemKind(
            "mode-unavailable",
            400,
            "This way of answering is not available",
            "No language model is configured; ask with mode auto or extractive.",
        ),
        ProblemKind(
            "model-unknown",
            404,
            "There is no such model",
            "Wenli answers as the models that /v1/models lists; which language model writes is set by its operator.",
        ),
        ProblemKind(
            "reference-malformed",
            400,
            "This is not a reference",
            "References look like 5.21.3, 鄉射禮 21.3 or Yili 5.21.3; `suggestions` are the nearest that exist.",
        ),
        ProblemKind(
            "reference-unknown",
            404,
            "Nothing stands at this reference",
            "The reference is well formed, but no such passage is held; `suggestions` are the nearest that are.",
        ),
        ProblemKind(
            "reference-ambiguous", 300, "This can mean several passages", "Choose one of the `readings` and ask again."
        ),
        ProblemKind(
            "text-unknown",
            404,
            "There is no such collection, resource or passage",
            "/dts/collection lists what is held, /dts/navigation its passages; `detail` says what is unknown.",
        ),
        ProblemKind(
            "rite-unwritten",
            404,
            "The rites of this chapter are not written yet",
            "Its text can be read, but is not told act by act yet; `suggestions` are the chapters that are.",
        ),
        ProblemKind("feedback-off", 404, "This service takes no feedback", "WENLI_FEEDBACK switches it on."),
        ProblemKind(
            "answer-unknown",
            404,
            "No such answer was given lately",
            "Feedback is taken for recent answers only; ask again and judge that answer.",
        ),
        ProblemKind(
            "feedback-full",
            503,
            "There is no room for more feedback",
            "Whoever runs the service exports and clears it: `wenli feedback export`, `wenli feedback clear`.",
        ),
        ProblemKind(
            "feedback-unwritable",
            503,
            "The feedback cannot be kept now",
            "The disk is full or fails; nothing was kept. Send the same again later.",
        ),
        ProblemKind(
            "quote-unfit",
            400,
            "The quotation is too short or too long",
            "A quotation has 2 to 1,000 Chinese characters.",
        ),
        ProblemKind(
            "document-unreadable",
            400,
            "The document cannot be read",
            "It is damaged, in no known encoding, nested too deeply, or too costly to read; `detail` says which.",
        ),
        ProblemKind(
            "document-format",
            415,
            "This kind of document is not read",
            "Documents are read as txt, md, html or docx, told by the ending of the file's name.",
        ),
        ProblemKind("not-found", 404, "There is no such address", "The endpoints are listed at /docs."),
        ProblemKind(
            "method-not-allowed", 405, "This method is not allowed here", "The Allow header lists those that are."
        ),
        ProblemKind(
            "body-too-large",
            413,
            "The body is too large",
            "WENLI_MAX_BODY, or of documents WENLI_MAX_DOCUMENT, says how many bytes are taken.",
        ),
        ProblemKind("content-type", 415, "The body is not JSON", "Send it with Content-Type: application/json."),
        ProblemKind(
            "too-many-requests",
            429,
            "Too many requests",
            "The Retry-After header says in how many seconds to try again.",
        ),
        ProblemKind(
            "key-refused",
            401,
            "The key is missing or not valid",
            "Whoever runs the service gives out keys: `wenli keys add`. Send one as `Authorization: Bearer wenli_…`.",
        ),
        ProblemKind(
            "overloaded",
            503,
            "More is asked than can be answered",
            "The Retry-After header says in how many seconds to try again.",
        ),
        ProblemKind("bad-request", 400, "The request cannot be understood", "It breaks the rules of HTTP."),
        ProblemKind(
            "internal",
            500,
            "Something went wrong on our side",
            "It is not the fault of the request. Report it with the request_id, which also stands in the log.",
        ),
        ProblemKind("not-ready", 503, "Wenli is not ready", "The index does not answer; the log says why."),
    )
}
_HTTP = {404: "not-found", 405: "method-not-allowed", 413: "body-too-large", 415: "content-type"}
_HTTP |= {429: "too-many-requests"}
_HEADERS = {
    "key-refused": (("WWW-Authenticate", "Bearer"),),
    "overloaded": (("Retry-After", "2"),),
    "not-ready": (("Retry-After", "5"),),
    "feedback-unwritable": (("Retry-After", "60"),),
    "feedback-full": (("Retry-After", "3600"),),
}
"""What else a response of some kinds says: how to be let in, when to come back."""
_LEADING = ("question-empty", "question-too-long", "quote-unfit", "control-characters", "mode-unavailable")
"""Kinds of field errors that lend the whole problem their type, the first found in this order of the errors."""


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one field: ``FieldError("filters.chapter.0", "…")``; ``kind`` is a slug or ""."""

    field: str
    message: str
    kind: str = ""


class RequestInvalid(WenliError):
    """A request breaks the contract: ``kind`` is a slug of ``PROBLEMS``, ``errors`` names the fields."""

    def __init__(self, kind: str, detail: str, errors: tuple[FieldError, ...] = ()) -> None:
        self.kind = kind
        self.errors = errors
        super().__init__(detail)

    @classmethod
    def from_pydantic(cls, error: ValidationError) -> RequestInvalid:
        """Say what pydantic found in our words: every field, at most ten of them."""
        found = tuple(_field_error(dict(e)) for e in error.errors(include_url=False, include_input=False)[:10])
        kind = next((slug for slug in _LEADING if any(e.kind == slug for e in found)), "request-invalid")
        detail = " ".join(dict.fromkeys(f"{e.field}: {e.message}" if e.field else e.message for e in found))
        return cls(kind, detail, found)


def _field_error(error: dict[str, Any]) -> FieldError:
    field = ".".join(str(part)[:60] for part in error["loc"])
    code, context = error["type"], error.get("ctx", {})
    if code in PROBLEMS:
        return FieldError(field, error["msg"], code)
    if code == "extra_forbidden":
        return FieldError(field, "This field is not known.")
    if field in ("question", "q", "query") and code == "string_too_short":
        return FieldError(field, PROBLEMS["question-empty"].meaning, "question-empty")
    if field == "question" and code == "string_too_long":
        return FieldError(field, PROBLEMS["question-too-long"].meaning, "question-too-long")
    if field == "quote" and code == "string_too_long":
        return FieldError(field, PROBLEMS["quote-unfit"].meaning, "quote-unfit")
    if code == "string_too_long":
        return FieldError(field, f"Should have at most {context['max_length']:,} characters.")
    if code == "string_unicode":
        return FieldError(field, "Should be text; it contains half of a surrogate pair.")
    message = str(error["msg"]).removeprefix("Input s").removeprefix("Value error, ")
    message = f"S{message}" if str(error["msg"]).startswith("Input s") else message
    return FieldError(field, message if message.endswith(".") else f"{message}.")


class RiteUnwritten(WenliError):
    """The acts of a chapter (``"7 大射儀"``) are not written; ``written`` pairs number and name of those that are."""

    def __init__(self, chapter: str, written: tuple[tuple[str, str], ...]) -> None:
        self.suggestions = tuple(number for number, _ in written)
        names = ", ".join(name for _, name in written) or "none yet"
        super().__init__(f"The rites of {chapter} are not written yet. Chapters that have them: {names}.")


RETRY_SECONDS = 2
"""Seconds after which it is worth to ask an overloaded service again."""


class Overloaded(WenliError):
    """More is asked than can be answered (``retry`` seconds until it is worth to try again)."""

    def __init__(self, retry: int = RETRY_SECONDS) -> None:
        self.retry = retry
        super().__init__("More is asked of this service now than it can answer. Try again shortly.")


class KeyRefused(WenliError):
    """A request came with a key that is not valid, or without the one it needs."""

    def __init__(self, given: bool) -> None:
        reason = "The key is not known, or was revoked." if given else "A key is needed here."
        super().__init__(f"{reason} Send it as `Authorization: Bearer wenli_…`.")


class KeysUnreadable(WenliError):
    """The file of keys cannot be read (``path``)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"The keys in {path} cannot be read. Put the file back, or remove it and give out new keys.")


class FeedbackOff(WenliError):
    """The service takes no feedback."""

    def __init__(self) -> None:
        super().__init__("Feedback is switched off (WENLI_FEEDBACK).")


class AnswerUnknown(WenliError):
    """No answer with this id was given lately (``id``)."""

    def __init__(self, id: str) -> None:
        self.id = id
        super().__init__("No answer with this id was given lately; feedback is taken for recent answers only.")


class FeedbackFull(WenliError):
    """There is no room for another judgement (``limit`` bytes)."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__("There is no room for more feedback: whoever runs the service has to export and clear it.")


class FeedbackUnwritable(WenliError):
    """A judgement could not be written; nothing of it was kept."""

    def __init__(self) -> None:
        super().__init__("The feedback could not be written; nothing was kept. Try again later.")


class TextUnknown(WenliError):
    """Nothing is held under this name; the message says of what kind and what there is instead."""


class DocumentUnreadable(WenliError):
    """A document cannot be read; the message says why."""


class FormatUnknown(WenliError):
    """A document is in none of the formats that are read (``name`` of the file)."""

    def __init__(self, name: str, formats: Sequence[str]) -> None:
        self.name = name
        shown = name.encode("utf-8", "backslashreplace").decode()[:80]
        super().__init__(f"{shown or 'The file'}: documents are read as {', '.join(formats)}.")


class AddressTaken(WenliError):
    """The service cannot listen where it should (``address``)."""

    def __init__(self, address: str, reason: str) -> None:
        self.address = address
        super().__init__(f"Wenli cannot listen on {address}: {reason}.")


_WENLI: dict[type[WenliError], str] = {
    ReferenceMalformed: "reference-malformed",
    ReferenceUnknown: "reference-unknown",
    PageUnknown: "reference-unknown",
    ReferenceAmbiguous: "reference-ambiguous",
    TextUnknown: "text-unknown",
    RiteUnwritten: "rite-unwritten",
    FeedbackOff: "feedback-off",
    AnswerUnknown: "answer-unknown",
    FeedbackFull: "feedback-full",
    FeedbackUnwritable: "feedback-unwritable",
    KeyRefused: "key-refused",
    Overloaded: "overloaded",
    QuoteUnfit: "quote-unfit",
    DocumentUnreadable: "document-unreadable",
    FormatUnknown: "document-format",
}


@dataclass(frozen=True)
class Problem:
    """One occurrence of a problem, ready to be sent: ``body()`` is the JSON, ``headers`` go with it."""

    kind: ProblemKind
    detail: str
    errors: tuple[FieldError, ...] = ()
    suggestions: tuple[str, ...] | None = None
    readings: tuple[str, ...] | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def body(self, instance: str = "", request_id: str = "") -> dict[str, Any]:
        """The members of the problem object; those that do not apply are left out, ``errors`` never is."""
        members: dict[str, Any] = {
            "type": self.kind.type,
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "errors": [{"field": e.field, "message": e.message} for e in self.errors],
        }
        optional = {"suggestions": self.suggestions, "readings": self.readings}
        members |= {name: list(value) for name, value in optional.items() if value is not None}
        return members | {name: v for name, v in (("instance", instance), ("request_id", request_id)) if v}


def explain(error: Exception) -> Problem:
    """The problem an exception amounts to. Whatever is not foreseen is ``internal`` and gives nothing away."""
    if isinstance(error, ValidationError):
        error = RequestInvalid.from_pydantic(error)
    if isinstance(error, RequestInvalid):
        return Problem(PROBLEMS[error.kind], str(error), error.errors)
    if isinstance(error, KeysUnreadable):
        return not_ready()
    if isinstance(error, WenliError) and type(error) in _WENLI:
        return Problem(
            PROBLEMS[_WENLI[type(error)]],
            str(error),
            suggestions=getattr(error, "suggestions", None),
            readings=getattr(error, "readings", None),
            headers=_HEADERS.get(_WENLI[type(error)], ()),
        )
    if isinstance(error, HTTPException):
        return _http(error)
    return Problem(PROBLEMS["internal"], PROBLEMS["internal"].meaning)


def not_ready() -> Problem:
    """The problem of a service that cannot answer now."""
    kind = PROBLEMS["not-ready"]
    return Problem(kind, kind.meaning, headers=_HEADERS[kind.slug])


def _http(error: HTTPException) -> Problem:
    status = error.code or 500
    if status >= 500:
        return Problem(PROBLEMS["internal"], PROBLEMS["internal"].meaning)
    kind = PROBLEMS[_HTTP.get(status, "bad-request")]
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        return Problem(kind, f"Use {allowed}.", headers=(("Allow", allowed),))
    if isinstance(error, RequestEntityTooLarge):
        return Problem(kind, "The body is larger than the service takes.")
    if isinstance(error, TooManyRequests):
        wait = next((v for k, v in error.get_headers() if k == "Retry-After"), "")
        return Problem(kind, kind.meaning, headers=(("Retry-After", wait),) if wait else ())
    return Problem(kind, kind.meaning)
