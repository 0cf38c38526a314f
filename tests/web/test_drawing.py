"""Drawing by hand: strokes of the brush, and tools that are changed in the middle of something."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import sightline
from sightline.board import format_cell
from tests.web.building import Hand
from tests.web.live_region import LAST_SAID

Opening = Callable[..., Page]
Table = Callable[..., Page]

BOARD = """
sightline: 1
rules: sodwa
map: {grid: square, size: 9x6}
pieces:
  A: {at: B6, side: red, facing: N}
"""


def _middle(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _painted(page: Page) -> set[str]:
    """Return the cells with a kind of terrain, as the draft in the browser states them."""
    board = sightline.parse(page.evaluate("sessionStorage.getItem('sightline.draft')")).position.board
    return {format_cell(board, cell) for cell, kinds in board.iter_terrain() if set(kinds) - {"clear"}}


@pytest.fixture
def page(table: Table) -> Page:
    """A board with the brush in hand."""
    opened = table(BOARD)
    hand = Hand(opened)
    hand.tool("Terrain")
    hand.press(hand.button("difficult"))
    return opened


def test_a_fast_stroke_paints_every_cell_on_its_way(page: Page) -> None:
    """Of a fast movement, a browser reports only a few points."""
    page.mouse.move(*_middle(page, "A4"))
    page.mouse.down()
    page.mouse.move(*_middle(page, "I4"))
    page.mouse.up()
    expect(page.locator(LAST_SAID)).to_contain_text("difficult")
    assert _painted(page) == {f"{column}4" for column in "ABCDEFGHI"}


def test_a_stroke_ends_where_the_button_is_let_go_outside_the_board_too(page: Page) -> None:
    page.mouse.move(*_middle(page, "B3"))
    page.mouse.down()
    page.mouse.move(*_middle(page, "A3"))
    page.mouse.move(5, _middle(page, "A3")[1])
    page.mouse.up()
    expect(page.locator(LAST_SAID)).to_contain_text("difficult")
    assert _painted(page) == {"A3", "B3"}
    page.mouse.move(*_middle(page, "F3"))
    page.mouse.move(*_middle(page, "G3"))
    expect(page.locator("[data-cell][aria-pressed='true']")).to_have_count(0)


def test_a_tool_that_is_changed_by_its_key_puts_the_ruler_away_too(table: Table) -> None:
    page = table(BOARD)
    page.keyboard.press("3")
    page.mouse.move(*_middle(page, "A1"))
    page.mouse.down()
    page.mouse.move(*_middle(page, "D1"))
    page.mouse.up()
    expect(page.get_by_role("heading", name="A1 → D1")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name="Who shoots?")).to_be_visible()


def test_a_border_is_not_begun_with_another_tool(table: Table) -> None:
    page = table(BOARD)
    page.locator('[data-cell="A1"]').focus()
    for key in ("5", "Enter", "1", "5", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(LAST_SAID)).to_contain_text("A border of B1")


@pytest.mark.parametrize("other", [("Select", "Terrain"), ("Circle", "Rectangle")])
def test_a_shape_that_is_begun_does_not_go_on_in_another(opening: Opening, other: tuple[str, str]) -> None:
    page = opening("/new?system=post-galactica&grid=free&columns=30&rows=20")
    page.wait_for_selector("rect[data-stop]")
    hand = Hand(page)
    hand.size = (30, 20)
    hand.tool("Terrain")
    hand.press(hand.button("Corner by corner"))
    hand.spot((2, 2))
    hand.spot((6, 2))
    for name in (*other, "Rectangle"):
        hand.press(hand.button(name))
    box = page.locator("rect[data-stop]").bounding_box()
    assert box is not None
    ends = [(box["x"] + x / 30 * box["width"], box["y"] + y / 20 * box["height"]) for x, y in ((15, 12), (18, 14))]
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move(*ends[1], steps=3)
    page.mouse.up()
    expect(page.locator(LAST_SAID)).to_contain_text("from 15, 12 to 18, 14")


def test_a_tool_that_the_rules_do_not_have_is_not_taken(table: Table) -> None:
    page = table(BOARD.replace("sodwa", "penance").replace("square", "hex"))
    page.locator('[data-cell="A1"]').focus()
    page.keyboard.press("5")
    expect(page.locator(LAST_SAID)).to_have_text("This table has no tool “Borders”.")
    expect(page.get_by_role("button", name="Select 1")).to_have_attribute("aria-pressed", "true")
