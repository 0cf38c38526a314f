"""Driver: battles for tests of the page: made small, and played by clicks."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

Json = dict[str, Any]

_HEADERS = {"X-Sightline": "1"}
_MAX_ACTIONS = 300
_IS_DONE_OR_ASKED = """at => document.querySelector('[data-battle]').dataset.at !== at
  || document.querySelector('[data-preview] .ask')"""


def post(page: Page, path: str, body: Json) -> Json:
    """Send what the page itself would send, as whoever the browser is."""
    address = page.evaluate("location.origin") + "/api/v1" + path
    answer = page.request.post(address, data=body, headers=_HEADERS)
    assert answer.ok, answer.text()
    sent: Json = answer.json()
    return sent


def duel(page: Page, name: str = "Ann", **changes: Any) -> Json:
    """Make a battle of one against one, near enough to hit each other at once, as a new guest; return the answer."""
    post(page, "/guests", {"name": name})
    field = {"grid": "square", "size": "6x6", "zones": {"red": ["A5:F6"], "blue": ["A1:F2"]}}
    stated = {"map": field, "limit": 500, "team": duellist(), "against": "self", "spectators": 0, "side": "red"}
    if changes.get("against", "self") in ("self", "computer"):
        stated["opponent"] = duellist()
    return post(page, "/battles", {**stated, **changes})


def duellist() -> Json:
    return {"characters": {"Zed": "ranger"}, "formations": {"line": {"Zed": "C1"}, "flank": {"Zed": "A1"}}}


def line_up(page: Page, sides: int = 1) -> None:
    """Choose the first formation of each side that the browser plays."""
    for left in range(sides, 0, -1):
        choices = page.get_by_role("region", name="Formations").get_by_role("button")
        expect(choices).to_have_count(2)
        choices.first.click()
        if left > 1:
            page.wait_for_timeout(500)


def press_mark(page: Page, kind: str) -> None:
    """Click twice on a mark of the board: that picks it, and does it."""
    box = page.locator(f".marks .{kind}").first.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*at)
    expect(page.get_by_role("button", name=re.compile("^(Do it|Exécuter)"))).to_be_enabled()
    page.mouse.click(*at)


def confirm_if_asked(page: Page, before: str | None) -> None:
    """Wait until an action is taken, or asked for once more; that is answered once, if at all."""
    page.wait_for_function(_IS_DONE_OR_ASKED, arg=before)
    page.evaluate("document.querySelector('[data-preview]:has(.ask) button.main')?.click()")


def settle(page: Page) -> None:
    """Wait until the picture shows how things stand now, with all that may be done."""
    expect(page.get_by_role("toolbar")).to_have_attribute("aria-busy", "false")
    expect(page.locator("[data-battle]")).to_have_attribute("data-behind", "false")


def act(page: Page) -> None:
    """Attack if that is possible, else move, else end the turn."""
    settle(page)
    before = page.locator("[data-battle]").get_attribute("data-at")
    if page.locator(".marks .cross").count():
        press_mark(page, "cross")
    elif page.locator(".marks .dot").count():
        press_mark(page, "dot")
    else:
        page.get_by_role("toolbar").get_by_role("button", name=re.compile("^(End the turn|Terminer)")).click()
        # Where the marks were not drawn yet there was more to do, and it is asked for.
        confirm_if_asked(page, before)
    page.wait_for_function("at => document.querySelector('[data-battle]').dataset.at !== at", arg=before)


def play_to_the_end(*pages: Page) -> None:
    """Act for whoever is to act, on the pages of those who play, until it is over."""
    for _ in range(_MAX_ACTIONS):
        if all(page.locator("[data-over]").count() for page in pages):
            return
        for page in pages:
            if page.locator("[role=toolbar][aria-busy=false] button").count():
                act(page)
                break
        else:
            pages[0].wait_for_timeout(50)
    raise AssertionError(f"not over after {_MAX_ACTIONS} rounds")
