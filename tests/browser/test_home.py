"""The first page: the widget's conversation at full width, with threads; in Chromium and in Firefox."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from stage import Chat, Site, Visit, grave, line

pytest_plugins = ["tests.browser.stage"]
Open = Callable[..., Visit]
MARSHAL = "鄉射禮中由誰擔任司馬？"
BOTH = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)
OVERHEAR = """() => {
  const plain = window.fetch;
  window.asked = [];
  window.fetch = (address, init) => {
    if (String(address).endsWith("/v1/ask")) window.asked.push(JSON.parse(init.body));
    return plain(address, init);
  };
}"""
"""Keeps what the page sends to be answered; Firefox does not tell the driver."""


def threads(chat: Chat) -> list[str]:
    """The first questions of the threads that are kept, as the list has them."""
    button = chat("[aria-controls=threads]")
    if button.is_hidden():
        return []
    button.click()
    found = chat(".thread span").all_inner_texts()
    button.click()
    return found


@BOTH
def test_a_thread_outlives_reloading_and_reading_a_citation(service: str, visit: Open) -> None:
    visited = visit(f"{service}/?lang=zh-Hant")
    page, chat = visited.page, visited.chat
    expect(page.locator(".seventeen")).to_be_visible()
    first = chat.ask(MARSHAL)
    expect(page.locator(".seventeen")).to_be_hidden()
    expect(first.locator("[part=evidence] blockquote").first).to_have_text("司正為司馬")
    chat.ask("洗設在何處？")
    page.reload()
    expect(chat(".exchange")).to_have_count(2)
    expect(page.locator(".seventeen")).to_be_hidden()
    with page.context.expect_page() as opened:
        chat(".exchange").first.locator("[part=lead] [part=citation]").first.click()
        chat("[part=card] a.context").click()
    opened.value.close()
    page.goto(f"{service}/read/5.17.1?lang=zh-Hant")
    page.locator("header.site .name").click()
    expect(chat(".exchange")).to_have_count(2)
    page.goto(f"{service}/read/5.17.1?lang=zh-Hant")
    if (driven := page.context.browser) and driven.browser_type.name == "chromium":
        page.go_back()  # Firefox takes the page out of its cache, which its driver does not notice
        expect(chat(".exchange")).to_have_count(2)
    assert visited.wrong == []


@BOTH
def test_threads_are_listed_opened_and_deleted(service: str, visit: Open) -> None:
    visited = visit(f"{service}/?lang=en")
    page, chat = visited.page, visited.chat
    page.evaluate(OVERHEAR)
    chat.ask("Who serves as marshal?")
    chat.ask("And where is the wash-basin?")
    chat("button.new").click()
    expect(chat(".exchange")).to_have_count(0)
    expect(page.locator(".seventeen")).to_be_visible()
    assert "q=" not in page.url
    chat.ask("How many arrows are held?")
    histories = [[turn["role"] for turn in asked["history"]] for asked in page.evaluate("window.asked")]
    assert histories == [[], ["user", "assistant"], []]
    assert threads(chat) == ["How many arrows are held?", "Who serves as marshal?"]
    chat("[aria-controls=threads]").click()
    chat(".thread", has_text="marshal").click()
    expect(chat(".exchange")).to_have_count(2)
    chat("[aria-controls=threads]").click()
    chat("li", has_text="arrows").get_by_role("button", name="Delete").click()
    chat("[aria-controls=threads]").click()
    assert threads(chat) == ["Who serves as marshal?"]
    chat("[aria-controls=threads]").click()
    chat("li", has_text="marshal").get_by_role("button", name="Delete").click()
    expect(chat(".exchange")).to_have_count(0)
    page.reload()
    expect(chat(".exchange")).to_have_count(0)
    assert threads(chat) == []
    assert visited.wrong == []


def test_two_tabs_have_two_threads(service: str, visit: Open) -> None:
    visited = visit(f"{service}/?lang=en")
    visited.chat.ask("Who serves as marshal?")
    other = visited.page.context.new_page()
    other.goto(f"{service}/?lang=en")
    second = Chat(other)
    expect(second(".exchange")).to_have_count(0)
    second.ask("How many arrows are held?")
    expect(visited.chat(".exchange")).to_have_count(1)
    assert len(threads(second)) == 2


@BOTH
def test_an_answer_in_the_address_is_asked_for_once_and_can_be_judged(service: str, visit: Open) -> None:
    visited = visit("about:blank")
    page, chat = visited.page, visited.chat
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/v1/ask" in one.url else None)
    page.goto(f"{service}/?q={MARSHAL}&lang=zh-Hant")
    expect(chat(".question")).to_contain_text(MARSHAL)
    expect(chat(".grounding.grounded")).to_have_text("據原文作答")
    expect(chat(".verified")).to_have_text(re.compile(r"引文逐字核對無誤：\d 條"))
    page.reload()
    expect(chat(".exchange")).to_have_count(1)
    assert asked == []
    assert page.locator("#ask").count() == 0, "what stands there without script has gone"
    assert visited.wrong == []


@BOTH
def test_a_marker_tells_on_hover_and_focus_what_it_stands_for(service: str, visit: Open) -> None:
    visited = visit(f"{service}/?lang=en")
    page, chat = visited.page, visited.chat
    chip = chat.ask("Who serves as marshal in the District Archery Ceremony?").locator("[part=lead] .chip").first
    peek = chat(".peek")
    chip.hover()
    expect(peek).to_be_visible()
    expect(peek.locator("blockquote")).to_have_text(re.compile(r"[\u4e00-\u9fff]"))
    expect(peek).to_contain_text("District Archery Ceremony · ")
    box, seen = peek.bounding_box(), page.viewport_size
    assert box and seen and box["x"] >= 0 and box["x"] + box["width"] <= seen["width"]
    page.keyboard.press("Escape")
    expect(peek).to_be_hidden()
    page.mouse.move(2, 2)
    chip.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(peek).to_be_visible()
    assert chip.get_attribute("aria-describedby") == "peek"
    page.keyboard.press("Enter")
    expect(chat("[part=card]")).to_be_visible()
    expect(peek).to_be_hidden()
    page.keyboard.press("Escape")
    expect(chat("[part=card]")).to_have_count(0)


@BOTH
def test_what_rites_differ_in_stands_in_two_columns(service: str, visit: Open) -> None:
    chat = visit(f"{service}/?lang=zh-Hant").chat
    exchange = chat.ask("鄉飲酒禮與鄉射禮有何不同？")
    expect(exchange.locator(".compared th")).to_have_text(["鄉飲酒禮", "鄉射禮"])
    row = exchange.locator(".compared tbody tr").first.locator("td")
    left, right = row.first.bounding_box(), row.nth(1).bounding_box()
    assert left and right and left["y"] == right["y"] and left["x"] + left["width"] <= right["x"] + 1


def test_where_a_number_is_asked_for_it_stands_out(service: str, visit: Open) -> None:
    exchange = visit(f"{service}/?lang=en").chat.ask("How many arrows are held?")
    expect(exchange.locator("[part=lead] strong")).to_have_text("Four")


@pytest.mark.parametrize("width", [1440, 390])
@BOTH
def test_evidence_is_laid_out_as_it_is_read(service: str, visit: Open, width: int) -> None:
    visited = visit(f"{service}/?lang=en", width=width, height=900)
    exchange = visited.chat.ask("Who serves as marshal in the District Archery Ceremony?")
    piece = exchange.locator("[part=evidence]").first
    text, meaning = piece.locator("blockquote").bounding_box(), piece.locator("blockquote + p").bounding_box()
    assert text and meaning
    if width > 1000:
        assert meaning["x"] >= text["x"] + text["width"] - 1, "beside each other"
    else:
        assert meaning["y"] >= text["y"] + text["height"] - 1, "below each other"
    said = exchange.locator("[part=evidence].said").first.bounding_box()
    base = piece.bounding_box()
    assert said and base and said["x"] > base["x"], "commentary is set in"
    assert visited.page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_phone_nothing_is_said_fourteen_times_and_no_key_is_named(service: str, visit: Open) -> None:
    visited = visit(f"{service}/?lang=en", width=390, height=844, has_touch=True, is_mobile=True)
    chat = visited.chat
    exchange = chat.ask("How does the guest arrive at the gate, step by step?")
    steps = exchange.locator(".staged")
    expect(steps.first).to_have_accessible_name("See it performed")
    expect(steps.first.locator("span")).to_be_hidden()
    box = steps.first.bounding_box()
    assert box and min(box["width"], box["height"]) >= 24, "as WCAG 2.2 asks of what is to be pressed"
    expect(chat(".ask .hint")).to_be_hidden()
    expect(visited.page.locator(".motto")).not_to_be_in_viewport(ratio=0.5)
    wide = visit(f"{service}/?lang=en", width=1440).chat
    expect(
        wide.ask("How does the guest arrive at the gate, step by step?").locator(".staged span").first
    ).to_be_visible()
    expect(wide(".ask .hint")).to_be_visible()


def test_a_marker_in_a_narrow_column_takes_no_room_beside_the_words(service: str, visit: Open) -> None:
    chat = visit(f"{service}/?lang=zh-Hant", width=390).chat
    piece = chat.ask("鄉飲酒禮與鄉射禮有何不同？").locator(".compared [part=evidence]").first
    own, chip, words = (one.bounding_box() for one in (piece, piece.locator(".chip"), piece.locator("blockquote")))
    assert own and chip and words
    assert words["y"] >= chip["y"] + chip["height"] - 1 and words["width"] > 0.8 * own["width"]


def test_simplified_characters_stand_below_the_words_they_repeat(service: str, visit: Open) -> None:
    visited = visit(f"{service}/?lang=zh-Hans", width=390)
    again = visited.page.locator("blockquote + .faint")
    piece = visited.chat.ask("乡射礼中由谁担任司马？").locator("[part=evidence]").filter(has=again).first
    expect(piece.locator("blockquote + .faint")).to_have_text("兼官由便也立司正为涖酒尔今射司正无事")
    words, same = piece.locator("blockquote").bounding_box(), piece.locator("blockquote + .faint").bounding_box()
    meaning = piece.locator(".pair > p").bounding_box()
    assert words and same and meaning and words["y"] < same["y"] < meaning["y"]


@pytest.mark.parametrize("path", ["/read/5.17", "/?q=司馬"])
def test_quotation_marks_of_english_are_not_as_wide_as_a_character(service: str, visit: Open, path: str) -> None:
    page = visit(f"{service}{path}{'&' if '?' in path else '?'}lang=en").page
    wide = """() => ["en", "zh-Hant"].map((lang) => {
      const root = document.querySelector("wenli-chat")?.shadowRoot.querySelector(".root") ?? document.body;
      const one = document.createElement("span");
      one.lang = lang;
      root.append(one);
      return getComputedStyle(one).fontVariantEastAsian;
    })"""
    assert page.evaluate(wide) == ["proportional-width", "normal"]


@pytest.mark.parametrize("width", [1440, 820, 390])
@pytest.mark.parametrize(("lang", "dark"), [("zh-Hant", False), ("zh-Hans", True), ("en", True)])
def test_the_conversation_has_no_serious_fault(service: str, visit: Open, lang: str, dark: bool, width: int) -> None:
    visited = visit(f"{service}/?lang={lang}", width=width, dark=dark, reduced_motion="reduce")
    page, chat = visited.page, visited.chat
    exchange = chat.ask("鄉飲酒禮與鄉射禮有何不同？" if width == 820 else MARSHAL)
    chat(".suggestion:visible").first.wait_for()
    assert grave(page) == []
    chat("[aria-controls=threads]").click()
    assert grave(page) == [], "with the list of threads"
    page.keyboard.press("Escape")
    exchange.locator("[part=lead] .chip").first.hover()
    chat(".peek").wait_for()
    assert grave(page) == [], "with a small card"
    exchange.locator("[part=lead] .chip").first.click()
    chat("[part=card] details, [part=card] .rest .faint").first.wait_for()
    assert grave(page) == [], "with a card"
    assert visited.wrong == []


def test_on_other_sites_nothing_stays_in_the_browser(service: str, site: Site, visit: Open) -> None:
    visited = visit(site.embed(line(service, open="")))
    visited.chat.ask(MARSHAL)
    assert visited.page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 1]


@BOTH
def test_two_widgets_on_a_page_have_two_conversations_and_two_places(service: str, site: Site, visit: Open) -> None:
    two = f'<wenli-chat lang="en"></wenli-chat><wenli-chat lang="en"></wenli-chat>{line(service)}'
    page = visit(site.embed(two)).page
    one, other = (page.locator("wenli-chat").nth(at) for at in (0, 1))
    boxes = [widget.locator(".launcher").bounding_box() for widget in (one, other)]
    assert boxes[0] and boxes[1] and boxes[1]["y"] + boxes[1]["height"] <= boxes[0]["y"], "one above the other"
    one.locator(".launcher").click()
    one.locator("textarea").fill("Who serves as marshal?")
    one.locator("textarea").press("Enter")
    expect(one.locator(".grounding")).to_be_visible()
    one.locator("header [aria-label=Close]").click()
    other.locator(".launcher").click()
    expect(other.locator(".greeting")).to_be_visible()
    expect(one.locator(".panel")).to_be_hidden()
    page.reload()
    expect(one.locator(".exchange")).to_have_count(1)
    expect(other.locator(".exchange")).to_have_count(0)
