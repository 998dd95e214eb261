"""The places where witnesses differ, over HTTP and on the command line: filters, pages, what is told of each."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from service_stand_ins import StandInWenli, client_of
from test_service_cli import run

from corpus import library as libraries
from corpus.library import Library
from service.contract import replies, variant_replies


@pytest.fixture(scope="module")
def library() -> Library:
    return libraries.load()


@pytest.fixture(scope="module")
def client(library: Library) -> FlaskClient:
    return client_of(StandInWenli(library=library))


def get(client: FlaskClient, path: str) -> dict[str, Any]:
    response = client.get(path)
    assert response.status_code == 200, response.get_data(as_text=True)
    found: dict[str, Any] = response.get_json()
    return found


def test_a_passage_has_its_apparatus(client: FlaskClient) -> None:
    places = get(client, "/v1/passages/5.52.40")["apparatus"]
    place = places[2]
    assert set(place) == set(variant_replies.VariationReply.model_json_schema(mode="serialization")["required"])
    assert place["text"][place["start"] : place["end"]] == "奉"
    canon, other = place["readings"]
    assert (canon["text"], canon["class"], canon["canon"]) == ("奉", None, True)
    assert (other["text"], other["class"], other["standing"], other["parties"]) == (
        "拳", "substantive", "shared", ["唐石經"],
    )  # fmt: skip
    units = {u["witness"]: u["text"] for u in get(client, "/v1/passages/5.52.40")["witnesses"]}
    for printed in canon["witnesses"] + other["witnesses"]:
        assert units[printed["witness"]][printed["start"] : printed["end"]] == printed["text"]
    assert place["remarks"][0]["commentator"] == "張爾岐"
    assert place["remarks"][0]["page"] == "KR1d0038_WYG_019-2a"
    note = get(client, "/v1/passages/5.5.5")["apparatus"][0]["remarks"][0]
    assert (note["ref"], note["url"], note["quote"]) == ("5.5.5#zheng.1", "/read/5.5.5#zheng.1", "古文盥皆作浣")
    assert "apparatus" in replies.PassageReply.model_json_schema(mode="serialization")["required"]


def test_a_phase_has_the_apparatus_of_its_clauses(client: FlaskClient) -> None:
    passage = get(client, "/v1/passages/5.5")
    refs = [place["ref"] for place in passage["apparatus"]]
    assert set(refs) <= set(passage["clauses"])
    assert refs == sorted(refs, key=passage["clauses"].index)


def test_filters_meet_in_one_reading(client: FlaskClient) -> None:
    found = get(client, "/v1/variants?chapter=乡射礼&class=substantive&class=omission&witness=tongxing&limit=200")
    assert found["total"] == len(found["variants"]) > 5
    for place in found["variants"]:
        assert place["ref"].startswith("5.")
        own = [r for r in place["readings"] if any(p["witness"] == "tongxing" for p in r["witnesses"])]
        assert own[0]["class"] in ("substantive", "omission")


def test_the_canon_can_be_asked_for_as_a_witness(client: FlaskClient) -> None:
    found = get(client, "/v1/variants?witness=canon&limit=200")
    assert found["total"] > 20
    for place in found["variants"]:
        assert not place["readings"][0]["witnesses"]
    assert {p["ref"] for p in found["variants"]} >= {"4.16.2", "15.18.1"}


def test_pages_of_the_list_make_it_whole(client: FlaskClient) -> None:
    whole = get(client, "/v1/variants?chapter=5&limit=200")
    parts: list[dict[str, Any]] = []
    while len(parts) < whole["total"]:
        parts += get(client, f"/v1/variants?chapter=5&limit=37&offset={len(parts)}")["variants"]
    assert parts[:200] == whole["variants"]
    assert sum(whole["classes"].values()) >= whole["total"] - 5
    assert get(client, "/v1/variants?offset=9999")["variants"] == []


def test_punctuation_only_where_it_is_asked_for(client: FlaskClient) -> None:
    plain, marked = get(client, "/v1/variants?chapter=4"), get(client, "/v1/variants?chapter=4&punctuation=true")
    assert "punctuation" not in plain["classes"]
    assert marked["classes"]["punctuation"] > 20
    assert marked["total"] == plain["total"] + marked["classes"]["punctuation"]
    only = get(client, "/v1/variants?chapter=4&class=punctuation")
    assert set(only["classes"]) == {"punctuation"}
    place = only["variants"][0]
    assert place["text"][place["start"] : place["end"]] == place["readings"][0]["text"]


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("class=error", "request-invalid"),
        ("chapter=99", "filter-unknown"),
        ("witness=nobody", "filter-unknown"),
        ("limit=0", "request-invalid"),
        ("limit=201", "request-invalid"),
        ("offset=-1", "request-invalid"),
        ("surprise=1", "request-invalid"),
    ],
)
def test_what_cannot_be_asked(client: FlaskClient, query: str, kind: str) -> None:
    response = client.get(f"/v1/variants?{query}")
    assert (response.status_code, response.get_json()["type"]) == (400, f"/problems/{kind}")


def test_on_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(monkeypatch, capsys, "variants", "鄉射禮", "--class", "transposition")
    assert status == 0
    assert "5.5.10  主人坐取爵，實之，賓[席之]前，" in out
    assert "之席  other order (shared by editions): Yili jishi" in out
    assert out.rstrip().endswith("other order [transposition] 4")
    status, out, _ = run(monkeypatch, capsys, "show", "5.52.40")
    assert "奉] 拳 tongxing-b, tongxing-c, 唐石經 (substantive)" in out
    assert "Wenli" not in out and "箭架" in out, "the rendering stands below the text"
    status, out, _ = run(
        monkeypatch, capsys, "cite", "鄭玄注·鄉射禮 17.1", "-s", "bibtex", "--host", "http://a.example"
    )
    assert (status, "url = {http://a.example/read/5.17.1#zheng.1}" in out) == (0, True)
    status, out, _ = run(monkeypatch, capsys, "variants", "鄉射禮", "--class", "transposition", "--lang", "zh-Hans")
    assert "之席  倒文 (他本亦然)：《仪礼集释》卷五 · 他本" in out
    assert "张尔岐 (《仪礼监本正误》 3a)" in out
    assert not re.search("transposition:|shared|jishi|tongxing", out), "no name that only programs use"
    for words, wrong in ((("variants", "99"), "99"), (("cite", "5.17.1", "-s", "apa"), "style"), (("cite", "x"), "x")):
        status, out, err = run(monkeypatch, capsys, *words)
        assert (status, out, wrong in err) == (2, "", True)
