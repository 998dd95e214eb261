"""Pages that would break the widget, and answers that would break the page."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from scripted import Scripted, citation, passage
from stage import Site, Visit, line, serving

pytest_plugins = ["tests.browser.stage"]
HTML = '<img src=x onerror="alert(1)"><script>alert(1)</script><b>粗</b>"\'`${alert(1)}'
NO_MARKUP = "(root) => root.querySelectorAll('img, script, b, iframe, object, style, [onerror], [style]').length"
RESETS = """
* { all: unset !important; font: italic 41px cursive !important; color: lime !important; direction: rtl !important;
    letter-spacing: 1em !important; text-transform: uppercase !important; position: static !important;
    visibility: hidden !important; opacity: 0.1 !important; transform: rotate(9deg) !important; margin: 50px !important;
    width: 3px !important; pointer-events: none !important; z-index: -1 !important; }
*::before { content: "HOST" !important; }
button, textarea, div, section { display: none !important; background: lime !important; }
.panel, .card, .chip, .root { display: none !important; }
html { font-size: 4px !important; }
"""
OTHERS = """
document.addEventListener("keydown", (event) => { if (event.key === "s") document.title = "short cut"; });
customElements.define("other-chat", class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<style>*{color:blue}</style><p class=panel>"; }
});
Array.prototype.strange = function () {}; Object.prototype.odd = "odd"; window.chat = window.open = undefined;
"""


def styled(page: Page, selector: str, name: str) -> str:
    script = f"(element) => getComputedStyle(element).getPropertyValue('{name}')"
    return str(page.locator(f"wenli-chat {selector}").first.evaluate(script))


def test_a_page_that_resets_everything(site: Site, visit: Callable[..., Visit]) -> None:
    with serving(Scripted()) as service:
        css = site.page("/resets.css", RESETS, "text/css")
        script = site.page("/others.js", OTHERS, "text/javascript")
        head = f'<link rel="stylesheet" href="{css}"><script src="{script}"></script>'
        visited = visit(site.embed("<other-chat></other-chat>" + line(service), head=head))
        page, chat = visited.page, visited.chat.open()
        exchange = chat.ask("sssss")
        exchange.locator("[part=citation]").click()
        expect(chat("[part=card] mark")).to_have_text("司正為司馬")
        assert page.title() == "Another site", "what is typed in the widget is no short cut of the page"
        values = {"direction": "ltr", "letter-spacing": "normal", "text-transform": "none", "font-style": "normal"}
        values |= {"visibility": "visible", "color": "rgb(35, 32, 27)"}
        for selector in (".question", "[part=input]", "[part=card] .text", "[part=answer]"):
            assert {name: styled(page, selector, name) for name in values} == values, selector
        assert styled(page, "[part=input]", "font-size") == "16px"
        box = page.locator("wenli-chat .panel").bounding_box()
        assert box is not None and box["x"] + box["width"] <= 1024 and box["y"] + box["height"] <= 800
        assert box["width"] > 350 and box["height"] > 500
        host = "(host) => [getComputedStyle(host).position, getComputedStyle(host).opacity]"
        assert page.locator("wenli-chat").evaluate(host) == ["fixed", "1"]
        assert page.locator("h1").evaluate("(h1) => getComputedStyle(h1).color") == "rgb(0, 255, 0)", "nor out"
    assert visited.wrong == []


def test_a_strict_policy_is_kept(service: str, site: Site, visit: Callable[..., Visit]) -> None:
    policy = f"default-src 'none'; script-src {service}; connect-src {service}; font-src {service}; "
    policy += f"img-src data: {service}; base-uri 'none'; form-action 'none'; "
    policy += "require-trusted-types-for 'script'; trusted-types 'none'"
    visited = visit(site.embed(line(service), Content_Security_Policy=policy))
    chat = visited.chat.open()
    exchange = chat.ask("鄉射禮中由誰擔任司馬？")
    exchange.locator("[part=citation]").first.click()
    expect(chat("[part=card]")).to_contain_text("兼官由便也")
    assert styled(visited.page, ".panel", "display") == "flex"
    assert visited.wrong == []


def test_answers_citations_and_texts_are_never_markup(site: Site, visit: Callable[..., Visit]) -> None:
    names = {"zh-Hant": HTML, "zh-Hans": HTML, "en": HTML}
    unit = {
        "ref": HTML,
        "layer": HTML,
        "commentator": HTML,
        "witness": HTML,
        "label": HTML,
        "script": HTML,
        "text": HTML,
    }
    cited = citation(ref="javascript:alert(1)//" + HTML, url="javascript:alert(1)", label=HTML, cited_text=HTML)
    cited |= {"chapter": HTML, "phase": HTML, "layer": HTML, "commentator": HTML, "witness": HTML}
    rendering = {"ref": cited["ref"], "zh_hant": HTML, "zh_hans": HTML, "en": HTML}
    told = passage(chapter={"names": names}, phase={"names": names}, witnesses=[unit], commentary=[unit])
    told |= {"renderings": [rendering], "steps": [{"actor": [HTML]}]}
    scripted = Scripted(HTML + "[1]", [cited], told)
    with serving(scripted) as service:
        visited = visit(site.embed(line(service)))
        chat = visited.chat.open()
        exchange = chat.ask(HTML)
        expect(exchange.locator(".question")).to_contain_text(HTML)
        expect(exchange.locator("[part=answer]")).to_contain_text(HTML)
        expect(exchange.locator("[part=suggestion]").first).to_contain_text("onerror")
        exchange.locator("[part=citation]").click()
        expect(chat("[part=card] details p").first).to_have_text(HTML)
        links = chat("a").evaluate_all("(links) => links.map((link) => link.href)")
        assert links and all(link.startswith(f"{service}/read/") for link in links)
        assert chat(".root").evaluate(NO_MARKUP) == 0
        visited.page.reload()
        expect(chat(".question")).to_contain_text(HTML)
        assert chat(".root").evaluate(NO_MARKUP) == 0
        chat.open().ask("又")
    assert scripted.asked[1]["history"][0]["content"] == HTML
    assert visited.wrong == []


@pytest.mark.parametrize(
    "kept",
    [
        "not json",
        "[]",
        '{"exchanges": 7}',
        json.dumps({"exchanges": [{"question": HTML, "answer": HTML, "state": "done", "citations": [{"index": "x"}]}]}),
        json.dumps({"exchanges": [{"question": "q", "state": "asking", "lang": HTML, "grounding": HTML}], "draft": 5}),
    ],
)
def test_a_kept_conversation_that_was_tampered_with(site: Site, visit: Callable[..., Visit], kept: str) -> None:
    with serving(Scripted()) as service:
        visited = visit(site.embed(line(service)))
        visited.page.evaluate("([key, kept]) => sessionStorage.setItem(key, kept)", [f"wenli-chat {service}", kept])
        visited.page.reload()
        chat = visited.chat.open()
        assert chat(".root").evaluate(NO_MARKUP) == 0
        chat.ask("問").locator("[part=citation]").wait_for()
    assert visited.wrong == []


def test_what_is_no_text_is_not_sent(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted(answer="長" * 5000 + "[1]")
    with serving(scripted) as service:
        visited = visit(site.embed(line(service)))
        chat = visited.chat.open()
        visited.page.evaluate("document.querySelector('wenli-chat').ask('a\\ud800\\u0000\\u0007b')")
        chat(".grounding").wait_for()
        for number in range(6):
            chat.ask(str(number))
        visited.page.evaluate("document.querySelector('wenli-chat').ask(' \\u0000 ')")
        expect(chat(".exchange")).to_have_count(7)
    assert scripted.asked[0]["question"] == "a\ufffdb"
    assert all(len(json.dumps(asked, ensure_ascii=False).encode()) < 65_536 for asked in scripted.asked)
    assert max(len(turn["content"]) for turn in scripted.asked[-1]["history"]) == 4000


def test_a_question_in_the_address_of_a_page_is_no_markup(service: str, visit: Callable[..., Visit]) -> None:
    visited = visit(f"{service}/?q=%3Cimg%20src=x%20onerror=alert(1)%3E%E5%8F%B8%E9%A6%AC")
    expect(visited.chat(".question")).to_contain_text("<img")
    assert visited.chat("img").count() == 0
    assert visited.page.locator("main img").count() == 0
    assert visited.wrong == []
