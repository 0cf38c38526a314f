"""Labels of cells that appear with zoom touch neither the sides of their cells nor what is drawn along them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Table = Callable[..., Page]

_CLEARANCES = """() => [...document.querySelectorAll(".closer .label")].map(label => {
  const cell = document.querySelector(`[data-cell="${label.textContent}"]`)
  const corners = [...cell.points]
  const edge = Math.max(...corners.map(({ y }) => y)) / 2 - Math.min(...corners.map(({ y }) => y)) / 2
  const { x, width } = label.getBBox()
  const size = parseFloat(getComputedStyle(label).fontSize)
  const baseline = Number(label.getAttribute("y"))
  const halo = parseFloat(getComputedStyle(label).strokeWidth) / 2
  const [left, right, top, bottom] = [x - halo, x + width + halo, baseline - 0.73 * size - halo, baseline + halo]
  const box = [[left, top], [right, top], [left, bottom], [right, bottom]]
  const distances = corners.flatMap((from, k) => {
    const to = corners[(k + 1) % corners.length]
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    return box.map(([px, py]) => Math.abs(dx * (py - from.y) - dy * (px - from.x)) / Math.hypot(dx, dy))
  })
  const isIn = box.every(([px, py]) => cell.isPointInFill(new DOMPoint(px, py)))
  return [label.textContent, isIn ? Math.min(...distances) / edge : -1]
})"""
"""Returns the distance of each label, with its halo, from the sides of its cell, in halves of the cell's height."""

HEXES = """
sightline: 1
rules: penance
map: {grid: hex, hexes: %s, size: 60x60}
pieces: {Ann: {at: AD30, side: red, facing: %s}}
"""
SQUARES = """
sightline: 1
rules: sodwa
map: {grid: square, size: 60x60, terrain: {obstructing: [AD29:AE29]}, borders: {obstructing: [AC30/AC31]}}
pieces: {Ann: {at: AD30, side: red, facing: N}}
"""
NESTED = SQUARES.replace("[AD29:AE29]", "[AD29:AE29], difficult: [AC28:AE29]")


@pytest.mark.parametrize(
    ("scenario", "space"),
    [
        (HEXES % ("flat odd-q", "N"), 0.02),
        (HEXES % ("pointy odd-r", "NE"), 0.02),
        (SQUARES, 0.22),  # a border round terrain reaches 0.22 into a cell
        (NESTED, 0.38),  # and the inner one of two 0.38
    ],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_keep_their_distance_at_any_zoom(table: Table, scenario: str, space: float, scheme: str) -> None:
    page = table(scenario, color_scheme=scheme)
    page.locator('[data-piece="Ann"]').hover()
    for turns in (9, 3, 6):
        for _ in range(turns):
            page.mouse.wheel(0, -150)
        page.wait_for_timeout(400)
        expect(page.locator(".closer .label", has_text="AD30")).to_be_attached()
        clearances = page.evaluate(_CLEARANCES)
        assert len(clearances) > 5
        assert min(clearance for _, clearance in clearances) > space, clearances
