"""Every way to ask wrongly has a problem of its own, with a stable type, and none of them is a 5xx."""

import json
from typing import Any

import pytest
from service_stand_ins import StandInWenli, client_of
from werkzeug.test import TestResponse

from corpus.errors import WenliError
from service.problems import PROBLEMS, explain

CLIENT = client_of()


def post(body: Any, **kwargs: Any) -> TestResponse:
    return CLIENT.post("/v1/ask", json=body, **kwargs)


def raw(body: bytes, content_type: str = "application/json") -> TestResponse:
    return CLIENT.post("/v1/ask", data=body, content_type=content_type)


def check(response: TestResponse, status: int, slug: str, field: str | None = None) -> dict[str, Any]:
    problem: dict[str, Any] = json.loads(response.get_data())
    assert (response.status_code, problem["type"]) == (status, f"/problems/{slug}"), problem
    assert response.mimetype == "application/problem+json"
    assert problem["status"] == status
    assert problem["title"] == PROBLEMS[slug].title
    assert problem["detail"]
    assert problem["request_id"] == response.headers["X-Request-Id"]
    if field is not None:
        assert field in [error["field"] for error in problem["errors"]], problem
    return problem


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "\u3000\u3000", "\u200b\u200d", "\ufeff"])
def test_an_empty_question(question: str) -> None:
    check(post({"question": question}), 400, "question-empty", "question")


@pytest.mark.parametrize("question", ["司馬\x00", "\x07", "a\x1b[31m", "\x7f", "司\x85馬"])
def test_control_characters(question: str) -> None:
    check(post({"question": question}), 400, "control-characters", "question")


def test_line_breaks_and_tabs_are_text() -> None:
    wenli = StandInWenli()
    assert client_of(wenli).post("/v1/ask", json={"question": "\t司馬\r\n何人?\n"}).status_code == 200
    assert wenli.asked[0].question == "司馬\r\n何人?"


def test_question_length_is_counted_in_characters() -> None:
    assert post({"question": "𨕖" * 2000}).status_code == 200
    check(post({"question": "禮" * 2001}), 400, "question-too-long", "question")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "question"),
        ({"question": None}, "question"),
        ({"question": 5}, "question"),
        ({"question": ["a"]}, "question"),
        ({"question": "a", "surprise": 1}, "surprise"),
        ({"question": "a", "lang": "fr"}, "lang"),
        ({"question": "a", "mode": "magic"}, "mode"),
        ({"question": "a", "top_k": 0}, "top_k"),
        ({"question": "a", "top_k": 21}, "top_k"),
        ({"question": "a", "top_k": "8"}, "top_k"),
        ({"question": "a", "top_k": True}, "top_k"),
        ({"question": "a", "top_k": 10**400}, "top_k"),
        ({"question": "a", "stream": "yes"}, "stream"),
        ({"question": "a", "filters": {"chapters": [5]}}, "filters.chapters"),
        ({"question": "a", "filters": []}, "filters"),
        ({"question": "a", "filters": {"layer": "經"}}, "filters.layer"),
        ({"question": "a", "filters": {"layer": [""]}}, "filters.layer.0"),
        ({"question": "a", "filters": {"layer": ["經"] * 21}}, "filters.layer"),
        ({"question": "a", "history": [{"role": "user", "content": "x"}] * 21}, "history"),
        ({"question": "a", "history": [{"role": "user", "content": "x" * 4001}]}, "history.0.content"),
        ({"question": "a", "history": [{"role": "system", "content": "x"}]}, "history.0.role"),
        ({"question": "a", "history": [{"role": "user"}]}, "history.0.content"),
        ({"question": "a", "history": "x"}, "history"),
    ],
)
def test_fields_that_cannot_be(body: dict[str, Any], field: str) -> None:
    check(post(body), 400, "request-invalid", field)


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"chapter": [18]}, "filters.chapter.0"),
        ({"chapter": [8]}, "filters.chapter.0"),
        ({"chapter": [5, "聘禮"]}, "filters.chapter.1"),
        ({"layer": ["傳"]}, "filters.layer.0"),
        ({"commentator": ["孔穎達"]}, "filters.commentator.0"),
        ({"witness": ["nowhere"]}, "filters.witness.0"),
    ],
)
def test_filters_that_name_what_is_not_held(filters: dict[str, Any], field: str) -> None:
    problem = check(post({"question": "a", "filters": filters}), 400, "filter-unknown", field)
    assert "Held: " in problem["errors"][0]["message"]


def test_no_language_model() -> None:
    check(post({"question": "a", "mode": "llm"}), 400, "mode-unavailable", "mode")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"{\\"question\\": \\"a\\"}"',
        b'{"question": "a"} {}',
        b'{"question": NaN}',
        b'{"question": "a", "top_k": Infinity}',
        b'{"question": "a", "question": "b"}',
        b'{"question": "\\ud800"}',
        b'{"\\ud800": 1, "question": "a"}',
        b'{"question": "\xff\xfe"}',
        '{"question": "a"}'.encode("utf-16"),
        b'{"question": "a", "top_k": ' + b"9" * 5000 + b"}",
        b"[" * 10_000,
        b'{"a":' * 10_000,
        b'{"question": "a' + b"\n" + b'"}',
    ],
)
def test_bodies_that_are_not_one_json_object(body: bytes) -> None:
    check(raw(body), 400, "body-unreadable")


def test_a_byte_order_mark_and_pairs_of_surrogates_are_fine() -> None:
    assert raw(b'\xef\xbb\xbf{"question": "\\ud840\\udc0b\\u4eba"}').status_code == 200


def test_brackets_in_a_question_are_not_nesting() -> None:
    assert post({"question": "[" * 500 + '\\"{' * 100}).status_code == 200


def test_a_large_body() -> None:
    check(raw(b'{"question": "' + b"a" * 1_000_000 + b'"}'), 413, "body-too-large")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_a_body_of_another_type(content_type: str) -> None:
    check(raw(b'{"question": "a"}', content_type), 415, "content-type")


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "application/ld+json"])
def test_types_that_are_json(content_type: str) -> None:
    assert raw(b'{"question": "a"}', content_type).status_code == 200


@pytest.mark.parametrize("charset", ["utf-16", "none-such", "rot13", "idna", "zip", "unicode_escape", "undefined", '"'])
def test_an_odd_charset_is_the_fault_of_who_names_it(charset: str) -> None:
    """JSON is UTF-8 whatever is said, and so are the parts of a form, or they are refused."""
    assert raw(b'{"question": "a"}', f"application/json; charset={charset}").status_code == 200
    for head in (
        f'form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain; charset={charset}',
        f"form-data; name=\"file\"; filename*={charset}''%ff.txt",
        f"form-data; name*={charset}''file; filename=a.txt",
    ):
        body = f"--x\r\nContent-Disposition: {head}\r\n\r\n".encode() + b"\xff\xfe\xe4\xb8\r\n--x--\r\n"
        kind = f"multipart/form-data; boundary=x; charset={charset}"
        assert CLIENT.post("/v1/documents/verify", data=body, content_type=kind).status_code in (200, 400), head


def test_a_method_that_is_not_allowed() -> None:
    response = CLIENT.get("/v1/ask")
    check(response, 405, "method-not-allowed")
    assert response.headers["Allow"] == "OPTIONS, POST"


@pytest.mark.parametrize("path", ["/v1/nowhere", "/v1/", "/v1", "/v1/passages/", "/healthz/x"])
def test_an_address_that_is_not(path: str) -> None:
    check(CLIENT.get(path), 404, "not-found")


@pytest.mark.parametrize(
    ("path", "status", "slug"),
    [
        ("/v1/passages/9.9.9", 404, "reference-unknown"),
        ("/v1/passages/5.1.99", 404, "reference-unknown"),
        ("/v1/passages/5.1.1@nowhere", 404, "reference-unknown"),
        ("/v1/passages/nonsense", 400, "reference-malformed"),
        ("/v1/passages/%FF%FE", 400, "reference-malformed"),
        ("/v1/passages/%00", 400, "reference-malformed"),
        ("/v1/passages/..%2f..%2fetc", 400, "reference-malformed"),
        ("/v1/passages/" + "5" * 3000, 400, "reference-malformed"),
        ("/v1/resolve?q=%E5%A4%A9%E4%B8%8B", 400, "reference-malformed"),
        ("/v1/resolve?q=5.1.99", 404, "reference-unknown"),
        ("/v1/resolve?q=%E5%B0%84%E7%A6%AE", 300, "reference-ambiguous"),
        ("/v1/resolve?q=%20", 400, "question-empty"),
        ("/v1/resolve?q=" + "1" * 201, 400, "request-invalid"),
        ("/v1/resolve", 400, "request-invalid"),
        ("/v1/search", 400, "request-invalid"),
        ("/v1/search?q=", 400, "question-empty"),
        ("/v1/search?q=a%00", 400, "control-characters"),
        ("/v1/search?q=a&k=0", 400, "request-invalid"),
        ("/v1/search?q=a&k=51", 400, "request-invalid"),
        ("/v1/search?q=a&k=x", 400, "request-invalid"),
        ("/v1/search?q=a&page=2", 400, "request-invalid"),
        ("/v1/search?q=a&chapter=8", 400, "filter-unknown"),
        ("/v1/search?q=" + "a" * 501, 400, "request-invalid"),
        ("/v1/chapters?x=1", 400, "request-invalid"),
    ],
)
def test_what_is_asked_wrongly_by_address(path: str, status: int, slug: str) -> None:
    check(CLIENT.get(path), status, slug)


def test_reference_errors_carry_what_helps() -> None:
    near = check(CLIENT.get("/v1/passages/5.1.99"), 404, "reference-unknown")["suggestions"]
    assert near
    assert all(CLIENT.get(f"/v1/passages/{ref}").status_code == 200 for ref in near)
    assert check(CLIENT.get("/v1/resolve?q=射禮"), 300, "reference-ambiguous")["readings"] == ["5", "7"]


@pytest.mark.parametrize(("method", "path"), [("post", "/v1/ask"), ("get", "/v1/search?q=a")])
def test_a_bug_gives_nothing_away(method: str, path: str) -> None:
    client = client_of(StandInWenli(broken=True))
    response = getattr(client, method)(path, **({"json": {"question": "a"}} if method == "post" else {}))
    check(response, 500, "internal")
    assert "secret" not in response.get_data(as_text=True)


def test_an_index_that_does_not_answer_is_not_ready() -> None:
    check(client_of(StandInWenli(broken=True)).get("/readyz"), 503, "not-ready")


def test_an_unforeseen_error_of_ours_is_internal() -> None:
    assert explain(WenliError("which file")).kind.slug == "internal"
    assert "which file" not in explain(WenliError("which file")).detail


def test_every_kind_has_a_page() -> None:
    for slug, kind in PROBLEMS.items():
        assert kind.title in CLIENT.get(kind.type).get_data(as_text=True), slug


def test_the_rate_limit() -> None:
    client = client_of(WENLI_RATE_LIMIT="2/hour")
    assert [client.get("/v1/chapters").status_code for _ in range(3)] == [200, 200, 429]
    response = client.get("/v1/chapters")
    check(response, 429, "too-many-requests")
    assert 0 < int(response.headers["Retry-After"]) <= 3600
    assert client.get("/?q=a").status_code == 429
    assert client.get("/healthz").status_code == client.get("/").status_code == 200
