"""Whatever is sent, nothing answers with a 5xx; bounded and the same in every run."""

import io
import json
from typing import Any
from urllib.parse import quote_from_bytes

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from service_stand_ins import client_of
from test_service_rites import client as rites

CLIENT = client_of()
fuzzed = settings(
    max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
texts = st.text(max_size=60) | st.sampled_from(["5.1.1", "鄉射禮 1.1", "司馬", "5.1.1-9", "5#zheng.1", "urn:cts:yili:"])
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
fields = ["question", "lang", "history", "filters", "top_k", "mode", "stream", "chapter", "surprise"]
bodies = st.dictionaries(st.sampled_from(fields), values) | st.fixed_dictionaries(
    {"question": texts},
    optional={"filters": values, "history": values, "top_k": st.integers(), "stream": st.booleans()},
)


def quoted(raw: bytes | str) -> str:
    return quote_from_bytes(raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass"), safe="")


@fuzzed
@given(bodies)
def test_ask_any_json(body: Any) -> None:
    response = CLIENT.post("/v1/ask", data=json.dumps(body), content_type="application/json")
    assert response.status_code in (200, 400)


@fuzzed
@given(st.binary(max_size=200), st.sampled_from(["application/json", "text/plain", "x", ""]))
def test_ask_any_bytes(body: bytes, content_type: str) -> None:
    response = CLIENT.post("/v1/ask", data=body, content_type=content_type)
    assert response.status_code in (400, 415)


@fuzzed
@given(
    texts | st.binary(max_size=60), st.dictionaries(st.sampled_from(["k", "chapter", "layer", "x"]), texts, max_size=2)
)
def test_search_anything(query: bytes | str, more: dict[str, str]) -> None:
    address = f"/v1/search?q={quoted(query)}" + "".join(f"&{name}={quoted(value)}" for name, value in more.items())
    assert CLIENT.get(address).status_code in (200, 400)


@fuzzed
@given(texts | st.binary(max_size=60))
def test_resolve_anything(query: bytes | str) -> None:
    assert CLIENT.get(f"/v1/resolve?q={quoted(query)}").status_code in (200, 300, 400, 404)


@fuzzed
@given(texts | st.binary(max_size=60))
def test_read_anything(ref: bytes | str) -> None:
    for place in ("/v1/passages/", "/read/"):
        assert CLIENT.get(place + quoted(ref)).status_code in (200, 300, 302, 308, 400, 404)


@fuzzed
@given(
    st.from_regex(
        r"[1-9]\d?(\.\d{1,2}){0,2}[a-c]?(-\d{1,2})?(#(zheng|jia|lu)(\.\d){0,2})?(@[a-z]{2,8})?", fullmatch=True
    )
)
def test_read_anything_like_a_reference(ref: str) -> None:
    assert CLIENT.get("/v1/passages/" + quoted(ref)).status_code in (200, 300, 400, 404)


@fuzzed
@given(texts)
def test_ask_by_page(question: str) -> None:
    assert CLIENT.get(f"/?q={quoted(question)}").status_code in (200, 400)


queries = st.dictionaries(
    st.sampled_from(["chapter", "class", "witness", "punctuation", "limit", "offset", "style", "lang", "x"]),
    texts | st.sampled_from(["5", "substantive", "canon", "jishi", "true", "1", "-1", "bibtex", "ris", "en", "9" * 30]),
    max_size=3,
)


@fuzzed
@given(queries)
def test_ask_for_any_variants(query: dict[str, str]) -> None:
    assert CLIENT.get("/v1/variants", query_string=query).status_code in (200, 400)


@fuzzed
@given(texts | st.binary(max_size=60) | st.sampled_from(["KR1d0030_WYG_005-2a", "/read/5.1.1@jishi"]), queries)
def test_cite_anything(ref: bytes | str, query: dict[str, str]) -> None:
    response = CLIENT.get("/v1/cite/" + quoted(ref), query_string=query)
    assert response.status_code in (200, 300, 308, 400, 404)


pages = st.from_regex(r"KR\d[a-z]\d{4}_[A-Z]{1,4}_\d{3}-\d{1,3}[a-d]", fullmatch=True) | st.sampled_from(
    ["KR1d0030_WYG_005-2a", "KR1d0030_WYG_005-99a", "/read/5.1.1#zheng.1", "https://a.example/read/%FF", "/read/%"]
)


@fuzzed
@given(pages | st.text(alphabet="5.1@#-/read%至節鄭玄注鄉射禮urn:cts", max_size=40))
def test_resolve_anything_like_a_name(name: str) -> None:
    for place in ("/v1/passages/", "/v1/cite/", "/read/"):
        assert CLIENT.get(place + quoted(name)).status_code in (200, 300, 302, 308, 400, 404), (place, name)
    assert CLIENT.get("/v1/resolve", query_string={"q": name}).status_code in (200, 300, 400, 404)


names = st.text(max_size=40) | st.sampled_from(["5", "4", "7", "20", "鄉射禮", "司射誘射", "5.20", "0", "記", " ", "٣"])


@fuzzed
@given(names, names | st.none(), st.sampled_from(["", "?expand=false", "?expand=", "?x=1"]))
def test_ask_for_any_rite(chapter: str, phase: str | None, query: str) -> None:
    parts = [quoted(part) for part in (chapter, phase) if part is not None]
    assert rites().get("/v1/rites/" + "/".join(parts) + query).status_code in (200, 300, 308, 400, 404, 405)


quotes = st.text(max_size=80) | st.text("主人賓射禮拜之而「」『』“”…。，（）·a 1\x00", max_size=80) | values
claims = (
    st.text(max_size=60) | st.sampled_from(["鄭玄注", "Yili 5", "《儀禮·大射》", "5.19.4", "《禮記》", "記"]) | values
)


@fuzzed
@given(quotes, claims, st.integers(-2, 200) | values)
def test_verify_any_quotation(quote: Any, claimed: Any, limit: Any) -> None:
    response = CLIENT.post("/v1/quotes/verify", json={"quote": quote, "claimed": claimed, "limit": limit})
    assert response.status_code in (200, 400)


@fuzzed
@given(bodies | st.dictionaries(st.sampled_from(["text", "format", "quote", "x"]), values | quotes, max_size=3))
def test_verify_any_json(body: Any) -> None:
    for address in ("/v1/quotes/verify", "/v1/documents/verify"):
        assert CLIENT.post(address, json=body).status_code in (200, 400)


@fuzzed
@given(
    st.binary(max_size=300) | quotes.map(str).map(lambda text: text.encode("utf-16", "surrogatepass")),
    st.sampled_from(["a.txt", "a.md", "a.html", "a.docx", "a.pdf", "", "\x00.txt", "禮.txt", "../a.md"]),
)
def test_verify_any_file(content: bytes, name: str) -> None:
    response = CLIENT.post("/v1/documents/verify", data={"file": (io.BytesIO(content), name)})
    assert response.status_code in (200, 400, 415)


@fuzzed
@given(st.binary(max_size=200), st.sampled_from(["multipart/form-data", "multipart/form-data; boundary=x", "x/y", ""]))
def test_verify_any_body(content: bytes, content_type: str) -> None:
    response = CLIENT.post("/v1/documents/verify", data=content, content_type=content_type)
    assert response.status_code in (400, 415)


@fuzzed
@given(st.text('「」『』“”"<>/pbq&;#> \n甲乙主人（）《》：', max_size=300), st.sampled_from(["txt", "md", "html"]))
def test_verify_any_text(text: str, kind: str) -> None:
    assert CLIENT.post("/v1/documents/verify", json={"text": text, "format": kind}).status_code in (200, 400)


chats = st.fixed_dictionaries(
    {
        "model": st.just("wenli") | texts,
        "messages": st.lists(st.fixed_dictionaries({"role": texts, "content": values})),
    },
    optional={"stream": values, "n": values, "stream_options": values, "response_format": values, "tools": values},
) | st.fixed_dictionaries(
    {
        "model": st.sampled_from(["wenli", "wenli-extractive"]),
        "messages": st.lists(
            st.fixed_dictionaries({"role": st.sampled_from(["system", "user", "assistant", "tool"]), "content": texts}),
            max_size=30,
        ),
    }
)


@fuzzed
@given(chats)
def test_chat_anything(body: Any) -> None:
    response = CLIENT.post("/v1/chat/completions", data=json.dumps(body), content_type="application/json")
    assert response.status_code in (200, 400, 404)
    assert response.status_code == 200 or response.get_json()["error"]["code"]
