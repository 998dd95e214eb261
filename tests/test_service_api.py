"""The endpoints say what the contract says; the OpenAPI document says what the endpoints do."""

import json
import re
from typing import Any

import pytest
from pydantic import BaseModel
from service_stand_ins import COMMENT, StandInWenli, client_of

from corpus.fold import fold
from corpus.library import load
from corpus.model import Layer
from service.contract import replies
from service.texts.filters import chapter_names, commentator_names, layer_names, witness_names

CLIENT = client_of()


def get(path: str) -> Any:
    response = CLIENT.get(path)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.mimetype == "application/json"
    return json.loads(response.get_data())


def test_an_answer_has_every_member_of_the_contract() -> None:
    response = CLIENT.post("/v1/ask", json={"question": "鄉射之禮"})
    answer = response.get_json()
    assert set(answer) == {
        "id",
        "lang",
        "mode",
        "answer",
        "lead",
        "grounding",
        "confidence",
        "answered_by",
        "citations",
        "related",
        "passages",
        "generation",
        "editions",
        "timings_ms",
    }
    citation = answer["citations"][0]
    members = "index ref urn url label chapter phase layer commentator witness cited_text start end verification"
    members += " translation speaker place converted"
    assert list(citation) == members.split()
    unit = next(u for u in get(f"/v1/passages/{citation['ref']}")["witnesses"] if u["witness"] == citation["witness"])
    assert unit["text"][citation["start"] : citation["end"]] == citation["cited_text"]
    assert set(answer["passages"][0]) >= {"ref", "layer", "witness", "text", "score", "why"}
    assert "鄉射" in response.get_data(as_text=True), "Chinese stays readable"


def test_an_abstention_has_empty_citations() -> None:
    answer = CLIENT.post("/v1/ask", json={"question": "xyz"}).get_json()
    assert (answer["grounding"], answer["citations"]) == ("abstained", [])


def test_everything_asked_reaches_the_core() -> None:
    wenli = StandInWenli()
    turns = [{"role": "user", "content": "a\nb"}, {"role": "assistant", "content": "c"}]
    body = {"question": " 司馬 ", "lang": "en", "history": turns, "top_k": 3, "mode": "extractive"}
    client_of(wenli).post("/v1/ask", json=body)
    asked = wenli.asked[0]
    assert (asked.question, asked.lang, asked.top_k, asked.mode) == ("司馬", "en", 3, "extractive")
    assert [(turn.role, turn.content) for turn in asked.history] == [("user", "a\nb"), ("assistant", "c")]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"chapter": [5, "鄉射禮", "乡射礼", "Xiangsheli", "xiang she li", "7"]}, {"chapters": {5, 7}}),
        ({"chapter": ["District Archery Ceremony", "大射"]}, {"chapters": {5, 7}}),
        ({"layer": ["經", "经", "jing"]}, {"layers": {Layer.JING}}),
        (
            {"layer": ["注", "疏", "案", "今按", "記", "记", "音義", "音义"]},
            {"layers": {"zhu", "shu", "an", "jinan", "ji", "yin"}},
        ),
        ({"commentator": ["鄭玄", "郑玄", "Zheng Xuan", "zheng", "賈公彥"]}, {"commentators": {"鄭玄", "賈公彥"}}),
        ({"witness": ["jishi", "仪礼集释", "TONGXING"]}, {"witnesses": {"jishi", "tongxing"}}),
    ],
)
def test_filters_take_the_names_people_write(filters: dict[str, list[Any]], expected: dict[str, set[Any]]) -> None:
    wenli = StandInWenli()
    assert client_of(wenli).post("/v1/ask", json={"question": "禮", "filters": filters}).status_code == 200
    for name in ("chapters", "layers", "commentators", "witnesses"):
        assert getattr(wenli.filters[0], name) == expected.get(name, set())


def test_no_two_things_share_a_name() -> None:
    library = StandInWenli().library
    assert set(layer_names().values()) == set(Layer)
    assert set(chapter_names(library).values()) == {c.number for c in library.canon.held}
    assert set(commentator_names(library).values()) == {p.name_hant for p in library.commentators.values()}
    assert {witness for own in witness_names(library).values() for witness in own} == set(library.works)


def test_a_title_names_the_parts_of_a_book_but_not_copies_of_a_text() -> None:
    names = witness_names(load())
    assert names[fold("儀禮注疏")] == ("zhushu", "zhushu-siku")
    assert fold("儀禮") not in names


def test_search_marks_what_it_found_in_code_points() -> None:
    found = get("/v1/search?q=乡射之礼&k=3&witness=jishi&chapter=5&chapter=7")
    assert found["count"] == len(found["results"]) == 3
    first = found["results"][0]
    assert (first["ref"], first["highlights"]) == ("5.1.1", [[0, 4]])
    assert first["urn"] == "urn:cts:yili:jing.p05.jishi:1.1"
    assert first["label"] == "《儀禮集釋》卷五·鄉射禮 1.1"


def test_a_passage_in_every_witness_with_all_commentary() -> None:
    passage = get("/v1/passages/5.1.1")
    assert [unit["witness"] for unit in passage["witnesses"]] == ["jishi", "tongxing"]
    assert [unit["ref"] for unit in passage["commentary"]] == ["5.1.1#zheng.1", "5.1.1#jia.1.1", "5.1.1#jia.1.2"]
    assert passage["commentary"][0]["text"] == COMMENT
    assert passage["commentary"][1]["through"] == "5.1.3"
    assert (passage["previous"], passage["next"]) == (None, {"ref": "5.1.2", "url": "/read/5.1.2"})
    assert passage["chapter"]["names"] == {"zh-Hant": "鄉射禮", "zh-Hans": "乡射礼", "en": "District Archery Ceremony"}
    assert passage["phase"]["ref"] == "5.1"
    assert passage["renderings"] == passage["steps"] == passage["parallels"] == []


@pytest.mark.parametrize(
    ("path", "ref", "kind", "clauses", "neighbours"),
    [
        ("乡射礼 1.2", "5.1.2", "clause", ["5.1.2"], ("5.1.1", "5.1.3")),
        ("5.1.1-3", "5.1.1-3", "range", ["5.1.1", "5.1.2", "5.1.3"], (None, "5.2.1")),
        ("5.1", "5.1", "phase", ["5.1.1", "5.1.2", "5.1.3"], (None, "5.2")),
        ("urn:cts:yili:jing.p05.jishi:1.2", "5.1.2", "clause", ["5.1.2"], ("5.1.1", "5.1.3")),
        ("5.1.1%23zheng.1", "5.1.1#zheng.1", "comment", ["5.1.1"], (None, "5.1.2")),
        ("5%23zheng.1", "5#zheng.1", "comment", [], (None, None)),
    ],
)
def test_passages_of_every_kind(
    path: str, ref: str, kind: str, clauses: list[str], neighbours: tuple[str, str]
) -> None:
    passage = get(f"/v1/passages/{path}")
    assert (passage["ref"], passage["kind"], passage["clauses"]) == (ref, kind, clauses)
    around = tuple(link and link["ref"] for link in (passage["previous"], passage["next"]))
    assert around == neighbours


def test_chapters_and_ranges_of_phases() -> None:
    chapter = get("/v1/passages/5")
    assert (chapter["kind"], chapter["previous"]["ref"], chapter["next"]["ref"]) == ("chapter", "4", "7")
    assert chapter["commentary"][0]["ref"] == "5#zheng.1"
    phases = get("/v1/passages/5.1-3")
    assert (phases["previous"], phases["next"]["ref"]) == (None, "5.4")


def test_one_comment_and_one_witness() -> None:
    comment = get("/v1/passages/5.1.1%23jia.1")
    assert [unit["ref"] for unit in comment["commentary"]] == ["5.1.1#jia.1.1", "5.1.1#jia.1.2"]
    assert [u["witness"] for u in get("/v1/passages/5.1.1@tongxing")["witnesses"]] == ["tongxing"]
    run = get("/v1/passages/5.1.1-3")["commentary"]
    assert len({unit["ref"] for unit in run}) == len(run), "a comment on a run stands once"


def test_resolving() -> None:
    resolved = get("/v1/resolve?q=鄭玄注·鄉射禮 1.1")
    assert (resolved["ref"], resolved["kind"], resolved["url"]) == ("5.1.1#zheng.1", "comment", "/read/5.1.1#zheng.1")
    assert resolved["urns"] == ["urn:cts:yili:zhu.p05.jishi:1.1.n1"]
    assert (resolved["zh"], get("/v1/resolve?q=5.1")["en"]) == ("鄭玄注·鄉射禮 1.1", "Yili 5.1")


def test_contents_say_what_is_missing() -> None:
    chapters = {chapter["number"]: chapter for chapter in get("/v1/chapters")["chapters"]}
    assert len(chapters) == 17
    assert [number for number, chapter in chapters.items() if chapter["held"]] == [4, 5, 7, 15]
    assert chapters[7]["note"] == "No ancient commentary on 大射儀 is held in these sources."
    assert chapters[5]["without_commentary"][:2] == [2, 3]
    assert "phases 2–" in chapters[5]["note"]
    assert chapters[5]["witnesses"][0]["layers"] == ["經", "記", "注", "疏"]
    zheng = next(c for c in chapters[5]["commentary"] if c["commentator"] == "鄭玄")
    assert (zheng["comments"], zheng["layer"]) == (2, "注")
    assert chapters[5]["phases"][0]["names"]["en"]


def test_headers() -> None:
    response = CLIENT.get("/v1/chapters", headers={"X-Request-Id": "abc-1"})
    assert response.headers["X-Request-Id"] == "abc-1"
    assert response.headers["Server-Timing"].startswith("total;dur=")
    assert "unsafe-inline" not in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    again = CLIENT.get("/v1/chapters", headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
    strange = CLIENT.get("/healthz", headers={"X-Request-Id": "a b<script>"})
    assert strange.headers["X-Request-Id"].isalnum()
    asked = CLIENT.post("/v1/ask", json={"question": "鄉射"})
    assert asked.headers["Server-Timing"].startswith("retrieve;dur=1.0, compose;dur=2.0, total;dur=")
    assert asked.headers["Cache-Control"] == "no-store"


def test_cors_is_off_unless_set() -> None:
    origin = {"Origin": "https://a.example"}
    assert "Access-Control-Allow-Origin" not in CLIENT.get("/v1/chapters", headers=origin).headers
    client = client_of(WENLI_CORS_ORIGINS="https://a.example")
    allowed = client.options("/v1/ask", headers=origin)
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://a.example"
    assert "POST" in allowed.headers["Access-Control-Allow-Methods"]
    other = client.get("/v1/chapters", headers={"Origin": "https://b.example"})
    assert "Access-Control-Allow-Origin" not in other.headers
    assert "Origin" in other.headers["Vary"]


@pytest.mark.parametrize(("path", "method"), [("/v1/chat/completions", "POST"), ("/v1/models", "GET")])
def test_browsers_may_send_what_official_clients_send(path: str, method: str) -> None:
    """The preflight of the JavaScript client of OpenAI, as browsers ask it; without a key, where keys are required."""
    sent = (
        "authorization,content-type,openai-organization,user-agent,x-stainless-arch,x-stainless-lang,x-stainless-os,"
        "x-stainless-package-version,x-stainless-retry-count,x-stainless-runtime,x-stainless-runtime-version,"
        "x-stainless-timeout"
    )
    ask = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": f"{sent},x-forwarded-for,x-evil"}
    for allowed in ("https://a.example", "*"):
        client = client_of(WENLI_CORS_ORIGINS=allowed, WENLI_KEYS="required", WENLI_RATE_LIMIT="1/hour")
        for _ in range(3):
            reply = client.options(path, headers=ask | {"Origin": "https://a.example"})
            assert reply.status_code == 200
            assert reply.headers["Access-Control-Allow-Origin"] == allowed
            assert method in reply.headers["Access-Control-Allow-Methods"]
            permitted = {name.strip().lower() for name in reply.headers["Access-Control-Allow-Headers"].split(",")}
            assert permitted >= set(sent.split(","))
            assert not permitted & {"x-forwarded-for", "x-evil"}
    other = client_of(WENLI_CORS_ORIGINS="https://a.example").options(
        path, headers=ask | {"Origin": "https://b.example"}
    )
    assert not [name for name in dict(other.headers) if name.startswith("Access-Control")]


def test_questions_are_logged_only_when_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "wenli")
    CLIENT.post("/v1/ask", json={"question": "鄉射"})
    assert "鄉射" not in caplog.text
    client_of(WENLI_LOG_QUESTIONS="on").post("/v1/ask", json={"question": "鄉射"})
    assert "鄉射" in caplog.text


def test_the_document_lists_every_route_and_nothing_else() -> None:
    spec = get("/openapi.json")
    assert spec["openapi"].startswith("3.1")
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in CLIENT.application.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith(("/v1/", "/dts", "/healthz", "/readyz"))
    }
    assert {(path, method) for path, item in spec["paths"].items() for method in item} == served


def refs(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if "$ref" in node else set()
        return own.union(*map(refs, node.values()))
    return set().union(*map(refs, node)) if isinstance(node, list) else set()


def test_the_document_is_whole() -> None:
    spec = get("/openapi.json")
    schemas = spec["components"]["schemas"]
    assert {ref.rpartition("/")[2] for ref in refs(spec)} <= set(schemas)
    ask = spec["paths"]["/v1/ask"]["post"]
    assert set(ask["responses"]["200"]["content"]) == {"application/json", "text/event-stream"}
    assert set(ask["responses"]) == {"200", "400", "401", "413", "415", "429", "503"}
    assert list(ask["responses"]["400"]["content"]) == ["application/problem+json"]
    assert "400" not in spec["paths"]["/healthz"]["get"]["responses"]
    assert schemas["AskBody"]["additionalProperties"] is False
    assert schemas["AskBody"]["properties"]["top_k"]["maximum"] == 20
    assert schemas["AskBody"]["properties"]["question"]["maxLength"] == 2000
    assert schemas["AskBody"]["required"] == ["question"]


@pytest.mark.parametrize(
    ("path", "model"),
    [
        ("/v1/search?q=鄉射", replies.SearchReply),
        ("/v1/passages/5.1", replies.PassageReply),
        ("/v1/resolve?q=5.1", replies.ResolveReply),
        ("/v1/chapters", replies.ChaptersReply),
        ("/readyz", replies.ReadyReply),
    ],
)
def test_replies_have_the_members_the_document_requires(path: str, model: type[BaseModel]) -> None:
    assert set(get(path)) == set(model.model_json_schema(mode="serialization")["required"])


def test_units_are_called_by_their_names_in_each_language() -> None:
    passage = get("/v1/passages/5.1.1")
    base, note = passage["witnesses"][0], passage["commentary"][0]
    assert base["labels"]["zh-Hant"] == base["label"] and base["speakers"] is None and base["authors"] is None
    assert base["labels"]["en"].isascii()
    assert note["authors"]["en"] and note["speakers"]["en"].startswith(note["authors"]["en"])
