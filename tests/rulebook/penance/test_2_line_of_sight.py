"""Section 2 of Penance: the line of sight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import Row, blocks, forbids, rows
from tests.rulebook.penance.boards import BASE, board, shot

NO_SIGHT: Row = forbids("PEN-2.4")


def along(drawing: str, hexside: str = "both", **more: Any) -> Any:
    """Judge a shot from west to east, along hexsides; the Caskets face so that the corners make no difference."""
    return shot(drawing, A={"facing": "NE"}, T={"facing": "NW"}, rulings={"hexside": hexside}, **more)


def blocked_at(*cells: str) -> list[Any]:
    """Return the findings of a shot that is blocked there."""
    return [blocks("PEN-2.2", cell) for cell in cells] + [NO_SIGHT]


@pytest.mark.clause("PEN-2.1", applies=True)
def test_pen_2_1_applies_from_centre_to_centre() -> None:
    verdict = shot(". T .\n. # .\n. . .\n. A .")
    assert [(line.from_, line.to) for line in verdict.lines] == [("B4", "B1")]
    assert rows(verdict) == blocked_at("B2")


@pytest.mark.clause("PEN-2.1", applies=False)
def test_pen_2_1_no_other_line_counts() -> None:
    verdict = shot("# T #\n# . #\n# . #\n# A #")
    assert verdict.sight == "clear"
    assert rows(verdict) == [BASE]


@pytest.mark.clause("PEN-2.2", applies=True)
@pytest.mark.parametrize("letter", ["#", "b", "c", "F"])
def test_pen_2_2_applies_to_blocking_terrain_in_between(letter: str) -> None:
    verdict = shot(f"T\n.\n{letter}\nA")
    assert (verdict.sight, verdict.legal) == ("blocked", False)
    assert rows(verdict) == blocked_at("A3")


@pytest.mark.clause("PEN-2.2", applies=True)
def test_pen_2_2_applies_to_kinds_of_ones_own() -> None:
    verdict = shot("T\nhf\nA", kinds={"hangar": {"blocks": True}})
    assert rows(verdict) == blocked_at("A2")
    assert verdict.findings[0].why == "hangar at A2 blocks the line"


@pytest.mark.clause("PEN-2.2", applies=False)
def test_pen_2_2_kinds_of_ones_own_need_not_block() -> None:
    assert rows(shot("T\nhf\n.\nA", kinds={"hangar": {"blocks": False}}))[0] == BASE


@pytest.mark.clause("PEN-2.2", applies=True)
def test_pen_2_2_applies_to_every_hex_in_order_along_the_line() -> None:
    assert rows(shot("T\n#\n.\nc\nA")) == blocked_at("A4", "A2")
    assert rows(board("T\n#\n.\nc\nA", T={"facing": "S"}).shot("T", "A")) == blocked_at("A2", "A4")


@pytest.mark.clause("PEN-2.2", applies=False)
@pytest.mark.parametrize("letter", ["#", "b", "c", "F"])
def test_pen_2_2_the_end_hexes_never_block(letter: str) -> None:
    verdict = shot(f"T{letter}\n.\n.\nA{letter}")
    assert (verdict.sight, verdict.legal) == ("clear", True)
    assert rows(verdict, "PEN-2.2", "PEN-2.4") == []


@pytest.mark.clause("PEN-2.2", applies=True)
@pytest.mark.parametrize("hexside", ["both", "either"])
def test_pen_2_2_applies_between_two_walls(hexside: str) -> None:
    verdict = along(". # .\nA c T", hexside)
    assert rows(verdict) == [blocks("PEN-2.2", "B1", "B2"), NO_SIGHT]
    assert verdict.findings[0].why == "wall at B1 and cliff at B2 close the side that the line runs along"


@pytest.mark.clause("PEN-2.2", applies=False)
@pytest.mark.parametrize(("drawing", "wall"), [(". # .\nA . T", "B1"), (". . .\nA # T", "B2")])
def test_pen_2_2_one_wall_of_two_does_not_block(drawing: str, wall: str) -> None:
    verdict = along(drawing)
    assert verdict.sight == "clear"
    assert rows(verdict) == [BASE, ("PEN-3.2", "modifies", "target_number", 2, [wall])]
    assert verdict.rulings == {"hexside": "both", "near": "along"}


@pytest.mark.clause("PEN-2.2", applies=True)
@pytest.mark.parametrize(("drawing", "wall"), [(". # .\nA . T", "B1"), (". . .\nA # T", "B2")])
def test_pen_2_2_applies_to_one_wall_where_either_is_ruled(drawing: str, wall: str) -> None:
    verdict = along(drawing, "either")
    assert rows(verdict) == blocked_at(wall)
    assert verdict.findings[0].why == f"wall at {wall}, along whose side the line runs, blocks it"
    assert verdict.rulings == {"hexside": "either"}


@pytest.mark.clause("PEN-2.2", applies=False)
@pytest.mark.parametrize("hexside", ["both", "either"])
@pytest.mark.parametrize("drawing", [". # .\nA # T", ". ~ .\nA . T", "A # T", ". . .\nA . T"])
def test_pen_2_2_hexside_is_not_named_where_it_decides_nothing(drawing: str, hexside: str) -> None:
    assert "hexside" not in along(drawing, hexside).rulings


@pytest.mark.clause("PEN-2.2", applies=True)
@pytest.mark.parametrize("hexside", ["both", "either"])
@pytest.mark.parametrize(("drawing", "wall"), [(". _ .\nA # T", "B2"), (". # .\nA _ T", "B1")])
def test_pen_2_2_applies_beside_a_hole(drawing: str, wall: str, hexside: str) -> None:
    verdict = along(drawing, hexside)
    assert rows(verdict) == blocked_at(wall)
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-2.2", applies=True)
@pytest.mark.parametrize("hexside", ["both", "either"])
@pytest.mark.parametrize("hexes", ["flat odd-q", "flat even-q"])
def test_pen_2_2_applies_at_the_upper_and_the_lower_edge(hexes: str, hexside: str) -> None:
    verdict = along("A # T", hexside, hexes=hexes)
    assert rows(verdict) == blocked_at("B1")
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-2.2", applies=False)
@pytest.mark.parametrize("hexside", ["both", "either"])
@pytest.mark.parametrize("drawing", [". _ .\nA . T", ". . .\nA _ T", "A . T", ". _ .\nA _ T", "A _ T", ". _ .\nA ~ T"])
def test_pen_2_2_a_hole_or_the_edge_never_blocks(drawing: str, hexside: str) -> None:
    verdict = along(drawing, hexside)
    assert verdict.sight == "clear"
    assert "hexside" not in verdict.rulings


@pytest.mark.clause("PEN-2.2", applies=False)
def test_pen_2_2_a_hole_on_the_line_never_blocks() -> None:
    assert rows(shot("T\n_\nA")) == [BASE]


@pytest.mark.clause("PEN-2.2", applies=False)
@pytest.mark.parametrize("hexside", ["both", "either"])
def test_pen_2_2_touching_a_corner_never_blocks(hexside: str) -> None:
    drawing = "A . # . . .\n. . . # . T"
    scenario = board(drawing, A={"facing": "SE"}, T={"facing": "NW"}, rulings={"hexside": hexside})
    met = {contact.cells: contact.kind for contact in scenario.line("A1", "F2").contacts}
    assert (met["C1",], met["D2",]) == ("touches", "touches")
    assert scenario.shot("A", "T").sight == "clear"


@pytest.mark.clause("PEN-2.2", applies=True)
@pytest.mark.parametrize("drawing", ["A # . . . .\n. . . . . T", "A . . . . .\n. . # . . T"])
def test_pen_2_2_applies_to_the_hex_beyond_the_corner(drawing: str) -> None:
    assert shot(drawing, A={"facing": "SE"}, T={"facing": "NW"}).sight == "blocked"


@pytest.mark.clause("PEN-2.2", applies=True)
def test_pen_2_2_applies_to_a_line_that_is_closed_far_away() -> None:
    assert rows(along(". . . # .\nA . . # T")) == [blocks("PEN-2.2", "D1", "D2"), NO_SIGHT]


@pytest.mark.clause("PEN-2.2", applies=False)
def test_pen_2_2_walls_on_two_sides_close_neither() -> None:
    assert along(". # . . .\nA . . # T").sight == "clear"


@pytest.mark.clause("PEN-2.3", applies=True)
@pytest.mark.parametrize("token", [".", "~", "f", "w", "i", "~2", ".2", "fw", "B", "B~2"])
def test_pen_2_3_applies_to_what_never_blocks(token: str) -> None:
    for side in ("red", "blue", None):
        verdict = shot(f"T\n{token}\n.\nA", B={"side": side})
        assert (verdict.sight, verdict.legal) == ("clear", True)


@pytest.mark.clause("PEN-2.3", applies=False)
@pytest.mark.parametrize("token", ["#", "F", "fF", "~#", "w#2", "BF"])
def test_pen_2_3_beside_these_the_others_block(token: str) -> None:
    assert shot(f"T\n{token}\n.\nA").sight == "blocked"


@pytest.mark.clause("PEN-2.3", applies=True)
def test_pen_2_3_applies_levels_open_no_line() -> None:
    assert rows(shot("T2\n#\nA2")) == blocked_at("A2")


@pytest.mark.clause("PEN-2.4", applies=True)
def test_pen_2_4_applies_without_sight() -> None:
    scenario = board("T\n#\nA")
    verdict = scenario.shot("A", "T")
    assert rows(verdict) == blocked_at("A2")
    assert verdict.findings[1].why == "no line of sight from A to T"
    assert "A1" not in scenario.see("A").cells


@pytest.mark.clause("PEN-2.4", applies=False)
def test_pen_2_4_needs_no_more_than_sight() -> None:
    scenario = board("T\n~\nA")
    verdict = scenario.shot("A", "T")
    assert verdict.legal
    assert rows(verdict, "PEN-2.4") == []
    assert scenario.see("A").cells == {"A1": "clear", "A2": "clear"}


@pytest.mark.clause("PEN-2.5", applies=True)
def test_pen_2_5_applies_to_friends() -> None:
    verdict = shot("T\n.\nA", T={"side": "red"})
    assert (verdict.sight, verdict.legal) == ("clear", False)
    assert rows(verdict) == [forbids("PEN-2.5")]
    assert verdict.findings[0].why == "T is on the side of A, red"


@pytest.mark.clause("PEN-2.5", applies=False)
@pytest.mark.parametrize(("attacker", "target"), [("red", "blue"), ("red", None), (None, "red"), (None, None)])
def test_pen_2_5_spares_nobody_else(attacker: str | None, target: str | None) -> None:
    assert rows(shot("T\n.\nA", A={"side": attacker}, T={"side": target})) == [BASE]
