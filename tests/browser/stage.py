"""A real browser, services on real sockets, and pages of other sites that hold the chat widget."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Playwright, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from service.http.app import create_app
from service.settings import Settings
from service.wenli import Wenli

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
FIREFOX = Path(__file__).parent / "firefox.py"
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Quiet(WSGIRequestHandler):
    """No log of requests between the dots of the tests."""

    def log(self, *words: Any, **more: Any) -> None:
        pass


@contextmanager
def serving(app: Any, port: int = 0) -> Iterator[str]:
    """The address of an application that answers over HTTP until the block ends."""
    server = make_server("127.0.0.1", port, app, threaded=True, request_handler=Quiet)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Site:
    """Another web site: pages by path, each with the headers it is sent with."""

    pages: dict[str, tuple[str, str, dict[str, str]]] = field(default_factory=dict)
    url: str = ""

    def page(self, path: str, html: str, kind: str = "text/html; charset=utf-8", **headers: str) -> str:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = (html, kind, given)
        return self.url + path

    def embed(self, line: str, lang: str = "zh-Hant", head: str = "", **headers: str) -> str:
        """The address of a page of this site with one line in it, and something of its own."""
        html = (
            f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Another site</title>'
            f'<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1">{head}'
            f"</head><body><main><h1>Another site</h1><p>禮儀三百，威儀三千。</p></main>{line}</body></html>"
        )
        return self.page(f"/{len(self.pages)}", html, **headers)

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        body, kind, headers = self.pages.get(environ["PATH_INFO"], ("", "text/plain", {}))
        start(
            "200 OK" if environ["PATH_INFO"] in self.pages else "404 Not Found",
            [("Content-Type", kind), *headers.items()],
        )
        return [body.encode()]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Chromium as the system has it; Firefox where a test names it as the fixture's parameter."""
    if getattr(request, "param", "chromium") == "firefox":
        if not shutil.which("firefox-esr"):
            pytest.skip("no Firefox is installed (apt-get install firefox-esr)")
        started = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
    else:
        if not CHROMIUM:
            pytest.skip("no Chromium is installed (apt-get install chromium)")
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
    yield started
    started.close()


@dataclass
class Visit:
    """A page in a browser of its own, with what went wrong in it."""

    page: Page
    wrong: list[str]

    @property
    def chat(self) -> Chat:
        return Chat(self.page)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Open an address in a fresh browser profile: ``visit(url, width=320, dark=True)``."""
    contexts = []

    def open_page(url: str, width: int = 1024, height: int = 800, dark: bool = False, **options: Any) -> Visit:
        scheme = "dark" if dark else "light"
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, color_scheme=scheme, **options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if "Content Security" in message.text else None)
        page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
        page.goto(url)
        return Visit(page, wrong)

    yield open_page
    for context in contexts:
        context.close()


@dataclass
class Chat:
    """The widget as a reader uses it."""

    page: Page

    def __call__(self, selector: str, **narrowed: Any) -> Locator:
        return self.page.locator(f"wenli-chat {selector}", **narrowed)

    def open(self) -> Chat:
        self(".launcher").click()
        return self

    def ask(self, question: str, wait: bool = True) -> Locator:
        """Type a question and press Enter; the exchange it makes, by default when it has been answered."""
        before = self(".exchange").count()
        self("textarea[part=input]").fill(question)
        self("textarea[part=input]").press("Enter")
        exchange = self(".exchange").nth(before)
        exchange.wait_for()
        if wait:
            exchange.locator(".grounding").wait_for()
        return exchange

    def focused(self) -> str:
        """Class, label or text of the element in the widget that has the focus."""
        script = "() => { const e = document.querySelector('wenli-chat').shadowRoot.activeElement;"
        return str(
            self.page.evaluate(script + " return e ? e.className + '|' + (e.ariaLabel ?? e.textContent) : ''; }")
        )


@pytest.fixture(scope="session")
def service(wenli: Wenli) -> Iterator[str]:
    """Wenli itself, which lets pages of every site ask."""
    app = create_app(Settings.read({"WENLI_CORS_ORIGINS": "*", "WENLI_FEEDBACK": "off"}), wenli)
    with serving(app) as address:
        yield address


@pytest.fixture
def site() -> Iterator[Site]:
    """Another web site, on a port of its own."""
    other = Site()
    with serving(other) as address:
        other.url = address
        yield other


def line(service: str, **attributes: str) -> str:
    """The one line that puts the widget into a page."""
    data = "".join(f' data-{name}="{value}"' for name, value in attributes.items())
    return f'<script src="{service}/widget.js"{data}></script>'


TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""What axe looks for; WCAG 2.2, and so the size of targets, only where it is named."""


def grave(page: Page) -> list[str]:
    """What axe finds on a page that is serious or critical, and every landmark that is not told from another."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}}).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found
        if one["impact"] in ("serious", "critical") or "landmark" in one["id"] or one["id"] == "region"
        for node in one["nodes"]
    ]
