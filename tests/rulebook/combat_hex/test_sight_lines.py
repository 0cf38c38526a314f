"""The section on sight of Combat Hex: bases, the two lines, and what it is to meet something."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from tests.rulebook.combat_hex.boards import DICE, EAST, NORTH, NUMBER, WORSE, board, lines, put, shot
from tests.rulebook.findings import blocks, impedes, rows


def refused(drawing: str, **stated: Any) -> list[tuple[str | None, str | None, str]]:
    """Return key, what was found and the message of every problem of a board."""
    with pytest.raises(sightline.ScenarioError) as error:
        board(drawing, **stated)
    return [(problem.key, problem.found, problem.message) for problem in error.value.problems]


@pytest.mark.clause("CH-BASE", applies=True)
def test_ch_base_applies_to_a_mounted_warrior_on_one_hex() -> None:
    [(key, found, message)] = refused(NORTH, A={"mounted": True})
    assert (key, found) == ("pieces.A.at", "B4")
    assert message.startswith("a mounted warrior stands on two neighbouring hexes, not only on B4.")


@pytest.mark.clause("CH-BASE", applies=True)
def test_ch_base_applies_to_a_foot_soldier_on_two_hexes() -> None:
    [(key, found, message)] = refused(NORTH, A={"at": ["B4", "C4"]})
    assert (key, found) == ("pieces.A.at", '["B4", "C4"]')
    assert message == "only a mounted warrior can stand on two hexes, B4 and C4. Allowed: one hex, mounted: true."


@pytest.mark.clause("CH-BASE", applies=True)
def test_ch_base_applies_to_hexes_that_are_not_neighbours() -> None:
    [(key, _, message)] = refused(NORTH, A={"at": ["B4", "A3"], "mounted": True})
    assert key == "pieces.A.at"
    assert message.startswith("B4 and A3 are not neighbours. ")
    assert "[B4, A4]" in message


@pytest.mark.clause("CH-BASE", applies=True)
@pytest.mark.parametrize("ends", [("A1", "A"), ("A", "A2")])
def test_ch_base_applies_to_a_base_half_on_a_hill(ends: tuple[str, str]) -> None:
    [(key, _, message)] = refused(put(NORTH, B3=ends[0], B4=ends[1]))
    high, low = ("B3", "B4") if ends[0] == "A1" else ("B4", "B3")
    assert key == "pieces.A.at"
    assert message.startswith(f"half of the base stands on elevated terrain, {high}, and half beside it, {low}. ")


@pytest.mark.clause("CH-BASE", applies=False)
@pytest.mark.parametrize("ends", [("A", "A"), ("A1", "A1"), ("A1", "A2")])
def test_ch_base_a_base_on_one_hill_or_on_the_ground_is_right(ends: tuple[str, str]) -> None:
    assert board(put(NORTH, B3=ends[0], B4=ends[1])).board.pieces["A"].cells


@pytest.mark.clause("CH-BASE", applies=False)
@pytest.mark.parametrize("hexes", ["flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r"])
def test_ch_base_a_foot_soldier_on_one_hex_is_right(hexes: str) -> None:
    assert shot(NORTH, hexes=hexes).legal


def test_what_a_warrior_does_not_state() -> None:
    scenario = board(NORTH)
    assert scenario == board(NORTH, A={"dice": 1, "range": "unlimited", "mounted": False})
    assert "A: {at: B4}" in scenario.to_yaml()


@pytest.mark.clause("CH-LINES", applies=True)
def test_ch_lines_applies_from_the_centre_to_both_outermost_corners() -> None:
    assert lines(shot(NORTH)) == ["A2@SE", "B2@E"]
    assert lines(shot(EAST)) == ["C3@E", "C4@E"]


@pytest.mark.clause("CH-LINES", applies=True)
def test_ch_lines_applies_to_the_nearest_of_several_corners_on_one_ray() -> None:
    # The far corners of a neighbour lie behind the near ones.
    assert lines(shot("T\nA")) == ["A1@SE", "A1@SW"]


@pytest.mark.clause("CH-LINES", applies=True)
def test_ch_lines_applies_to_the_whole_base_of_the_target() -> None:
    drawing = ". . . .\n. T T .\n. . . .\n. A . ."
    assert lines(shot(drawing)) == ["A2@SE", "C2@SE"]
    for at in ("A2", "A3", "B3", "C3", "D2"):
        assert rows(shot(put(drawing, **{at: "X"})), "CH-8.10") == [impedes("CH-8.10", at)]
    for at in ("A1", "B1", "C1", "D1", "D3"):
        assert rows(shot(put(drawing, **{at: "X"}))) == [DICE, NUMBER]


@pytest.mark.clause("CH-LINES", applies=True)
def test_ch_lines_applies_from_the_hex_that_serves_the_shooter_best() -> None:
    drawing = ". . . .\n. T . .\n. . . .\n. A A ."
    assert shot(drawing).shooter_hex == "B4"
    # A2 is met from B4 alone, B3 from both.
    clear = shot(put(drawing, A2="X"))
    assert (clear.shooter_hex, clear.degraded, rows(clear)) == ("C4", False, [DICE, NUMBER])
    assert {line.from_ for line in clear.lines} == {"C4"}
    degraded = shot(put(drawing, A2=".1", B3="Y"))
    assert (degraded.shooter_hex, degraded.degraded) == ("C4", True)
    equal = shot(put(drawing, A2="X", B3="Y"))
    assert (equal.shooter_hex, equal.degraded) == ("B4", True)


@pytest.mark.clause("CH-LINES", applies=True)
@pytest.mark.parametrize(("at", "taken"), [(["B4", "C4"], "B4"), (["C4", "B4"], "C4")])
def test_ch_lines_applies_of_equal_hexes_the_first_listed_is_taken(at: list[str], taken: str) -> None:
    verdict = shot(NORTH, A={"at": at, "mounted": True})
    assert (verdict.shooter_hex, verdict.sight) == (taken, "clear")
    blocked = shot(put(NORTH, B3=".1"), A={"at": at, "mounted": True})
    assert (blocked.shooter_hex, blocked.sight) == (taken, "blocked")


@pytest.mark.clause("CH-LINES", applies=False)
def test_ch_lines_sight_goes_by_the_lines_of_the_shooter_alone() -> None:
    # What the lines from A meet, those from T need not: sight is directional.
    scenario = board(put(EAST, D4="X"))
    assert [str(scenario.shot(*pair).sight) for pair in (("A", "T"), ("T", "A"))] == ["blocked", "clear"]


@pytest.mark.clause("CH-LINES", applies=False)
def test_ch_lines_a_hex_between_the_two_lines_does_not_matter() -> None:
    far = ". . . . .\n" * 2 + "A . . . T\n" + ". . . . .\n"
    assert rows(shot(put(far, A4="X", B4="Y"))) == [DICE, NUMBER]


@pytest.mark.clause("CH-TOUCH", applies=True)
@pytest.mark.parametrize(
    ("drawing", "at"), [(NORTH, "A3"), (NORTH, "B3"), (NORTH, "C3"), (EAST, "B3"), (EAST, "C3"), (EAST, "C4")]
)
def test_ch_touch_applies_to_hexes_that_are_crossed(drawing: str, at: str) -> None:
    assert rows(shot(put(drawing, **{at: "X"}))) == [blocks("CH-5.11", at)]


@pytest.mark.clause("CH-TOUCH", applies=True)
def test_ch_touch_applies_to_a_hex_that_a_line_runs_along() -> None:
    assert rows(shot(put(EAST, B2="X"))) == [blocks("CH-5.11", "B2")]


@pytest.mark.clause("CH-TOUCH", applies=True)
@pytest.mark.parametrize(
    ("drawing", "at"),
    [(NORTH, "A2"), (NORTH, "C2"), (EAST, "D2"), (EAST, "D4"), ("T .\nA .", "B1"), ("T .\n. .\n. .\nA .", "B2")],
)
def test_ch_touch_applies_to_a_corner_at_the_end_of_a_line_too(drawing: str, at: str) -> None:
    assert rows(shot(put(drawing, **{at: "X"}))) == [blocks("CH-5.11", at)]


@pytest.mark.clause("CH-TOUCH", applies=True)
@pytest.mark.parametrize("border", ["A3/B3", "B3/C3", "A2/B2", "A2/A3", "A3/B2", "B2/C2", "B2/C3", "C2/C3"])
def test_ch_touch_applies_to_printed_lines_crossed_and_touched_at_the_end(border: str) -> None:
    assert rows(shot(NORTH, dotted=border)) == [impedes("CH-5.171", border), DICE, NUMBER, WORSE]


@pytest.mark.clause("CH-TOUCH", applies=True)
@pytest.mark.parametrize("border", ["B2/B3", "B2/C3", "B3/C3", "B3/C4", "C3/D2", "C3/D3", "D2/D3", "C4/D3", "D3/D4"])
def test_ch_touch_applies_to_printed_lines_run_along(border: str) -> None:
    assert rows(shot(EAST, red=border), "CH-5.171") == [impedes("CH-5.171", border)]


@pytest.mark.clause("CH-TOUCH", applies=False)
@pytest.mark.parametrize(
    ("drawing", "at"), [(NORTH, "B1"), (NORTH, "A1"), (NORTH, "A4"), (EAST, "B1"), (EAST, "C2"), (EAST, "B4")]
)
def test_ch_touch_hexes_beside_the_lines_are_not_met(drawing: str, at: str) -> None:
    assert rows(shot(put(drawing, **{at: "X"}))) == [DICE, NUMBER]


@pytest.mark.clause("CH-TOUCH", applies=False)
@pytest.mark.parametrize("border", ["B1/B2", "B2/B3", "A3/A4", "C1/C2", "A2/B1", "B1/C2"])
def test_ch_touch_printed_lines_beside_the_lines_are_not_met(border: str) -> None:
    assert rows(shot(NORTH, dotted=border)) == [DICE, NUMBER]
