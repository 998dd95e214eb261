"""Quotations over HTTP: verdicts with their places, whole documents, and every way to ask wrongly."""

import io
import json
from typing import Any

import docx
import pytest
from service_stand_ins import StandInWenli, client_of
from werkzeug.test import TestResponse

from corpus.library import load
from corpus.quotes.judge import Judge
from service.contract import quote_replies
from service.texts.documents.checking import MOST, check
from service.texts.documents.text import Document

LIBRARY = load()
CLIENT = client_of(StandInWenli(library=LIBRARY, judge=Judge(LIBRARY)))
SMALL = client_of()


def verify(quote: str, **more: Any) -> dict[str, Any]:
    response = CLIENT.post("/v1/quotes/verify", json={"quote": quote, **more})
    assert response.status_code == 200, response.get_data(as_text=True)
    reply: dict[str, Any] = json.loads(response.get_data())
    return reply


def problem(response: TestResponse, status: int, slug: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(response.get_data())
    assert (response.status_code, found["type"]) == (status, f"/problems/{slug}"), found
    assert response.mimetype == "application/problem+json"
    return found


def test_every_member_of_the_contract() -> None:
    reply = verify("三耦皆执弓，搢三而挟一个", claimed="《儀禮·鄉射禮》")
    assert set(reply) == set(quote_replies.QuoteReply.model_fields)
    assert (reply["verdict"], reply["claimed"], reply["nearest"]) == ("normalized", "《儀禮·鄉射禮》", None)
    assert reply["claim"]["chapters"] == [5]
    match = reply["matches"][0]
    assert set(match) == set(quote_replies.MatchReply.model_fields)
    assert (match["ref"], match["claimed_matches"], match["through"]) == ("5.19.4", True, None)
    assert match["url"] == "/read/5.19.4" and match["urn"].startswith("urn:cts:yili:")
    assert match["text"][match["start"] : match["end"]] == match["cited_text"]
    assert reply["total"] == len(reply["matches"]) and not reply["truncated"]


@pytest.mark.parametrize(
    ("quote", "claimed", "verdict"),
    [
        ("三耦皆執弓搢三而挾一个", None, "exact"),
        ("三耦皆執弓搢三而挾一个", "大射", "misattributed"),
        ("設洗于阼階東南……東西當東榮", None, "elided"),
        ("大侯八十，参七十，干五十", "鄉射禮", "altered"),
        ("大學之道在明明德在親民", None, "not_found"),
    ],
)
def test_verdicts(quote: str, claimed: str | None, verdict: str) -> None:
    assert verify(quote, claimed=claimed)["verdict"] == verdict


def test_an_alteration_is_shown_character_by_character() -> None:
    reply = verify("大侯八十，参七十，干五十")
    match = reply["matches"][0]
    assert match["diff_text"] == "大侯[八→九]十,参七十,干五十"
    assert [change["op"] for change in match["diff"]] == ["equal", "replace", "equal"]
    assert "".join(change["text"] for change in match["diff"]) == match["cited_text"]
    assert "".join(change["quote"] for change in match["diff"]) == "大侯八十，参七十，干五十"
    assert (match["distance"], reply["nearest_witness"]) == (1, match["witness"])


def test_what_is_only_near_is_marked_as_such() -> None:
    reply = verify("侯謂所射布也乏謂之容者")
    assert (reply["verdict"], reply["matches"], reply["total"]) == ("not_found", [], 0)
    assert reply["nearest"]["ref"] == "7.2.2#zheng.1"
    assert reply["nearest"]["verdict"] == "altered"


def test_formulae_have_all_their_places_counted() -> None:
    reply = verify("再拜", limit=3)
    assert (len(reply["matches"]), reply["truncated"]) == (3, True)
    assert reply["total"] > 100


def test_words_over_several_units_have_all_their_parts() -> None:
    first, second = (next(u for u in LIBRARY.by_ref(ref) if u.witness == "jishi") for ref in ("5.19.3", "5.19.4"))
    match = verify(first.text[-4:] + second.text[:6])["matches"][0]
    assert (match["ref"], match["through"]) == ("5.19.3", "5.19.4")
    assert match["text"] == first.text + second.text
    assert match["text"][match["start"] : match["end"]] == match["cited_text"]
    for part in match["parts"]:
        unit = next(u for u in LIBRARY.by_ref(part["ref"]) if u.witness == part["witness"])
        assert unit.text[part["start"] : part["end"]] == part["cited_text"]


def test_context_is_what_stands_around() -> None:
    match = verify("三耦皆執弓", limit=1)["matches"][0]
    assert match["context"]["after"].startswith("搢三而挾一个")
    assert match["context"]["before"].endswith("遂授矢")


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        ({"quote": ""}, "quote-unfit"),
        ({"quote": "禮"}, "quote-unfit"),
        ({"quote": "no Chinese"}, "quote-unfit"),
        ({"quote": "禮" * 1001}, "quote-unfit"),
        ({"quote": "禮" * 9000}, "quote-unfit"),
        ({"quote": "三耦\x00皆"}, "control-characters"),
        ({"quote": "三耦皆", "claimed": "a\x07"}, "control-characters"),
        ({}, "request-invalid"),
        ({"quote": "三耦皆", "limit": 0}, "request-invalid"),
        ({"quote": "三耦皆", "limit": "3"}, "request-invalid"),
        ({"quote": "三耦皆", "claimed": "長" * 201}, "request-invalid"),
        ({"quote": ["三耦皆"]}, "request-invalid"),
        ({"quote": "三耦皆", "surprise": 1}, "request-invalid"),
    ],
)
def test_wrong_requests_have_a_problem_of_their_own(body: Any, slug: str) -> None:
    problem(CLIENT.post("/v1/quotes/verify", json=body), 400, slug)


def test_a_claim_that_is_not_understood_is_echoed_and_claims_nothing() -> None:
    reply = verify("三耦皆執弓", claimed="somewhere or other")
    assert (reply["verdict"], reply["claimed"]) == ("exact", "somewhere or other")
    assert reply["claim"]["understood"] is False
    assert reply["matches"][0]["claimed_matches"] is None


TEXT = """讀《儀禮》

《儀禮·鄉射禮》：「三耦皆執弓，搢三而挾一个」。
《大射》曰：「大侯八十，参七十，干五十」（《大射儀》）。他說：「鄭注『侯謂所射布也』是對的」。

「大學之道在明明德」是別的書。「主人戒賓」（鄭玄注）"""


def send(name: str, content: bytes) -> TestResponse:
    return CLIENT.post("/v1/documents/verify", data={"file": (io.BytesIO(content), name)})


def checked(response: TestResponse) -> list[tuple[str, str]]:
    assert response.status_code == 200, response.get_data(as_text=True)
    reply = json.loads(response.get_data())
    assert sum(reply["summary"].values()) == len(reply["quotations"]) == reply["total"]
    for found in reply["quotations"]:
        words = reply["text"][found["start"] : found["end"]]
        assert words == found["quote"] or "\n" in words
        assert reply["text"].count("\n", 0, found["start"]) + 1 == found["line"]
    return [(found["quote"][:5], found["verdict"]) for found in reply["quotations"]]


EXPECTED = [
    ("三耦皆執弓", "normalized"),
    ("大侯八十，", "altered"),
    ("鄭注『侯謂", "not_found"),
    ("侯謂所射布", "exact"),
    ("大學之道在", "not_found"),
    ("主人戒賓", "misattributed"),
]


def test_a_document_as_json() -> None:
    response = CLIENT.post("/v1/documents/verify", json={"text": TEXT})
    assert checked(response) == EXPECTED
    reply = response.get_json()
    assert (reply["format"], reply["truncated"]) == ("txt", False)
    assert set(reply) == set(quote_replies.DocumentReply.model_fields)
    places = [(found["line"], found["paragraph"]) for found in reply["quotations"]]
    assert places == [(3, 2), (4, 2), (4, 2), (4, 2), (6, 3), (6, 3)]
    assert reply["quotations"][0]["claimed"] == "《儀禮·鄉射禮》"


def word_file() -> bytes:
    document = docx.Document()
    for line in TEXT.split("\n"):
        document.add_paragraph(line)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", TEXT.encode()),
        ("a.txt", TEXT.encode("gb18030")),
        ("a.txt", TEXT.encode("big5hkscs")),
        ("a.txt", TEXT.encode("utf-16")),
        ("a.md", TEXT.encode()),
        ("a.html", "".join(f"<p>{line}</p>" for line in TEXT.split("\n")).encode()),
        ("a.docx", word_file()),
    ],
)
def test_a_document_as_a_file(name: str, content: bytes) -> None:
    assert checked(send(name, content)) == EXPECTED


def test_what_is_set_off_is_a_quotation() -> None:
    found = checked(send("a.md", "序\n\n> 三耦皆執弓\n> 搢三而挾一个\n> ——《儀禮·鄉射禮》\n".encode()))
    assert found == [("三耦皆執弓", "exact")]


def test_quotations_within_one_that_stands_are_true_with_it() -> None:
    text = "經文「三耦皆執弓『搢三而挾一个』司射先立」"
    assert [verdict for _, verdict in checked(CLIENT.post("/v1/documents/verify", json={"text": text}))] == [
        "normalized"
    ]


def test_documents_are_larger_than_other_bodies_but_bounded() -> None:
    filler = "無關的文字。" * 20_000
    assert CLIENT.post("/v1/documents/verify", json={"text": filler + TEXT}).status_code == 200
    problem(
        CLIENT.post("/v1/quotes/verify", data=b"x" * 100_000, content_type="application/json"), 413, "body-too-large"
    )
    small = client_of(WENLI_MAX_DOCUMENT="2000")
    problem(small.post("/v1/documents/verify", json={"text": filler}), 413, "body-too-large")
    body = {"file": (io.BytesIO(filler.encode()), "a.txt")}
    problem(small.post("/v1/documents/verify", data=body), 413, "body-too-large")


def test_paragraphs_that_are_set_off_are_judged_one_by_one() -> None:
    page = "<blockquote><p>三耦皆執弓</p><p>侯謂所射布也</p><p>——《儀禮·鄉射禮》</p></blockquote>"
    response = CLIENT.post("/v1/documents/verify", json={"text": page, "format": "html"})
    assert checked(response) == [("三耦皆執弓", "exact"), ("侯謂所射布", "exact")]
    assert {found["claimed"] for found in response.get_json()["quotations"]} == {"《儀禮·鄉射禮》"}


def test_no_more_than_a_bounded_number_of_quotations_is_judged() -> None:
    document = Document("「三耦皆執弓」" * (MOST + 5))
    heard: list[tuple[int, int]] = []
    report = check(document, Judge(LIBRARY), lambda done, total: heard.append((done, total)))
    assert (len(report.checked), report.total, report.truncated) == (MOST, MOST + 5, True)
    assert heard[-1] == (MOST, MOST + 5)


@pytest.mark.parametrize(
    ("kwargs", "status", "slug"),
    [
        ({"json": {"text": "甲", "format": "docx"}}, 400, "request-invalid"),
        ({"json": {"text": " "}}, 400, "question-empty"),
        ({"json": {"text": "三\x00"}}, 400, "control-characters"),
        ({"json": {}}, 400, "request-invalid"),
        ({"data": b"{", "content_type": "application/json"}, 400, "body-unreadable"),
        ({"data": b"x", "content_type": "text/plain"}, 415, "content-type"),
        ({"data": {"other": "x"}, "content_type": "multipart/form-data"}, 400, "request-invalid"),
        ({"data": {"file": (io.BytesIO(b"x"), "a.pdf")}}, 415, "document-format"),
        ({"data": {"file": (io.BytesIO(b"PK"), "a.docx")}}, 400, "document-unreadable"),
        ({"data": {"file": (io.BytesIO(b"\x00\x01"), "a.txt")}}, 400, "document-unreadable"),
        ({"json": {"text": "<div>" * 10_000, "format": "html"}}, 400, "document-unreadable"),
    ],
)
def test_wrong_documents_have_a_problem_of_their_own(kwargs: Any, status: int, slug: str) -> None:
    problem(CLIENT.post("/v1/documents/verify", **kwargs), status, slug)


def test_the_document_of_the_api_describes_both_bodies() -> None:
    spec = SMALL.get("/openapi.json").get_json()
    body = spec["paths"]["/v1/documents/verify"]["post"]["requestBody"]["content"]
    assert set(body) == {"application/json", "multipart/form-data"}
    assert "DocumentBody" in spec["components"]["schemas"]
    assert set(spec["paths"]["/v1/quotes/verify"]["post"]["responses"]) == {
        "200",
        "400",
        "401",
        "413",
        "415",
        "429",
        "503",
    }
