"""link.js on pages of other sites: what it links and what it leaves, what a link opens, and what it costs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from planted import page_of
from playwright.sync_api import Page, expect
from scripted import CORS
from stage import Site, Visit, grave, serving

from corpus import canon as canons

pytest_plugins = ["tests.browser.stage"]
Open = Callable[..., Visit]
LINKS = "() => [...document.querySelectorAll('a.wenli-ref')].map((a) => [a.textContent, a.dataset.wenliRef])"
PLACES = """() => [...document.querySelectorAll('a.wenli-ref:not([tabindex])')]
  .map((a) => [a.closest('div[id]')?.id ?? '', a.dataset.wenliRef])"""


def line(service: str, **attributes: str) -> str:
    data = "".join(f' data-{name}="{value}"' for name, value in attributes.items())
    return f'<script src="{service}/link.js"{data}></script>'


def settled(page: Page) -> None:
    """Wait until no link has been added for half a second."""
    page.wait_for_function(
        """() => { const n = document.querySelectorAll('a.wenli-ref').length, now = performance.now();
        const last = (window.lastSeen ??= { n: -1, at: now });
        if (last.n !== n) { window.lastSeen = { n, at: now }; return false; }
        return now - last.at > 500; }"""
    )


def test_planted_references_are_found_and_decoys_left(service: str, site: Site, visit: Open) -> None:
    body, items = page_of(canons.load(), planted=200, false=500)
    visited = visit(site.embed(body + line(service)))
    settled(visited.page)
    linked = {(place, ref) for place, ref in visited.page.evaluate(PLACES)}
    wanted = {(f"i{n}", item.ref) for n, item in enumerate(items) if item.ref}
    false = sorted(linked - wanted)
    assert [(items[int(p[1:])].html, ref) for p, ref in false] == [], false
    missed = [(items[int(place[1:])].html, ref) for place, ref in sorted(wanted - linked)]
    assert len(missed) <= 4, missed
    assert visited.wrong == []


def test_a_reference_opens_the_passage(service: str, site: Site, visit: Open) -> None:
    visited = visit(site.embed(f"<aside><p>見鄉射禮 17.1。<button>next</button></p></aside>{line(service)}"))
    page = visited.page
    link = page.locator("a.wenli-ref")
    expect(link).to_have_attribute("href", f"{service}/read/5.17.1?lang=zh-Hant")
    expect(link).to_have_attribute("aria-haspopup", "dialog")
    link.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("司正為司馬", timeout=20_000)  # the first time the service is asked
    expect(dialog).to_contain_text("鄉射禮 › 司馬命張侯倚旌")
    expect(link).to_have_attribute("aria-expanded", "true")
    assert grave(page) == []
    for _ in range(4):  # round within the pop-up, and never out of it
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.shadowRoot?.activeElement !== null")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.evaluate("() => document.activeElement.className") == "wenli-ref"
    expect(link).to_have_attribute("aria-expanded", "false")
    link.click()
    expect(dialog).to_be_visible()
    page.locator("h1").click()
    expect(dialog).to_have_count(0)
    assert visited.wrong == []


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("《儀禮·鄉射禮》：「三耦皆執弓」", "一字不差"),
        ("《儀禮·大射》：「大侯八十，参七十」", "與原文有出入"),
        ("「三耦皆執弓」（《儀禮·特牲饋食禮》）", "不在所稱之處"),
        ("《鄉射禮》曰：<q>今天天氣很好呀</q>", "未見此文"),
    ],
)
def test_a_quotation_opens_the_verdict(service: str, site: Site, visit: Open, text: str, verdict: str) -> None:
    page = visit(site.embed(f"<aside><p>{text}。</p></aside>{line(service)}")).page
    link = page.locator("a.wenli-ref")
    link.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".verdict")).to_contain_text(verdict)
    if "八十" in text:
        expect(dialog.locator("ins")).to_have_text("九")
        expect(dialog.locator("del")).to_have_text("八")
    assert grave(page) == []


HOSTILE_CSS = """
* { all: unset !important; font: italic 41px cursive !important; color: lime !important; direction: rtl !important;
    opacity: 0.1 !important; transform: rotate(9deg) !important; visibility: hidden !important; width: 3px !important;
    position: static !important; z-index: -1 !important; display: none !important; }
html, body, main, p, a { display: block !important; visibility: visible !important; }
"""
HOSTILE_SCRIPT = """
Array.prototype.strange = function () {}; Object.prototype.odd = "odd"; window.find = window.open = undefined;
document.addEventListener("keydown", (event) => { if (event.key === "s") document.title = "short cut"; });
"""


def test_a_page_that_resets_everything(service: str, site: Site, visit: Open) -> None:
    css = site.page("/resets.css", HOSTILE_CSS, "text/css")
    script = site.page("/others.js", HOSTILE_SCRIPT, "text/javascript")
    head = f'<link rel="stylesheet" href="{css}"><script src="{script}"></script>'
    visited = visit(site.embed(f"<p>Yili 5.17.1</p>{line(service)}", head=head))
    page = visited.page
    page.wait_for_selector("a.wenli-ref", state="attached")
    page.evaluate("() => document.querySelector('a.wenli-ref').click()")
    root = page.locator("[role=dialog]")
    expect(root.locator("blockquote").first).to_contain_text("司正為司馬")
    names = ("color", "direction", "opacity", "visibility", "fontStyle", "fontSize")
    script = f"(e) => {json.dumps(names)}.map((name) => getComputedStyle(e)[name])"
    assert root.evaluate(script) == ["rgb(35, 32, 27)", "ltr", "1", "visible", "normal", "16px"]
    host = root.evaluate("(e) => { const s = getComputedStyle(e.getRootNode().host); return [s.position, s.opacity]; }")
    assert host == ["fixed", "1"]
    box = root.bounding_box()
    assert box is not None and box["width"] > 300 and box["x"] >= 0 and box["y"] + box["height"] <= 800
    page.keyboard.press("s")
    assert page.title() == "Another site", "what is typed in the pop-up is no short cut of the page"
    assert page.locator("h1").evaluate("(h1) => getComputedStyle(h1).color") == "rgb(0, 255, 0)", "nor out"
    assert visited.wrong == []


def test_a_strict_policy_is_kept(service: str, site: Site, visit: Open) -> None:
    policy = f"default-src 'none'; img-src data:; script-src {service}; connect-src {service}; "
    policy += "require-trusted-types-for 'script'"
    visited = visit(site.embed(f"<p>Yili 5.17.1</p>{line(service)}", Content_Security_Policy=policy))
    visited.page.locator("a.wenli-ref").click()
    expect(visited.page.get_by_role("dialog")).to_contain_text("司正為司馬")
    assert visited.wrong == []


def test_text_that_is_markup_stays_text(site: Site, visit: Open) -> None:
    markup = '<img src=x onerror="alert(1)"><script>alert(1)</script>'
    unit = {"ref": "5.17.1", "label": markup, "text": markup, "script": markup}
    names = {"zh-Hant": markup, "zh-Hans": markup, "en": markup}
    told = {"chapter": {"names": names}, "witnesses": [unit, None, 7], "renderings": "none", "phase": 3}
    match = {"ref": markup, "label": markup, "context": {"before": markup}, "diff": [{"op": "x", "quote": markup}]}

    def evil(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        path = environ["PATH_INFO"]
        script = path == "/link.js"
        start("200 OK", [("Content-Type", "text/javascript" if script else "application/json"), *CORS])
        if script:
            from conftest import ROOT

            return [(ROOT / "service" / "web" / "static" / "link.js").read_bytes()]
        return [json.dumps({"verdict": markup, "matches": [match]} if "quotes" in path else told).encode()]

    with serving(evil) as service:
        visited = visit(site.embed(f"<p>鄉射禮 17.1：「三耦皆執弓」</p>{line(service)}"))
        visited.page.locator("a.wenli-ref").click()
        dialog = visited.page.get_by_role("dialog")
        expect(dialog.locator("blockquote").first).to_have_text(markup * 2)
        expect(dialog.locator("blockquote").last).to_have_text(markup)
        assert dialog.locator("img, script").count() == 0
        assert visited.wrong == []


def test_a_service_that_does_not_answer_is_told(site: Site, visit: Open, service: str) -> None:
    page = visit(site.embed(f"<p>Yili 5.17.1</p>{line(service, server='http://127.0.0.1:9')}", lang="en")).page
    page.locator("a.wenli-ref").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be read now")
    expect(page.get_by_role("dialog").get_by_role("link")).to_have_attribute(
        "href", "http://127.0.0.1:9/read/5.17.1?lang=en"
    )


def test_what_is_added_later_is_linked_and_what_is_rewritten_replaced(service: str, site: Site, visit: Open) -> None:
    page = visit(site.embed(f'<p id="clock">at first</p>{line(service)}')).page
    settled(page)
    page.evaluate(
        "() => { const p = document.createElement('p'); p.textContent = '大射儀 2.2'; document.body.append(p); }"
    )
    expect(page.locator("a.wenli-ref")).to_have_text(["大射儀 2.2"])
    for number in range(1, 5):
        page.evaluate(f"() => {{ document.querySelector('#clock').firstChild.data = 'now Yili 5.2.{number} and on'; }}")
        expect(page.locator("#clock a")).to_have_text(f"Yili 5.2.{number}")
        expect(page.locator("#clock")).to_have_text(f"now Yili 5.2.{number} and on")
    assert page.locator("#clock a").count() == 1


def test_a_page_that_never_rests_is_left_in_the_end(service: str, site: Site, visit: Open) -> None:
    page = visit(site.embed(line(service))).page
    page.evaluate(
        """() => { window.added = 0; const text = 'Yili 5.2.1 '.repeat(4000);
        window.timer = setInterval(() => { const p = document.createElement('p'); p.textContent = text;
          document.body.replaceChildren(p); window.added += text.length; }, 60); }"""
    )
    page.wait_for_function("() => window.added > 2_000_000")
    page.evaluate("() => clearInterval(window.timer)")
    settled(page)
    assert page.locator("a.wenli-ref").count() <= 5000
    page.evaluate("() => { document.body.textContent = 'alive'; }")
    assert page.evaluate("() => document.body.textContent") == "alive"


def test_choices(service: str, site: Site, visit: Open) -> None:
    body = '<p class="no">Yili 5.1.1</p><article>Yili 5.1.2 <i class="x">Yili 5.1.3</i></article>'
    body += "《鄉射禮》：「三耦皆執弓」"
    chosen = line(service, within="article", skip=".x", quotes="off", watch="off", lang="en")
    page = visit(site.embed(body + chosen)).page
    settled(page)
    assert page.evaluate(LINKS) == [["Yili 5.1.2", "5.1.2"]]
    expect(page.locator("a.wenli-ref")).to_have_attribute("href", f"{service}/read/5.1.2?lang=en")
    page.evaluate("() => document.querySelector('article').append('Yili 5.1.1')")
    settled(page)
    assert page.locator("a.wenli-ref").count() == 1
    body = "<p>Yili 5.1.1</p>" + line(service, within="((", open="hover")
    page = visit(site.embed(body)).page
    page.locator("a.wenli-ref").hover()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_text_of_the_page_is_not_changed(service: str, site: Site, visit: Open) -> None:
    body, _ = page_of(canons.load(), planted=60, false=60, seed=7)
    plain = visit(site.embed(body)).page.evaluate("() => document.querySelector('main').parentElement.textContent")
    page = visit(site.embed(body + line(service))).page
    settled(page)
    assert page.locator("a.wenli-ref").count() >= 55
    assert page.evaluate("() => document.body.textContent") == plain


def test_a_page_of_a_megabyte_is_not_held_up(service: str, site: Site, visit: Open) -> None:
    """The script takes less than a tenth of a second of the main thread, and holds it for no long at a time."""
    body, _ = page_of(canons.load(), planted=200, false=6000, seed=3)
    line_of_it = f"<p>{'賓主之義升降揖讓 and the rest of it ' * 9}</p>"
    whole = body + line_of_it * (1 + (1_000_000 - len(body.encode())) // len(line_of_it.encode()))
    assert len(whole.encode()) >= 1_000_000
    found = []
    for script in ("", line(service)):
        page = visit(site.embed("<div></div>")).page
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(site.embed(whole))
        page.wait_for_timeout(800)
        before = measures(session)
        page.evaluate(
            """(source) => { window.long = []; new PerformanceObserver((list) =>
              window.long.push(...list.getEntries().map((e) => e.duration))).observe({ entryTypes: ['longtask'] });
              if (source) { const s = document.createElement('script'); s.src = source; document.body.append(s); } }""",
            f"{service}/link.js" if script else "",
        )
        page.wait_for_timeout(2500)
        found.append({name: value - before[name] for name, value in measures(session).items()})
        long = page.evaluate("() => window.long")
    cost = {name: round((found[1][name] - found[0][name]) * 1000) for name in found[0]}
    print(f"milliseconds on the main thread: {cost}, long tasks: {long}")
    assert page.locator("a.wenli-ref").count() >= 190
    assert cost["ScriptDuration"] < 200, "in slices: what a reader would notice is a long task"
    assert sum(long) < 100


def measures(session: Any) -> dict[str, float]:
    told = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in told if one["name"].endswith("Duration")}
