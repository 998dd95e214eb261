"""What a reader does on another site: asks, opens a citation, reads on – by pointer, by keys, by input method."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect
from scripted import Scripted, citation
from stage import Site, Visit, line, serving

pytest_plugins = ["tests.browser.stage"]
QUESTION = "鄉射禮中由誰擔任司馬？"
UNMARKED = """(element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (/[\\u3400-\\u9fff]{2,}/u.test(text.data) && !text.parentElement.closest("[lang]").lang.startsWith("zh"))
      found.push(text.data);
  }
  return found;
}"""
"""The Chinese words of an element that are not marked as Chinese."""


def test_one_line_on_another_site_answers_with_a_citation_that_leads_to_the_reading_room(
    service: str, site: Site, visit: Callable[..., Visit]
) -> None:
    visited = visit(site.embed(line(service)))
    chat = visited.chat.open()
    exchange = chat.ask(QUESTION)
    evidence = exchange.locator("[part=evidence]").filter(has_text="司正為司馬").first
    expect(evidence.locator("blockquote")).to_have_text("司正為司馬")
    expect(evidence).to_contain_text("司正擔任司馬。")
    expect(evidence).to_contain_text("鄉射禮")
    expect(evidence.locator(".where")).to_contain_text("5.17.1")
    sentences = exchange.locator("[part=answer] [part=lead]")
    expect(sentences).to_contain_text("司正")
    expect(chat("[role=status]")).to_contain_text("回答完畢。")
    expect(chat("[role=status]")).to_contain_text("司正")
    expect(chat("[role=status]")).not_to_contain_text("[1]")
    number = evidence.locator("[part=citation]").inner_text()
    sentences.locator("[part=citation]").get_by_text(number, exact=True).first.click()
    card = chat("[part=card]")
    expect(card.locator("mark")).to_have_text("司正為司馬")
    expect(card).to_contain_text("兼官由便也")
    expect(card.locator("[part=rendering]")).to_contain_text("司正擔任司馬。")
    with visited.page.context.expect_page() as opened:
        card.locator("a.context").click()
    reading = opened.value
    reading.wait_for_load_state()
    assert reading.url == f"{service}/read/5.17.1?lang=zh-Hant"
    expect(reading.locator("h1")).to_contain_text("5.17.1")
    assert visited.wrong == []


def test_what_could_be_asked_next_is_answered_in_the_language_of_the_page(
    service: str, site: Site, visit: Callable[..., Visit]
) -> None:
    chat = visit(site.embed(line(service), lang="en-GB")).chat.open()
    first = chat.ask("Who serves as marshal in the District Archery Ceremony?")
    follow = first.locator("[part=suggestion]").first
    expect(follow).to_contain_text("What happens after")
    follow.click()
    second = chat(".exchange").nth(1)
    second.locator(".grounding").wait_for()
    expect(second.locator(".grounding.grounded, .grounding.partial")).to_be_visible()
    for exchange in (first, second):
        expect(exchange.locator("[part=answer]")).to_have_attribute("lang", "en")
        expect(exchange.locator("[part=lead]")).to_contain_text(re.compile(r"[a-z]+ [a-z]+ [a-z]+"))
        assert exchange.locator("[part=lead]").evaluate(UNMARKED) == [], "Chinese in an English sentence is said to be"
        evidence = exchange.locator("[part=evidence]").first
        expect(evidence.locator("blockquote[lang=zh-Hant]")).to_have_text(re.compile(r"[\u4e00-\u9fff]"))
        expect(evidence.locator("blockquote + p[lang=en]")).to_have_text(re.compile(r"[a-z]+ [a-z]+"))


def test_the_answer_appears_as_it_is_written_and_can_be_stopped(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted(answer="前半後半[1]", fate=["wait", "wait"])
    with serving(scripted) as service:
        chat = visit(site.embed(line(service))).chat.open()
        exchange = chat.ask("問", wait=False)
        expect(exchange.locator("[part=answer]")).to_have_text("前半後")
        expect(chat("[role=status]")).to_have_text("")
        chat("textarea[part=input]").fill("還在寫")
        chat("textarea[part=input]").press("Enter")
        expect(chat(".exchange")).to_have_count(1)
        expect(chat("textarea[part=input]")).to_have_value("還在寫")
        chat(".go:visible").click()
        expect(exchange.locator(".notice")).to_contain_text("已停止")
        scripted.go.set()
        exchange.locator(".notice button").click()
        expect(exchange.locator("[part=answer]")).to_have_text("前半後半1")
        expect(chat("textarea[part=input]")).to_have_value("還在寫")


def test_enter_does_not_send_while_an_input_method_composes(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted()
    with serving(scripted) as service:
        page = visit(site.embed(line(service, open=""))).page
        box = page.locator("wenli-chat textarea")
        box.focus()
        events = "window.seen = []; document.querySelector('wenli-chat').shadowRoot.addEventListener('keydown', (e) =>"
        page.evaluate(events + " window.seen.push([e.key, e.isComposing, e.keyCode]), true)")
        keyboard = page.context.new_cdp_session(page)
        keyboard.send("Input.imeSetComposition", {"text": "xiang she", "selectionStart": 9, "selectionEnd": 9})
        enter = {"type": "rawKeyDown", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        keyboard.send("Input.dispatchKeyEvent", enter)
        keyboard.send("Input.dispatchKeyEvent", enter | {"key": "Process", "windowsVirtualKeyCode": 229})
        keyboard.send("Input.dispatchKeyEvent", enter | {"windowsVirtualKeyCode": 229})
        keyboard.send("Input.dispatchKeyEvent", enter | {"key": "Escape", "windowsVirtualKeyCode": 229})
        assert [seen for seen in page.evaluate("window.seen") if seen[1] or seen[2] == 229]
        assert scripted.asked == []
        expect(page.locator("wenli-chat .panel")).to_be_visible()
        keyboard.send("Input.insertText", {"text": "鄉射"})
        expect(box).to_have_value("鄉射")
        box.press("Shift+Enter")
        box.press("Enter")
        expect(page.locator("wenli-chat .question")).to_contain_text("鄉射")
        page.locator("wenli-chat .grounding").wait_for()
    assert [asked["question"] for asked in scripted.asked] == ["鄉射"]


def test_by_keys_alone(service: str, site: Site, visit: Callable[..., Visit]) -> None:
    visited = visit(site.embed(line(service)))
    page, chat = visited.page, visited.chat
    press = page.keyboard.press
    press("Tab")
    assert chat.focused().startswith("launcher")
    press("Enter")
    assert "您的問題" in chat.focused()
    page.keyboard.type(QUESTION)
    press("Enter")
    chat(".suggestion:visible").first.wait_for()
    press("Shift+Tab")
    assert chat.focused().startswith("suggestion")
    for _ in range(20):
        press("Shift+Tab")
        if chat.focused().startswith("round|複製回答"):
            break
    press("ArrowRight")
    press("ArrowRight")
    assert chat.focused().startswith("round|有幫助"), "one stop for the group, arrows within it"
    press("End")
    press("ArrowRight")
    assert chat.focused().startswith("round|複製回答")
    press("Shift+Tab")
    related = chat("details.more").last
    assert chat.focused() == f"|{related.locator('summary').inner_text()}"
    press("Enter")
    expect(related).to_have_attribute("open", "")
    press("Tab")
    assert chat.focused().startswith("where|"), "what is unfolded is reached"
    press("Shift+Tab")
    for _ in range(20):
        press("Shift+Tab")
        if chat.focused().startswith("chip|出處 "):
            break
    chip = chat.focused()
    assert chip.startswith("chip|出處 ")
    press("Enter")
    assert chat.focused() == "round|返回對話"
    for _ in range(12):
        press("Tab")
        assert page.evaluate("document.querySelector('wenli-chat').shadowRoot.activeElement.closest('.card') !== null")
    press("Escape")
    assert chat.focused() == chip
    chat("[aria-haspopup=menu]").focus()
    press("Enter")
    press("ArrowDown")
    assert chat.focused() == "|存為 JSON"
    press("Escape")
    assert chat.focused() == "round|更多"
    press("Escape")
    assert chat.focused().startswith("launcher")
    expect(chat(".panel")).to_be_hidden()


def test_the_conversation_stays_in_the_tab_and_can_be_taken_along(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted()
    with serving(scripted) as service:
        visited = visit(site.embed(line(service, open="", chapters="5，7 乡饮酒礼")))
        chat = visited.chat
        chat.ask("一")
        chat("textarea[part=input]").fill("未發")
        visited.page.reload()
        expect(chat(".exchange")).to_have_count(1)
        expect(chat("textarea[part=input]")).to_have_value("未發")
        told = {"place": "鄉射禮 · 司馬命張侯倚旌", "translation": "司正擔任司馬。"}
        scripted.citations = [citation(**told)]
        chat.ask("二")
        turns = scripted.asked[1]["history"]
        assert [(turn["role"], turn["content"]) for turn in turns] == [("user", "一"), ("assistant", scripted.answer)]
        assert scripted.asked[1]["filters"] == {"chapter": [5, 7, "乡饮酒礼"]}
        kept = {}
        for name in ("Markdown", "JSON"):
            chat("[aria-haspopup=menu]").click()
            with visited.page.expect_download() as download:
                chat(f"[role=menuitem]:has-text('{name}')").click()
            kept[name] = download.value.path().read_text(encoding="utf-8")
        source = f"1. [鄉射禮 · 司馬命張侯倚旌 5.17.1]({service}/read/5.17.1?lang=zh-Hant) (經): 「司正為司馬」"
        assert f"{source} – 司正擔任司馬。\n" in kept["Markdown"]
        assert f"1. [《儀禮集釋》卷五·鄉射禮 17.1]({service}/read/5.17.1?lang=zh-Hant)" in kept["Markdown"]
        assert [one["question"] for one in json.loads(kept["JSON"])["exchanges"]] == ["一", "二"]
        chat("[aria-haspopup=menu]").click()
        chat("[role=menuitem]:has-text('另起一談')").click()
        expect(chat(".exchange")).to_have_count(0)
        expect(chat(".greeting")).to_be_visible()


def test_a_kept_conversation_asks_the_service_for_nothing_until_it_is_opened(
    site: Site, visit: Callable[..., Visit]
) -> None:
    scripted = Scripted()
    with serving(scripted) as service:
        visited = visit(site.embed(line(service)))
        chat = visited.chat.open()
        for question in ("一", "二", "三"):
            chat.ask(question).locator(".suggestion").first.wait_for()
        expect(chat(".suggestion:visible")).to_have_count(1)
        before = scripted.read
        visited.page.reload()
        expect(chat(".exchange")).to_have_count(3)
        assert scripted.read == before
        chat.open()
        expect(chat(".suggestion:visible")).to_have_count(1)
        assert scripted.read == before + 1


def test_feedback_with_a_reason(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted()
    with serving(scripted) as service:
        chat = visit(site.embed(line(service, open="", lang="en"))).chat
        exchange = chat.ask("?")
        exchange.get_by_label("Helpful", exact=True).click()
        expect(chat(".status")).to_have_text("Thank you.")
        exchange.get_by_label("Not helpful").click()
        expect(exchange.get_by_label("Not helpful")).to_have_attribute("aria-pressed", "true")
        exchange.get_by_label("The passages do not fit").check()
        exchange.get_by_label("More, if you like").fill("wrong rite")
        exchange.get_by_role("button", name="Send").click()
        expect(exchange.locator("form")).to_have_count(0)
    assert [(one["rating"], one["reason"]) for one in scripted.judged] == [
        ("up", ""),
        ("down", ""),
        ("down", "The passages do not fit: wrong rite"),
    ]


def test_citations_are_copied_in_a_style_or_plainly_where_there_is_none(
    site: Site, visit: Callable[..., Visit]
) -> None:
    scripted = Scripted()
    with serving(scripted) as service:
        url = site.embed(line(service, open=""))
        visited = visit(url, permissions=["clipboard-read", "clipboard-write"])
        chat = visited.chat
        chat.ask("?").locator("[part=citation]").click()
        pasted = "navigator.clipboard.readText()"
        chat(".citing button").click()
        expect(chat(".status")).to_have_text("已複製。")
        plain = f"《儀禮集釋》卷五·鄉射禮 17.1，「司正為司馬」，{service}/read/5.17.1?lang=zh-Hant"
        assert visited.page.evaluate(pasted) == plain
        scripted.cite = "@book{yili}"
        chat("select").select_option("bibtex")
        chat(".citing button").click()
        visited.page.wait_for_function(f"{pasted}.then((text) => text === '@book{{yili}}')")


def test_attributes_and_the_language_of_the_page(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted()
    with serving(scripted) as service:
        element = '<wenli-chat position="inline" question="洗在何處？" theme="dark"></wenli-chat>'
        visited = visit(site.embed(element + line(service), lang="zh-CN"))
        page, chat = visited.page, visited.chat
        assert page.locator("wenli-chat").count() == 1
        expect(chat("#title")).to_contain_text("问礼")
        expect(chat(".question")).to_contain_text("洗在何處？")
        chat(".grounding").wait_for()
        expect(chat(".launcher")).to_have_count(0)
        assert chat(".panel").evaluate("(panel) => getComputedStyle(panel).backgroundColor") == "rgb(25, 23, 20)"
        page.evaluate("document.documentElement.lang = 'zh-HK'")
        expect(chat("#title")).to_contain_text("問禮")
        page.evaluate("document.querySelector('wenli-chat').lang = 'en'")
        expect(chat("#title")).to_contain_text("Wenli")
        expect(chat(".question")).to_contain_text("洗在何處？")
    assert len(scripted.asked) == 1
