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


def changes_of(text: str, attacker: str, target: str, weapon: str | None = None) -> list[tuple[str, str, str, bool]]:
    """Return what would help: the change, the id of its message, what is changed, and whether it is allowed then."""
    changes = sightline.parse(text).shot(attacker, target, weapon=weapon, why_not=True).why_not
    return [(each.change, each.message.id, each.what, each.legal) for each in changes]


CONTORTED = """\
sightline: 1
rules: hero5
map:
  grid: hex
  hexes: pointy odd-r
  size: 2x4
  kinds: {parapet: {blocks: true, height: low}}
  terrain: {parapet: [A4]}
pieces:
  A: {at: B4@NW, growth: 3, contortionist: 11, movement: 0, weapons: [{name: bow, range: 9}]}
  T: {at: B4, shrinking: 2}
"""


def test_terrain_that_contorts_an_end_can_be_removed() -> None:
    assert "HERO-3.4" in {finding.clause.id for finding in sightline.parse(CONTORTED).shot("A", "T").findings}
    assert ("remove", "without-terrain", "A4", True) in changes_of(CONTORTED, "A", "T")


OUT_OF_REACH = """\
sightline: 1
rules: hero5
map: {grid: hex, size: 5x3, borders: {door-frame: [D2/E3], low-wall: [D1/E2]}}
pieces:
  T: {at: E1@SE, growth: 1}
  A: {at: B2, movement: 0, weapons: [{name: club, range: melee}]}
"""


def test_out_of_reach_what_lies_between_any_two_hexes_is_tried() -> None:
    assert ("remove", "without-terrain", "D2/E3", False) in changes_of(OUT_OF_REACH, "A", "T")


ENGAGED = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 3x5, levels: {1: [B2]}, borders: {transition: [B2/C2]}}
pieces:
  A: {at: B2, side: red, move: 0}
  E: {at: C2, side: blue}
  T: {at: A5, side: blue}
"""


def test_what_makes_an_enemy_adjacent_can_be_removed() -> None:
    assert changes_of(ENGAGED, "A", "T") == [
        ("remove", "without-piece", "E", True),
        ("remove", "without-terrain", "B2/C2", True),
    ]


NAMED_ALIKE = """\
sightline: 1
rules: post-galactica
map: {grid: free, size: 20x20, features: [{is: ruin, blocks: true, outline: [[8, 1], [10, 1], [10, 19], [8, 19]]}]}
pieces:
  A: {at: [3, 10], base: 1, side: red, weapons: [{name: rifle, range: 24}]}
  T: {at: [17, 10], base: 1, side: blue}
  ruin: {at: [3, 17], base: 1, side: blue}
"""


def test_a_feature_with_the_name_of_a_piece_can_be_removed() -> None:
    assert changes_of(NAMED_ALIKE, "A", "T") == [("remove", "without-feature", "ruin", True)]


@pytest.mark.parametrize("end", ["A", "T"])
def test_a_feature_with_the_name_of_an_end_can_be_removed(end: str) -> None:
    text = NAMED_ALIKE.replace("is: ruin", f"is: {end}").replace("ruin: {at", "third: {at")
    assert changes_of(text, "A", "T") == [("remove", "without-feature", end, True)]


HALF_ELEVATED = """\
sightline: 1
rules: combat-hex
map: {grid: hex, size: 5x1, levels: {1: [C1, D1]}}
pieces:
  A: {at: A1}
  M: {at: [C1, D1], mounted: true}
  T: {at: E1}
"""


def test_no_change_is_listed_that_no_file_could_state() -> None:
    """Without the hill at C1 alone M would stand half on elevated ground, and be no scenario."""
    assert not {"C1", "D1"} & {what for _, _, what, _ in changes_of(HALF_ELEVATED, "A", "T")}


DECLARED = """\
sightline: 1
rules: post-galactica
map: {grid: hex, size: 5x2}
pieces:
  A: {at: A1, side: red, weapons: [{name: rifle, range: 9}]}
  B: {at: [C1], side: blue, building: true}
  T: {at: E1, side: blue}
"""


@pytest.mark.parametrize(("targets", "helps"), [("", ["B"]), (", targets: {gun: B}", [])])
def test_a_piece_that_another_one_names_is_not_removed(targets: str, helps: list[str]) -> None:
    text = f"{DECLARED}  W: {{at: A2, side: red, weapons: [{{name: gun, range: 1}}]{targets}}}\n"
    removed = [what for change, _, what, _ in changes_of(text, "A", "T") if change == "remove"]
    assert removed == helps


def test_a_pit_of_an_end_can_be_filled() -> None:
    """At the level of the warrior between them the shooter would not see over it; above it, it does."""
    text = BETWEEN.replace("LEVELS", "{-3: [C1, C8], -1: [C4]}") + "  B: {at: C4}\n"
    assert changes_of(text, "A", "T") == [
        ("remove", "without-piece", "B", True),
        ("remove", "without-pit", "C1", True),
        ("remove", "without-pit", "C8", True),
    ]


HAMPERED = """\
sightline: 1
rules: hero5
map:
  grid: hex
  size: 3x1
  terrain: {difficult: [B1]}
pieces:
  A: {at: C1, movement: 1, side: red, weapons: [{name: bow, range: 1}]}
  T: {at: A1, side: blue}
"""


def test_after_a_full_round_action_nobody_attacks() -> None:
    """B1 costs 2 of a movement of 1: only HERO-4.2 opens it."""
    scenario = sightline.parse(HAMPERED)
    assert scenario.reach("A").cells["B1"].stops == ("HERO-4.2",)
    assert [each.at for each in scenario.advise("A").places] == []
    assert changes_of(HAMPERED, "A", "T") == []
    able = sightline.parse(HAMPERED.replace("movement: 1", "movement: 2"))
    assert [each.at for each in able.advise("A").places] == ["B1"]
    assert [(each.change, each.to) for each in able.shot("A", "T", why_not=True).why_not] == [("move", "B1")]
