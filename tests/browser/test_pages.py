"""Every page in a real browser: what it answers, how its cards lie, that it is accessible, quick and steady."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page
from stage import Visit, grave
from test_looks import MISSING, MOVED, PAGES, measured
from test_routes import GET, PAGE

pytest_plugins = ["tests.browser.stage"]
Open = Callable[..., Visit]
WIDTHS = (390, 768, 1440)
CARDS = {
    "/": ".door, .seventeen li, .trust > div",
    "/?q=鄉射禮中由誰擔任司馬？": ".piece",
    "/?q=鄉飲酒禮與鄉射禮有何不同？": ".piece",
    "/search?q=司馬": ".results > li",
    "/search?q=主人&page=2": ".results > li",
    "/glossary?q=target": ".entry",
    "/verify?quote=大侯八十参七十": ".verdict",
    "/read": "#main li",
    "/read/5.17": ".note, .aid, .printed > div",
    "/rites": ".rite",
    "/rites/5": ".people tr, .checklist li, .course li",
    "/variants/5": ".collated",
    "/docs": "#main li",
}
"""The cards of pages: what they are made of must lie in them, in order, and unbroken."""
MISLAID = """(cards) => cards.filter((card) => card.checkVisibility()).flatMap((card) => {
  const own = card.getBoundingClientRect();
  const wrong = own.width < 60 || own.height < 16 ? ["has no room"] : [];
  const inside = [...card.querySelectorAll("*")].filter((one) => one.checkVisibility());
  for (const one of inside) {
    const box = one.getBoundingClientRect();
    const hidden = box.width <= 1 || one.closest(".visually-hidden, .across");
    if (!hidden && (box.left < own.left - 1 || box.right > own.right + 1)) wrong.push(`${one.className} sticks out`);
    const small = one.matches(".tag, .ref, .number, .mark") && getComputedStyle(one).whiteSpace === "nowrap";
    if (small && one.getClientRects().length > 1) wrong.push(`${one.className} is broken in two`);
  }
  const blocks = [...card.children].filter((one) => {
    const style = getComputedStyle(one);
    return one.checkVisibility() && !style.display.startsWith("inline") && style.position === "static";
  }).map((one) => one.getBoundingClientRect());
  for (const [at, box] of blocks.entries()) {
    const before = blocks[at - 1];
    if (before && box.top < before.bottom - 1 && box.left < before.right - 1 && before.left < box.right - 1)
      wrong.push(`block ${at} lies on the one before`);
  }
  return wrong.map((fault) => `${card.className || card.localName} ${card.textContent.trim().slice(0, 30)}: ${fault}`);
})"""


def status(page: Page) -> int:
    return int(page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus"))


def heading(page: Page) -> str:
    return page.locator("h1").first.inner_text().strip()


@pytest.mark.parametrize("rule", [rule for rule, asked in GET.items() if any(kind == PAGE for *_, kind in asked)])
def test_a_page_answers_as_it_should_and_says_what_it_is(service: str, visit: Open, rule: str) -> None:
    asked = [(path, answered) for path, answered, kind in GET[rule] if kind == PAGE]
    visited = visit("about:blank")
    for path, answered in asked:
        visited.page.goto(f"{service}{path}{'&' if '?' in path else '?'}lang=en")
        assert status(visited.page) == answered, path
        assert heading(visited.page), path
        assert "None" not in visited.page.title()
        blank = r"\{[{%\d]" if path == "/docs" else r"\{[{%}\d]"  # samples of JSON have {}
        assert not re.search(blank, visited.page.locator("#main").inner_text()), "a blank that nobody filled in"
    assert visited.wrong == []


def test_every_page_of_the_map_is_among_those_that_are_audited() -> None:
    paths = [unquote(path).partition("?")[0] for path in PAGES]
    for rule in (rule for rule, asked in GET.items() if any(kind == PAGE for *_, kind in asked)):
        if rule not in ("/static/<path:filename>", "/editions/<leaf>"):
            assert any(path.startswith(rule.partition("<")[0]) for path in paths), rule


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", CARDS)
def test_cards_are_laid_out_as_they_are_read(service: str, visit: Open, path: str, width: int) -> None:
    plain = not path.startswith("/?q=")
    lang = ("en", "zh-Hans", "zh-Hant")[WIDTHS.index(width)]
    url = f"{service}{path}{'&' if '?' in path else '?'}lang={lang}"
    page = visit(url, width=width, java_script_enabled=plain).page
    cards = page.locator(CARDS[path])
    assert cards.count() > 0
    assert cards.evaluate_all(MISLAID) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_card_that_is_mislaid_is_noticed(visit: Open) -> None:
    page = visit("about:blank").page
    page.set_content(
        "<ol><li class=piece style='width:200px'><p style='margin:0'>text</p><p style='margin:-1em 0 0'>over</p></li>"
        "<li class=piece style='width:200px'><p style='width:300px'>too wide</p></li></ol>"
    )
    found = page.locator(".piece").evaluate_all(MISLAID)
    assert [fault.rpartition(": ")[2].strip() for fault in found] == ["block 1 lies on the one before", "sticks out"]


@pytest.mark.whole
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_serious_fault_at_any_width_in_any_colour_and_language(
    service: str, visit: Open, path: str, width: int
) -> None:
    for dark in (False, True):
        visited = visit("about:blank", width=width, dark=dark, reduced_motion="reduce")
        for lang in ("zh-Hant", "zh-Hans", "en"):
            visited.page.goto(f"{service}{path}{'&' if '?' in path else '?'}lang={lang}")
            assert status(visited.page) == (404 if path in MISSING else 200)
            assert grave(visited.page) == [], (lang, dark)
        assert visited.wrong == []


@pytest.mark.whole
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", [path for path in PAGES if path not in MISSING])
def test_every_page_is_there_within_400_ms_and_stays_where_it_is(
    service: str, visit: Open, path: str, width: int, record_property: Callable[[str, Any], None]
) -> None:
    painted, shifted = measured(visit("about:blank", width=width).page, service + path, visits=3, enough=400)
    record_property("figures", f"{path} at {width}: first contentful paint {painted:.0f} ms, shift {shifted:.4f}")
    assert painted <= 400, "on a machine that does nothing else"
    assert shifted <= MOVED
