"""What single changes would help, where a shooter chooses among several hexes and hills stand in the way."""

from __future__ import annotations

import pytest

import sightline

MOUNTED = """\
sightline: 1
rules: combat-hex
map: {grid: hex, size: 9x9}
pieces:
  M: {at: [I2, I1], mounted: true}
  T: {at: C7}
  X: {at: [G2, F1], mounted: true}
  Y: {at: [I4, H3], mounted: true}
"""
BETWEEN = """\
sightline: 1
rules: combat-hex
map: {grid: hex, size: 8x8, levels: LEVELS}
pieces:
  A: {at: C1}
  T: {at: C8}
"""


def removals(text: str, attacker: str, target: str) -> list[tuple[str, bool]]:
    """Return what would help if it were removed, and whether the shot is allowed then."""
    changes = sightline.parse(text).shot(attacker, target, why_not=True).why_not
    assert {change.change for change in changes} <= {"remove"}  # nobody can move to where it helps
    return [(change.what, change.legal) for change in changes]


def test_what_blocks_the_hexes_that_the_shooter_did_not_take_is_tried_too() -> None:
    blocked = sightline.parse(MOUNTED).shot("M", "T")
    assert [finding.message.args["warrior"] for finding in blocked.findings if finding.at] == ["Y"]
    assert removals(MOUNTED, "M", "T") == [("Y", True), ("X", True)]


def test_a_piece_on_several_cells_of_the_line_is_removed_once() -> None:
    text = BETWEEN.replace("LEVELS", "{}") + "  M: {at: [C4, C5], mounted: true}\n"
    assert removals(text, "A", "T") == [("M", True)]


@pytest.mark.parametrize(("levels", "helps"), [("{1: [C4]}", [("C4", True)]), ("{1: [C4, C6]}", []), ("{}", [])])
def test_a_hill_of_one_hex_can_be_removed(levels: str, helps: list[tuple[str, bool]]) -> None:
    assert removals(BETWEEN.replace("LEVELS", levels), "A", "T") == helps
    [*changes] = sightline.parse(BETWEEN.replace("LEVELS", levels)).shot("A", "T", why_not=True).why_not
    assert [change.why for change in changes] == [f"without the hill at {cell}" for cell, _ in helps]


HIGH = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 4x1, levels: LEVELS, borders: {impeding: [BORDER]}}
pieces:
  A: {at: A1, side: red, range: 0, move: 0}
  T: {at: TARGET, side: blue}
"""


def test_the_height_of_an_end_can_be_removed() -> None:
    """On one level the two are adjacent, so that no Range is needed."""
    text = HIGH.replace("LEVELS", "{1: [A1]}").replace("BORDER", "C1/D1").replace("TARGET", "B1")
    assert removals(text, "A", "T") == [("A1", True)]


def test_the_height_beside_a_border_can_be_removed() -> None:
    """As a border of the ground the fence is seen over; C1 itself is in nobody's way."""
    text = HIGH.replace("LEVELS", "{1: [A1, C1, D1]}").replace("BORDER", "B1/C1").replace("TARGET", "D1")
    assert removals(text, "A", "T") == [("B1/C1", False), ("C1", False)]
