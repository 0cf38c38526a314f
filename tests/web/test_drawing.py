"""Drawing by hand: strokes of the brush."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import sightline
from sightline.board import format_cell
from tests.web.building import Hand
from tests.web.live_region import LAST_SAID

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
