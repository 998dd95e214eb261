"""Every route of the map of addresses is asked for in three languages: its status and kind, and of pages the language,
title and landmarks. A route that is not listed here fails."""

import os
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import html

from service.http.app import create_app
from service.settings import Settings
from service.wenli import Wenli

LANGUAGES = ("zh-Hant", "zh-Hans", "en")
PAGE, JSON, TEI = "text/html", "application/json", "application/tei+xml"
CHAT = {"model": "wenli", "messages": [{"role": "user", "content": "鄉射禮中誰擔任司馬？"}]}
DTS = "application/ld+json"
GET: dict[str, list[tuple[str, int, str]]] = {
    "/": [("/", 200, PAGE), ("/?q=鄉射禮中誰擔任司馬？", 200, PAGE), (f"/?q={'司' * 2001}", 400, PAGE)],
    "/docs": [("/docs", 200, PAGE)],
    "/dts": [("/dts", 200, DTS)],
    "/dts/collection": [("/dts/collection", 200, DTS)],
    "/dts/document": [("/dts/document?resource=urn:cts:yili:jing.p05.tongxing&ref=17", 200, TEI)],
    "/dts/navigation": [("/dts/navigation?resource=urn:cts:yili:jing.p05.tongxing&down=1", 200, DTS)],
    "/editions/<leaf>": [("/editions/KR1d0026_SBCK_001-1a", 404, PAGE)],
    "/glossary": [("/glossary", 200, PAGE)],
    "/healthz": [("/healthz", 200, JSON)],
    "/link.js": [("/link.js", 200, "text/javascript")],
    "/metrics": [("/metrics", 200, "text/plain")],
    "/openapi.json": [("/openapi.json", 200, JSON)],
    "/problems/<slug>": [("/problems/question-empty", 200, PAGE), ("/problems/none", 404, PAGE)],
    "/read": [("/read", 200, PAGE)],
    "/read/<path:ref>": [
        ("/read/5", 200, PAGE),
        ("/read/5.17", 200, PAGE),
        ("/read/5.17.1", 200, PAGE),
        ("/read/KR1d0030_WYG_005-2a", 200, PAGE),
        ("/read/鄉射禮 17.1", 302, ""),
        ("/read/5.99.1", 404, PAGE),
    ],
    "/readyz": [("/readyz", 200, JSON)],
    "/rites": [("/rites", 200, PAGE)],
    "/rites/<chapter>": [("/rites/5", 200, PAGE), ("/rites/6", 404, PAGE)],
    "/rites/<chapter>/<phase>": [("/rites/5/20", 200, PAGE), ("/rites/5/99", 404, PAGE)],
    "/rites/<chapter>/<phase>.pdf": [("/rites/5/20.pdf", 200, "application/pdf")],
    "/rites/<chapter>/<phase>.svg": [("/rites/5/20.svg", 200, "image/svg+xml")],
    "/rites/<chapter>/<phase>/scenes": [("/rites/5/20/scenes", 200, JSON)],
    "/search": [("/search", 200, PAGE), ("/search?q=司馬", 200, PAGE)],
    "/static/<path:filename>": [("/static/wenli.css", 200, "text/css"), ("/static/none.css", 404, PAGE)],
    "/unapi": [("/unapi", 200, "application/xml")],
    "/v1/chapters": [("/v1/chapters", 200, JSON)],
    "/v1/cite/<path:ref>": [("/v1/cite/5.17.1?style=ris", 200, "application/x-research-info-systems")],
    "/v1/editions": [("/v1/editions", 200, JSON)],
    "/v1/editions/<page>": [("/v1/editions/KR1d0026_SBCK_001-1a", 404, "application/problem+json")],
    "/v1/models": [("/v1/models", 200, JSON)],
    "/v1/models/<model>": [("/v1/models/wenli", 200, JSON), ("/v1/models/none", 404, JSON)],
    "/v1/passages/<path:ref>": [("/v1/passages/5.17.1", 200, JSON)],
    "/v1/resolve": [("/v1/resolve?q=5.17.1", 200, JSON)],
    "/v1/rites/<chapter>": [("/v1/rites/5", 200, JSON)],
    "/v1/rites/<chapter>/<phase>": [("/v1/rites/5/20", 200, JSON)],
    "/v1/rites/<chapter>/overview": [("/v1/rites/5/overview", 200, JSON)],
    "/v1/search": [("/v1/search?q=司馬", 200, JSON)],
    "/v1/tei/<chapter>": [("/v1/tei/5", 200, TEI)],
    "/v1/variants": [("/v1/variants?chapter=5", 200, JSON)],
    "/variants": [("/variants", 302, "")],
    "/variants/<int:chapter>": [("/variants/5", 200, PAGE), ("/variants/6", 404, PAGE)],
    "/verify": [("/verify", 200, PAGE), ("/verify?quote=三耦皆執弓", 200, PAGE)],
    "/widget": [("/widget", 200, PAGE)],
    "/widget.js": [("/widget.js", 200, "text/javascript")],
}
POST: dict[str, tuple[dict[str, Any], int]] = {
    "/v1/ask": ({"question": "鄉射禮中誰擔任司馬？"}, 200),
    "/v1/chat/completions": (CHAT, 200),
    "/v1/documents/verify": ({"text": "「三耦皆執弓」", "format": "txt"}, 200),
    "/v1/feedback": ({"id": "none", "rating": "up"}, 404),
    "/v1/quotes/verify": ({"quote": "三耦皆執弓"}, 200),
}


@pytest.fixture(scope="module")
def client(wenli: Wenli, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    own = {"WENLI_METRICS": "on", "WENLI_FEEDBACK_FOLDER": str(tmp_path_factory.mktemp("feedback"))}
    return create_app(Settings.read({**os.environ, **own}), wenli).test_client()


def test_every_route_is_listed(client: FlaskClient) -> None:
    rules = list(client.application.url_map.iter_rules())
    assert {rule.rule for rule in rules if "GET" in (rule.methods or ())} == GET.keys()
    assert {rule.rule for rule in rules if "POST" in (rule.methods or ())} == POST.keys()


@pytest.mark.parametrize("rule", GET)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_route_answers(client: FlaskClient, rule: str, lang: str) -> None:
    for path, status, kind in GET[rule]:
        headers = {"Accept-Language": lang, "Accept": "text/html" if kind == PAGE else "*/*"}
        with client.get(path, headers=headers) as reply:
            assert reply.status_code == status, (path, reply.get_data()[:300])
            assert not kind or reply.mimetype == kind, path
            if kind == PAGE:
                landmarks(reply.get_data(as_text=True), lang)


def landmarks(text: str, lang: str) -> None:
    """One language, one title, one heading of the first rank; a header with navigation, one main part, a footer."""
    tree = html.document_fromstring(text)
    assert tree.get("lang") == lang
    (title,) = tree.xpath("/html/head/title")
    assert re.search(r"Wenli|問禮|问礼", title.text_content()) and not re.search(r"[{}]|None", title.text_content())
    assert len(tree.xpath("//main")) == len(tree.xpath("//h1")) == 1
    assert len(tree.xpath("//body/header[1]/nav[@aria-label]")) == 2 and len(tree.xpath("//body/footer")) == 1
    assert tree.xpath("//body/header//nav//a[starts-with(@href, '/read')]")
    assert tree.xpath("//h1")[0].text_content().strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_have_titles_of_their_own(client: FlaskClient, lang: str) -> None:
    found: dict[str, str] = {}
    for path in (
        "/",
        "/docs",
        "/glossary",
        "/read",
        "/read/5",
        "/read/5.17",
        "/rites",
        "/rites/5",
        "/search",
        "/verify",
    ):
        text = client.get(path, headers={"Accept-Language": lang}).get_data(as_text=True)
        found[path] = str(html.document_fromstring(text).findtext(".//title"))
    assert len(set(found.values())) == len(found), found


@pytest.mark.parametrize("rule", POST)
def test_what_is_sent_is_answered(client: FlaskClient, rule: str) -> None:
    body, status = POST[rule]
    reply = client.post(rule, json=body)
    assert reply.status_code == status and reply.is_json, reply.get_data(as_text=True)[:300]
