"""When the network, the service or the site stands in the way: said plainly, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from scripted import Scripted
from stage import Site, Visit, line, serving

pytest_plugins = ["tests.browser.stage"]


@pytest.mark.parametrize(
    ("fate", "said"),
    [
        ("cut", "The answer broke off."),
        ("500", "Something went wrong on the side of the service."),
        ("400", "The service does not take this question: <b>no</b>"),
    ],
)
def test_a_failure_is_said_and_the_question_can_be_asked_again(
    site: Site, visit: Callable[..., Visit], fate: str, said: str
) -> None:
    with serving(Scripted(fate=[fate])) as service:
        chat = visit(site.embed(line(service, open="", lang="en"))).chat
        exchange = chat.ask("Who?", wait=False)
        expect(exchange.locator(".trouble")).to_contain_text(said)
        expect(chat("[role=status]")).to_contain_text(said)
        expect(exchange.locator(".question")).to_contain_text("Who?")
        exchange.locator(".trouble button").click()
        expect(exchange.locator(".grounding")).to_be_visible()
        expect(exchange.locator(".trouble")).to_have_count(0)


def test_too_many_questions_wait_as_long_as_the_service_says(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted(fate=["429"])
    with serving(scripted) as service:
        chat = visit(site.embed(line(service, open="", lang="en"))).chat
        exchange = chat.ask("Who?", wait=False)
        expect(exchange.locator(".trouble")).to_contain_text("Ask again in 2 seconds.")
        again = exchange.locator(".trouble button")
        expect(again).to_have_attribute("aria-disabled", "true")
        again.click(force=True)
        assert len(scripted.asked) == 1
        expect(again).not_to_have_attribute("aria-disabled", "true")
        again.click()
        expect(exchange.locator(".grounding")).to_be_visible()
    assert len(scripted.asked) == 2


def test_a_service_that_restarts_answers_in_the_end(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted(fate=["503"])
    with serving(scripted) as service:
        chat = visit(site.embed(line(service, open="", lang="en"))).chat
        exchange = chat.ask("Who?", wait=False)
        expect(chat(".status")).to_have_text("The service does not answer; trying again …")
        expect(exchange.locator(".grounding")).to_be_visible()
        port = urlsplit(service).port
    exchange = chat.ask("And now?", wait=False)
    expect(chat(".status")).to_have_text("The service does not answer; trying again …")
    with serving(scripted, port or 0):
        expect(exchange.locator(".grounding")).to_be_visible()


def test_a_service_that_is_gone_and_a_network_that_is_gone(site: Site, visit: Callable[..., Visit]) -> None:
    with serving(Scripted()) as service:
        visited = visit(site.embed(line(service, open="", lang="en")))
        chat = visited.chat
        chat.ask("One")
        visited.page.context.set_offline(True)
        offline = chat.ask("Two", wait=False)
        expect(offline.locator(".trouble")).to_contain_text("The network is gone.")
        visited.page.context.set_offline(False)
        expect(chat(".status")).to_have_text("The network is back; you can ask again.")
        offline.locator(".trouble button").click()
        expect(offline.locator(".grounding")).to_be_visible()
    gone = chat.ask("Three", wait=False)
    expect(gone.locator(".trouble")).to_contain_text("it may be restarting", timeout=10_000)


def test_a_site_that_may_not_ask_is_told_so(site: Site, visit: Callable[..., Visit]) -> None:
    with serving(Scripted(cors=False)) as service:
        chat = visit(site.embed(line(service, open="", lang="en"))).chat
        exchange = chat.ask("Who?", wait=False)
        expect(exchange.locator(".trouble")).to_contain_text("WENLI_CORS_ORIGINS")


def test_a_page_that_goes_away_in_the_middle(site: Site, visit: Callable[..., Visit]) -> None:
    scripted = Scripted(fate=["wait"])
    with serving(scripted) as service:
        visited = visit(site.embed(line(service, open="", lang="en")))
        exchange = visited.chat.ask("Who?", wait=False)
        expect(exchange.locator("[part=answer]")).not_to_have_text("")
        visited.page.reload()
        expect(exchange.locator(".trouble")).to_contain_text("The answer broke off.")
        scripted.go.set()
        exchange.locator(".trouble button").click()
        expect(exchange.locator(".grounding")).to_be_visible()
