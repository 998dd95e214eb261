"""Every route that answers GET is fetched in three languages: its status, and of pages the title and landmarks."""

import re

import pytest
from service_stand_ins import client_of
from werkzeug.routing import Rule

CLIENT = client_of()
LANGUAGES = ("zh-Hant", "zh-Hans", "en")
VALUES = {
    **{"chapter": "5", "phase": "1", "reference": "5.1.1", "ref": "5.1.1", "address": "5.1.1", "name": "jishi"},
    **{"kind": "internal", "witness": "jishi", "slug": "internal", "text": "5.1.1"},
}
"""What stands for the variables of a path."""
ASKS = {"/v1/search": "?q=司馬", "/v1/resolve": "?q=5.1.1", "/v1/cite": "?style=plain"}
"""What routes cannot do without."""
ALLOWED = {200, 302, 303, 307, 308, 400, 404, 503}
"""400 and 404: something asked for that the small library of the tests lacks; 503: not ready. Never 500."""


def routes() -> list[Rule]:
    found = [rule for rule in CLIENT.application.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return sorted(found, key=lambda rule: rule.rule)


def path_of(rule: Rule) -> str:
    path = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", lambda m: VALUES.get(m[1], "5.1.1"), rule.rule)
    return path + ASKS.get(rule.rule, "")


@pytest.mark.parametrize("rule", routes(), ids=lambda rule: str(rule.rule))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_route_answers(rule: Rule, lang: str) -> None:
    path = path_of(rule)
    reply = CLIENT.get(path, query_string=None, headers={"Accept-Language": lang, "Accept": "text/html"})
    assert reply.status_code in ALLOWED, (path, reply.status_code, reply.get_data(as_text=True)[:300])
    if reply.mimetype == "text/html" and reply.status_code == 200:
        body = reply.get_data(as_text=True)
        assert re.search(r"<title>[^<]*\S[^<]*</title>", body), path
        assert "<main" in body and "<header" in body, path


@pytest.mark.parametrize("path", ["/", "/read", "/read/5", "/search", "/glossary", "/verify", "/docs", "/widget"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_there(path: str, lang: str) -> None:
    reply = CLIENT.get(f"{path}?lang={lang}")
    assert reply.status_code == 200
    assert f'<html lang="{lang}"' in reply.get_data(as_text=True)
