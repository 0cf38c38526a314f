"""What would open a shot: of the shot that is shown, on the board as it is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.live_region import LAST_SAID
from tests.web.test_verdicts import text_of

Table = Callable[..., Page]

WALLED = """
sightline: 1
rules: penance
map: {grid: hex, size: 7x7, terrain: {wall: [D3]}}
pieces:
  A: {at: D6, side: red, facing: N}
  T: {at: D1, side: blue, facing: S}
  U: {at: D2, side: blue, facing: S}
"""


def test_why_not_lists_what_would_open_a_shot(table: Table) -> None:
    page = table(text_of("penance").replace("rubble: [D3]", "wall: [D3]").replace(", wall: [F2:F4]", ""))
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    expect(page.locator("[data-verdict]")).to_have_attribute("data-sight", "blocked")
    page.keyboard.press("w")
    expect(page.locator("[data-verdict]")).to_contain_text("without D3")


def test_what_would_open_one_shot_is_not_shown_with_another(table: Table) -> None:
    page = table(WALLED)
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.keyboard.press("w")
    button, listed = page.get_by_role("button", name="What would open it?"), page.locator(".openings")
    expect(listed).to_contain_text("without D3")
    expect(page.locator(LAST_SAID)).to_contain_text("without D3: without the wall at D3")
    page.hover('[data-piece="U"]')
    expect(page.locator("[data-verdict] h2")).to_have_text("A → U")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-sight", "blocked")
    expect(listed).to_have_count(0)
    expect(button).to_have_attribute("aria-pressed", "false")
    page.hover('[data-piece="T"]')
    expect(listed).to_contain_text("without D3")


def test_what_would_open_a_shot_is_not_shown_for_a_changed_board(table: Table) -> None:
    page = table(WALLED)
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.keyboard.press("w")
    expect(page.locator(".openings")).to_contain_text("without D3")
    page.get_by_role("tab", name="Piece").click()
    page.get_by_label("at", exact=True).fill("C6")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Verdict").click()
    expect(page.locator(".openings")).to_have_count(0)


def test_without_a_shot_it_is_said_that_there_is_none(table: Table) -> None:
    page = table(WALLED)
    page.locator('[data-cell="A1"]').focus()
    page.keyboard.press("w")
    expect(page.locator(LAST_SAID)).to_have_text("Point at a target first.")


def test_that_nothing_stands_in_the_way_of_an_open_shot_is_said_and_shown(table: Table) -> None:
    page = table(text_of("penance").replace("rubble: [D3]", "clear: [D3]"))
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    expect(page.locator("[data-verdict]")).to_have_attribute("data-sight", "clear")
    page.keyboard.press("w")
    expect(page.locator(LAST_SAID)).to_have_text("Nothing stands in its way.")
    expect(page.locator(".openings")).to_have_text("Nothing stands in its way.")
    page.keyboard.press("w")
    expect(page.locator(".openings")).to_have_count(0)
