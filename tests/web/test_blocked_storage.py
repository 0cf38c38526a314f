"""A browser that lets pages store nothing, or has no room left: the page works, and says what it has to itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.battles import duel

Opening = Callable[..., Page]

_BLOCKED = """for (const kind of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, kind, { get() { throw new DOMException("Access is denied", "SecurityError") } })"""
_FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


@pytest.fixture(params=[_BLOCKED, _FULL], ids=["blocked", "full"])
def forgetful(request: pytest.FixtureRequest, opening: Opening) -> Opening:
    def opened(path: str) -> Page:
        page = opening("/health")
        page.add_init_script(request.param)
        page.goto(page.url.replace("/health", path))
        return page

    return opened


def test_a_table_is_drawn_shared_and_edited(forgetful: Opening) -> None:
    page = forgetful("/new?system=penance&grid=hex")
    page.wait_for_selector("[data-piece]")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Share this table").click()
    link = page.get_by_label("To change the table too").input_value()
    for _visit in range(2):
        page.goto("about:blank")
        page.goto(link)
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        assert page.url == link  # the secret is nowhere else


@pytest.mark.parametrize("path", ["/play", "/learn", "/team", "/account", "/replay", "/rules/penance"])
def test_every_page_opens(forgetful: Opening, path: str) -> None:
    expect(forgetful(path).locator("h1").first).to_be_visible()


def test_an_invitation_stays_in_the_address(forgetful: Opening, opening: Opening) -> None:
    made = duel(opening("/health"), against="invite", spectators=None)
    page = forgetful(f"/b/{made['id']}#invite={made['invite']}")
    for _visit in range(2):
        expect(page.get_by_role("button", name="Take the seat")).to_be_visible()
        page.reload()
