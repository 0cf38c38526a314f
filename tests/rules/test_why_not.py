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
    """Give what would help if it were removed, and whether the shot is allowed then."""
    changes = sightline.parse(text).shot(attacker, target, why_not=True).why_not
    assert {change.change for change in changes} <= {"remove"}  # nobody moves in this system
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
