"""The reading room and the three doors, as readers use them: with and without script, by keys, by touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from stage import Visit, grave

pytest_plugins = ["tests.browser.stage"]
Open = Callable[..., Visit]


def tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until what the selector names has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def scroll_width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_the_three_doors_without_script(service: str, visit: Open) -> None:
    page = visit(f"{service}/?lang=en", java_script_enabled=False).page
    page.get_by_label("Your question").fill("Who serves as marshal in the District Archery Ceremony?")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".answer")).to_contain_text("marshal")
    piece = page.locator(".evidence .piece").filter(has=page.locator("blockquote", has_text="司正為司馬")).first
    page.locator(f".answer a.marker[href='#{piece.get_attribute('id')}']").first.click()
    expect(piece).to_be_visible()
    expect(piece.locator(".meaning")).to_contain_text("marshal")
    piece.locator("a.context").click()
    expect(page.locator("h1")).to_contain_text("5.17.1")
    page.goto(f"{service}/?lang=en")
    page.locator(".door").get_by_role("link", name="Great Archery Ceremony").click()
    page.locator(".phase-list").get_by_role("link").first.click()
    expect(page.locator(".reading").first).to_contain_text("大射")
    page.goto(f"{service}/?lang=en")
    page.get_by_label("Quotation", exact=True).fill("大侯八十，参七十，干五十")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict.altered")).to_be_visible()
    expect(page.locator(".diff ins").first).to_have_text("九")
    expect(page.locator(".diff del").first).to_have_text("八")


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
def test_the_examples_have_answers(service: str, visit: Open, lang: str) -> None:
    page = visit(f"{service}/?lang={lang}", java_script_enabled=False).page
    addresses = page.locator(".examples a").evaluate_all("(links) => links.map((link) => link.href)")
    assert len(addresses) == 4
    for address in addresses:
        page.goto(address)
        expect(page.locator(".grounding.grounded")).to_be_visible()
        expect(page.locator(".evidence .piece blockquote").first).to_have_text(re.compile(r"[\u4e00-\u9fff]"))
        markers = page.locator(".answer a.marker").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
        assert markers and all(page.locator(f".evidence {marker}").count() == 1 for marker in markers)


def test_from_chapter_to_phase_to_clause_and_on_by_arrow_keys(service: str, visit: Open) -> None:
    visited = visit(f"{service}/read?lang=en")
    page = visited.page
    page.get_by_role("link", name="District Archery Ceremony").first.click()
    page.locator(".phase-list").get_by_role("link", name="5.21").click()
    page.locator("nav.contents .clauses").get_by_role("link", name="5.21.3", exact=True).click()
    expect(page).to_have_url(f"{service}/read/5.21.3?lang=en")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_contain_text("5.21.4")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_contain_text("5.21.3")
    page.locator("nav.contents input[type=search]").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_contain_text("5.21.3")
    assert visited.wrong == []


def test_a_word_is_explained_on_hover_and_put_away(service: str, visit: Open) -> None:
    visited = visit(f"{service}/read/5.17?lang=en")
    page, card = visited.page, visited.page.locator("#term-card")
    page.locator("a.term[data-term=司馬]").first.hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text("marshal")
    card.hover()
    page.wait_for_timeout(500)
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator("a.term[data-term=司馬]").first.hover()
    page.mouse.move(2, 2)
    expect(card).to_be_hidden()
    assert visited.wrong == []


def test_a_word_is_explained_by_keys(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.17?lang=en").page
    tab_to(page, "a.term")
    card = page.locator("#term-card")
    expect(card).to_be_visible()
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "term-card"
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("Tab")
    expect(card).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".entry:target")).to_be_visible()


def test_a_tap_explains_and_leads_on(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.17?lang=zh-Hant", width=390, has_touch=True, is_mobile=True).page
    page.locator("a.term[data-term=司馬]").first.tap()
    card = page.locator("#term-card")
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    card.locator("a[href*=glossary]").tap()
    expect(page.locator(".entry:target h3")).to_have_text("司馬")


def test_words_lead_to_the_glossary_without_script(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.17?lang=zh-Hans", java_script_enabled=False).page
    page.locator("a.term[data-term=司馬]").first.click()
    expect(page.locator(".entry:target")).to_contain_text("司正")
    page.get_by_label("查询词汇").fill("dongjie")
    page.get_by_role("button", name="检索").click()
    page.get_by_label("查询词汇").fill("东阶")
    page.get_by_role("button", name="检索").click()
    expect(page.locator(".entry h3").first).to_have_text("阼階")


def test_vertical_lines_are_scrolled_sideways_and_remembered(service: str, visit: Open) -> None:
    visited = visit(f"{service}/read/5.21?lang=zh-Hant")
    page = visited.page
    tab_to(page, "input[name=set]")
    page.keyboard.press("Space")
    expect(page).to_have_url(f"{service}/read/5.21?lang=zh-Hant&set=vertical")
    mode = "(one) => getComputedStyle(one).writingMode"
    assert page.locator(".reading").first.evaluate(mode) == "vertical-rl"
    sheet = page.locator(".sheet")
    assert sheet.evaluate("(one) => one.scrollWidth > one.clientWidth")
    assert scroll_width(page) <= 1024
    page.keyboard.press("ArrowLeft")  # in vertical lines the text goes on to the left
    sheet.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(300)
    assert sheet.evaluate("(one) => one.scrollLeft") < 0
    expect(page.locator("h1")).to_contain_text("5.21")
    page.goto(f"{service}/read/5.22?lang=zh-Hant")
    assert page.locator(".reading").first.evaluate(mode) == "vertical-rl", "kept by the browser"
    expect(page.locator("input[name=set]")).to_be_checked()
    page.locator("input[name=set]").uncheck()
    page.goto(f"{service}/read/5.22?lang=zh-Hant")
    assert page.locator(".reading").first.evaluate(mode) == "horizontal-tb"
    assert visited.wrong == []


def test_how_the_page_is_set_without_script(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.21?lang=en", java_script_enabled=False).page
    for label in ("Vertical", "Texts only", "Fold commentary"):
        page.get_by_label(label).check()
    page.get_by_role("button", name="Apply").click()
    assert page.locator("html").get_attribute("data-set") == "vertical"
    expect(page.locator(".rendering").first).to_be_hidden()
    assert page.locator("details.comment[open]").count() == 0
    page.locator(".turning a[rel=next]").first.click()
    assert page.locator("html").get_attribute("data-set") == "vertical"


def test_commentary_folds_and_a_note_led_to_opens(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.17.1?lang=en").page
    page.get_by_label("Fold commentary").check()
    assert page.locator("details.comment[open]").count() == 0
    page.get_by_label("Texts only").check()
    expect(page.locator(".rendering").first).to_be_hidden()
    page.goto(f"{service}/read/5.17.2?lang=en")
    assert page.locator("details.comment[open]").count() == 0, "kept by the browser"
    page.goto(f"{service}/read/5.17.1?lang=en#zheng.1")
    expect(page.locator("details.comment[open] .printed")).to_be_visible()


def test_a_search_in_another_script_leads_into_the_room(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.21?lang=zh-Hans").page
    page.get_by_label("检索原文").fill("司正为司马")
    page.keyboard.press("Enter")
    expect(page.locator(".results mark").first).to_be_visible()
    page.locator(".results a").first.click()
    expect(page.locator("h1")).to_contain_text("5.17.1")


@pytest.mark.parametrize("field", ["/search?q=", "/glossary?q=", "/verify?quote=", "/verify?quote=司正為司馬&claimed="])
def test_markup_in_what_is_looked_up_stays_text(service: str, visit: Open, field: str) -> None:
    hostile = "司馬司馬\"><img src=x onerror=alert(1)><script>alert(2)</script>'"
    visited = visit(f"{service}{field}{quote(hostile)}")
    assert visited.page.locator("main img, main script").count() == 0
    values = "(all) => all.map((one) => one.value)"
    assert hostile in visited.page.locator("main input, main textarea").evaluate_all(values)
    assert visited.wrong == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    "path",
    ["/", "/read/5.21", "/read/5.21?set=vertical", "/read/5.52.40", "/search?q=司馬", "/verify?quote=大侯八十参七十"],
)
def test_the_room_fits_and_has_no_serious_fault(service: str, visit: Open, path: str, dark: bool) -> None:
    """At three widths; what colours do wrong is the same at each."""
    visited = visit(service + path, width=320, dark=dark, locale="en-GB" if dark else "zh-TW")
    for width in (320, 768, 1280):
        visited.page.set_viewport_size({"width": width, "height": 800})
        assert scroll_width(visited.page) <= width
        if width == 1280 or not dark:
            assert grave(visited.page) == [], width
    assert visited.wrong == []


def test_a_card_that_explains_a_word_has_no_serious_fault(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.17.1?lang=en", reduced_motion="reduce").page
    page.locator("a.term").first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#term-card")).to_be_visible()
    assert page.locator("#term-card").evaluate("(card) => card.getAnimations().length") == 0
    assert grave(page) == []


def test_what_is_to_be_pressed_is_large_enough(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.17?lang=en", width=320).page
    small: list[Any] = page.locator(
        "button:visible, select:visible, .view label, .clauses a, summary:visible"
    ).evaluate_all(
        """(all) => all.map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
            .filter(([, box]) => Math.min(box.width, box.height) < 24).map(([html]) => html)"""
    )
    assert small == [], "as WCAG 2.2 asks of what is to be pressed"


def test_a_page_in_print_has_the_text_and_no_controls(service: str, visit: Open) -> None:
    page = visit(f"{service}/read/5.17?lang=zh-Hant&notes=closed").page
    page.emulate_media(media="print")
    for gone in ("nav.contents", ".turning", "form.view", "footer.site", "nav.doors"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator(".reading").first).to_be_visible()
    expect(page.locator(".comment .printed").first).to_be_visible()
    expect(page.locator(".permalink")).to_be_visible()
