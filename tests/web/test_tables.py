"""Edits on the page: forms, drags, undo, a board from nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.test_verdicts import text_of

Table = Callable[..., Page]


def drag(page: Page, piece: str, cell: str, *, drop: bool = True) -> None:
    """Drag a piece over a cell with the mouse, and let go of it there unless not `drop`."""
    start = page.locator(f'[data-piece="{piece}"]').bounding_box()
    end = page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    if drop:
        page.mouse.up()


def test_a_dragged_piece_shows_its_numbers_before_it_is_dropped_and_escape_puts_it_back(table: Table) -> None:
    page = table(text_of("penance"))
    drag(page, "A", "D5", drop=False)
    expect(page.get_by_role("heading", name="A at D5")).to_be_visible()
    expect(page.get_by_role("region", name="Chances")).to_contain_text("%")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator('[data-cell="D7"]')).to_have_attribute("aria-label", "D7, clear, level 0, A, side red")


def test_a_dropped_piece_has_moved_and_undo_takes_it_back(table: Table) -> None:
    page = table(text_of("penance"))
    drag(page, "A", "D5")
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    page.keyboard.press("u")
    expect(page.locator('[data-cell="D7"]')).to_have_attribute("aria-label", "D7, clear, level 0, A, side red")
    page.keyboard.press("Shift+U")
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")


def test_the_keyboard_carries_a_piece(table: Table) -> None:
    page = table(text_of("penance"))
    page.locator('[data-cell="D7"]').focus()
    for key in ("m", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    expect(page.locator("#live")).to_have_text("A is at D5 now.")


def test_the_form_of_a_piece_sets_and_takes_away_what_it_states(table: Table) -> None:
    page = table(text_of("penance"), forgive="422")
    page.click('[data-piece="T"]')
    page.get_by_role("tab", name="Piece").click()
    page.get_by_label("shield").select_option("left")
    expect(page.get_by_label("shield")).to_have_value("left")
    page.get_by_label("at", exact=True).fill("Z9")
    page.get_by_label("at", exact=True).press("Enter")
    expect(page.get_by_role("alert", name="What is wrong")).to_contain_text("Z9")


def test_a_board_is_built_from_nothing_by_clicking(opening: Callable[..., Page]) -> None:
    page = opening("/new?system=penance&grid=hex&columns=5&rows=6")
    page.wait_for_selector("[data-cell]")
    page.get_by_role("button", name="New piece").first.click()
    page.locator('[data-cell="C5"]').click()
    expect(page.locator("[data-piece]")).to_have_count(1)
    page.locator('[data-cell="C2"]').click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    page.get_by_role("button", name="Terrain").first.click()
    page.get_by_role("button", name="wall").first.click()
    page.locator('[data-cell="C4"]').click()
    expect(page.locator('[data-cell="C4"]')).to_have_attribute("aria-label", "C4, wall, level 0")
    page.get_by_role("button", name="Select").first.click()
    page.keyboard.press("Escape")
    page.locator('[data-piece="A"]').click()
    page.locator('[data-piece="B"]').click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-sight", "blocked")
