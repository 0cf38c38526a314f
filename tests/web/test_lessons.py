"""The lessons, played by clicks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.web.battles import confirm_if_asked
from tests.web.conftest import Opening

Solution = Sequence[str]
SOLUTIONS: dict[str, Solution] = {
    "1-turns": ("D4", "end", "end"),
    "2-attacks": ("B3", "Bruno", "end", "Bruno"),
    "3-places": ("E3", "Cora", "end", "E4", "end", "E6"),
    "4-karma": ("Teleportation E5", "Bruno", "end", "Bruno"),
}
"""What is done in each lesson: a tile to move to, a target, a button with what is picked then, or the end of a turn."""


def at(page: Page) -> str:
    return page.locator("[data-battle]").get_attribute("data-at") or ""


def settle(page: Page) -> None:
    expect(page.get_by_role("toolbar")).to_have_attribute("aria-busy", "false")
    page.wait_for_timeout(150)


def pick(page: Page, name: str) -> None:
    """Click a tile, or whoever is called so, twice."""
    piece = page.locator(f'[data-piece="{name}"]')
    box = (piece if piece.count() else page.locator(f'[data-cell="{name}"]')).first.bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*place)
    expect(page.get_by_role("button", name=re.compile("^Do it"))).to_be_enabled()
    page.mouse.click(*place)


def do(page: Page, what: str) -> None:
    before = at(page)
    settle(page)
    bar = page.get_by_role("toolbar")
    if what == "end":
        bar.get_by_role("button", name="End the turn").click()
        confirm_if_asked(page, before)
    else:
        *button, target = what.split()
        if button:
            bar.get_by_role("button", name=re.compile(f"^{button[0]}")).click()
        pick(page, target)
    page.wait_for_function("at => document.querySelector('[data-battle]').dataset.at !== at", arg=before)
    settle(page)


def test_all_lessons_are_played_on_the_screen(opening: Opening) -> None:
    page = opening("/play")
    page.get_by_role("link", name="Learn it in a few short lessons").click()
    page.get_by_role("link", name="Begin").click()
    for key, solution in SOLUTIONS.items():
        region = page.locator(f'[data-lesson="{key}"]')
        expect(region).to_have_attribute("data-task", "1")
        for what in solution:
            do(page, what)
        expect(region).to_have_attribute("data-task", "done")
        page.get_by_role("link", name=re.compile("^Next lesson")).click()
    region = page.locator('[data-lesson="5-battle"]')
    expect(region).to_have_attribute("data-task", "1")
