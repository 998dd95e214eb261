"""The stage in a real browser: stepped by keys, by links, by play, without script, on a phone, in the dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from stage import Chat, Site, Visit, grave, line
from test_looks import measured

from corpus.rites.data import Rites
from corpus.rites.expand import expand

pytest_plugins = ["tests.browser.stage"]
Open = Callable[..., Visit]
RITES = Rites.load()
PHASES = [phase for chapter in RITES.chapters for phase in RITES.phases(chapter)]
SAMPLE = ("4.3", "5.20", "7.26", "15.8", "15.23")
TO_THE_END = """async () => {
  const form = document.querySelector("form.steps");
  const last = Number(form.dataset.last);
  const count = form.querySelector(".count");
  const seen = [];
  for (let n = Number(form.dataset.now) + 1; n <= last; n++) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    const since = performance.now();
    while (count.textContent !== `${n} / ${last}`) {
      if (performance.now() - since > 30000) throw new Error(`scene ${n} of ${location.pathname} does not come`);
      await new Promise((done) => setTimeout(done, 2));
    }
    seen.push(document.querySelectorAll("#layer-figures > .figure").length);
    const ids = [...document.querySelectorAll("#stage [id]")].map((one) => one.id);
    if (new Set(ids).size !== ids.length) throw new Error(`scene ${n} has an element twice`);
  }
  return [last, seen.length];
}"""


def count(page: Page) -> str:
    return page.locator(".count").inner_text()


def last_of(phase: str) -> int:
    """The number of the last scene of a phase: as many as it has acts, those done again included."""
    return len(expand(RITES, phase))


def errors(page: Page) -> list[str]:
    """What the console reports as an error from now on."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return found


def to_the_end(service: str, visit: Open, phases: list[str]) -> None:
    visited = visit("about:blank", reduced_motion="reduce")
    page, wrong = visited.page, errors(visited.page)
    for phase in phases:
        page.goto(f"{service}/rites/{phase.replace('.', '/')}?lang=en")
        expect(page.locator("#stage")).to_be_visible()
        if page.locator("form.steps").count():
            page.wait_for_function("document.documentElement.dataset.stage === 'ready'")
            last, steps = page.evaluate(TO_THE_END)
            assert last == steps > 0, phase
        else:
            assert page.locator("#layer-notes .note").count() + page.locator(".noted .number.off").count() > 0, phase
    assert wrong == [] and visited.wrong == []


def test_a_sample_steps_to_its_end(service: str, visit: Open) -> None:
    to_the_end(service, visit, list(SAMPLE))


@pytest.mark.whole
@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_renders_and_steps_to_its_end(service: str, visit: Open, phase: str) -> None:
    to_the_end(service, visit, [phase])


def test_keys_links_slider_and_the_address(service: str, visit: Open) -> None:
    page = visit(f"{service}/rites/5/20?lang=en", reduced_motion="reduce").page
    last = last_of("5.20")
    assert last > 9 and count(page) == f"0 / {last}"
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text(f"1 / {last}")
    assert "step=1" in page.url
    expect(page.locator("#side .act")).to_contain_text("master of archery")
    expect(page.locator("#layer-figures .acts")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".count")).to_have_text(f"{last} / {last}")
    page.keyboard.press("Home")
    expect(page.locator(".count")).to_have_text(f"0 / {last}")
    page.locator("a[rel=next]").click()
    expect(page.locator(".count")).to_have_text(f"1 / {last}")
    page.locator("input[name=step][type=range]").fill("9")
    expect(page.locator(".count")).to_have_text(f"9 / {last}")
    page.reload()
    assert count(page) == f"9 / {last}"
    assert "9" in (page.locator(".exports .pdf").get_attribute("href") or "")


def test_play_goes_on_by_itself_and_stops(service: str, visit: Open) -> None:
    page = visit(f"{service}/rites/5/20?lang=en", reduced_motion="reduce").page
    page.keyboard.press(" ")
    expect(page.locator(".play")).to_have_text("Pause")
    expect(page.locator(".count")).to_have_text(f"2 / {last_of('5.20')}")
    page.locator(".play").click()
    expect(page.locator(".play")).to_have_text("Play")
    stopped = count(page)
    page.wait_for_timeout(1500)
    assert count(page) == stopped


def test_people_walk_unless_one_wants_no_motion(service: str, visit: Open) -> None:
    moving = "() => [...document.querySelectorAll('#layer-figures .figure')].some((one) => one.getAnimations().length)"
    page = visit(f"{service}/rites/5/20?step=2&lang=en").page
    last = last_of("5.20")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text(f"3 / {last}")
    walks = [page.evaluate(moving)]
    for n in range(4, 9):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".count")).to_have_text(f"{n} / {last}")
        walks.append(page.evaluate(moving))
    assert any(walks)
    calm = visit(f"{service}/rites/5/20?step=2&lang=en", reduced_motion="reduce").page
    for n in range(3, 9):
        calm.keyboard.press("ArrowRight")
        expect(calm.locator(".count")).to_have_text(f"{n} / {last}")
        assert not calm.evaluate(moving)


def test_without_script_every_scene_is_a_page(service: str, visit: Open) -> None:
    page = visit(f"{service}/rites/4/4?lang=zh-Hant", java_script_enabled=False).page
    page.locator("a[rel=next]").click()
    first = f"1 / {last_of('4.4')}"
    assert count(page) == first
    page.get_by_role("button", name="前往").click()
    assert "step=1" in page.url
    page.get_by_label("室居中").check()
    page.get_by_role("button", name="依此繪圖").click()
    assert "read=rooms" in page.url and count(page) == first


@pytest.mark.parametrize("path", ["/rites/5/20?step=9", "/rites/15/8?step=40", "/rites/15/23", "/rites/7/34?step=100"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_serious_fault_of_accessibility(service: str, visit: Open, path: str, dark: bool) -> None:
    visited = visit(f"{service}{path}", dark=dark, locale="zh-TW" if dark else "en-GB")
    visited.page.locator("summary").first.click()
    assert grave(visited.page) == []
    assert visited.wrong == []


def test_a_screen_reader_gets_the_scene_as_words(service: str, visit: Open) -> None:
    page = visit(f"{service}/rites/5/20?step=9&lang=en").page
    picture = page.get_by_role("img", name="Master of archery")
    expect(picture).to_be_visible()
    expect(picture).to_have_accessible_description(
        "[master of archery]: salute → top of the western steps. master of archery: top of the western steps"
    )
    page.get_by_text("The scene in words").click()
    expect(page.get_by_role("listitem").filter(has_text="master of archery")).to_contain_text("top of the western")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#now")).to_contain_text("master of archery")


@pytest.mark.parametrize("path", ["/rites/5/20?step=9", "/rites/15/23", "/rites"])
def test_the_page_fits_a_phone(service: str, visit: Open, path: str) -> None:
    page = visit(f"{service}{path}", width=320).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    if "step" in path:
        size = page.locator("#layer-figures .acts .body").bounding_box()
        assert size is not None and size["width"] >= 12, "a figure can be told"


@pytest.mark.parametrize("path", ["/rites/5/20", "/rites/7/34?step=100", "/rites/15/16"])
def test_the_stage_is_there_at_once(
    service: str, visit: Open, path: str, record_property: Callable[[str, Any], None]
) -> None:
    painted, shifted = measured(visit("about:blank").page, service + path)
    record_property("figures", f"{path} first contentful paint {painted:.0f} ms, layout shift {shifted:.4f}")
    assert painted <= 1000, "500 ms on a machine that does nothing else"
    assert shifted == 0


def test_a_card_of_the_widget_shows_a_still(service: str, site: Site, visit: Open) -> None:
    page = visit(site.embed(line(service), lang="en")).page
    chat = Chat(page).open()
    exchange = chat.ask("Who serves as marshal in the District Archery Ceremony?")
    words = page.locator("blockquote", has_text="司正為司馬")
    evidence = exchange.locator("[part=evidence]").filter(has=words).first
    number = evidence.locator("[part=citation]").text_content() or ""
    exchange.locator("[part=lead] [part=citation]").get_by_text(number, exact=True).first.click()
    picture = chat("[part=card] .still img")
    expect(picture).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('wenli-chat').shadowRoot.querySelector('.still img').naturalWidth > 0"
    )
    assert "/rites/5/17.svg?at=5.17.1" in (picture.get_attribute("src") or "")


def test_the_chapter_by_name_leads_there(service: str, visit: Open) -> None:
    page = visit(f"{service}/rites/{quote('鄉射禮')}/19?lang=zh-Hant").page
    assert page.url.startswith(f"{service}/rites/5/19")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
@pytest.mark.parametrize("moment", ["/rites/5/20?step=9", "/rites/7/21?step=40"])
def test_the_whole_plan_is_in_view_with_controls_and_caption(
    service: str, visit: Open, moment: str, width: int, height: int
) -> None:
    page = visit(f"{service}{moment}&lang=en", width=width, height=height).page
    boxes = {name: page.locator(name).first.bounding_box() for name in ("#stage", "form.steps", ".told .act")}
    for name, box in boxes.items():
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width, name
        assert box["y"] + box["height"] <= height, name
    page.locator(".larger").click()
    assert page.locator(".view").evaluate("(view) => view.scrollHeight > view.clientHeight")
    page.locator(".larger").click()
    assert page.locator(".view").evaluate("(view) => [view.scrollLeft, view.scrollTop]") == [0, 0]


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
@pytest.mark.parametrize("width", [390, 1440])
def test_the_names_of_the_fullest_court_do_not_collide(service: str, visit: Open, lang: str, width: int) -> None:
    page = visit(f"{service}/rites/7/21?step=40&lang={lang}", width=width, height=900).page
    boxes = page.locator("#layer-names :is(.name, .deed) text").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility())"
        ".map((one) => [one.textContent, one.getBoundingClientRect()])"
        ".map(([words, box]) => [words, box.left, box.right, box.top + box.height / 4, box.bottom - box.height / 4])"
    )
    assert len(boxes) >= 4
    met = [
        (one[0], other[0])
        for at, one in enumerate(boxes)
        for other in boxes[:at]
        if min(one[2], other[2]) - max(one[1], other[1]) > 1 and min(one[4], other[4]) - max(one[3], other[3]) > 1
    ]
    assert met == []


def test_the_loss_of_the_service_is_told_in_the_page(service: str, visit: Open) -> None:
    page = visit(f"{service}/rites/7/21?step=0&lang=en").page
    before = count(page)
    page.context.set_offline(True)
    page.keyboard.press("End")
    expect(page.locator(".lost")).to_contain_text("The service does not answer.")
    assert count(page) == before
    page.context.set_offline(False)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text(before.replace("0 /", "1 /"))
    expect(page.locator(".lost")).to_have_text("")
