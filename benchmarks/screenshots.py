"""Pictures of the widget and of the pages: ``python -m benchmarks.screenshots`` writes docs/screenshots.

At three widths, light and dark: an answer of the widget, the card behind a citation, the first page, the reading room,
its vertical lines and a quotation verified. They are looked at by people, and kept small.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, sync_playwright
from werkzeug.serving import make_server

from service.http.app import create_app
from service.settings import CHECKOUT, Settings
from service.wenli import open_wenli

FOLDER = CHECKOUT / "docs" / "screenshots"
WIDTHS = {320: 640, 768: 720, 1280: 600}
QUESTIONS = {"zh-Hant": "鄉射禮中由誰擔任司馬？", "en": "Who serves as marshal in the District Archery Ceremony?"}

PAGES = {
    "home": "/",
    "answer": "/?q=鄉射禮中由誰擔任司馬？",
    "room": "/read/5.17",
    "vertical": "/read/5.21?set=vertical&aids=off",
    "verify": "/verify?quote=大侯八十，参七十，干五十&claimed=鄭玄注",
}
DRAWN = """() => [...document.querySelector("wenli-chat").shadowRoot.querySelectorAll(".still img")]
  .every((picture) => picture.complete && picture.naturalWidth > 0)"""
"""Whether the plan in a card is there."""


@contextmanager
def service() -> Iterator[str]:
    """The address of a Wenli that answers until the block ends."""
    settings = Settings.read(
        {"WENLI_FEEDBACK": "off"} | {k: v for k, v in os.environ.items() if k.startswith("WENLI_")}
    )
    server = make_server("127.0.0.1", 0, create_app(settings, open_wenli(settings)), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def take(browser: Browser, address: str, width: int, scheme: str) -> None:
    """Ask one question at one width in light or dark, and keep what is seen; in English where it is dark."""
    lang = "en" if scheme == "dark" else "zh-Hant"
    size = {"width": width, "height": WIDTHS[width]}
    context = browser.new_context(viewport=size, color_scheme="dark" if scheme == "dark" else "light")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{address}/widget?lang={lang}")

    def chat(selector: str) -> Locator:
        return page.locator(f"wenli-chat {selector}")

    chat(".launcher").click()
    chat("[part=input]").fill(QUESTIONS[lang])
    chat("[part=input]").press("Enter")
    chat(".follow button").first.wait_for()
    page.screenshot(path=FOLDER / f"widget-answer-{width}-{scheme}.png")
    chat("[part=citation]").first.click()
    chat("[part=card] details").first.wait_for()
    page.wait_for_function(DRAWN)
    page.wait_for_timeout(400)  # the card has risen
    page.screenshot(path=FOLDER / f"widget-card-{width}-{scheme}.png")
    context.close()


def view(browser: Browser, address: str, width: int, scheme: str) -> None:
    """The pages at one width in light or dark; in English where it is dark. A word is explained in the room."""
    lang = "en" if scheme == "dark" else "zh-Hant"
    size = {"width": width, "height": WIDTHS[width] + 160}
    context = browser.new_context(viewport=size, color_scheme="dark" if scheme == "dark" else "light")  # type: ignore[arg-type]
    page = context.new_page()
    for name, path in PAGES.items():
        page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={lang}")
        if name == "room":
            page.locator("a.term[data-term=司馬]").first.hover()
            page.locator("#term-card").wait_for()
            page.wait_for_timeout(300)  # the card has appeared
        page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png")
    context.close()


def main() -> None:
    """Take all of them."""
    FOLDER.mkdir(exist_ok=True)
    chromium = shutil.which("chromium") or ""
    with service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium or None, args=["--no-sandbox"])
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                take(browser, address, width, scheme)
                view(browser, address, width, scheme)
        browser.close()
    for path in sorted(Path(FOLDER).glob("*.png")):
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
